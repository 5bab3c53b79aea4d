"""The settings of people, servers and tables, and their consequences. It does not know Discord."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from bot.model.errors import UserError
from bot.model.invocation import Invocation
from bot.model.people import to_person
from bot.model.preferences import (
    Allowed,
    Appearance,
    Notice,
    Preferences,
    ServerSettings,
    TurnPictures,
)
from bot.model.rows import PersonRow
from bot.model.settings import UNSET
from bot.model.turn_clock import Pace
from bot.services.games.saving import Saved
from bot.services.games.service import GameService
from bot.services.games.turns import may_notify, restart_clock, wind
from bot.store.store import Store, Transaction
from engine.agents.levels import Level


@dataclass(frozen=True, slots=True)
class PreferenceService:
    """Every change of a setting; clocks follow at once."""

    store: Store
    games: GameService

    async def of(self, person: int) -> Preferences:
        """Return the settings of a person."""
        return await self.store.read(lambda tx: tx.preferences.of(person))

    async def beside_server(
        self, person: int, guild: int | None
    ) -> tuple[Preferences, Appearance | None]:
        """Return the settings of a person, and the look of their server; None outside of one."""

        async def work(tx: Transaction) -> tuple[Preferences, Appearance | None]:
            server = await tx.preferences.of_server(guild)
            look = None if guild is None else server.appearance
            return await tx.preferences.of(person), look

        return await self.store.read(work)

    async def call_in(self, invocation: Invocation, game: int, notice: Notice | None) -> None:
        """Set how a game calls the person who pressed; raises UserError for people who watch."""
        person = invocation.person.id
        async with self.games.table(game) as table:
            table.seat_playing(person)
            await self.store.write(lambda tx: tx.preferences.call_in(person, game, notice))

    async def of_server(self, guild: int | None) -> ServerSettings:
        """Return the settings of a server."""
        return await self.store.read(lambda tx: tx.preferences.of_server(guild))

    async def here(self, person: int, guild: int | None) -> Preferences:
        """Return the settings of a person; the gaps of their look are filled by the server's."""

        async def work(tx: Transaction) -> Preferences:
            own, server = await tx.preferences.of(person), await tx.preferences.of_server(guild)
            return replace(own, appearance=own.appearance.over(server.appearance))

        return await self.store.read(work)

    async def undisturbed(self, people: Iterable[PersonRow]) -> tuple[PersonRow, ...]:
        """Those of these people who do not want to be notified, at all or now."""
        now = self.games.clock.now()

        async def work(tx: Transaction) -> tuple[PersonRow, ...]:
            wishes = [(person, await tx.preferences.of(person.id)) for person in people]
            return tuple(person for person, chosen in wishes if not may_notify(chosen, now))

        return await self.store.read(work)

    async def change(
        self, invocation: Invocation, change: Callable[[Preferences], Preferences]
    ) -> Preferences:
        """Set something for the person who pressed; their clocks are wound again."""
        person, now = invocation.person.id, self.games.clock.now()

        async def work(tx: Transaction) -> Preferences:
            chosen = change(await tx.preferences.of(person))
            await tx.preferences.put(person, chosen)
            for row in await tx.clocks.waiting_for(person):
                await wind(tx, row, now)
            return chosen

        return await self.store.write(work)

    async def change_server(
        self, invocation: Invocation, change: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Set something for a server; raises UserError for who may not manage it."""
        guild = invocation.channel.guild
        if guild is None:
            raise UserError("server.sorry.nowhere")
        if not invocation.manages:
            raise UserError("server.sorry.managers_only")

        async def work(tx: Transaction) -> ServerSettings:
            rules = change(await tx.preferences.of_server(guild))
            await tx.preferences.put_server(guild, rules)
            return rules

        rules = await self.store.write(work)
        self.games.forget(guild)
        return rules

    async def may_open(self, invocation: Invocation) -> None:
        """Raise UserError where the person may not open games."""
        rules = await self.of_server(invocation.channel.guild)
        if rules.opens is Allowed.MANAGERS and not invocation.manages:
            raise UserError("server.sorry.opens")

    async def may_abort(self, invocation: Invocation) -> None:
        """Raise UserError where the person may not abort games."""
        rules = await self.of_server(invocation.channel.guild)
        if rules.aborts is Allowed.MANAGERS and not invocation.manages:
            raise UserError("server.sorry.aborts")

    async def set_pace(self, invocation: Invocation, game: int, pace: Pace) -> Saved:
        """Set the pace of a game, from now on; raises UserError for who does not play in it."""
        async with self.games.table(game) as table:
            table.must_concern(invocation.person.id)
            who, now = table.named(invocation.person).name, self.games.clock.now()
            chosen = table.words.say(f"pace.{pace}")
            text = table.words.say("pace.changed", who=who, pace=chosen)
            return await self.games.tell(
                invocation, table, text, lambda tx: restart_clock(tx, game, now, pace)
            )

    async def set_level(self, invocation: Invocation, game: int, level: Level) -> Saved:
        """Set how strong the bot plays for people in a game; raises UserError as `set_pace` does.

        A turn that it is thinking about already is played as it was begun.
        """
        async with self.games.table(game) as table:
            table.must_concern(invocation.person.id)
            who, chosen = table.named(invocation.person).name, table.words.say(f"level.{level}")
            text = table.words.say("bot_level.changed", who=who, level=chosen)
            with self.games.changing(table):
                table.level = level
                return await self.games.tell(
                    invocation, table, text, lambda tx: tx.games.strengthen(game, level)
                )

    async def set_posts(
        self, invocation: Invocation, game: int, posts: TurnPictures | None
    ) -> Saved:
        """Set the pictures of a game's posts; raises UserError as `set_pace` does."""
        async with self.games.table(game) as table:
            table.must_concern(invocation.person.id)
            who, chosen = table.named(invocation.person).name, f"posts_choice.{posts or UNSET}"
            text = table.words.say("look.posts_changed", who=who, posts=table.words.say(chosen))
            with self.games.changing(table):
                table.posts = posts
                return await self.games.tell(
                    invocation, table, text, lambda tx: tx.games.picture(game, posts)
                )


@dataclass(frozen=True, slots=True)
class LanguageService:
    """The languages of tables and of people; each change takes effect at once."""

    store: Store
    games: GameService

    async def of_person(self, person: int, client: str) -> str:
        """The language that a person reads: their own choice, else that of their client."""
        own = await self.store.read(lambda tx: tx.preferences.of(person))
        return own.language or client

    async def heard(self, person: int, known: Preferences, client: str) -> None:
        """Note the language of the client of a person who wants direct messages."""
        if known.notice is Notice.MESSAGE and known.client != client:
            await self.store.write(lambda tx: tx.preferences.note_client(person, client))

    async def opening(self, invocation: Invocation, chosen: str | None) -> Invocation:
        """The press, at a table in the language that its organiser chose.

        Without a choice it is the one that the server has set, or that the person reads in a DM.
        """

        async def usual(tx: Transaction) -> str | None:
            guild = invocation.channel.guild
            if guild is None:
                return (await tx.preferences.of(invocation.person.id)).language
            return (await tx.preferences.of_server(guild)).language

        language = chosen or await self.store.read(usual)
        if language is None:
            return invocation
        return replace(invocation, channel=replace(invocation.channel, locale=language))

    async def set_game(self, invocation: Invocation, game: int, locale: str) -> Saved:
        """Let a game's table speak a language from now on, and tell it there.

        Raises UserError where no game runs, or the person does not play in it.
        """
        async with self.games.table(game) as table:
            table.must_concern(invocation.person.id)
            with self.games.changing(table):
                table.channel = replace(table.channel, locale=locale)
                language = table.words.language(locale)
                who = to_person(invocation.person).name
                text = table.words.say("language.changed", who=who, language=language)
                return await self.games.tell(
                    invocation, table, text, lambda tx: tx.games.speak(game, locale)
                )
