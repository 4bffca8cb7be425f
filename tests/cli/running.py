"""Runs the command `fcm`: in this process, which takes no time to start, or in one of its own."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

from attrs import frozen

from fcm_cli.main import main


@frozen
class Done:
    """What a call came to."""

    returncode: int
    stdout: str
    stderr: str


Fcm = Callable[..., Done]


def fcm(*words: str, cwd: Path | None = None, **environment: str) -> Done:
    """Calls main() as the command does: nothing on the standard input, no terminal, 80 columns."""
    with ExitStack() as stack:
        stack.enter_context(mock.patch.dict(os.environ, {"COLUMNS": "80", **environment}))
        stack.enter_context(mock.patch.object(sys, "argv", ["fcm", *words]))
        stack.enter_context(mock.patch.object(sys, "stdin", stack.enter_context(open(os.devnull, encoding="utf-8"))))
        out = stack.enter_context(redirect_stdout(io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)))
        err = stack.enter_context(redirect_stderr(io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)))
        stack.callback(os.chdir, os.getcwd())
        os.chdir(cwd or ".")
        code: object = 0
        try:
            main()
        except SystemExit as left:
            code = left.code
        return Done(code if isinstance(code, int) else int(code is not None), _written(out), _written(err))


def _written(stream: io.TextIOWrapper[io.BytesIO]) -> str:
    return stream.buffer.getvalue().decode()


def fcm_of_its_own(*words: str, cwd: Path | None = None, **environment: str) -> Done:
    """The same in a new process, as a shell starts it."""
    done = subprocess.run(
        [sys.executable, "-m", "fcm_cli.main", *words],
        capture_output=True,
        text=True,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "COLUMNS": "80", **environment},
        timeout=120,
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def fails(*words: str, cwd: Path | None = None, run: Fcm = fcm) -> str:
    """The message of a call that ends with exit code 2 and shows no traceback."""
    done = run(*words, cwd=cwd)
    assert done.returncode == 2, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return re.sub(r"\s+", " ", done.stderr)
