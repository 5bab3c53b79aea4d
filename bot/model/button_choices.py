"""The choices that buttons offer: each choice of a small family by its name."""

from enum import StrEnum


class Consent(StrEnum):
    """An answer to a question; only the person who asked can withdraw it."""

    YES = "yes"
    NO = "no"
    WITHDRAW = "withdraw"


class TableOption(StrEnum):
    """The switches of a lobby, named as in `GameOptions`, and where the game is to be played."""

    BEGINNER = "beginner"
    STRICT_PAYMENT = "strict_payment"
    SPECIALIST_18_AT_ONCE = "specialist_18_at_once"
    THREAD = "thread"


class Elsewhere(StrEnum):
    """A place for a game of one person where the channel has no room for it."""

    THREAD = "thread"
    DIRECT = "direct"


class Edge(StrEnum):
    """The side of a page on which the next page of a list lies."""

    NEWER = "newer"
    OLDER = "older"


class HelpPage(StrEnum):
    """A part of the help: what the game is, then the commands by topic."""

    START = "start"
    PLAYING = "playing"
    LOOKING = "looking"
    BETWEEN = "between"
    COMMANDS = "commands"
    MOVED = "moved"
    """Where to find what earlier versions had commands for."""
