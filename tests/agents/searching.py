"""A program that needs nothing but some Python: prints a search, its worths to the last bit."""

import json
import sys
from typing import Any

from engine import Game, GameOptions
from engine.agents.evaluation import Evaluation
from engine.agents.levels import Level
from engine.agents.lookahead import Depth, Lookahead
from engine.agents.plan import Planner
from engine.agents.players import PLAYERS
from engine.agents.substitute import guessed
from engine.notation import format_action

_SEED = 5
_DEPTH = Depth(plans=3, last_plans=3, positions=400)


def searched(turns: int) -> list[Any]:
    """Play the first turns of a game; each turn's answers, hand and plans, then a look ahead."""
    game = Game.new(GameOptions(players=2), _SEED)
    told: list[Any] = []
    for _ in range(turns):
        seat = game.view().seat
        state = guessed(game, seat, _SEED)
        plans = Planner(state, seat, _SEED).all_plans(state)
        held = state.players[seat]
        hand = Evaluation(state, seat).hand(state, held.tiles, held.resources)
        turn = PLAYERS[Level.MEDIUM](game, seat, _SEED)
        answers = [format_action(answer) for answer in turn.answers]
        told.append([answers, turn.positions, hand, [plan.worth for plan in plans]])
        for answer in turn.answers:
            game.submit(seat, answer)
    seat = game.view().seat
    search = Lookahead(guessed(game, seat, _SEED), seat, _SEED, _DEPTH)
    told.append([[format_action(answer) for answer in search.turn()], search.positions])
    return told


if __name__ == "__main__":
    json.dump(searched(int(sys.argv[1])), sys.stdout)
