"""The choices that buttons offer: each choice of a small family by its name."""

from dataclasses import fields
from enum import StrEnum
from typing import Final, Self

from engine.state import GameOptions


class Consent(StrEnum):
    """An answer to a question; only the person who asked can withdraw it."""

    YES = "yes"
    NO = "no"
    WITHDRAW = "withdraw"


_SWITCHES: Final = tuple(each.name for each in fields(GameOptions) if each.type is bool)
_THREAD: Final = "thread"


class TableOption(str):
    """A switch of a lobby, by its name in `GameOptions`, or where the game is to be played.

    Raises ValueError for any other name.
    """

    __slots__ = ()

    def __new__(cls, name: str) -> Self:
        """Take one of the names."""
        if name not in (*_SWITCHES, _THREAD):
            raise ValueError(name)
        return super().__new__(cls, name)


THREAD: Final = TableOption(_THREAD)
SWITCHES: Final = tuple(map(TableOption, _SWITCHES))


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
