"""Addresses within Discord."""

from typing import Final

SITE: Final = "https://discord.com/channels"
NO_SERVER: Final = "@me"


def jump_link(guild: int | None, channel: int, message: int | None) -> str:
    """The address of a message, or of its channel where the message is not known."""
    parts = (SITE, guild or NO_SERVER, channel, message)
    return "/".join(str(part) for part in parts if part is not None)
