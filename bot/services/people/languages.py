"""Which language is spoken where: at tables, and to people. It does not know Discord."""

from dataclasses import replace

from bot.model.errors import Problem, UserError
from bot.model.invocation import Invocation
from bot.model.people import to_person
from bot.model.preferences import Notice, Preferences
from bot.model.rows import Status
from bot.services.games.service import GameService
from bot.store import Store, Transaction


class LanguageService:
    """The languages of tables and of people; each change takes effect at once."""

    def __init__(self, store: Store, games: GameService) -> None:
        """Read what is set in `store`; the tables are those of `games`."""
        self._store = store
        self._games = games

    async def of_person(self, person: int, client: str) -> str:
        """The language that a person reads: their own choice, else that of their client."""
        own = await self._store.read(lambda tx: tx.preferences.of(person))
        return own.language or client

    async def heard(self, person: int, known: Preferences, client: str) -> None:
        """Note the language of the client of a person who wants direct messages."""
        if known.notice is Notice.MESSAGE and known.client != client:
            await self._store.write(lambda tx: tx.preferences.note_client(person, client))

    async def opening(self, invocation: Invocation, chosen: str | None) -> Invocation:
        """The press, at a table in the language that its organiser chose.

        Without a choice it is the one that the server has set, or that the person reads in a DM.
        """

        async def usual(tx: Transaction) -> str | None:
            guild = invocation.channel.guild
            if guild is None:
                return (await tx.preferences.of(invocation.person.id)).language
            return (await tx.preferences.of_server(guild)).language

        language = chosen or await self._store.read(usual)
        if language is None:
            return invocation
        return replace(invocation, channel=replace(invocation.channel, locale=language))

    async def set_game(self, invocation: Invocation, locale: str) -> str:
        """Let the table of a channel's game speak a language from now on; it says so in it.

        Raises UserError where no game runs, or the person does not play in it.
        """
        game = await self._games.game_in(invocation.channel.id)
        async with self._games.table(game) as table:
            if table.status is not Status.RUNNING:
                raise UserError(Problem.GAME_OVER)
            if table.seat_of(invocation.person.id) is None:
                raise UserError(Problem.NOT_A_PLAYER)
            await self._store.write(lambda tx: tx.games.speak(game, locale))
            table.channel = replace(table.channel, locale=locale)
            language = table.words.language(locale)
            return table.words.say(
                "language.changed", who=to_person(invocation.person).name, language=language
            )
