"""Calls to a game beside its own posts: direct messages and reminders, queued in the outbox."""

from dataclasses import replace

from bot import present
from bot.links import jump_link
from bot.pace import TurnClock
from bot.places import shown
from bot.posting import Body
from bot.preferences import Notice, Preferences
from bot.prompt import Post
from bot.store import ClockRow, PostRow, Tables, Via
from bot.store.rows import Whereabouts
from bot.turns import may_call, wants_notice
from bot.words import catalog


async def post_taken(tables: Tables, post: PostRow, message: int) -> None:
    """Note that Discord has taken a post, and queue the direct messages that link to it."""
    if await tables.posts.sent(post.id, message):
        await _tell_directly(tables, Body.load(post.body), message)


async def post_lost(tables: Tables, post: PostRow) -> None:
    """Note that a post did not reach its channel; its direct messages go out nevertheless."""
    body = Body.load(post.body)
    await tables.posts.rewrite(post.id, replace(body, direct=()).dump())
    await tables.posts.lose(post.id)
    await _tell_directly(tables, body, None)


async def _tell_directly(tables: Tables, body: Body, message: int | None) -> None:
    for person in body.direct:
        where = await tables.games.whereabouts(body.game)
        link = jump_link(where.guild, where.channel, message or where.message)
        language = (await tables.wishes.of(person)).reads or where.locale
        post = present.direct_notice(link, catalog(language))
        await tables.posts.add_call(body.game, person, Via.DIRECT, _body(body.game, post).dump())


async def direct_refused(tables: Tables, post: PostRow) -> None:
    """Turn direct messages off for who takes none, and say so once in the game's channel."""
    await tables.posts.lose(post.id)
    if not await tables.wishes.no_more_messages(post.channel):
        return
    game = Body.load(post.body).game
    where = await tables.games.whereabouts(game)
    mention = f"<@{post.channel}>"
    text = catalog(where.locale).say("notice.direct_off", mention=mention)
    await tables.posts.add_call(game, where.channel, Via.CHANNEL, _body(game, Post(text)).dump())


async def call(tables: Tables, row: ClockRow, now: float) -> None:
    """Call whoever a game waits for, or put it off while they may not be disturbed.

    Nothing happens when the clock has changed since `row` was read: the game has gone on.
    """
    if await tables.clocks.get(row.game) != row:
        return
    wishes = await tables.wishes.of(row.person)
    if not may_call(wishes, now):
        await tables.clocks.put(replace(row, due=wishes.almanac.allowed_at(now)))
        return
    after = row.clock.called(now)
    due = after.next_call(wishes.almanac, now)
    await tables.clocks.put(replace(row, clock=after, due=due))
    where = await tables.games.whereabouts(row.game)
    if await tables.posts.is_dead(where.channel):
        if wishes.notice is Notice.MESSAGE:
            await _tell_directly(tables, _direct_only(row), None)
        return
    body = _call_body(row, after, wishes, where, now)
    if body is not None:
        await tables.posts.add_call(row.game, where.channel, Via.CHANNEL, body.dump())


def _call_body(
    row: ClockRow, after: TurnClock, wishes: Preferences, where: Whereabouts, now: float
) -> Body | None:
    """The post that calls; None where neither the person nor the others need it."""
    others = [one for one in where.players if one.id != row.person]
    decides = after.is_overdue(now) and bool(others)
    if not wants_notice(wishes) and not decides:
        return None
    who = next(shown(one) for one in where.players if one.id == row.person)
    words = catalog(where.locale)
    if not row.clock.noticed:
        post = present.late_notice(who, words)
    else:
        post = present.reminder(who, after, row.turn if decides else None, words)
    told = (row.person,) if wants_notice(wishes) else ()
    direct = told if wishes.notice is Notice.MESSAGE else ()
    return replace(_body(row.game, post), ping=told, direct=direct)


def _direct_only(row: ClockRow) -> Body:
    return replace(_body(row.game, Post("")), direct=(row.person,))


def _body(game: int, post: Post) -> Body:
    return Body(game, 0, post.text, post.rows, (), (), 0)
