"""The command `fcm`. Exit codes: 0 done, 1 a check failed, 2 wrong input. Messages go to stderr."""

from __future__ import annotations

import sys

import typer

from fcm_cli import conformance, explain_cmd, hooks_cmd, listing, new, playing, studying
from fcm_core.errors import FcmError

app = typer.Typer(
    help="Play, bend and study Food Chain Magnate (an unofficial engine).",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
listing.register(app)
playing.register(app)
studying.register(app)
conformance.register(app)
new.register(app)
hooks_cmd.register(app)
explain_cmd.register(app)


def main() -> None:
    """Runs the command line; every error is a message, never a traceback. Typer answers usage errors itself (exit 2)."""
    try:
        app()
    except FcmError as error:
        print(f"fcm: {error}", file=sys.stderr)
        sys.exit(2)
    except OSError as error:
        where = f" {error.filename}" if error.filename else ""
        print(f"fcm:{where}: {error.strerror or error}", file=sys.stderr)
        sys.exit(2)
    except RecursionError:
        print("fcm: the input is nested too deeply", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
