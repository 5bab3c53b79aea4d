"""Where tests play: a stack of services alone, and a stand-in Discord with the bot logged in."""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import pytest
import pytest_asyncio

from bot.chat.client import BonfireClient
from bot.chat.pictures.request import Painter
from bot.standin import Channel, Guild, Message, StandIn, UserClient
from tests.bot.blank import blank
from tests.bot.stack import Stack, stack_in
from tests.bot.stage import bot_on
from tests.clock import TurnedClock
from tests.judged_once import JudgedOnce
from tests.marks import long
from tests.postgres.fixtures import address, server, template
from tests.standin.reference import openapi_file

__all__ = ["address", "server", "template"]


@dataclass(frozen=True, slots=True)
class Stage:
    """Everything a test needs at hand."""

    server: StandIn
    clock: TurnedClock
    client: BonfireClient
    ada: UserClient
    bo: UserClient
    guild: Guild
    table: Channel
    folder: Path

    def posts(self) -> tuple[Message, ...]:
        """The public messages of the bot at the table."""
        return self.server.app_messages(self.table)


@contextmanager
def quick_advice() -> Iterator[None]:
    """Judge each position once a run, and follow no line of play beyond its own turn."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.advice.lines.BUDGET", 0)
        for module in ("engine.advice.plan", "bot.present.wizard.opening"):
            patch.setattr(f"{module}.Judgement", JudgedOnce)
        yield


@pytest.fixture(autouse=True)
def short_sighted() -> Iterator[None]:
    """Suggest lines of play as always, but think no longer than a test has time for."""
    with quick_advice():
        yield


@pytest.fixture
def paint() -> Painter:
    """What makes the pictures; a test that looks at them is marked `DRAWN`."""
    return blank


@pytest_asyncio.fixture
async def stage(tmp_path: Path, paint: Painter) -> AsyncIterator[Stage]:
    clock = TurnedClock()
    async with StandIn(spec=openapi_file(), clock=clock) as server:
        ada, bo = server.person("Ada"), server.person("Bo")
        guild = server.guild("Club", ada, bo)
        table = server.text_channel(guild, "table")
        async with bot_on(server, tmp_path, clock, paint) as client:
            yield Stage(server, clock, client, ada, bo, guild, table, tmp_path)
        assert server.invalid_requests == []


class Kept(StrEnum):
    """Where the services of a test keep what they keep."""

    FILE = "file"
    SERVER = "server"
    TWICE = "twice"
    """In a file, each transaction done twice."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests of services are run with PostgreSQL too, but for those that look into the file."""
    if "kept_in" in metafunc.fixturenames and not metafunc.definition.get_closest_marker(
        "in_a_file"
    ):
        metafunc.parametrize(
            "kept_in", [Kept.FILE, long(Kept.SERVER), long(Kept.TWICE)], indirect=True
        )


@pytest.fixture
def kept_in(request: pytest.FixtureRequest) -> Kept:
    """Where the database is."""
    return getattr(request, "param", Kept.FILE)


@pytest_asyncio.fixture
async def stack(
    kept_in: Kept, tmp_path: Path, request: pytest.FixtureRequest
) -> AsyncIterator[Stack]:
    place = str(request.getfixturevalue("address")) if kept_in is Kept.SERVER else None
    async with stack_in(tmp_path, place, twice=kept_in is Kept.TWICE) as opened:
        yield opened
