"""Games, their players and their log."""

import time

import aiosqlite

from bot.model.rows import (
    GameRow,
    MoveKind,
    MoveRow,
    NewGame,
    PersonRow,
    Progress,
    Status,
    Whereabouts,
)
from bot.store.errors import ConflictError


class Games:
    """The tables `games`, `players` and `moves`."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._db = connection

    async def add(self, new: NewGame) -> int:
        """Store a new running game; returns its id, raises ConflictError if the channel has one."""
        now = time.time()
        try:
            cursor = await self._db.execute(
                "INSERT INTO games (channel, guild, locale, status, options, snapshot, created,"
                " changed) VALUES (?, ?, ?, 'running', ?, ?, ?, ?)",
                (new.channel, new.guild, new.locale, new.options, new.snapshot, now, now),
            )
        except aiosqlite.IntegrityError as error:
            raise ConflictError from error
        game = cursor.lastrowid
        assert game is not None
        await self._db.executemany(
            "INSERT INTO players (game, seat, person, name) VALUES (?, ?, ?, ?)",
            [(game, seat, player.id, player.name) for seat, player in enumerate(new.players)],
        )
        return game

    async def get(self, game: int) -> GameRow | None:
        """The game with this id."""
        cursor = await self._db.execute("SELECT * FROM games WHERE id = ?", (game,))
        row = await cursor.fetchone()
        return None if row is None else await self._with_players(row)

    async def whereabouts(self, game: int) -> Whereabouts:
        """Where a game is played, without its snapshot."""
        cursor = await self._db.execute(
            "SELECT channel, guild, locale, message FROM games WHERE id = ?", (game,)
        )
        row = await cursor.fetchone()
        assert row is not None, "clocks and posts belong to games"
        people = await self._players(game)
        return Whereabouts(row["channel"], row["guild"], row["locale"], row["message"], people)

    async def reseat(self, game: int, before: int, after: PersonRow) -> None:
        """Give the seat of the person `before` to another, who plays it.

        Raises ConflictError when `before` does not sit there any more, or when the other does.
        """
        try:
            cursor = await self._db.execute(
                "UPDATE players SET person = ?, name = ?, held_by = 'person'"
                " WHERE game = ? AND person = ? AND resigned = 0",
                (after.id, after.name, game, before),
            )
        except aiosqlite.IntegrityError as error:
            raise ConflictError from error
        if cursor.rowcount != 1:
            raise ConflictError

    async def speak(self, game: int, locale: str) -> None:
        """Let the table of a game speak another language."""
        await self._db.execute("UPDATE games SET locale = ? WHERE id = ?", (locale, game))

    async def running_in(self, channel: int) -> int | None:
        """The id of the running game of a channel or thread."""
        return await self._number(
            "SELECT id FROM games WHERE channel = ? AND status = 'running'", channel
        )

    async def last_in(self, channel: int) -> int | None:
        """The id of the youngest game of a channel, running or over."""
        return await self._number("SELECT max(id) FROM games WHERE channel = ?", channel)

    async def save(self, progress: Progress) -> None:
        """Append to a game's log and store its new snapshot.

        Raises ConflictError when the stored game is at another revision or is over.
        """
        now = time.time()
        try:
            await self._db.executemany(
                "INSERT INTO moves (game, seq, seat, kind, action, interaction, by_bot, made)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (progress.game, seq, *_entry(entry), now)
                    for seq, entry in enumerate(progress.log, progress.before + 1)
                ],
            )
        except aiosqlite.IntegrityError as error:
            raise ConflictError from error
        cursor = await self._db.execute(
            "UPDATE games SET revision = ?, snapshot = ?, told = ?, status = ?, changed = ?"
            " WHERE id = ? AND revision = ? AND status = 'running'",
            (
                progress.before + len(progress.log),
                progress.snapshot,
                progress.told,
                progress.status,
                now,
                progress.game,
                progress.before,
            ),
        )
        if cursor.rowcount != 1:
            raise ConflictError

    async def put_right(self, game: int, revision: int, told: int, snapshot: str) -> None:
        """Store another state of a game without a new entry of its log."""
        await self._db.execute(
            "UPDATE games SET revision = ?, told = ?, snapshot = ? WHERE id = ?",
            (revision, told, snapshot, game),
        )

    async def log(self, game: int) -> tuple[MoveRow, ...]:
        """Every entry of a game's log in order: the one at `n` has led to the revision n + 1."""
        cursor = await self._db.execute(
            "SELECT seat, action, interaction, kind, by_bot, taken_back FROM moves"
            " WHERE game = ? ORDER BY seq",
            (game,),
        )
        return tuple(
            MoveRow(
                row["seat"],
                row["action"],
                row["interaction"],
                MoveKind(row["kind"]),
                bool(row["by_bot"]),
                row["taken_back"],
            )
            for row in await cursor.fetchall()
        )

    async def take_back(self, game: int, after: int, by: int) -> None:
        """Mark the entries between two revisions as taken back: by the one that led to `by`."""
        await self._db.execute(
            "UPDATE moves SET taken_back = ?1 WHERE game = ?2 AND seq > ?3 AND seq < ?1"
            " AND taken_back IS NULL AND kind != 'back'",
            (by, game, after),
        )

    async def hold(self, game: int, seat: int, *, bot: bool, resigned: bool = False) -> None:
        """Note who plays a seat from now on: the substitute, or the person who sits there."""
        await self._db.execute(
            "UPDATE players SET held_by = ?, resigned = ? WHERE game = ? AND seat = ?",
            ("bot" if bot else "person", resigned, game, seat),
        )

    async def _number(self, sql: str, value: int) -> int | None:
        cursor = await self._db.execute(sql, (value,))
        row = await cursor.fetchone()
        return None if row is None or row[0] is None else int(row[0])

    async def _with_players(self, row: aiosqlite.Row) -> GameRow:
        bots, resigned = await self._left(row["id"])
        return GameRow(
            id=row["id"],
            channel=row["channel"],
            guild=row["guild"],
            locale=row["locale"],
            status=Status(row["status"]),
            options=row["options"],
            revision=row["revision"],
            told=row["told"],
            snapshot=row["snapshot"],
            players=await self._players(row["id"]),
            bots=bots,
            resigned=resigned,
        )

    async def _left(self, game: int) -> tuple[frozenset[int], frozenset[int]]:
        """The seats that the substitute plays, and those of them who have resigned."""
        cursor = await self._db.execute(
            "SELECT seat, resigned FROM players WHERE game = ? AND held_by = 'bot'", (game,)
        )
        rows = tuple(await cursor.fetchall())
        bots = frozenset(row["seat"] for row in rows)
        return bots, frozenset(row["seat"] for row in rows if row["resigned"])

    async def _players(self, game: int) -> tuple[PersonRow, ...]:
        cursor = await self._db.execute(
            "SELECT person, name FROM players WHERE game = ? ORDER BY seat", (game,)
        )
        return tuple(PersonRow(row["person"], row["name"]) for row in await cursor.fetchall())


def _entry(move: MoveRow) -> tuple[int, str, str | None, int, bool]:
    return move.seat, move.kind, move.action, move.interaction, move.by_bot
