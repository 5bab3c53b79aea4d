"""The command line as a function: words in; status, output and complaint out."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

import pytest

from bot.cli import parser
from bot.cli.parser import Parser
from bot.runtime.settings import NAMES
from engine import Game, GameOptions
from engine.record import make_record, record_text
from tests.kit.stack import Stack, stack_in

Result = TypeVar("Result")
DATABASE = Path("data/bonfire.db")
"""The place of the database below the directory that a command runs in."""


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


def assert_one_line(answer: Answer, *parts: str) -> None:
    assert answer.status == 2
    assert answer.out == ""
    assert answer.err.startswith("bonfire: ")
    assert answer.err.count("\n") == 1
    for part in parts:
        assert part in answer.err


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = Game.new(GameOptions(3), 7)
    chance = random.Random(7)
    for _ in range(40):
        assert game.waiting is not None
        game.submit(game.waiting.seat, chance.choice(game.legal_actions()))
    file = tmp_path_factory.mktemp("records") / "running.json"
    file.write_text(record_text(make_record(game)))
    return file


def with_stack(folder: Path, work: Callable[[Stack], Awaitable[Result]]) -> Result:
    """Do something with the services of a bot that is stopped afterwards."""

    async def live() -> Result:
        async with stack_in(folder / DATABASE.parent) as stack:
            return await work(stack)

    return asyncio.run(live())


def played(folder: Path, answers: int = 12, players: int = 2) -> int:
    """Store a running game with some answers; returns its id."""

    async def work(stack: Stack) -> int:
        game = await stack.start(players)
        dice = random.Random(3)
        await stack.play(game, dice, answers)
        return game

    return with_stack(folder, work)


def revision_of(folder: Path, game: int) -> int:
    async def work(stack: Stack) -> int:
        async with stack.games.hold(game) as table:
            return table.revision

    return with_stack(folder, work)
