"""The command `fcm`. Exit codes: 0 done, 1 a check failed, 2 wrong input, 3 a fault of the program. Messages go to stderr."""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path

import typer

from fcm_cli import batch, conformance, explain_cmd, lab, listing, looking, new, playing, reference_cmds, studying
from fcm_cli.output import safe_streams
from fcm_core import FcmError

DEBUG = "FCM_DEBUG"
app = typer.Typer(
    help="Play, bend and study Food Chain Magnate (an unofficial engine).",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
listing.register(app)
playing.register(app)
studying.register(app)
lab.register(app)
batch.register(app)
looking.register(app)
conformance.register(app)
new.register(app)
reference_cmds.register(app)
explain_cmd.register(app)


def main() -> None:
    """Runs the command line; every error is a message, never a traceback. Typer answers usage errors itself (exit 2)."""
    with safe_streams():
        _run()


def _run() -> None:
    try:
        app(prog_name="fcm")
    except FcmError as error:
        print(f"fcm: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:  # `fcm modules | head` has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        where = f" {error.filename}" if error.filename else ""
        print(f"fcm:{where}: {error.strerror or error}", file=sys.stderr)
        sys.exit(2)
    except UnicodeDecodeError as error:
        print(f"fcm: a file is not UTF-8 text: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        frames = traceback.extract_tb(error.__traceback__)
        of_modules = [(frame, home) for frame in frames if (home := _module_of(frame.filename)) is not None]
        if isinstance(error, SystemExit) and not of_modules:
            raise
        if os.environ.get(DEBUG):
            raise
        what = f"{type(error).__name__}: {error}" if not isinstance(error, RecursionError) else "endless recursion"
        more = f"with {DEBUG}=1 it shows where it came from"
        if of_modules:
            frame, home = of_modules[-1]
            place = f"{frame.filename}:{frame.lineno}"
            print(f"fcm: module {home.name}, {frame.name} ({place}): {what}; {more}", file=sys.stderr)
            sys.exit(2)
        where = f"{frames[-1].filename}:{frames[-1].lineno}"
        print(f"fcm: a fault of the program, not of what you typed: {what} ({where}); {more}", file=sys.stderr)
        sys.exit(3)


def _module_of(file: str) -> Path | None:
    """The folder of the module that a file of code belongs to."""
    return next((folder for folder in list(Path(file).parents)[:3] if (folder / "module.toml").is_file()), None)


if __name__ == "__main__":
    main()
