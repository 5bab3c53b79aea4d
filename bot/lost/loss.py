"""Why a channel or thread takes no more posts, from Discord's error code. Pure."""

from enum import StrEnum
from typing import Final


class Loss(StrEnum):
    """What happened to the place of a game."""

    DELETED = "deleted"
    REMOVED = "removed"
    """The bot is no longer on the server."""
    HIDDEN = "hidden"
    FORBIDDEN = "forbidden"
    LOCKED = "locked"
    """A thread that only those who manage threads can open again."""
    CLOSED = "closed"
    """Whatever else: direct messages that a person does not take, say."""


UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_SERVER: Final = 10004
LOSSES: Final = {
    UNKNOWN_CHANNEL: Loss.DELETED,
    UNKNOWN_SERVER: Loss.REMOVED,
    50001: Loss.HIDDEN,
    50013: Loss.FORBIDDEN,
    50083: Loss.LOCKED,
    160005: Loss.LOCKED,
}
NOWHERE: Final = frozenset({Loss.DELETED, Loss.REMOVED})
"""What leaves nothing to link to."""


def loss_of(code: int) -> Loss:
    """What Discord's error code says of a place."""
    return LOSSES.get(code, Loss.CLOSED)
