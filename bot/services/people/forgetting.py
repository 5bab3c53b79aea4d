"""Forgetting a person on request, their games kept for the others. It does not know Discord."""

import logging
import secrets
from collections.abc import Collection
from dataclasses import dataclass, replace

from bot.model.errors import UserError
from bot.model.invocation import system_invocation
from bot.model.people import Known, escape_markdown, tidied
from bot.model.rows import PersonRow
from bot.model.stored_post import StoredPost
from bot.services.consent.leaving import LeavingService
from bot.services.games.service import GameService
from bot.store import Store, Transaction
from bot.words import catalog

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ForgetService:
    """Forgets people."""

    store: Store
    games: GameService
    leaving: LeavingService

    async def known(self, person: int) -> Known:
        """What would be forgotten."""
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
            await self.store.write(lambda tx: _forget(tx, person))
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
            LOG.warning("game %d: a forgotten person could not resign: %s", game, error)


async def _forget(tx: Transaction, person: int) -> None:
    known = map(tidied, await tx.traces.names(person))
    names = {escape_markdown(name) for name in known if name}
    posts = await tx.traces.posts(person)
    spent = [
        post.id
        for post in posts
        if post.spent or _tells_of(StoredPost.load(post.body), person, names)
    ]
    await tx.traces.drop_posts(spent)
    await tx.traces.forget(person, _unknown)


def _unknown(locale: str) -> str:
    return catalog(locale).say("forgetting.somebody")


def _tells_of(body: StoredPost, person: int, names: Collection[str]) -> bool:
    """Whether a post calls a person, or has one of their names in it."""
    labels = (button.label for row in body.rows for button in row)
    text = "\n".join((body.told, *labels))
    called = person in {*body.ping, *body.direct} or f"<@{person}>" in text
    return called or any(name in text for name in names)
