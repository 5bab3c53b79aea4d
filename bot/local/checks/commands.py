"""What Discord asks of command definitions (interactions/application-commands)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.local.errors import Problem
from bot.local.model import Json


def check_commands(commands: Sequence[Json]) -> list[Problem]:
    """The faults of a list of commands."""
    return []
