"""The reasons why a channel or thread takes no more posts, from Discord's error code. Pure."""

from enum import StrEnum
from typing import Final


class ChannelLoss(StrEnum):
    """The fate of a game's place."""

    DELETED = "deleted"
    REMOVED = "removed"
    """The bot is no longer on the server."""
    HIDDEN = "hidden"
    FORBIDDEN = "forbidden"
    LOCKED = "locked"
    """A thread that only those who manage threads can open again."""
    CLOSED = "closed"
    """Whatever else: direct messages that a person does not take, say."""


ANSWERS_ONLY: Final = 0
"""In the place of a code: the bot could never do more there than answer, so nothing is lost."""
UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_SERVER: Final = 10004
LOCKED_THREAD: Final = 160005
LOSSES: Final = {
    UNKNOWN_CHANNEL: ChannelLoss.DELETED,
    UNKNOWN_SERVER: ChannelLoss.REMOVED,
    50001: ChannelLoss.HIDDEN,
    50013: ChannelLoss.FORBIDDEN,
    50083: ChannelLoss.LOCKED,
    LOCKED_THREAD: ChannelLoss.LOCKED,
}
NOWHERE: Final = frozenset({ChannelLoss.DELETED, ChannelLoss.REMOVED})
"""The losses that leave nothing to link to."""


def loss_of(code: int) -> ChannelLoss:
    """Return the loss of a place that Discord's error code stands for."""
    return LOSSES.get(code, ChannelLoss.CLOSED)
