"""A stand-in Discord on loopback, to which the real, unchanged discord.py client connects.

It is written against Discord's documentation and OpenAPI file and imports nothing else from
the bot, so that it does not repeat the bot's mistakes::

    async with StandIn() as server:
        ada, bo = server.person("Ada"), server.person("Bo")
        guild = server.guild("Club", ada, bo)
        table = server.text_channel(guild, "table")
        ...  # start the bot with the settings server.environment()
        await server.connected()
        asked = await ada.slash(table, "bonfire", "new")
        lobby = await asked.response()
        joined = await bo.press(lobby, "Join")
        await joined.acknowledged()
        assert server.invalid_requests == []

A client process finds the server by two settings, BONFIRE_API_BASE and BONFIRE_GATEWAY; inside
one process the same is done by `discord.http.Route.BASE = server.api_base` and
`DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(server.gateway_url)` before the client starts. A
killed bot that starts again identifies once more; unheard interactions time out.

It answers at once and takes any number of requests, unless it is made with
`Limits(rate_limits=RateLimits(), latency=Latency())`. Plan other faults with the
`fault_injector` and the `moderator`.
"""

from bot.standin.clock import MachineClock, ManualClock, ShiftedClock
from bot.standin.core import InvalidRequest, Latency, Limits
from bot.standin.fault_injection import (
    Delayed,
    FaultInjector,
    Moment,
    RateLimited,
    RateLimitScope,
    Refused,
    Reset,
    ServerError,
)
from bot.standin.interaction import Ack, AutocompleteChoice, Interaction, Modal, NotAnswered
from bot.standin.model import Channel, ChannelKind, Guild, Message, MessageFlag, User
from bot.standin.moderation import Moderator
from bot.standin.options import NotPossible
from bot.standin.outages import Outages
from bot.standin.permissions import Permission
from bot.standin.rate_limits import Allowance, RateLimiter, RateLimits
from bot.standin.standin import DEFAULT_TOKEN, StandIn
from bot.standin.user_client import UserClient

__all__ = [
    "DEFAULT_TOKEN",
    "Ack",
    "Allowance",
    "AutocompleteChoice",
    "Channel",
    "ChannelKind",
    "Delayed",
    "FaultInjector",
    "Guild",
    "Interaction",
    "InvalidRequest",
    "Latency",
    "Limits",
    "MachineClock",
    "ManualClock",
    "Message",
    "MessageFlag",
    "Modal",
    "Moderator",
    "Moment",
    "NotAnswered",
    "NotPossible",
    "Outages",
    "Permission",
    "RateLimitScope",
    "RateLimited",
    "RateLimiter",
    "RateLimits",
    "Refused",
    "Reset",
    "ServerError",
    "ShiftedClock",
    "StandIn",
    "User",
    "UserClient",
]
