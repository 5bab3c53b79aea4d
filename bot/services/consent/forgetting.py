"""Forgetting a person on request, their games kept for the others. It does not know Discord."""

import logging
import secrets
from dataclasses import dataclass, replace

from bot.model.errors import UserError
from bot.model.invocation import system_invocation
from bot.model.people import Known
from bot.model.rows import PersonRow
from bot.model.stored_post import StoredPost
from bot.services.consent.leaving import LeavingService
from bot.services.games.question_posts import lapse_question
from bot.services.games.service import GameService
from bot.store import Store, Transaction
from bot.words import catalog

_LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ForgetService:
    """Forgets people."""

    store: Store
    games: GameService
    leaving: LeavingService
    forgets: str
    """The SQL statements by which tables of features forget a `:person`."""

    async def known(self, person: int) -> Known:
        """Return all that the bot would forget."""
        games = await self.store.read(lambda tx: tx.traces.games(person))
        running = await self.store.read(lambda tx: tx.traces.running(person))
        return Known(len(games), len(running))

    async def forget(self, person: int) -> Known:
        """Forget a person at once, and again if it was done before; returns what was known."""
        known = await self.known(person)
        for game in await self.store.read(lambda tx: tx.traces.running(person)):
            await self._leave(person, game)
        games = await self.store.read(lambda tx: tx.traces.games(person))
        async with self.games.held_still(games):
            await self.store.write(lambda tx: _forget(tx, person, self.forgets))
        return known

    async def _leave(self, person: int, game: int) -> None:
        """Resign for somebody unknown; where that is impossible the seat goes to the bot anyway."""
        try:
            async with self.games.table(game) as table:
                invocation = system_invocation(game, table.revision, table.channel)
                unknown = PersonRow(person, _unknown(table.channel.locale))
                invocation = replace(invocation, id=-1 - secrets.randbits(62), person=unknown)
                await self.leaving.give_up(invocation, table)
        except (UserError, ValueError) as error:
            _LOGGER.warning("game %d: resigning for a forgotten person failed: %s", game, error)


async def _forget(tx: Transaction, person: int, forgets: str) -> None:
    for game in await tx.traces.asked_in(person):
        question, where = await tx.questions.open_in(game), await tx.games.whereabouts(game)
        assert question is not None, "it is open"
        await lapse_question(tx, question, catalog(where.locale))
    posts = await tx.traces.posts(person)
    await tx.traces.drop_posts([post.id for post in posts if post.spent])
    for post in posts:
        if not post.spent:
            kept = StoredPost.load(post.body).without(person, _unknown(post.locale))
            await tx.posts.rewrite(post.id, kept.dump())
    await tx.traces.forget(person, _unknown, forgets)


def _unknown(locale: str) -> str:
    return catalog(locale).say("forgetting.somebody")
