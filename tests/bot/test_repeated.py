"""A command that Discord sends twice has its effect once."""

from bot.features.tournament.service import TournamentService
from bot.features.tournament.tables import Tournaments
from engine.agents.levels import Level
from tests.bot.presses import refused
from tests.bot.stack import PEOPLE, Stack


async def test_a_repeated_command_opens_one_tournament(stack: Stack) -> None:
    tournaments = TournamentService(stack.store, stack.games)
    command = stack.press(PEOPLE[0])
    first = await tournaments.open(command, 2, Level.EASY)
    assert await refused(tournaments.open(command, 2, Level.EASY)) == "error.already_done"
    assert await stack.store.read(lambda tx: tx.table(Tournaments).get(first.id)) == first
    assert await stack.store.read(lambda tx: tx.table(Tournaments).get(first.id + 1)) is None
