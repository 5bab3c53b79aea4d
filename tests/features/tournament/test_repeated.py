"""A command that Discord sends twice has its effect once."""

import asyncio

from bot.features.tournament.service import TournamentService
from bot.features.tournament.tables import Tournaments
from engine.agents.levels import Level
from tests.kit.hall import Hall
from tests.kit.presses import refused
from tests.kit.stack import PEOPLE, Stack


async def test_a_repeated_command_opens_one_tournament(stack: Stack) -> None:
    tournaments = TournamentService(stack.store, stack.games)
    command = stack.press(PEOPLE[0])
    first = await tournaments.open(command, 2, Level.EASY)
    assert await refused(tournaments.open(command, 2, Level.EASY)) == "error.already_done"
    assert await stack.store.read(lambda tx: tx.of(Tournaments).get(first.id)) == first
    assert await stack.store.read(lambda tx: tx.of(Tournaments).get(first.id + 1)) is None


async def test_a_tournament_opens_once_whichever_process_hears_of_it(hall: Hall) -> None:
    ada = hall.people[0]
    asked = await ada.slash(hall.table, "bonfire", "tournament", seats=4, level="medium")
    await asked.response()
    await hall.people[0].replay(asked)
    hall.client.respond._known.clear()  # as another process
    await hall.people[0].replay(asked)
    await asyncio.sleep(0.2)
    store = hall.client.services.store
    assert await store.read(lambda tx: tx.of(Tournaments).get(1)) is not None
    assert await store.read(lambda tx: tx.of(Tournaments).get(2)) is None
