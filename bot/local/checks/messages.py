"""What Discord asks of a message as a whole."""

from __future__ import annotations

from bot.local.errors import Problem
from bot.local.forms import Form
from bot.local.model import Message


def check_created(form: Form, size_limit: int) -> list[Problem]:
    """The faults of a new message."""
    return []


def check_edited(message: Message, form: Form, size_limit: int) -> list[Problem]:
    """The faults of an edit, seen together with what stays of the message."""
    return []
