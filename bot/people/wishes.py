"""What people and servers set, and what follows from it. It does not know Discord."""

from collections.abc import Callable
from dataclasses import replace

from bot.people.almanac import Almanac
from bot.people.preferences import Allowed, HouseRules, Preferences
from bot.places import Press, shown
from bot.prompt import Post
from bot.service import Done, GameService, once, queue
from bot.store import Status, Store, Tables
from bot.trouble import SorryError, Trouble
from bot.turns import wind_anew
from bot.waiting.pace import Pace


class WishService:
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

    async def of_server(self, guild: int | None) -> HouseRules:
        """What a server has set."""
        return await self._store.read(lambda tables: tables.wishes.of_server(guild))

    async def here(self, person: int, guild: int | None) -> Preferences:
        """What a person has set; the gaps of their look are filled by the server's."""

        async def work(tables: Tables) -> Preferences:
            own = await tables.wishes.of(person)
            return replace(own, look=own.look.over((await tables.wishes.of_server(guild)).look))

        return await self._store.read(work)

    async def change(
        self, press: Press, change: Callable[[Preferences], Preferences]
    ) -> Preferences:
        """Set something for the person who pressed; their clocks are wound anew."""
        person, now = press.person.id, self.now

        async def work(tables: Tables) -> Preferences:
            chosen = change(await tables.wishes.of(person))
            await tables.wishes.put(person, chosen)
            await _rewind(tables, person, chosen.almanac, now)
            return chosen

        return await self._store.write(work)

    async def change_server(
        self, press: Press, change: Callable[[HouseRules], HouseRules]
    ) -> HouseRules:
        """Set something for a server; raises SorryError for who may not manage it."""
        guild = press.place.guild
        if guild is None:
            raise SorryError(Trouble.NO_SERVER)
        if not press.manages:
            raise SorryError(Trouble.MANAGERS_ONLY)

        async def work(tables: Tables) -> HouseRules:
            rules = change(await tables.wishes.of_server(guild))
            await tables.wishes.put_server(guild, rules)
            return rules

        rules = await self._store.write(work)
        self._games.forget(guild)
        return rules

    async def may_open(self, press: Press) -> None:
        """Raise SorryError where the person may not open games."""
        rules = await self.of_server(press.place.guild)
        if rules.opens is Allowed.MANAGERS and not press.manages:
            raise SorryError(Trouble.MANAGERS_OPEN)

    async def may_abort(self, press: Press) -> None:
        """Raise SorryError where the person may not abort games."""
        rules = await self.of_server(press.place.guild)
        if rules.aborts is Allowed.MANAGERS and not press.manages:
            raise SorryError(Trouble.MANAGERS_ABORT)

    async def set_pace(self, press: Press, game: int, pace: Pace) -> Done:
        """Set the pace of a game, from now on; raises SorryError for who does not play in it."""
        async with self._games.table(game) as table:
            if table.status is not Status.RUNNING:
                raise SorryError(Trouble.GAME_OVER)
            if table.seat_of(press.person.id) is None:
                raise SorryError(Trouble.NOT_A_PLAYER)
            who = shown(press.person).name
            told = table.words.say("pace.changed", who=who, pace=table.words.say(f"pace.{pace}"))

            async def work(tables: Tables) -> tuple[int, ...]:
                await once(tables, press)
                row = await tables.clocks.get(game)
                assert row is not None, "a running game has a clock"
                await wind_anew(tables, row, replace(row.clock, pace=pace), self.now)
                return await queue(tables, table, press.place, (table.body(Post(told)),))

            return Done(game, await self._store.write(work))


async def _rewind(tables: Tables, person: int, almanac: Almanac, now: float) -> None:
    """Plan the next call of every game that waits for a person by a new almanac."""
    for row in await tables.clocks.waiting_for(person):
        await tables.clocks.put(replace(row, due=row.clock.next_call(almanac, now)))
