"""A client is ready once it has heard of every server, and waits for no further one."""

from typing import Any, Final

import pytest
from discord.state import AutoShardedConnectionState

LONGEST: Final = 5.0
"""Seconds until the next server at most."""


class _Patience:
    """The seconds that a client waits for another server: none where it has heard of all."""

    def __get__(self, state: Any, kind: object) -> float:
        queues = getattr(state, "_ready_states", None)  # none while the state is made
        if queues is None or any(each.qsize() for each in queues.values()):
            return LONGEST
        return LONGEST if any(guild.unavailable for guild in state.guilds) else 0.0

    def __set__(self, state: Any, seconds: float) -> None:
        """Keep none: Discord itself tells that another server comes."""


def know_all(patch: pytest.MonkeyPatch) -> None:
    """Let clients be ready as soon as they know all servers that they were told of."""
    patch.setattr(AutoShardedConnectionState, "guild_ready_timeout", _Patience(), raising=False)
