"""Leaving a game alone, by resigning or for a while, and all games by being forgotten."""

import logging
import secrets
from dataclasses import dataclass, replace

from bot.model.errors import UserError
from bot.model.invocation import Invocation, system_invocation
from bot.model.messages import Post, Prompt
from bot.model.people import Known
from bot.model.results import Ending
from bot.model.rows import PersonRow
from bot.model.stored_post import StoredPost
from bot.present.posts.channel_posts import with_headings
from bot.present.posts.consent_posts import alone_post, resign_prompt
from bot.services.games.outcomes import settle
from bot.services.games.saving import Saved, lapse_question
from bot.services.games.service import GameService
from bot.services.games.table import Table
from bot.store.store import Store, Transaction
from bot.words import Catalog, catalog
from engine.ids import Seat

_LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LeavingService:
    """Every change of who plays a seat that needs nobody else's consent."""

    games: GameService

    async def ask_to_resign(self, invocation: Invocation, game: int, words: Catalog) -> Prompt:
        """Return the prompt about resigning, in these words; raises UserError for non-players."""
        async with self.games.hold(game) as table:
            _seat_left(table, invocation)
            return resign_prompt(
                solo=table.game.options.solo,
                last=not table.others(invocation.person.id),
                bots=bool(table.seated_bots),
                words=words,
            )

    async def resign(self, invocation: Invocation, game: int) -> Saved:
        """Give a seat up for good: the bot plays it to the end, if anybody else plays on.

        The last person leaves the win to Tom, or to the bots that sit at the table.
        Raises UserError for who does not play, or has resigned already.
        """
        async with self.games.hold(game) as table:
            return await self.give_up(invocation, table)

    async def give_up(self, invocation: Invocation, table: Table) -> Saved:
        """Resign from the game of a held table; raises as `resign` does."""
        seat = _seat_left(table, invocation)
        others = table.others(invocation.person.id)

        async def note(tx: Transaction) -> None:
            await tx.games.hold(table.id, seat, bot=True, resigned=True)
            await tx.premoves.drop(table.id, table.players[seat].id)
            if not others and (table.game.options.solo or table.seated_bots):
                await self._concede(tx, table)

        with self.games.changing(table):
            table.bots |= {seat}
            table.resigned |= {seat}
            if not others:
                text = _end_told(table, invocation)
                return await self.games.end(invocation, table, text, note)
            text = table.words.say("leaving.resigned", who=table.named(invocation.person).name)
            posts = [Post(text, accent=seat)]
            if _is_alone(table):
                (left,) = table.held
                posts.append(alone_post(table.people[left], left, table.words))
            bodies = tuple(map(table.body, posts))
            return await self.games.save(table, invocation, bodies, also=note)

    async def let_bot_play(self, invocation: Invocation, game: int) -> Saved:
        """Let the bot play a seat until the person returns; raises UserError for the last one."""
        async with self.games.hold(game) as table:
            seat = table.seat_acting(invocation.person.id)
            if not table.others(invocation.person.id):
                raise UserError("leaving.sorry.last_person")
            return await self._hold(invocation, table, seat, bot=True)

    async def come_back(self, invocation: Invocation, game: int) -> Saved:
        """Take a seat back from the bot; raises UserError for who has resigned."""
        async with self.games.hold(game) as table:
            seat = _seat_left(table, invocation)
            if seat not in table.bots:
                raise UserError("leaving.sorry.bot_does_not_play")
            return await self._hold(invocation, table, seat, bot=False)

    async def win(self, invocation: Invocation, game: int) -> Saved:
        """End a game as won by the last person; raises UserError unless all others resigned."""
        async with self.games.hold(game) as table:
            _must_be_alone(invocation, table)
            text = table.words.say("leaving.won", who=table.named(invocation.person).name)
            return await self.games.end(
                invocation, table, text, lambda tx: self._concede(tx, table)
            )

    async def play_on(self, invocation: Invocation, game: int) -> None:
        """Let the only person left play on: nothing changes. Raises as `win` does."""
        async with self.games.hold(game) as table:
            _must_be_alone(invocation, table)

    async def _concede(self, tx: Transaction, table: Table) -> None:
        await settle(tx, table, self.games.clock.now(), Ending.CONCEDED)

    async def _hold(self, invocation: Invocation, table: Table, seat: Seat, *, bot: bool) -> Saved:
        """Let the bot play a seat, or its person again; tell it, maybe with whose turn it is."""
        key = "leaving.bot" if bot else "leaving.return"
        text = table.words.say(key, who=table.named(invocation.person).name)

        async def note(tx: Transaction) -> None:
            await tx.games.hold(table.id, seat, bot=bot)
            await tx.premoves.drop(table.id, table.players[seat].id)

        with self.games.changing(table):
            rest = table.rest()
            table.bots ^= {seat}
            waiting = table.game.waiting
            to_move = not bot and waiting is not None and waiting.seat == seat
            post = table.body(
                with_headings(table.notice, text) if to_move else Post(text, accent=seat)
            )
            return await self.games.save(table, invocation, (*rest, post), also=note)


def _seat_left(table: Table, invocation: Invocation) -> Seat:
    """The seat of a person, even if the bot plays it; raises UserError for one who has resigned."""
    table.must_run()
    if any(table.players[seat].id == invocation.person.id for seat in table.resigned):
        raise UserError("leaving.sorry.resigned")
    return table.seat_playing(invocation.person.id)


def _end_told(table: Table, invocation: Invocation) -> str:
    """Return the consequences of the last person's resignation."""
    who = table.named(invocation.person).name
    bots = tuple(table.people[seat].name for seat in table.seated_bots)
    if bots:
        return table.words.say("leaving.resigned_to_bots", who=who, n=len(bots), names=bots)
    key = "resigned_solo" if table.game.options.solo else "nobody_left"
    return table.words.say(f"leaving.{key}", who=who)


def _is_alone(table: Table) -> bool:
    """Say whether all but one person have resigned."""
    return len(table.held) == 1 and table.bots == table.resigned


def _must_be_alone(invocation: Invocation, table: Table) -> None:
    table.seat_acting(invocation.person.id)
    if not _is_alone(table) or table.game.options.solo:
        raise UserError("leaving.sorry.not_alone")


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
        await self.store.wipe()
        return known

    async def _leave(self, person: int, game: int) -> None:
        """Resign for somebody unknown; where that is impossible the seat goes to the bot anyway."""
        try:
            async with self.games.hold(game) as table:
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
