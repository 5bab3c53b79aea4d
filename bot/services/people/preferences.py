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
from bot.services.games.saving import QueuedPosts, Saved, once, queue
from bot.services.games.service import GameService
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
        return await self._store.read(lambda tx: tx.preferences.of(person))

    async def of_server(self, guild: int | None) -> ServerSettings:
        """What a server has set."""
        return await self._store.read(lambda tx: tx.preferences.of_server(guild))

    async def here(self, person: int, guild: int | None) -> Preferences:
        """What a person has set; the gaps of their look are filled by the server's."""

        async def work(tx: Transaction) -> Preferences:
            own = await tx.preferences.of(person)
            return replace(
                own,
                appearance=own.appearance.over((await tx.preferences.of_server(guild)).appearance),
            )

        return await self._store.read(work)

    async def change(
        self, invocation: Invocation, change: Callable[[Preferences], Preferences]
    ) -> Preferences:
        """Set something for the person who pressed; their clocks are wound anew."""
        person, now = invocation.person.id, self.now

        async def work(tx: Transaction) -> Preferences:
            chosen = change(await tx.preferences.of(person))
            await tx.preferences.put(person, chosen)
            await _rewind(tx, person, chosen.availability, now)
            return chosen

        return await self._store.write(work)

    async def change_server(
        self, invocation: Invocation, change: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Set something for a server; raises UserError for who may not manage it."""
        guild = invocation.channel.guild
        if guild is None:
            raise UserError(Problem.NO_SERVER)
        if not invocation.manages:
            raise UserError(Problem.MANAGERS_ONLY)

        async def work(tx: Transaction) -> ServerSettings:
            rules = change(await tx.preferences.of_server(guild))
            await tx.preferences.put_server(guild, rules)
            return rules

        rules = await self._store.write(work)
        self._games.forget(guild)
        return rules

    async def may_open(self, invocation: Invocation) -> None:
        """Raise UserError where the person may not open games."""
        rules = await self.of_server(invocation.channel.guild)
        if rules.opens is Allowed.MANAGERS and not invocation.manages:
            raise UserError(Problem.MANAGERS_OPEN)

    async def may_abort(self, invocation: Invocation) -> None:
        """Raise UserError where the person may not abort games."""
        rules = await self.of_server(invocation.channel.guild)
        if rules.aborts is Allowed.MANAGERS and not invocation.manages:
            raise UserError(Problem.MANAGERS_ABORT)

    async def set_pace(self, invocation: Invocation, game: int, pace: Pace) -> Saved:
        """Set the pace of a game, from now on; raises UserError for who does not play in it."""
        async with self._games.table(game) as table:
            if table.status is not Status.RUNNING:
                raise UserError(Problem.GAME_OVER)
            if table.seat_of(invocation.person.id) is None:
                raise UserError(Problem.NOT_A_PLAYER)
            who = to_person(invocation.person).name
            text = table.words.say("pace.changed", who=who, pace=table.words.say(f"pace.{pace}"))

            async def work(tx: Transaction) -> QueuedPosts:
                await once(tx, invocation)
                row = await tx.clocks.get(game)
                assert row is not None, "a running game has a clock"
                await restart_clock(tx, row, replace(row.clock, pace=pace), self.now)
                return await queue(tx, table, invocation.channel, (table.body(Post(text)),))

            return Saved(game, await self._store.write(work))


async def _rewind(tx: Transaction, person: int, availability: Availability, now: float) -> None:
    """Plan the next call of every game that waits for a person by a new almanac."""
    for row in await tx.clocks.waiting_for(person):
        await tx.clocks.put(replace(row, due=row.clock.next_call(availability, now)))
