"""The tournaments of a server that removed the bot are deleted in time, with the rest."""

import sqlite3
from contextlib import closing

import pytest

from bot.chat.feature import extras_of
from bot.features.tournament.feature import TOURNAMENT
from bot.features.tournament.tables import Tournaments
from bot.runtime.housekeeping import KEPT_OF_SERVERS
from bot.services.calls.servers import ServerService
from bot.store.store import Transaction
from engine.agents.levels import Level
from tests.kit.stack import GUILD, PEOPLE, Stack

pytestmark = pytest.mark.in_a_file
TABLES = ("tournaments", "tournament_members", "tournament_tables")


def counted(stack: Stack) -> list[int]:
    with closing(sqlite3.connect(stack.path)) as database:
        return [database.execute(f"SELECT count(*) FROM {one}").fetchone()[0] for one in TABLES]


async def test_180_days_after_the_bot_was_removed_no_tournament_is_left(stack: Stack) -> None:
    servers = ServerService(stack.store, stack.games, extras_of((TOURNAMENT,)).kept)

    async def frozen(tx: Transaction) -> None:
        number = await tx.of(Tournaments).add(7, GUILD, "en", 2, Level.MEDIUM)
        await tx.of(Tournaments).seat(number, PEOPLE[:2])
        await tx.of(Tournaments).freeze(number, "{}", 2)

    await stack.store.write(frozen)
    await servers.compare((GUILD,))
    await servers.left(GUILD)
    stack.clock.at += KEPT_OF_SERVERS - 1
    await servers.purge()
    assert 0 not in counted(stack)
    stack.clock.at += 2
    await servers.purge()
    assert counted(stack) == [0, 0, 0]
