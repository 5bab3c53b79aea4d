"""The deal of the week: its tables, who may begin it, and what may be seen of it by whom."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Self

from bot.features.weekly import values
from bot.model.errors import Problem, UserError
from bot.model.invocation import ChannelRef, Invocation
from bot.runtime.jobs import Wakeup
from bot.services.games import saving
from bot.services.games.kind import CASUAL, GameKind, KindTable, loaded
from bot.services.games.service import GameService
from bot.services.games.table import snapshot_of
from bot.store.queries import Queries, columns, conflicts
from bot.store.store import Store, Transaction
from bot.store.traces import Kept
from engine import Game, GameOptions
from engine.agents.levels import Level

_LOGGER = logging.getLogger(__name__)

_SALT_BYTES: Final = 16
PAR_PAUSE_SECONDS: Final = 3600.0
"""Seconds between two looks whether a deal lacks something."""
FORGET_ATTEMPTS: Final = "DELETE FROM weekly_attempts WHERE person = :person;"
KEPT_ATTEMPTS: Final = Kept("UPDATE weekly_attempts SET guild = NULL WHERE guild = :guild;")


class Weekly(Queries):
    """The tables `weekly_deals`, `weekly_attempts` and `weekly_par`."""

    async def put(self, deal: values.Deal) -> values.Deal:
        """Store the deal of a week, unless it has one; returns the one that it has."""
        await self._run(
            "INSERT INTO weekly_deals (week, seed, salt, snapshot)"
            " VALUES (:week, :seed, :salt, :snapshot) ON CONFLICT DO NOTHING",
            **columns(deal),
        )
        stored = await self.get(deal.week)
        assert stored is not None
        return stored

    async def get(self, week: int) -> values.Deal | None:
        """The deal of a week, None where nobody has asked for it yet."""
        return await self._first(values.Deal, "SELECT * FROM weekly_deals WHERE week = ?", week)

    async def attempt(self, week: int, person: int) -> values.Attempt | None:
        """A person's game of a deal."""
        sql = "SELECT * FROM weekly_attempts WHERE week = ? AND person = ?"
        return await self._first(values.Attempt, sql, week, person)

    async def begin(self, attempt: values.Attempt) -> None:
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

    async def over(self, week: int) -> tuple[values.Attempt, ...]:
        """All games of a deal that are over: most points ahead of Tom first."""
        sql = (
            "SELECT * FROM weekly_attempts WHERE week = ? AND over = 1"
            " ORDER BY total - tom DESC NULLS LAST, total DESC, person"
        )
        return await self._all(values.Attempt, sql, week)

    async def unlisted(self) -> frozenset[int]:
        """The people whom others do not see in lists."""
        return frozenset(await self._all(int, "SELECT person FROM unlisted"))

    async def put_par(self, par: values.Par) -> None:
        """Store what a level made of a deal."""
        await self._replace("weekly_par", ("week", "level"), **columns(par))

    async def par(self, week: int) -> tuple[values.Par, ...]:
        """Return the results of the levels in a deal, the best first."""
        sql = "SELECT * FROM weekly_par WHERE week = ? ORDER BY total - tom DESC, level"
        return await self._all(values.Par, sql, week)


@dataclass(frozen=True, slots=True)
class WeeklyGame(GameKind):
    """A person's attempt at the deal of a week, which nobody else sees before the deal closes."""

    name: ClassVar[str] = "weekly"
    counts: ClassVar[bool] = False
    gives_way: ClassVar[bool] = False
    keeps_seats: ClassVar[str | None] = "leaving.sorry.challenge"
    keeps_past: ClassVar[str | None] = "agree.sorry.challenge"
    keeps_private: ClassVar[str | None] = "weekly.sorry.alone"
    week: int

    @property
    def detail(self) -> str:
        """The number of the week."""
        return str(self.week)

    @classmethod
    def of(cls, detail: str) -> Self:
        """Return an attempt at the deal of a week."""
        return cls(int(detail))

    async def deal(self, store: Store, _new: Callable[[], Game]) -> Game:
        """Begin with the position of the deal."""
        deal = await store.read(lambda tx: tx.of(Weekly).get(self.week))
        assert deal is not None, "an attempt follows its deal"
        return await asyncio.to_thread(loaded, deal.snapshot)

    async def began(self, tx: Transaction, table: KindTable) -> None:
        """Note in which game the person plays the deal."""
        await tx.of(Weekly).place(self.week, table.players[0].id, table.id)

    async def ended(self, tx: Transaction, table: KindTable) -> None:
        """Note the scores, or that the person gave up."""
        mine, his = (city.sheet.total for city in table.game.view().seats)
        played = table.game.result is not None and bool(table.held)
        await tx.of(Weekly).finish(table.id, mine if played else None, his if played else None)

    async def helped(self, tx: Transaction, table: KindTable) -> None:
        """Note that a turn was suggested: lists mark the attempt."""
        await tx.of(Weekly).note_help(table.id)

    async def again(
        self, _tx: Transaction, options: GameOptions, _person: int
    ) -> tuple[GameKind, GameOptions]:
        """Return a casual game against Tom."""
        return CASUAL, replace(options, handicap=None)

    async def must_be_unsealed(self, _tx: Transaction, _table: KindTable, now: float) -> None:
        """Raise UserError while the deal is open."""
        if now < values.closing(self.week):
            raise UserError("weekly.sorry.sealed", at=str(round(values.closing(self.week))))


