"""Measure a process that hears of ever more servers by the gateway."""

import json
import re
import time
from typing import Any, Final, NamedTuple

from bot.chat.client import BonfireClient
from bot.runtime import health, memory
from bot.runtime.settings import Sync
from bot.runtime.shell.output import progress
from bot.runtime.workers import pool_of
from bot.standin import StandIn
from bot.standin.greeting import WorldGreeting

CHANNELS: Final = 15
ROLES: Final = 10
"""Of a small server."""
NUMBER: Final = re.compile(r'"(\d{15,})"')
"""An ID of Discord in JSON."""


class Heard(NamedTuple):
    """The cost of hearing of servers: megabytes of memory, and seconds of the event loop."""

    megabytes: float
    seconds: float


def heard_of(servers: int) -> Heard:
    """Hear of so many small servers in a process of its own."""
    with pool_of(1) as process:
        return process.submit(_hear, servers).result()


def _hear(servers: int) -> Heard:
    memory.keep_small()
    told = _small_server()
    client = BonfireClient(Sync.NEVER, 1.0)
    state = client._connection
    before, seconds = health.memory().now, 0.0
    for number in progress(range(servers), "server"):
        text = _text(told, number)
        began = time.perf_counter()
        state._add_guild_from_data(json.loads(text))
        seconds += time.perf_counter() - began
    assert len(client.guilds) == servers
    return Heard(health.memory().now - before, seconds)


def _small_server() -> dict[str, Any]:
    """Return what the gateway sends of a small server."""
    standin = StandIn()
    guild = standin.guild("Club", standin.person("Ada"))
    for number in range(CHANNELS):
        standin.text_channel(guild, f"channel-{number}")
    told: dict[str, Any] = WorldGreeting(
        standin.world, standin.core.objects, standin.core.rights
    ).guild_create(guild.id)
    role = told["roles"][-1]
    more = range(ROLES - len(told["roles"]))
    told["roles"] += [{**role, "id": str(int(role["id"]) + 1 + number)} for number in more]
    return told


def _text(told: dict[str, Any], number: int) -> str:
    """Return the text for another server, with numbers of its own."""
    shift = number << 22
    return NUMBER.sub(lambda found: f'"{int(found[1]) + shift}"', json.dumps(told))
