"""A bot that thinks until a test lets it go on."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from engine import Game
from engine.actions import Action
from engine.agents.levels import Level
from engine.ids import Seat
from tests.bot.stack import Stack


@dataclass(slots=True)
class Thoughts:
    """The games that are thought about; set `go` to have the thoughts end."""

    games: list[int] = field(default_factory=list)
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    go: asyncio.Event = field(default_factory=asyncio.Event)


@contextmanager
def thoughtful(stack: Stack, patch: pytest.MonkeyPatch) -> Iterator[Thoughts]:
    """Let the bot of a stack think for as long as a test wants."""
    thoughts, think = Thoughts(), stack.games.thinker.turn

    async def turn(game: Game, seat: Seat, level: Level, key: int) -> tuple[Action, ...]:
        thoughts.games.append(key)
        thoughts.begun.set()
        await thoughts.go.wait()
        return await think(game, seat, level, key)

    patch.setattr(stack.games.thinker, "turn", turn)
    yield thoughts
