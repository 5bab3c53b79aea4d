"""Commands that run in an empty directory, and the record of a game."""

from tests.kit.shell import bonfire, running

__all__ = ["bonfire", "running"]
