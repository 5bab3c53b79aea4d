"""What is kept of a server that removed the bot is deleted in time; people's results stay."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from bot.chat.feature import extras_of
from bot.features.listed import FEATURES
from bot.model import preferences, results, rows
from bot.present.posts.results_pages import results_page
from bot.runtime.housekeeping import DAY_SECONDS, KEPT_OF_SERVERS
from bot.services.calls.servers import ServerService
from bot.services.consent.leaving import ForgetService, LeavingService
from bot.services.games.outcomes import settle
from bot.services.results import elsewhere, page_of
from bot.store.migrate import migrations
from bot.store.store import Store, Transaction
from bot.words import catalog
from tests.kit.clock import AHEAD
from tests.kit.forgetting import columns, fill
from tests.kit.stack import GUILD, PEOPLE, Stack

pytestmark = pytest.mark.in_a_file

ADA, BO, *_ = PEOPLE
ELSEWHERE = 6


@pytest.fixture
def servers(stack: Stack) -> ServerService:
    stack.clock.at = time.time() + AHEAD
    return ServerService(stack.store, stack.games, extras_of(FEATURES).kept)


def counted(stack: Stack) -> dict[str, int]:
    """How many rows stand in each table that has any."""
    with closing(sqlite3.connect(stack.path)) as database:
        counts = {
            table: database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in columns(database)
        }
    return {table: count for table, count in counts.items() if count and table != "meta"}


async def with_a_past(stack: Stack) -> int:
    """A server with a game that is over, one that is running, a lobby and settings; the former."""
    over, running = await stack.start(), await stack.start(channel=8)
    await stack.bodies()
    lobby = rows.LobbyRow(9, GUILD, "de", ADA.id, "{}", 0, (ADA,), (BO,))

    async def more(tx: Transaction) -> None:
        await tx.channels.bury(8, 50001)
        await tx.channels.bury(7, 50001)
        await tx.meta.note_loss(running, "hidden")
        await tx.meta.note_new_rules(running, 3)
        await tx.lobbies.put(lobby)
        await tx.preferences.put_server(GUILD, preferences.ServerSettings())
        await tx.posts.add(None, 7, rows.Via.CHANNEL, "{}")

    await stack.store.write(more)
    async with stack.games.hold(over) as table:
        await stack.store.write(
            lambda tx: settle(tx, table, stack.clock.now(), results.Ending.CONCEDED),
        )
    return over


@pytest.mark.usefixtures("few_turns_count")
async def test_180_days_after_the_bot_was_removed_only_results_are_left(
    stack: Stack, servers: ServerService
) -> None:
    await servers.compare((GUILD, ELSEWHERE))
    await with_a_past(stack)
    before = counted(stack)
    assert before.keys() >= {"games", "lobbies", "server_settings", "posts", "dead_channels"}
    await servers.left(GUILD)
    stack.clock.at += KEPT_OF_SERVERS - 1
    await servers.purge()
    assert counted(stack) == before
    stack.clock.at += 2
    await servers.purge()
    left = counted(stack)
    assert left.pop("processed")
    assert left == {"results": 1, "result_seats": 2, "servers": 1}
    with closing(sqlite3.connect(stack.path)) as database:
        meta = database.execute("SELECT key FROM meta").fetchall()
    assert meta == [("instance",)]


async def purged(stack: Stack, servers: ServerService) -> None:
    """What is left of a server with a past, long after it removed the bot."""
    await with_a_past(stack)
    await servers.left(GUILD)
    stack.clock.at += KEPT_OF_SERVERS + 1
    await servers.purge()


async def results_of_ada(stack: Stack) -> results.HistoryPage:
    query = results.HistoryQuery(ADA.id, None, ADA.id)
    return await stack.store.read(lambda tx: page_of(tx, query, results.NEWEST))


@pytest.mark.usefixtures("few_turns_count")
async def test_a_result_stays_for_who_played_without_telling_where(
    stack: Stack, servers: ServerService
) -> None:
    await purged(stack, servers)
    page, query = await results_of_ada(stack), results.HistoryQuery(ADA.id, None, ADA.id)
    (line,) = page.lines
    assert (line.channel, line.guild, line.message) == (None, None, None)
    assert elsewhere(page, query) == frozenset()
    text = results_page(page, query, catalog()).text
    assert BO.name in text
    assert "discord.com" not in text
    of_server = results.HistoryQuery(ADA.id, GUILD, None)
    assert (await stack.store.read(lambda tx: page_of(tx, of_server, results.NEWEST))).lines == ()


@pytest.mark.usefixtures("few_turns_count")
async def test_a_person_is_forgotten_in_a_result_without_its_game(
    stack: Stack, servers: ServerService
) -> None:
    await purged(stack, servers)
    await ForgetService(
        stack.store, stack.games, LeavingService(stack.games), extras_of(FEATURES).forgets
    ).forget(BO.id)
    (line,) = (await results_of_ada(stack)).lines
    assert [seat.person for seat in line.seats if seat.person != ADA.id] == [-2]
    assert all(seat.name in (None, ADA.name) for seat in line.seats)


async def test_a_server_that_returns_keeps_all(stack: Stack, servers: ServerService) -> None:
    await with_a_past(stack)
    await servers.compare((GUILD,))
    before = counted(stack)
    await servers.left(GUILD)
    stack.clock.at += KEPT_OF_SERVERS - DAY_SECONDS
    await servers.joined(GUILD)
    stack.clock.at += KEPT_OF_SERVERS
    await servers.purge()
    assert counted(stack) == before


async def test_what_happened_while_the_bot_was_stopped_is_noticed_at_its_start(
    stack: Stack, servers: ServerService
) -> None:
    await with_a_past(stack)
    await servers.compare((GUILD, ELSEWHERE))
    before = counted(stack)
    await ServerService(stack.store, stack.games, extras_of(FEATURES).kept).compare((ELSEWHERE,))
    stack.clock.at += KEPT_OF_SERVERS + 1
    back = ServerService(stack.store, stack.games, extras_of(FEATURES).kept)
    purging = asyncio.create_task(back.run())
    await asyncio.sleep(0.05)
    assert counted(stack) == before, "who is back is not known yet"
    await back.compare((GUILD, ELSEWHERE))
    await asyncio.sleep(0.05)
    purging.cancel()
    assert counted(stack) == before


async def test_servers_of_which_another_process_hears_are_left_to_it(
    stack: Stack, servers: ServerService
) -> None:
    await servers.compare((GUILD, ELSEWHERE))
    await servers.compare((), lambda guild: guild == GUILD)
    gone = await stack.store.read(lambda tx: tx.servers.gone(stack.clock.now() + 1))
    assert gone == (GUILD,)


async def test_servers_are_looked_at_every_day(
    stack: Stack, servers: ServerService, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[float] = []

    async def looks(_: ServerService) -> None:
        looked.append(stack.clock.now())

    monkeypatch.setattr(ServerService, "purge", looks)
    purging = asyncio.create_task(servers.run())
    await servers.compare(())
    for _ in range(3):
        await asyncio.sleep(0.02)
        stack.clock.advance(DAY_SECONDS)
    await asyncio.sleep(0.02)
    purging.cancel()
    assert len(looked) == 4


async def test_a_game_that_people_go_on_with_stays_as_long_after_its_last_move(
    stack: Stack, servers: ServerService
) -> None:
    """By an installation of their own."""
    game = await stack.start()
    await servers.left(GUILD)
    stack.clock.at += KEPT_OF_SERVERS + 1
    with closing(sqlite3.connect(stack.path)) as database, database:
        database.execute("UPDATE games SET changed = ?", (stack.clock.now() - DAY_SECONDS,))
    await servers.purge()
    async with stack.games.hold(game) as table:
        assert table.id == game
    stack.clock.at += KEPT_OF_SERVERS
    await servers.purge()
    assert not {"games", "servers"} & counted(stack).keys()


async def test_a_server_that_never_had_the_bot_is_left_alone(
    stack: Stack, servers: ServerService
) -> None:
    await stack.start()
    await servers.compare((ELSEWHERE,))
    stack.clock.at += 10 * KEPT_OF_SERVERS
    await servers.purge()
    assert counted(stack)["games"] == 1


async def test_no_table_knows_the_server_afterwards(tmp_path: Path) -> None:
    """A new table with a column `guild` fails until it is deleted too."""
    path = tmp_path / "bonfire.db"
    store = await Store.open(path)
    fill(path)
    try:
        await store.write(lambda tx: tx.servers.purge(1, 2.0, extras_of(FEATURES).kept))
    finally:
        await store.close()
    with closing(sqlite3.connect(path)) as database:
        found = columns(database)
        knowing = {
            table
            for table, names in found.items()
            if "guild" in {name for name, *_ in names}
            and database.execute(f"SELECT 1 FROM {table} WHERE guild = 1").fetchall()
        }
        assert len([1 for names in found.values() if "guild" in {one for one, *_ in names}]) >= 6
    assert knowing == set()


async def test_an_older_database_keeps_its_results_and_knows_servers_that_are_gone(
    tmp_path: Path,
) -> None:
    path, last = tmp_path / "bonfire.db", 13  # the next one is that of the servers
    with closing(sqlite3.connect(path)) as raw, raw:
        for step in migrations()[:last]:
            raw.executescript(step.sql)
        raw.execute(f"PRAGMA user_version = {last}")
        for game, guild, code in ((1, 5, 10004), (2, 6, 50001)):
            raw.execute(
                "INSERT INTO games (id, channel, guild, locale, status, options, snapshot,"
                " created, changed) VALUES (?, ?, ?, 'de', 'running', '{}', '{}', 0, 0)",
                (game, game, guild),
            )
            raw.execute("INSERT INTO dead_channels VALUES (?, ?, 0)", (game, code))
            raw.execute(
                "INSERT INTO results VALUES (?, ?, ?, 9, 'played', NULL, 80, 1)",
                (
                    game + 6,
                    game,
                    guild,
                ),
            )
        raw.execute(
            "INSERT INTO result_seats VALUES (7, 0, 11, 'Ada', 5, 1, 0, 'played', 90, 1, 1, 0)"
        )
        raw.execute("DELETE FROM results WHERE id = 8")
    store = await Store.open(path)
    try:
        page = await store.read(
            lambda tx: page_of(tx, results.HistoryQuery(11, None, 11), results.NEWEST)
        )
        assert [(line.id, line.channel, line.seats[0].name) for line in page.lines] == [
            (7, 1, "Ada")
        ]
        assert await store.read(lambda tx: tx.servers.gone(time.time() + 1)) == (5,)
        with closing(sqlite3.connect(path)) as raw:
            numbers = raw.execute("SELECT seq FROM sqlite_sequence WHERE name = 'results'")
            assert numbers.fetchall() == [(8,)]
    finally:
        await store.close()
