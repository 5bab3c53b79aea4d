"""What Discord asks of modals (components/using-modal-components)."""

from __future__ import annotations

from bot.local.errors import Problem
from bot.local.model import Json


def check_modal(data: Json) -> list[Problem]:
    """The faults of a modal."""
    return []
