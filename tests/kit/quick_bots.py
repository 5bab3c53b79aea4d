"""Bots that play without thinking, where a test looks at everything around their turns."""

from collections.abc import Mapping
from typing import Final

from engine import Game, actions, ids
from engine.agents.levels import Level
from engine.agents.players import Agent, Turn, random

SEED: Final = 1


def by_chance(game: Game, seat: ids.Seat, _seed: int) -> Turn:
    """A turn by chance, the same in every run."""
    ahead, turn = game.fork(SEED), game.view().turn
    answers: list[actions.Action] = []
    while (asked := ahead.waiting) is not None and (asked.seat, ahead.view().turn) == (seat, turn):
        answers += random(ahead, seat, SEED).answers
        ahead.submit(seat, answers[-1])
        if ahead.moves[-1].revealed:
            break
    return Turn(tuple(answers), 0)


BY_CHANCE: Final[Mapping[str, Agent]] = dict.fromkeys(Level, by_chance)
"""The players of all levels."""
