"""Everything of one database in another, either way."""

import asyncio
import random
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from bot.cli.parser import execute
from bot.model.database_errors import DatabaseError
from bot.model.rows import PersonRow, Via
from bot.runtime.backups import refuse_lost
from bot.store.copies import LEFT_OUT
from bot.store.postgres.engine import PostgresConnection
from bot.store.queries import SqlConnection
from bot.store.store import Store
from bot.store.transfer import ROWS_AT_ONCE, tables, transfer
from engine import GameOptions
from tests.kit.stack import stack_in
from tests.postgres.server import PostgresServer

ADA, BO = PersonRow(11, "Ada"), PersonRow(22, "Bo")


async def filled(folder: Path) -> Path:
    """The file of a database with games in progress, posts, and a game that is no more."""
    async with stack_in(folder) as stack:
        for channel in (1, 2, 3):
            await stack.start(channel=channel)
        press = stack.press(ADA, channel=4)
        gone = (await stack.games.start(press, GameOptions(2), (ADA, BO))).game
        sql = "DELETE FROM games WHERE id = ?"
        await stack.store._database.transaction(lambda db: db.run(sql, (gone,)))
        note = "naïve “quotes”, 漢字, \\n and ' too"
        await stack.store.write(lambda tx: tx.game_notes.put(1, ADA.id, note))
        dice = random.Random(1)

        async def many(db: SqlConnection) -> None:
            rows = [(dice.getrandbits(62), dice.random()) for _ in range(ROWS_AT_ONCE + 7)]
            await db.run_each("INSERT INTO processed (interaction, at) VALUES (?, ?)", rows)

        await stack.store._database.transaction(many)
        return stack.path


async def contents(place: Path | str) -> dict[str, object]:
    """All rows of all tables, and the number of the next game."""
    store = await Store.open(place)

    async def look(db: SqlConnection) -> dict[str, object]:
        found: dict[str, object] = {}
        for table in tables():
            columns = ", ".join(table.columns)
            rows = await db.rows(f"SELECT {columns} FROM {table.name}", ())
            found[table.name] = sorted(
                repr(tuple(row[name] for name in table.columns)) for row in rows
            )
            if table.numbers:
                found[f"last of {table.name}"] = await db.last_number(table.name)
        return found

    try:
        return await store._database.read(look)
    finally:
        await store.close()


def test_every_table_comes_behind_those_that_it_refers_to() -> None:
    names = [table.name for table in tables()]
    assert len(names) == len(set(names)) > 20
    assert names.index("games") < names.index("players") < names.index("result_seats") + len(names)
    assert names.index("votes") < names.index("ballots")
    assert LEFT_OUT.isdisjoint(names)


async def test_a_database_goes_to_a_server_and_back(
    server: PostgresServer, template: str, tmp_path: Path
) -> None:
    before = await filled(tmp_path)
    address, back = server.new(template), tmp_path / "back.db"
    told: dict[str, int] = {}
    for source, target in ((before, address), (address, back)):
        one, other = await Store.open(source), await Store.open(target)
        rows = await transfer(one.engine, other.engine, told.__setitem__)
        assert rows == sum(told.values()) > ROWS_AT_ONCE
        await one.close()
        await other.close()
    was = await contents(before)
    assert was["last of games"] == 4
    assert await contents(address) == was
    assert await contents(back) == was


async def test_a_source_is_read_as_it_stood_at_one_moment(address: str) -> None:
    source = await Store.open(address, shared=True)
    other = await Store.open(address, shared=True)
    async with source.engine.whole() as db:
        before = await db.rows("SELECT * FROM posts", ())
        await other.write(lambda tx: tx.posts.add(None, 7, Via.CHANNEL, "{}"))
        assert await db.rows("SELECT * FROM posts", ()) == before
    await source.close()
    await other.close()


async def test_a_database_that_is_not_empty_stays_as_it_was(address: str, tmp_path: Path) -> None:
    source = await Store.open(await filled(tmp_path))
    target = await Store.open(address)
    await target.write(lambda tx: tx.posts.add(None, 7, Via.CHANNEL, "{}"))
    with pytest.raises(DatabaseError, match="not empty: it has posts"):
        await transfer(source.engine, target.engine, lambda _table, _rows: None)
    assert await target.read(lambda tx: tx.games.listed(over=True)) == ()
    assert await target.read(lambda tx: tx.meta.instance())
    await source.close()
    await target.close()


async def test_rows_that_do_not_arrive_as_they_were_undo_all(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = await Store.open(await filled(tmp_path))
    target = await Store.open(address)
    name = await target.read(lambda tx: tx.meta.instance())
    honest = PostgresConnection.run_each

    async def altered(db: PostgresConnection, sql: str, values: Iterable[Sequence[object]]) -> None:
        await honest(db, sql, values)
        if "processed" in sql:
            await db.run("UPDATE processed SET at = at + 1", ())

    monkeypatch.setattr(PostgresConnection, "run_each", altered)
    with pytest.raises(DatabaseError, match="rows of processed did not arrive"):
        await transfer(source.engine, target.engine, lambda _table, _rows: None)
    assert await target.read(lambda tx: tx.games.listed(over=True)) == ()
    assert await target.read(lambda tx: tx.meta.instance()) == name
    await source.close()
    await target.close()


async def test_faults_are_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = tmp_path / "there.db"
    there.touch()
    assert execute(["migrate-database", str(tmp_path / "none.db"), str(tmp_path / "new.db")]) == 2
    assert execute(["migrate-database", str(await filled(tmp_path)), str(there)]) == 2
    *_, last = capsys.readouterr().err.splitlines()
    assert last == f"bonfire: {there} exists already"


def test_a_database_whose_games_are_elsewhere_is_put_aside(
    server: PostgresServer, template: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Either way: nothing acts on the old one by mistake, and nobody reads a password."""
    before, back = asyncio.run(filled(tmp_path)), tmp_path / "back.db"
    address = server.new(template).replace("postgres@", "postgres:secret@")
    name = address.partition("@/")[2].partition("?")[0]
    assert execute(["migrate-database", str(before), address]) == 0
    assert not before.exists()
    (aside,) = tmp_path.glob(f"{before.name}.moved-*")
    said = capsys.readouterr().out
    assert f"{name} on PostgreSQL at a socket: " in said
    assert str(aside) in said
    with pytest.raises(DatabaseError, match="were moved to another database"):
        refuse_lost(before, tmp_path / "backups")
    assert execute(["migrate-database", address, str(back)]) == 0
    assert back.exists()
    assert execute(["migrate-database", address, str(tmp_path / "again.db")]) == 2
    told = capsys.readouterr()
    assert f"were moved to {back}" in told.err
    assert "secret" not in said + told.out + told.err
