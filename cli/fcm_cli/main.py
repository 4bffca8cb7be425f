"""The command `fcm`. Exit codes: 0 done, 1 a check failed, 2 wrong input, 3 a fault of the program. Messages go to stderr."""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path

import typer

from fcm_cli import batch, conformance, explain_cmd, hooks_cmd, lab, listing, looking, new, playing, studying
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
hooks_cmd.register(app)
explain_cmd.register(app)


def main() -> None:
    """Runs the command line; every error is a message, never a traceback. Typer answers usage errors itself (exit 2)."""
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
    except RecursionError:
        print("fcm: the input is nested too deeply", file=sys.stderr)
        sys.exit(2)
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        frames = traceback.extract_tb(error.__traceback__)
        what = f"{type(error).__name__}: {error}"
        more = f"with {DEBUG}=1 it shows where it came from"
        of_modules = [frame for frame in frames if (Path(frame.filename).parent / "module.toml").is_file()]
        if of_modules:
            frame = of_modules[-1]
            name = Path(frame.filename).parent.name
            print(
                f"fcm: module {name}, {frame.name} ({frame.filename}:{frame.lineno}): {what}; {more}", file=sys.stderr
            )
            sys.exit(2)
        where = f"{frames[-1].filename}:{frames[-1].lineno}"
        print(f"fcm: a fault of the program, not of what you typed: {what} ({where}); {more}", file=sys.stderr)
        sys.exit(3)


if __name__ == "__main__":
    main()
