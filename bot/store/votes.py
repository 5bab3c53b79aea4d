"""Votes on how to go on without somebody who does not move."""

import time

import aiosqlite

from bot.model.rows import VoteRow
from bot.model.turn_clock import VoteOption
from bot.store.errors import ConflictError

VOID = "void"
"""The outcome of a vote that the game has overtaken."""


class Votes:
    """The tables `votes` and `ballots`."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._db = connection

    async def open(self, game: int, seat: int, person: int, turn: int) -> VoteRow:
        """Open a vote; raises ConflictError while one is open in this game."""
        try:
            cursor = await self._db.execute(
                "INSERT INTO votes (game, seat, person, turn, opened) VALUES (?, ?, ?, ?, ?)",
                (game, seat, person, turn, time.time()),
            )
        except aiosqlite.IntegrityError as error:
            raise ConflictError from error
        assert cursor.lastrowid is not None
        return VoteRow(cursor.lastrowid, game, seat, person, turn, ())

    async def open_in(self, game: int) -> VoteRow | None:
        """The open vote of a game."""
        cursor = await self._db.execute(
            "SELECT * FROM votes WHERE game = ? AND outcome IS NULL", (game,)
        )
        row = await cursor.fetchone()
        if row is None:
            return None
        given = await self._db.execute(
            "SELECT person, choice FROM ballots WHERE vote = ? ORDER BY person", (row["id"],)
        )
        ballots = tuple(
            (ballot["person"], VoteOption(ballot["choice"])) for ballot in await given.fetchall()
        )
        return VoteRow(row["id"], game, row["seat"], row["person"], row["turn"], ballots)

    async def last_replacing(self, game: int) -> VoteRow | None:
        """The youngest vote of a game, if it made the seat free."""
        cursor = await self._db.execute(
            "SELECT * FROM votes WHERE game = ? ORDER BY id DESC LIMIT 1", (game,)
        )
        row = await cursor.fetchone()
        if row is None or row["outcome"] != VoteOption.REPLACE:
            return None
        return VoteRow(row["id"], game, row["seat"], row["person"], row["turn"], ())

    async def cast(self, vote: int, person: int, way: VoteOption) -> None:
        """Store a ballot in place of the person's earlier one."""
        await self._db.execute(
            "INSERT OR REPLACE INTO ballots (vote, person, choice) VALUES (?, ?, ?)",
            (vote, person, way),
        )

    async def close(self, vote: int, outcome: VoteOption) -> bool:
        """Note how a vote ended; False when it had ended before."""
        cursor = await self._db.execute(
            "UPDATE votes SET outcome = ? WHERE id = ? AND outcome IS NULL", (outcome, vote)
        )
        return cursor.rowcount == 1

    async def void(self, game: int) -> None:
        """End the open vote of a game: the game has gone on by itself."""
        await self._db.execute(
            "UPDATE votes SET outcome = ? WHERE game = ? AND outcome IS NULL", (VOID, game)
        )
