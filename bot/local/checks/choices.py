"""What Discord asks of autocomplete answers."""

from __future__ import annotations

from bot.local.errors import Problem
from bot.local.model import Json


def check_choices(data: Json) -> list[Problem]:
    """The faults of an autocomplete answer."""
    return []
