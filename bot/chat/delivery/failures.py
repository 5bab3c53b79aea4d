"""Reads what a refusal of Discord means for a post."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import aiohttp
import discord

from bot.chat.delivery.codes import NO_CODE, code_of
from bot.model.channel_loss import LOSSES
from bot.model.rows import Via
from bot.model.telemetry import Tallied, count

NETWORK: Final = (aiohttp.ClientError, OSError, TimeoutError, discord.RateLimited)
"""The errors that keep a request from Discord, apart from its refusals."""
FAILED: Final = (discord.HTTPException, *NETWORK)
"""Everything that sending a post is expected to raise."""

_DELETED: Final = 10008
"""Unknown message: Discord had taken the post before, and somebody has deleted it since."""
CLOSED_PEOPLE: Final = frozenset({50007, 50278})
"""A person takes no direct messages, or shares no server with the bot."""
_CLOSED_PLACES: Final = CLOSED_PEOPLE | LOSSES.keys()
FILTERED: Final = frozenset({20009, 200000, 240000})
"""Explicit content, a word that a server blocks, or a link that Discord does."""
_BLOCKED: Final = 40333
"""The service in front of Discord refuses the bot, as it has refused all bots on bad days."""
_TOO_MANY: Final = frozenset({20026, 40003})
"""Discord takes the bot for one that spams, or it opens direct messages too fast."""
_CROWDED: Final = frozenset({160006, 160007})
"""A post would wake a thread, and the server has as many active ones as Discord allows."""
_BAN: Final = 120.0
"""Seconds to rest after a ban that does not say how long it lasts."""


class FailureKind(StrEnum):
    """The reach of a failure, or the reason why it is final."""

    DELETED = "deleted"
    """The post was taken, and is gone again."""
    CLOSED = "closed"
    """Its place or person takes no posts, until somebody changes that."""
    MISTAKE = "mistake"
    """Discord does not take what the post says."""
    POST = "post"
    """This post did not come through; another may."""
    WAY = "way"
    """Nothing comes through that goes this way."""
    EVERYTHING = "everything"
    """Nothing of the bot comes through."""


for _kind in FailureKind:
    count(Tallied.POSTS_FAILED, _kind, NO_CODE, by=0)


@dataclass(frozen=True, slots=True)
class Failure:
    """The reason why a post was not taken; Discord may ask to wait `pause` seconds."""

    kind: FailureKind
    pause: float = 0.0


def counted_failure(error: Exception, via: Via) -> Failure:
    """Return `failure_of` an error, and count it among the failed attempts to post."""
    failure = failure_of(error, via)
    count(Tallied.POSTS_FAILED, failure.kind, code_of(error))
    return failure


def failure_of(error: Exception, via: Via) -> Failure:
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


def _failure_of_answer(error: discord.HTTPException, via: Via) -> Failure:
    """Only what is known to last is taken for final: any other refusal may be gone in a minute."""
    status, code = error.status, error.code
    if code == _DELETED:
        return Failure(FailureKind.DELETED)
    if code in (CLOSED_PEOPLE if via is Via.DIRECT else _CLOSED_PLACES):
        return Failure(FailureKind.CLOSED)
    if status == 429:
        return _failure_of_limit(error)
    if status == 401 or code == _BLOCKED:
        return Failure(FailureKind.EVERYTHING)
    if code in _TOO_MANY:
        return Failure(FailureKind.WAY)
    if code in FILTERED:
        return Failure(FailureKind.MISTAKE)
    if status in {403, 404} or status >= 500 or code in _CROWDED:
        return Failure(FailureKind.POST)
    return Failure(FailureKind.MISTAKE)


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
