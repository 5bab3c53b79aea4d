"""Bots that people seat at their table, and one that thinks until a test lets it go on."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

import pytest

from bot.model import rows
from bot.model.people import seated_bot
from bot.services.consent.leaving import ForgetService
from bot.services.games import saving
from bot.services.play.lobbies import LobbyService
from bot.services.play.open_lobby import OpenLobby
from engine import Game, GameOptions, actions, ids
from engine.agents.levels import Level
from tests.kit.stack import PEOPLE, Stack

ADA, BO, CY, DI = PEOPLE
HARD = seated_bot(Level.HARD, 1)
EASY = seated_bot(Level.EASY, 2)
Found = TypeVar("Found")


def lobbies(stack: Stack) -> LobbyService:
    return LobbyService(stack.store, stack.games)


def forgetting(stack: Stack) -> ForgetService:
    return ForgetService(stack.store, stack.games, stack.leaving, "")


async def opened(stack: Stack, *bots: rows.PersonRow) -> OpenLobby:
    return await lobbies(stack).open(stack.press(ADA), frozenset(), bots=bots)


async def begun(stack: Stack, *players: rows.PersonRow, first: rows.PersonRow | None = None) -> int:
    """A game of these people and bots, in which `first` begins."""
    press, options = stack.press(players[0]), GameOptions(len(players))
    return (
        await stack.games.start(press, options, players, None if first is None else first.id)
    ).game


def names(lobby: OpenLobby) -> list[str]:
    return [person.name for person in lobby.shown.people]


async def rematch(stack: Stack, person: rows.PersonRow, game: int) -> OpenLobby | saving.Saved:
    press = stack.press(person)
    return await lobbies(stack).rematch(press, game, stack.limits.alone(press))


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

    async def turn(
        game: Game, seat: ids.Seat, level: Level, key: int
    ) -> tuple[actions.Action, ...]:
        thoughts.games.append(key)
        thoughts.begun.set()
        await thoughts.go.wait()
        return await think(game, seat, level, key)

    async def advise(
        find: Callable[[Game, ids.Seat, int], Found], game: Game, seat: ids.Seat, key: int
    ) -> Found:
        thoughts.people.append(key)
        thoughts.begun.set()
        await thoughts.go.wait()
        return await tell(find, game, seat, key)

    patch.setattr(stack.games.thinker, "turn", turn)
    patch.setattr(stack.games.thinker, "advise", advise)
    yield thoughts
