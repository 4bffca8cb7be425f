"""Whatever lies at a path that is typed, the answer is a message and an exit code, never a traceback."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fcm_cli.main import main

MANIFEST = 'id = "{0}"\ntitle = "{0}"\nversion = "1"\nrules = 1\nrequires = ["base"]\n'
FILES: dict[str, bytes] = {
    "binary.toml": bytes(range(256)),
    "binary.jsonl": bytes(range(256)),
    "binary.scenario.toml": bytes(range(256)),
    "empty.toml": b"",
    "empty.jsonl": b"",
    "empty.scenario.toml": b"",
    "syntax.toml": b"a = = 3",
    "syntax.scenario.toml": b"[[[",
    "latin.toml": "title = 'café'".encode("latin-1"),
    "deep.toml": b"a = " + b"[" * 3000,
    "deep.jsonl": b"[" * 5000,
    "list.jsonl": b"[1, 2]\n",
    "header.jsonl": b'{"fcm_save": 1}\n',
    "types.toml": b"title = 3\nmodules = 'base'\noptions = 3\nplayers = 'x'\norder = 3\nextends = [1]\n",
    "types.scenario.toml": b"title = 3\nmodules = 3\nplayers = 3\nboard = []\nstep = 3\nexpect = []\n",
    "self.toml": b"extends = 'self.toml'",
    "bytes/module.toml": b"\xff\xfe",
    "keys/module.toml": b"id = 'keys'\ntitle = 3\nversion = []\nrules = 'x'\nrequires = 3\n[options]\nx = 3\n",
    "code/module.toml": MANIFEST.format("code").encode(),
    "code/cards.toml": b"x = 3\n[[z]]\n",
    "code/plugin.py": b"\x00\xff",
    "code/README.md": b"\xff\xfe",
    "exits/module.toml": MANIFEST.format("exits").encode(),
    "exits/plugin.py": b"raise SystemExit(3)\n",
}
TARGETS = (*FILES, "bytes", "keys", "code", "exits", "nowhere", "nothing", "x" * 300, "binary.toml/x", " ", ".", "-1")
COMMANDS = [
    ("check",),
    ("play",),
    ("ruleset",),
    ("scenario", "run"),
    ("explain",),
    ("simulate", "--games", "1"),
    ("conformance", "--games", "1", "--with", "none"),
    ("hooks",),
    ("events",),
    ("queries",),
    ("steps",),
    ("module", "--modules-dir", "."),
    ("actions",),
    ("board",),
    ("replay",),
    ("resume",),
    ("modules", "--modules-dir"),
    ("play", "base", "--seed", "1", "--modules-dir", ".", "--with"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_garbage_is_answered(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, content in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    (tmp_path / "nothing").mkdir()
    monkeypatch.chdir(tmp_path)
    for target in TARGETS:
        monkeypatch.setattr(sys, "argv", ["fcm", *command, target])
        code: object = 0
        try:
            main()
        except SystemExit as left:
            code = left.code
        told = capsys.readouterr()
        listed = command[0] in ("modules", "module") and code in (0, None)
        assert listed or code in (1, 2), (target, code, told.err[-500:])
        assert listed or told.err.strip() or told.out.strip(), target
        assert "Traceback" not in told.err


def test_a_fault_of_the_program_is_told_as_such(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(**_: object) -> None:
        raise ZeroDivisionError("no luck")

    monkeypatch.setattr("fcm_cli.main.app", broken)
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 3
    told = capsys.readouterr().err
    assert "a fault of the program" in told and "ZeroDivisionError: no luck" in told and "Traceback" not in told
    monkeypatch.setenv("FCM_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main()
