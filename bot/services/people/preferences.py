"""What people and servers set, and what follows from it. It does not know Discord."""

from collections.abc import Callable
from dataclasses import replace

from bot.model.availability import Availability
from bot.model.errors import Problem, UserError
from bot.model.invocation import Invocation
from bot.model.messages import Post
from bot.model.people import to_person
from bot.model.preferences import Allowed, Preferences, ServerSettings
from bot.model.rows import Status
from bot.model.turn_clock import Pace
from bot.services.games.service import GameService, Saved, once, queue
from bot.services.games.turns import restart_clock
from bot.store import Store, Transaction


class PreferenceService:
    """Every change of a setting; clocks follow at once."""

    def __init__(self, store: Store, games: GameService) -> None:
        """Keep settings in `store`; the clock is that of `games`."""
        self._store = store
        self._games = games

    @property
    def now(self) -> float:
        """The present moment."""
        return self._games.now()

    async def of(self, person: int) -> Preferences:
        """What a person has set."""
        return await self._store.read(lambda tables: tables.wishes.of(person))

    async def of_server(self, guild: int | None) -> ServerSettings:
        """What a server has set."""
        return await self._store.read(lambda tables: tables.wishes.of_server(guild))

    async def here(self, person: int, guild: int | None) -> Preferences:
        """What a person has set; the gaps of their look are filled by the server's."""

        async def work(tables: Transaction) -> Preferences:
            own = await tables.wishes.of(person)
            return replace(own, look=own.look.over((await tables.wishes.of_server(guild)).look))

        return await self._store.read(work)

    async def change(
        self, press: Invocation, change: Callable[[Preferences], Preferences]
    ) -> Preferences:
        """Set something for the person who pressed; their clocks are wound anew."""
        person, now = press.person.id, self.now

        async def work(tables: Transaction) -> Preferences:
            chosen = change(await tables.wishes.of(person))
            await tables.wishes.put(person, chosen)
            await _rewind(tables, person, chosen.almanac, now)
            return chosen

        return await self._store.write(work)

    async def change_server(
        self, press: Invocation, change: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Set something for a server; raises UserError for who may not manage it."""
        guild = press.place.guild
        if guild is None:
            raise UserError(Problem.NO_SERVER)
        if not press.manages:
            raise UserError(Problem.MANAGERS_ONLY)

        async def work(tables: Transaction) -> ServerSettings:
            rules = change(await tables.wishes.of_server(guild))
            await tables.wishes.put_server(guild, rules)
            return rules

        rules = await self._store.write(work)
        self._games.forget(guild)
        return rules

    async def may_open(self, press: Invocation) -> None:
        """Raise UserError where the person may not open games."""
        rules = await self.of_server(press.place.guild)
        if rules.opens is Allowed.MANAGERS and not press.manages:
            raise UserError(Problem.MANAGERS_OPEN)

    async def may_abort(self, press: Invocation) -> None:
        """Raise UserError where the person may not abort games."""
        rules = await self.of_server(press.place.guild)
        if rules.aborts is Allowed.MANAGERS and not press.manages:
            raise UserError(Problem.MANAGERS_ABORT)

    async def set_pace(self, press: Invocation, game: int, pace: Pace) -> Saved:
        """Set the pace of a game, from now on; raises UserError for who does not play in it."""
        async with self._games.table(game) as table:
            if table.status is not Status.RUNNING:
                raise UserError(Problem.GAME_OVER)
            if table.seat_of(press.person.id) is None:
                raise UserError(Problem.NOT_A_PLAYER)
            who = to_person(press.person).name
            told = table.words.say("pace.changed", who=who, pace=table.words.say(f"pace.{pace}"))

            async def work(tables: Transaction) -> tuple[int, ...]:
                await once(tables, press)
                row = await tables.clocks.get(game)
                assert row is not None, "a running game has a clock"
                await restart_clock(tables, row, replace(row.clock, pace=pace), self.now)
                return await queue(tables, table, press.place, (table.body(Post(told)),))

            return Saved(game, await self._store.write(work))


async def _rewind(tables: Transaction, person: int, almanac: Availability, now: float) -> None:
    """Plan the next call of every game that waits for a person by a new almanac."""
    for row in await tables.clocks.waiting_for(person):
        await tables.clocks.put(replace(row, due=row.clock.next_call(almanac, now)))
