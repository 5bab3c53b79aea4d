"""The command line as a function: words in; status, output and complaint out."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.cli import parser
from bot.cli.parser import Parser
from bot.runtime.settings import NAMES


class Answer(NamedTuple):
    """The result of a command."""

    status: int
    out: str
    err: str


Bonfire = Callable[..., Answer]


@pytest.fixture
def bonfire(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Bonfire:
    """Run a command in an empty directory without any setting."""
    return answering(parser.bonfire, tmp_path, monkeypatch, capsys)


def answering(
    made: Callable[[], Parser],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Bonfire:
    """Return what runs the commands of a parser in a folder, without any setting."""
    monkeypatch.chdir(folder)
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)

    def run(*words: str | Path) -> Answer:
        capsys.readouterr()
        status = parser.execute([str(word) for word in words], made)
        return Answer(status, *capsys.readouterr())

    return run
