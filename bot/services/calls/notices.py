"""Calls to a game beside its own posts: direct messages and reminders, queued in the outbox."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.model.channel_loss import ChannelLoss, loss_of
from bot.model.links import jump_link
from bot.model.messages import Post
from bot.model.people import slotted
from bot.model.preferences import Notice, Preferences
from bot.model.rows import ClockRow, LobbyRow, PostRow, PostState, PremoveState, Via, Whereabouts
from bot.model.stored_post import StoredPost
from bot.model.turn_clock import TurnClock
from bot.present.posts.call_posts import direct_notice, late_notice, reminder
from bot.present.posts.channel_posts import lobby_lost, place_lost, place_lost_here
from bot.present.posts.plan_pages import played_notice
from bot.services.games.saving import Topic, may_call, publish_question, schedule_call, wants_notice
from bot.store.store import Transaction
from bot.words import catalog

UNREACHED: Final = 6 * 3600.0
"""Seconds until a clock is looked at again that nobody can be called to: its place is lost."""

_NO_GAME: Final = 0
"""Stands in a post for the game where there is none."""


async def post_taken(tx: Transaction, post: PostRow, message: int | None) -> None:
    """Note that Discord has taken a post, and queue the direct messages that link to it."""
    if await tx.posts.mark_sent(post, message):
        body = StoredPost.load(post.body)
        await _tell_directly(tx, body.game, body.direct, message)


async def post_lost(tx: Transaction, post: PostRow, again: float | None = None) -> None:
    """Note that a post did not reach its channel; its direct messages go out nevertheless.

    It rests where the channel is tried `again` (Unix time), and calls nobody then: what tells that
    the game has its place again does.
    """
    body = StoredPost.load(post.body)
    rests = again is not None and await tx.posts.rest(post.id, again)
    left = replace(body, direct=(), ping=() if rests else body.ping)
    await tx.posts.rewrite(post.id, left.dump())
    if rests or await tx.posts.lose(post.id):
        await _tell_directly(tx, body.game, body.direct, None)


async def _tell_directly(
    tx: Transaction, game: int, people: Iterable[int], message: int | None
) -> None:
    for person in people:
        where = await tx.games.whereabouts(game)
        link = jump_link(where.guild, where.channel, message or where.message)
        language = (await tx.preferences.of(person)).reads or where.locale
        planned = await tx.premoves.of_person(game, person)
        was_played = any(row.state is PremoveState.PLAYED for row in planned)
        notice = played_notice if was_played else direct_notice
        await _queue(tx, person, Via.DIRECT, _body(game, notice(link, catalog(language))))


async def direct_refused(tx: Transaction, post: PostRow) -> None:
    """Turn direct messages off for who takes none, and say so once in the game's channel.

    Who cannot learn in private that a game lost its place is called above it, and keeps them: with
    the bot's last server in common they end for a time. So it is with a post of no game.
    """
    about_losses = await _waits_to_tell(tx, post.channel)
    await tx.posts.lose(post.id)
    game = StoredPost.load(post.body).game
    if game == _NO_GAME:
        return
    if about_losses is not None and about_losses.id == post.id:
        await tx.posts.settle(_losses_of(post.channel))
        for game in await tx.channels.lost_games(post.channel):
            await _call_above(tx, game, post.channel)
        return
    if not await tx.preferences.no_more_messages(post.channel):
        return
    where = await tx.games.whereabouts(game)
    mention = f"<@{post.channel}>"
    text = catalog(where.locale).say("notice.direct_off", mention=mention)
    await _queue(tx, where.channel, Via.CHANNEL, _body(game, Post(text)))


async def _call_above(tx: Transaction, game: int, person: int) -> None:
    """Call a person to the line about a lost game in the channel above it, if there is one."""
    for line in (await tx.posts.asking(_loss_of(game)))[:1]:
        body = StoredPost.load(line.body)
        called = replace(body, ping=(*body.ping, person), foot=f"{body.foot} <@{person}>".strip())
        if line.message is None:
            await tx.posts.rewrite(line.id, called.dump())
        else:
            alone = replace(body, ping=(person,), foot=f"<@{person}>")
            await _say(tx, line.channel, Via.CHANNEL, alone, _loss_of(game))


async def places_lost(
    tx: Transaction,
    channels: Iterable[int],
    code: int,
    above: int | None = None,
    again: float | None = None,
) -> None:
    """Note that places take no more posts, with Discord's error code; they are tried `again` then.

    Each player gets a direct message, whatever they chose for turns: once per reason and game, and
    one message for all that is lost at once. A channel `above` a lost thread gets a line with the
    button to go on.
    """
    told: dict[int, list[int]] = {}
    loss = loss_of(code)
    for channel in channels:
        await tx.channels.bury(channel, code, again)
        game = await tx.games.running_in(channel)
        if game is not None and await tx.meta.note_loss(game, loss):
            if above is not None:
                await _say_above(tx, game, loss, above)
            for person in await tx.channels.people_of(game):
                told.setdefault(person, []).append(game)
    for person, games in told.items():
        await _tell_of_losses(tx, person, games[0], loss, above)


async def tell_of_lobby(tx: Transaction, lobby: LobbyRow) -> None:
    """Tell everybody who sits or is invited at a table that it goes with its channel."""
    guests = (guest.person for guest in lobby.guests if not guest.declined)
    people = (one for one in (*lobby.members, *lobby.invited, *guests) if one.level is None)
    for person in sorted({one.id for one in people}):
        words = catalog((await tx.preferences.of(person)).reads or lobby.locale)
        await tx.posts.add(None, person, Via.DIRECT, _body(_NO_GAME, lobby_lost(words)).dump())


async def _say_above(tx: Transaction, game: int, loss: ChannelLoss, above: int) -> None:
    where = await tx.games.whereabouts(game)
    words = catalog(where.locale)
    names = tuple(slotted(player).name for player in where.players if player.level is None)
    line = _body(game, place_lost_here(names, loss, words))
    await _say(tx, above, Via.CHANNEL, line, _loss_of(game))


async def _tell_of_losses(
    tx: Transaction, person: int, game: int, loss: ChannelLoss, above: int | None
) -> None:
    """Tell a person of their lost games; a message that still waits takes up later losses."""
    where = await tx.games.whereabouts(game)
    words = catalog((await tx.preferences.of(person)).reads or where.locale)
    games = len(await tx.channels.lost_games(person))
    only = games == 1
    alone = only and sum(player.level is None for player in where.players) == 1
    body = _body(game, place_lost(loss, games, words, above if only else None, alone=alone))
    if (waiting := await _waits_to_tell(tx, person)) is not None:
        await tx.posts.rewrite(waiting.id, body.dump())
    else:
        await _say(tx, person, Via.DIRECT, body, _losses_of(person))


async def _waits_to_tell(tx: Transaction, person: int) -> PostRow | None:
    """The message that is to tell a person of their lost games, while it has not gone out."""
    asking = await tx.posts.asking(_losses_of(person))
    return next((post for post in asking if post.state is PostState.WAITING), None)


async def _say(tx: Transaction, channel: int, via: Via, body: StoredPost, topic: str) -> None:
    """Queue a post that stays true when its game goes on elsewhere; it is not a call."""
    await tx.posts.ask(await tx.posts.add(None, channel, via, body.dump()), topic)


def _loss_of(game: int) -> str:
    """The topic of the lines above a game that has lost its place."""
    return f"lost:{game}"


def _losses_of(person: int) -> str:
    """The topic of a person's message about lost games, until it has gone out."""
    return f"losses:{person}"


