"""The text of a message, with words where it mentions commands."""

import re
from typing import Final

from bot.standin import Message
from bot.standin.layout import text

MENTION: Final = re.compile(r"</([^:>]+):(\d+)>")


def in_words(message: Message) -> str:
    """A message's text as the English catalog has it: commands are named, not mentioned."""
    return MENTION.sub(r"`/\1`", text(message))
