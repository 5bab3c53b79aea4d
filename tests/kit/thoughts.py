"""A bot that thinks until a test lets it go on."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

import pytest

from engine import Game
from engine.actions import Action
from engine.agents.levels import Level
from engine.ids import Seat
from tests.kit.stack import Stack

Found = TypeVar("Found")


@dataclass(slots=True)
class Thoughts:
    """The games that are thought about, and who asked; set `go` to have the thoughts end."""

    games: list[int] = field(default_factory=list)
    people: list[int] = field(default_factory=list)
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    go: asyncio.Event = field(default_factory=asyncio.Event)


@contextmanager
def thoughtful(stack: Stack, patch: pytest.MonkeyPatch) -> Iterator[Thoughts]:
    """Let the bot of a stack think for as long as a test wants."""
    thoughts, think, tell = Thoughts(), stack.games.thinker.turn, stack.games.thinker.advise

    async def turn(game: Game, seat: Seat, level: Level, key: int) -> tuple[Action, ...]:
        thoughts.games.append(key)
        thoughts.begun.set()
        await thoughts.go.wait()
        return await think(game, seat, level, key)

    async def advise(
        find: Callable[[Game, Seat, int], Found], game: Game, seat: Seat, key: int
    ) -> Found:
        thoughts.people.append(key)
        thoughts.begun.set()
        await thoughts.go.wait()
        return await tell(find, game, seat, key)

    patch.setattr(stack.games.thinker, "turn", turn)
    patch.setattr(stack.games.thinker, "advise", advise)
    yield thoughts