async def place_found(tx: Transaction, game: int) -> bool:
    """Note that a game has a place: no line leads to another one; whether a loss was told."""
    for line in await tx.posts.asking(_loss_of(game)):
        body = StoredPost.load(line.body)
        await tx.posts.revise(line.id, replace(body, rows=()).dump())
    await tx.posts.settle(_loss_of(game))
    return await tx.meta.forget_loss(game)


async def place_left(tx: Transaction, game: int, channel: int, post: Post) -> None:
    """Withdraw the calls to a game that moves, and post where it went if its old place takes that.

    `channel` is the old place. Losses count from zero at the next one.
    """
    await tx.posts.withdraw_calls(game)
    await place_found(tx, game)
    if not await tx.channels.is_lost(channel):
        await _queue(tx, channel, Via.CHANNEL, _body(game, post))


async def call(tx: Transaction, row: ClockRow, now: float) -> None:
    """Call the person that a game waits for, or put it off while they may not be disturbed.

    An earlier call that has not gone out goes with it. Nothing happens when the clock has changed
    since `row` was read: the game has gone on.
    """
    if await tx.clocks.get(row.game) != row:
        return
    wishes = await tx.preferences.in_game(row.person, row.game)
    if not may_call(wishes, now):
        await tx.clocks.put(replace(row, due=wishes.availability.allowed_at(now)))
        return
    where = await tx.games.whereabouts(row.game)
    lost = await tx.channels.is_lost(where.channel) and not await tx.channels.is_tried(
        where.channel
    )
    if lost and wishes.notice is not Notice.MESSAGE:
        await tx.clocks.put(replace(row, due=now + UNREACHED))
        return
    after = row.clock.called(now)
    await schedule_call(tx, replace(row, clock=after), now)
    if lost:
        await _tell_directly(tx, row.game, (row.person,), None)
        return
    others = (one for one in where.players if one.id != row.person and one.level is None)
    decides = after.is_overdue(now) and any(others)
    if wants_notice(wishes) or decides:
        await tx.posts.withdraw_calls(row.game)
        body = _call_body(row, after, wishes, where, others_decide=decides)
        post = await _queue(tx, where.channel, Via.CHANNEL, body)
        if row.clock.noticed and decides:
            await publish_question(tx, Topic.VOTE, row.game, post, body)


def _call_body(
    row: ClockRow, after: TurnClock, wishes: Preferences, where: Whereabouts, *, others_decide: bool
) -> StoredPost:
    """The post that calls; `others_decide` says that they may now choose how to go on."""
    who = next(slotted(player) for player in where.players if player.id == row.person)
    words = catalog(where.locale)
    if not row.clock.noticed:
        post = late_notice(who, row.clock, words)
    else:
        post = reminder(who, after, row.turn if others_decide else None, words)
    called = (row.person,) if wants_notice(wishes) else ()
    direct = called if wishes.notice is Notice.MESSAGE else ()
    return replace(_body(row.game, post), ping=called, direct=direct)


async def _queue(tx: Transaction, channel: int, via: Via, call: StoredPost) -> int:
    return await tx.posts.add_call(call.game, channel, via, call.dump())


def _body(game: int, post: Post) -> StoredPost:
    return StoredPost(game, 0, post.text, post.rows, (), (), 0, links=post.links)
