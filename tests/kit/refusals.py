"""Every refusal that the routes of the bot can get from Discord, to be planned on each of them.

    for route, refusal in every_refusal():
        plan(server, route, refusal, skip=3)

Discord (topics/opcodes-and-status-codes) documents the codes and what they mean, but not the HTTP
status of each. The statuses are those that bots report; where none was found it is guessed, and
said so beside the code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from itertools import product

from bot.standin import RateLimited, RateLimitScope, Refused, StandIn

WAIT = 0.05
"""Seconds that a planned rate limit asks to wait; real ones ask for minutes."""
_PARAMETER = re.compile(r"\{\w+\}")
_WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
_CHANNEL = "/channels/{channel_id}"
Refusal = Refused | RateLimited
REFUSALS: tuple[Refusal, ...] = (
    # The token of the bot or of an interaction is no longer good.
    Refused(401, 0),
    Refused(401, 50014),  # invalid authentication token (guessed)
    Refused(401, 50027),  # invalid webhook token
    # A proxy in front of Discord answers, or Discord keeps the bot away for a while.
    Refused(403, 0),
    Refused(404, 0),
    Refused(403, 20026),  # flagged by the anti-spam system (reported, in no list)
    Refused(403, 40003),  # opening direct messages too fast
    Refused(403, 40004),  # sending messages is disabled for now (guessed)
    Refused(403, 40006),  # the feature is disabled for now (guessed)
    Refused(403, 40333),  # Cloudflare blocks the request
    # Something is gone.
    Refused(404, 10003),  # channel
    Refused(404, 10004),  # guild
    Refused(404, 10007),  # member
    Refused(404, 10008),  # message
    Refused(404, 10013),  # user
    Refused(404, 10014),  # emoji
    Refused(404, 10015),  # webhook
    Refused(404, 10062),  # interaction
    Refused(404, 10087),  # tag of a forum
    # The bot may not.
    Refused(403, 40007),  # the user is banned from this guild (guessed)
    Refused(403, 50001),  # missing access
    Refused(403, 50003),  # not on a direct message
    Refused(403, 50005),  # another's message
    Refused(403, 50007),  # direct messages are closed
    Refused(403, 50009),  # the verification level is too high (guessed)
    Refused(403, 50013),  # missing permissions
    Refused(403, 50278),  # no mutual guilds
    Refused(403, 160005),  # the thread is locked
    Refused(403, 400001),  # uploads are limited in this guild (guessed)
    # What was sent is not taken.
    Refused(400, 30008),  # too many emojis (guessed)
    Refused(400, 30033),  # a thread has too many participants
    Refused(400, 30034),  # too many commands were made today (guessed)
    Refused(400, 40060),  # already acknowledged
    Refused(400, 40061),  # two tags of a forum have one name
    Refused(400, 40067),  # a post of a forum needs a tag
    Refused(400, 40094),  # too many follow-ups
    Refused(400, 50006),  # an empty message
    Refused(400, 50024),  # not in this type of channel
    Refused(400, 50033),  # invalid recipients
    Refused(400, 50035),  # invalid form body
    Refused(400, 50045),  # a file is too large (guessed)
    Refused(400, 50083),  # the thread is archived
    Refused(403, 50083),  # the same, as docs issue 7707 saw it
    Refused(400, 160004),  # the message has a thread already
    Refused(400, 160006),  # too many active threads
    Refused(400, 200000),  # AutoMod: message
    Refused(400, 200001),  # AutoMod: title
    Refused(400, 240000),  # a harmful link
    Refused(413, 40005),  # the request is too large
    # Limits with codes of their own.
    RateLimited(WAIT, code=20016),  # slowmode (guessed)
    RateLimited(WAIT, RateLimitScope.SHARED, code=20028),  # writes in a channel (guessed)
    RateLimited(WAIT, RateLimitScope.SHARED, code=20029),  # writes in a guild (guessed)
    RateLimited(WAIT, code=30046),  # edits of old messages
    RateLimited(WAIT, code=40062),  # the service is limited (guessed)
)


class BotRoute(Enum):
    """The routes that the bot uses, each a verb and a path template of the OpenAPI file."""

    ME = ("GET", "/users/@me")
    APPLICATION = ("GET", "/oauth2/applications/@me")
    GATEWAY = ("GET", "/gateway/bot")
    SYNC = ("PUT", "/applications/{application_id}/commands")
    EMOJIS = ("GET", "/applications/{application_id}/emojis")
    NEW_EMOJI = ("POST", "/applications/{application_id}/emojis")
    DROP_EMOJI = ("DELETE", "/applications/{application_id}/emojis/{emoji_id}")
    FIRST_ANSWER = ("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
    EDIT_ANSWER = ("PATCH", f"{_WEBHOOK}/messages/@original")
    DELETE_ANSWER = ("DELETE", f"{_WEBHOOK}/messages/@original")
    FOLLOW_UP = ("POST", _WEBHOOK)
    POST = ("POST", f"{_CHANNEL}/messages")
    EDIT_POST = ("PATCH", f"{_CHANNEL}/messages/{{message_id}}")
    OPEN_DM = ("POST", "/users/@me/channels")
    READ_CHANNEL = ("GET", _CHANNEL)
    EDIT_CHANNEL = ("PATCH", _CHANNEL)
    OPEN_THREAD = ("POST", f"{_CHANNEL}/threads")
    ADD_TO_THREAD = ("PUT", f"{_CHANNEL}/thread-members/{{user_id}}")

    @property
    def method(self) -> str:
        """The verb."""
        return self.value[0]

    @property
    def pattern(self) -> str:
        """A regular expression for the paths of this route alone."""
        return f"^{_PARAMETER.sub('[^/@]+', self.value[1])}$"

    @property
    def example(self) -> str:
        """A path of this route."""
        return _PARAMETER.sub("7", self.value[1])


def status_of(refusal: Refusal) -> int:
    """The HTTP status."""
    return refusal.status if isinstance(refusal, Refused) else 429


def every_refusal() -> Iterator[tuple[BotRoute, Refusal]]:
    """Each refusal on each route."""
    yield from product(BotRoute, REFUSALS)


def plan(
    server: StandIn, route: BotRoute, refusal: Refusal, *, skip: int = 0, times: int = 1
) -> None:
    """Refuse the next `times` requests of a route, after `skip` that go well."""
    server.fault_injector.plan(route.method, route.pattern, refusal, times=times, skip=skip)
