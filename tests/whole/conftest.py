"""A stand-in Discord with four people at a table, and the bot logged in, in this process."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from bot.chat.client import BonfireClient
from bot.chat.feature import Feature
from bot.chat.pictures.painting import Painter
from bot.features.listed import FEATURES
from bot.standin import Channel, Guild, Message, StandIn, UserClient
from tests.kit.blank import blank
from tests.kit.clock import TurnedClock
from tests.kit.judged_once import short_sighted
from tests.kit.reference import OPENAPI
from tests.kit.stage import bot_on

__all__ = ["short_sighted"]

NAMES = ("Ada", "Bo", "Cy_d", "Di")


@dataclass(frozen=True, slots=True)
class Hall:
    """Everything a game needs at hand."""

    server: StandIn
    clock: TurnedClock
    client: BonfireClient
    people: tuple[UserClient, ...]
    guild: Guild
    table: Channel
    folder: Path

    @property
    def ada(self) -> UserClient:
        """The first of the people."""
        return self.people[0]

    @property
    def bo(self) -> UserClient:
        """The second of the people."""
        return self.people[1]

    def posts(self) -> tuple[Message, ...]:
        """The public messages of the bot at the table."""
        return self.server.app_messages(self.table)

    async def calm(self) -> None:
        """Wait until every press has its whole answer, with the pictures."""
        await self.client.services.traffic.calm()


@pytest.fixture
def paint() -> Painter:
    """Return the maker of pictures; a test that looks at them is marked `DRAWN`."""
    return blank


@asynccontextmanager
async def opened_hall(
    folder: Path,
    paint: Painter = blank,
    start: float | None = None,
    seeds: Iterator[int] | None = None,
    *,
    features: Sequence[Feature] = FEATURES,
) -> AsyncIterator[Hall]:
    """A table at a Unix time, with the seeds of its games one after the other."""
    clock = TurnedClock(start)
    async with StandIn(spec=OPENAPI, clock=clock) as server:
        people = tuple(server.person(name) for name in NAMES)
        guild = server.guild("Club", *people)
        table = server.text_channel(guild, "table")
        async with bot_on(server, folder, clock, paint, seeds, features=features) as client:
            yield Hall(server, clock, client, people, guild, table, folder)
        assert server.invalid_requests == []


@pytest_asyncio.fixture
async def hall(tmp_path: Path, paint: Painter) -> AsyncIterator[Hall]:
    async with opened_hall(tmp_path, paint) as opened:
        yield opened