@dataclass(frozen=True, slots=True)
class WeeklyService:
    """Deals once a week, and keeps what came of it."""

    store: Store
    games: GameService

    @property
    def week(self) -> int:
        """The number of the running week."""
        return values.week_at(self.games.clock.now())

    async def deal(self) -> values.Deal:
        """The deal of the running week, dealt when it is first wanted."""
        week = self.week
        found = await self.store.read(lambda tx: tx.of(Weekly).get(week))
        if found is not None:
            return found
        seed = self.games.seed()
        game = await asyncio.to_thread(Game.new, values.OPTIONS, seed, self.games.box)
        salt, snapshot = secrets.token_hex(_SALT_BYTES), snapshot_of(game)
        new = values.Deal(week, f"{seed:x}", salt, snapshot)
        return await self.store.write(lambda tx: tx.of(Weekly).put(new))

    async def page(self, viewer: int, guild: int | None, week: int) -> values.WeeklyPage | None:
        """Return the part of a deal that a person may know; None for a week without one.

        Results are those of the server `guild`, outside of servers one's own alone. Who can still
        finish the deal, and has not, gets none, and learns not even how many there are.
        """
        if week == self.week:
            await self.deal()
        phase = values.phase_at(week, self.games.clock.now())

        async def look(tx: Transaction) -> values.WeeklyPage | None:
            deal = await tx.of(Weekly).get(week)
            if deal is None:
                return None
            attempt = await tx.of(Weekly).attempt(week, viewer)
            through = phase is values.Phase.CLOSED or (attempt is not None and attempt.over)
            results = await _results(tx, week, viewer, guild) if through else None
            told = deal if phase is values.Phase.CLOSED else None
            return values.WeeklyPage(week, phase, deal.commitment, attempt, results, told)

        return await self.store.read(look)

    async def may_begin(self, person: int) -> None:
        """Raise UserError for who has begun the deal of the running week already."""
        week = self.week
        if await self.store.read(lambda tx: tx.of(Weekly).attempt(week, person)) is not None:
            raise UserError("weekly.sorry.once")

    async def begin(
        self, invocation: Invocation, room: ChannelRef, guild: int | None
    ) -> saving.Saved:
        """Begin the deal of the running week in a room that only the person sees.

        It will be listed on the server `guild`. Raises UserError for who has begun it already, and
        where another game runs in the room.
        """
        week, person = (await self.deal()).week, invocation.person
        attempt = values.Attempt(week, person.id, person.name, None, guild)

        async def once(tx: Transaction) -> None:
            if await tx.of(Weekly).attempt(week, person.id) is not None:
                raise UserError("weekly.sorry.once")
            await tx.of(Weekly).begin(attempt)

        try:
            return await self.games.start(
                invocation, values.OPTIONS, (person,), room=room, kind=WeeklyGame(week), also=once
            )
        except UserError as sorry:
            if sorry.problem == Problem.GAME_RUNNING:
                raise UserError("weekly.sorry.busy") from None
            raise


async def _results(
    tx: Transaction, week: int, viewer: int, guild: int | None
) -> values.WeeklyResults:
    """Return the results of a deal, as its viewer may see them."""
    over, hidden = await tx.of(Weekly).over(week), await tx.of(Weekly).unlisted()
    seen = tuple(
        attempt
        for attempt in over
        if attempt.person == viewer
        or (guild is not None and attempt.guild == guild and attempt.person not in hidden)
    )
    own = next((attempt for attempt in over if attempt.person == viewer), None)
    beaten = 0 if own is None else sum(_rank(other) < _rank(own) for other in over)
    return values.WeeklyResults(seen, await tx.of(Weekly).par(week), len(over), beaten)


def _rank(attempt: values.Attempt) -> float:
    """Return the lead that ranks an attempt; people who gave up are behind everybody."""
    return float("-inf") if attempt.lead is None else attempt.lead


@dataclass(frozen=True, slots=True)
class ParService:
    """Plays the deal of the week at every level, where the turns of the bot are thought out."""

    weekly: WeeklyService

    async def run(self) -> None:
        """Play whatever is lacking, until cancelled."""
        wakeup = Wakeup(self.weekly.games.clock)
        while True:
            await self.play_missing()
            await wakeup.rest(PAR_PAUSE_SECONDS)

    async def play_missing(self) -> None:
        """Play the deal of the running week at each level without a result; none nobody wants."""
        week, store = self.weekly.week, self.weekly.store
        deal = await store.read(lambda tx: tx.of(Weekly).get(week))
        known = await store.read(lambda tx: tx.of(Weekly).par(week))
        if deal is None:
            return
        for level in Level:
            if level not in {par.level for par in known}:
                try:
                    await self._keep(await self._play(deal, level))
                except Exception:
                    _LOGGER.exception("playing week %d at %s failed, retrying later", week, level)

    async def _keep(self, par: values.Par) -> None:
        await self.weekly.store.write(lambda tx: tx.of(Weekly).put_par(par))

    async def _play(self, deal: values.Deal, level: Level) -> values.Par:
        """Play the deal to its end; after this process ends, the next one begins it again."""
        game, thinker = loaded(deal.snapshot), self.weekly.games.thinker
        while (asked := game.waiting) is not None:
            for answer in await thinker.turn(game, asked.seat, level, -deal.week):
                game.submit(asked.seat, answer)
        mine, his = (sheet.total for sheet in game.score_sheets())
        return values.Par(deal.week, level, mine, his)
