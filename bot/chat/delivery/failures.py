"""The one table of what a failure means for what goes out: posts, edits, answers, tags, emojis.

What the bot does next stands beside each kind, and `is_in_doubt` says whether Discord may have done
all the same what it was asked for. `notices.py` tells people of a lost place, and `back_off.py`
knows the rests.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import aiohttp
import discord

from bot.chat.delivery.codes import NO_CODE, code_of
from bot.model import rows, telemetry
from bot.model.channel_loss import LOSSES

NETWORK: Final = (aiohttp.ClientError, OSError, TimeoutError, discord.RateLimited)
"""The errors that keep a request from Discord, apart from its refusals."""
FAILED: Final = (discord.HTTPException, *NETWORK)
"""Everything that sending a post is expected to raise."""

_BAN: Final = 120.0
"""Seconds to rest after a ban that does not say how long it lasts."""


class FailureKind(StrEnum):
    """The reach of a failure, or the reason why it is final."""

    DELETED = "deleted"
    """The post was taken before, and is gone again. It counts as taken."""
    CLOSED = "closed"
    """Its place or person takes no posts, says Discord. `evidence.py` decides whether that is so.

    Then the bot tells the people. A press carries the post, or it rests until the place is open.
    """
    FILTERED = "filtered"
    """A filter takes offense at what it says. It is said in our own words at once."""
    MISTAKE = "mistake"
    """Discord does not take what the post says. It goes in the plain layout at once, then in our
    own words. Where it does not take these either, it is the weather, as for `POST`."""
    POST = "post"
    """This post did not come through; another may. It is tried again, for some six hours."""
    WAY = "way"
    """Nothing comes through that goes this way, which rests as a whole, however long."""
    EVERYTHING = "everything"
    """Nothing of the bot comes through. All of it rests, however long."""


_BY_CODE: Final[Mapping[int, FailureKind]] = {
    10008: FailureKind.DELETED,  # unknown message, of a post whose nonce is known
    **dict.fromkeys(LOSSES, FailureKind.CLOSED),
    50007: FailureKind.CLOSED,  # a person takes no direct messages
    50278: FailureKind.CLOSED,  # or shares no server with the bot
    20009: FailureKind.FILTERED,  # explicit content
    200000: FailureKind.FILTERED,  # a word that a server blocks
    240000: FailureKind.FILTERED,  # a link that Discord blocks
    160006: FailureKind.POST,  # a post would wake a thread, and no more may be active
    160007: FailureKind.POST,
    20026: FailureKind.WAY,  # Discord takes the bot for one that spams
    40003: FailureKind.WAY,  # it opens direct messages too fast
    40333: FailureKind.EVERYTHING,  # the service in front of Discord refuses it, as it did all bots
}
"""The kind of failure for each of Discord's error codes (topics/opcodes-and-status-codes)."""
_BY_STATUS: Final = {
    401: FailureKind.EVERYTHING,
    403: FailureKind.POST,
    404: FailureKind.POST,
}
"""The kind for an HTTP status where the code says nothing; any other status is a mistake."""

for _kind in FailureKind:
    telemetry.count(telemetry.POSTS_FAILED, _kind, NO_CODE, by=0)


@dataclass(frozen=True, slots=True)
class Failure:
    """The reason why a post was not taken; Discord may ask to wait `pause` seconds."""

    kind: FailureKind
    pause: float = 0.0


def counted_failure(error: Exception, via: rows.Via) -> Failure:
    """Return `failure_of` an error, and count it among the failed attempts to post."""
    failure = failure_of(error, via)
    telemetry.count(telemetry.POSTS_FAILED, failure.kind, code_of(error))
    return failure


def is_in_doubt(error: Exception) -> bool:
    """Say whether Discord may have done what it was asked for, though the answer is an error."""
    refused = isinstance(error, discord.HTTPException) and error.status < 500
    return not refused and not isinstance(error, discord.RateLimited | aiohttp.ClientConnectorError)


def failure_of(error: Exception, via: rows.Via) -> Failure:
    """Read from one of `FAILED` how far it reaches for a post that goes this way."""
    match error:
        case discord.HTTPException():
            return _failure_of_answer(error, via)
        case discord.RateLimited(retry_after=pause):
            return Failure(FailureKind.POST, pause)
        case aiohttp.ClientConnectorError():
            return Failure(FailureKind.EVERYTHING)
        case _:
            return Failure(FailureKind.POST)


def _failure_of_answer(error: discord.HTTPException, via: rows.Via) -> Failure:
    """Only what is known to last is taken for final: any other refusal may be gone in a minute."""
    if error.status == 429:
        return _failure_of_limit(error)
    if (
        via is rows.Via.DIRECT and error.code in LOSSES
    ):  # wrong ones were seen where no place is lost
        return Failure(FailureKind.POST)
    kind = _BY_CODE.get(error.code) or _BY_STATUS.get(error.status, FailureKind.MISTAKE)
    return Failure(FailureKind.POST if error.status >= 500 else kind)


def _failure_of_limit(error: discord.HTTPException) -> Failure:
    """Discord, topics/rate-limits; a 429 that came by no proxy of Discord's is a ban before it."""
    headers = error.response.headers
    banned = "Via" not in headers
    try:
        pause = float(headers["Retry-After"])
    except (KeyError, ValueError):
        pause = _BAN if banned else 0.0
    shared = banned or headers.get("X-RateLimit-Scope") == "global"
    return Failure(FailureKind.EVERYTHING if shared else FailureKind.POST, pause)
