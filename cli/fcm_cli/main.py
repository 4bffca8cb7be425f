"""The command `fcm`. Exit codes: 0 done, 1 a check failed, 2 wrong input, 3 a fault of the program. Messages go to stderr."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from fcm_cli import (
    batch,
    conformance,
    drafting,
    explain_cmd,
    lab,
    listing,
    looking,
    new,
    opening,
    playing,
    reference_cmds,
    studying,
    why_cmd,
)
from fcm_cli.output import NO_INPUT, Colour, colours, safe_streams
from fcm_core import API_VERSION, FcmError

DEBUG = "FCM_DEBUG"
COLOUR_OPTION = "--color"
NO_COLOUR_OPTION = "--no-color"
NO_INPUT_OPTION = "--no-input"


class _Group(TyperGroup):
    """The command, whose own options may stand anywhere: `fcm play base --no-input` as well as `fcm --no-input play base`."""

    def make_context(self, info_name: str | None, args: list[str], *rest: Any, **extra: Any) -> Any:
        """Puts the options for the whole program in front, except while a shell completes."""
        moved = args if extra.get("resilient_parsing") else _own_first(args)
        return super().make_context(info_name, moved, *rest, **extra)


def _own_first(args: Sequence[str]) -> list[str]:
    """The arguments with --color and --no-input before the command. What stands after -- stays there."""
    end = args.index("--") if "--" in args else len(args)
    own: list[str] = []
    rest: list[str] = []
    each = iter(args[:end])
    for arg in each:
        if arg == COLOUR_OPTION:
            own += [arg, *islice(each, 1)]
        elif arg in (NO_INPUT_OPTION, NO_COLOUR_OPTION) or arg.startswith(f"{COLOUR_OPTION}="):
            own.append(arg)
        else:
            rest.append(arg)
    return [*own, *rest, *args[end:]]


app = typer.Typer(
    cls=_Group,
    help="Play, bend and study Food Chain Magnate (an unofficial engine).",
    invoke_without_command=True,
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"fcm {version('fcm-engine')} (modules API {API_VERSION})")
        raise typer.Exit


@app.callback()
def command(
    context: typer.Context,
    show_version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
    color: Annotated[
        Colour, typer.Option(COLOUR_OPTION, help="Colours in what is printed; auto: where a terminal shows it.")
    ] = Colour.auto,
    no_color: Annotated[bool, typer.Option(NO_COLOUR_OPTION, help="The same as --color never.")] = False,
    no_input: Annotated[
        bool, typer.Option(NO_INPUT_OPTION, help="Never ask anything; fail where an answer is needed.")
    ] = False,
) -> None:
    """Options of the whole program. They may stand after the command, too."""
    colours(Colour.never if no_color else color)
    if no_input:
        os.environ[NO_INPUT] = "1"
    if context.invoked_subcommand is None:
        if playing.at_terminal() and not opening.why_plain():
            playing.choose()
        else:
            print(context.get_help())


listing.register(app)
playing.register(app)
drafting.register(app)
studying.register(app)
lab.register(app)
batch.register(app)
looking.register(app)
conformance.register(app)
new.register(app)
reference_cmds.register(app)
explain_cmd.register(app)
why_cmd.register(app)


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
