"""The languages of places: at tables, and to people. It does not know Discord."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.model.invocation import Invocation
from bot.model.messages import Post
from bot.model.people import to_person
from bot.model.preferences import Notice, Preferences
from bot.model.stored_post import StoredPost
from bot.services.games.saving import Saved
from bot.services.games.service import GameService
from bot.store import Store, Transaction


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

                async def work(tx: Transaction) -> Sequence[StoredPost]:
                    await tx.games.speak(game, locale)
                    return (table.body(Post(text)),)

                return await self.games.write_once(invocation, table, work)
