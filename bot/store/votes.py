"""Votes on how to go on without somebody who does not move."""

import time

from bot.model.rows import VoteRow
from bot.model.turn_clock import VoteOption
from bot.store.codec import made
from bot.store.queries import Queries, conflicts

VOID = "void"
"""The outcome of a vote that the game has overtaken."""


class Votes(Queries):
    """The tables `votes` and `ballots`."""

    async def open(self, game: int, seat: int, person: int, turn: int) -> VoteRow:
        """Open a vote; raises ConflictError while one is open in this game."""
        now = time.time()
        with conflicts():
            vote = await self._insert(
                "votes", game=game, seat=seat, person=person, turn=turn, opened=now
            )
        return VoteRow(vote, game, seat, person, turn, ())

    async def open_in(self, game: int) -> VoteRow | None:
        """The open vote of a game."""
        return await self._vote("SELECT * FROM votes WHERE game = ? AND outcome IS NULL", game)

    async def last_replacing(self, game: int) -> VoteRow | None:
        """The youngest vote of a game, if it made the seat free."""
        return await self._vote(
            "SELECT * FROM (SELECT * FROM votes WHERE game = ? ORDER BY id DESC LIMIT 1)"
            " WHERE outcome = 'replace'",
            game,
        )

    async def cast(self, vote: int, person: int, way: VoteOption) -> None:
        """Store a ballot in place of the person's earlier one."""
        await self._replace("ballots", vote=vote, person=person, choice=way)

    async def close(self, vote: int, outcome: VoteOption) -> bool:
        """Note how a vote ended; False when it had ended before."""
        sql = "UPDATE votes SET outcome = ? WHERE id = ? AND outcome IS NULL"
        return await self._run(sql, outcome, vote) == 1

    async def void(self, game: int) -> None:
        """End the open vote of a game: the game has gone on by itself."""
        sql = "UPDATE votes SET outcome = ? WHERE game = ? AND outcome IS NULL"
        await self._run(sql, VOID, game)

    async def _vote(self, sql: str, game: int) -> VoteRow | None:
        rows = await self._rows(sql, game)
        if not rows:
            return None
        ballots = await self._all(
            tuple[int, VoteOption],
            "SELECT person, choice FROM ballots WHERE vote = ? ORDER BY person",
            rows[0]["id"],
        )
        return made(VoteRow, rows[0], ballots=ballots)
