"""Evidence beside Discord's word: whether a post is there, and whether its place is open.

A refusal is evidence, not truth: Discord takes refusals back without a word, after an outage, say,
or when a timeout of the bot is over. So the bot believes one that its own knowledge bears out at
once, and any other one after ten minutes of refusals. Then it tries the place again each hour.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import discord

from bot.chat.delivery.permissions import may_post
from bot.model import rows
from bot.services.calls.delivery import RESTS_AT_MOST, SLOWEST_POST_RETRY

BELIEVED_AFTER: Final = 10 * 60.0
"""Seconds of refusals after which the bot believes them, whatever it knows."""
_FIRST_PAUSE: Final = 5.0
"""Seconds until a refusal is put to the test; then as long again as it has lasted so far."""
_APART: Final = 2.0
"""Seconds by which the clocks of Discord and of the bot differ."""
_BEFORE: Final = 60.0
"""Seconds by which they may differ at most."""
_MOST_READ: Final = 300
"""Messages that are looked at for a post; in so busy a channel it may be posted twice."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Says whether a refusal is to be believed, and when its place is asked `again` (Unix time).

    None stands for never: Discord tells when such a place is open.
    """

    is_believed: bool
    again: float | None


def judged(
    client: discord.Client, post: rows.PostRow, guild: int | None, now: float, *, is_lost: bool
) -> Evidence:
    """Judge the refusal of a post by its place, in this server if it is known to be in one.

    One that counts as lost by now needs no more evidence.
    """
    room = client.get_channel(post.channel)
    known = room if isinstance(room, discord.abc.GuildChannel | discord.Thread) else None
    server = client.get_guild(guild or 0) if known is None else known.guild
    if server is not None and server.unavailable:
        return Evidence(is_believed=False, again=now + SLOWEST_POST_RETRY)
    if server is not None and (until := _timed_out_until(server.me)) > now:
        again = min(until + _APART, now + RESTS_AT_MOST)
        return Evidence(is_believed=until - now > BELIEVED_AFTER, again=again)
    if known is not None and not may_post(known):
        return Evidence(is_believed=True, again=None)
    lasts = 0.0 if post.refused is None else now - post.refused
    if lasts < BELIEVED_AFTER and not is_lost:
        pause = min(SLOWEST_POST_RETRY, max(_FIRST_PAUSE, lasts))
        return Evidence(is_believed=False, again=now + pause)
    return Evidence(is_believed=True, again=now + RESTS_AT_MOST)


def _timed_out_until(me: discord.Member | None) -> float:
    until = None if me is None else me.timed_out_until
    return 0.0 if until is None else until.timestamp()


async def found(
    room: discord.abc.Messageable, me: int, since: float, mark: int, plain: str
) -> int | None:
    """The message of `me` with a mark, or with a `plain` text in the older layout.

    It is not older than `since` (Unix time). None without it, and where the bot can't read what was
    posted. Raises one of `FAILED` when Discord does not answer.
    """
    after = datetime.fromtimestamp(since - _BEFORE, UTC)
    try:
        async for message in room.history(limit=_MOST_READ, after=after, oldest_first=True):
            frames = (one for one in message.components if isinstance(one, discord.Container))
            is_plain = bool(plain) and message.content == plain
            if message.author.id == me and (is_plain or mark in [one.id for one in frames]):
                return message.id
    except (discord.Forbidden, discord.NotFound):
        return None
    return None
