"""Bots that people seat at their table."""

from bot.model.people import seated_bot
from bot.model.rows import PersonRow
from bot.services.consent.leaving import ForgetService
from bot.services.games.saving import Saved
from bot.services.play.lobbies import LobbyService
from bot.services.play.open_lobby import OpenLobby
from engine import GameOptions
from engine.agents.levels import Level
from tests.kit.stack import PEOPLE, Stack

ADA, BO, CY, DI = PEOPLE
HARD = seated_bot(Level.HARD, 1)
EASY = seated_bot(Level.EASY, 2)


def lobbies(stack: Stack) -> LobbyService:
    return LobbyService(stack.store, stack.games)


def forgetting(stack: Stack) -> ForgetService:
    return ForgetService(stack.store, stack.games, stack.leaving, "")


async def opened(stack: Stack, *bots: PersonRow) -> OpenLobby:
    return await lobbies(stack).open(stack.press(ADA), frozenset(), bots=bots)


async def begun(stack: Stack, *players: PersonRow, first: PersonRow | None = None) -> int:
    """A game of these people and bots, in which `first` begins."""
    press, options = stack.press(players[0]), GameOptions(len(players))
    return (
        await stack.games.start(press, options, players, None if first is None else first.id)
    ).game


def names(lobby: OpenLobby) -> list[str]:
    return [person.name for person in lobby.shown.people]


async def rematch(stack: Stack, person: PersonRow, game: int) -> OpenLobby | Saved:
    press = stack.press(person)
    return await lobbies(stack).rematch(press, game, stack.limits.alone(press))
