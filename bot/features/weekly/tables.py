"""The deals of the weeks, who has played them, and what the bot makes of them."""

from typing import Final

from bot.features.weekly.values import Attempt, Deal, Par
from bot.store.queries import Queries, columns, conflicts
from bot.store.traces import Kept

FORGET_ATTEMPTS: Final = "DELETE FROM weekly_attempts WHERE person = :person;"
KEPT_ATTEMPTS: Final = Kept("UPDATE weekly_attempts SET guild = NULL WHERE guild = :guild;")


class Weekly(Queries):
    """The tables `weekly_deals`, `weekly_attempts` and `weekly_par`."""

    async def put(self, deal: Deal) -> Deal:
        """Store the deal of a week, unless it has one; returns the one that it has."""
        await self._run(
            "INSERT INTO weekly_deals (week, seed, salt, snapshot)"
            " VALUES (:week, :seed, :salt, :snapshot) ON CONFLICT DO NOTHING",
            **columns(deal),
        )
        stored = await self.get(deal.week)
        assert stored is not None
        return stored

    async def get(self, week: int) -> Deal | None:
        """The deal of a week, None where nobody has asked for it yet."""
        return await self._first(Deal, "SELECT * FROM weekly_deals WHERE week = ?", week)

    async def attempt(self, week: int, person: int) -> Attempt | None:
        """A person's game of a deal."""
        sql = "SELECT * FROM weekly_attempts WHERE week = ? AND person = ?"
        return await self._first(Attempt, sql, week, person)

    async def begin(self, attempt: Attempt) -> None:
        """Store that somebody has begun; raises ConflictError where they had before."""
        with conflicts():
            await self._insert("weekly_attempts", **columns(attempt))

    async def place(self, week: int, person: int, game: int) -> None:
        """Note in which game somebody plays a deal."""
        sql = "UPDATE weekly_attempts SET game = ? WHERE week = ? AND person = ?"
        await self._run(sql, game, week, person)

    async def note_help(self, game: int) -> None:
        """Note that a turn was suggested in a game."""
        await self._run("UPDATE weekly_attempts SET helped = 1 WHERE game = ?", game)

    async def finish(self, game: int, total: int | None, tom: int | None) -> None:
        """Note how a game went, once; without a total it was given up."""
        sql = "UPDATE weekly_attempts SET over = 1, total = ?, tom = ? WHERE game = ? AND over = 0"
        await self._run(sql, total, tom, game)

    async def over(self, week: int) -> tuple[Attempt, ...]:
        """All games of a deal that are over: most points ahead of Tom first."""
        sql = (
            "SELECT * FROM weekly_attempts WHERE week = ? AND over = 1"
            " ORDER BY total - tom DESC NULLS LAST, total DESC, person"
        )
        return await self._all(Attempt, sql, week)

    async def unlisted(self) -> frozenset[int]:
        """The people whom others do not see in lists."""
        return frozenset(await self._all(int, "SELECT person FROM unlisted"))

    async def put_par(self, par: Par) -> None:
        """Store what a level made of a deal."""
        await self._replace("weekly_par", ("week", "level"), **columns(par))

    async def par(self, week: int) -> tuple[Par, ...]:
        """Return the results of the levels in a deal, the best first."""
        sql = "SELECT * FROM weekly_par WHERE week = ? ORDER BY total - tom DESC, level"
        return await self._all(Par, sql, week)
