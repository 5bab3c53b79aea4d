"""A player with goals: it looks one answer ahead and follows it until its turn is asked again.

It keeps what its tasks need, takes tasks that it nearly meets, ignites, takes bonus actions,
builds and recruits, because all of that raises the worth of its city (`tests.kit.players.worth`).
"""

import random
from collections.abc import Sequence

from engine import actions, agenda, ids
from engine.flow import apply_legal
from engine.legality import legal, waiting
from engine.state import GameState
from tests.kit.players.random_player import Player
from tests.kit.players.worth import Taste, worth

CANDIDATES = 10
"""Answers that are looked at; of more, a random choice."""
PLACEMENTS = 8
"""Of these at most so many are ways to place a fate tile, which are by far the most."""
FOLLOWED = 12
"""Answers after which looking ahead gives up."""


def goal_player(seed: int | str) -> Player:
    """A player whose taste and choices follow from a seed."""
    return _GoalPlayer(random.Random(seed)).choose


class _GoalPlayer:
    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.taste = Taste.random(chance)

    def choose(self, state: GameState) -> actions.Action:
        asked = waiting(state)
        assert asked is not None
        options = legal(state)
        if len(options) == 1 or isinstance(options[0], actions.PayTiles | actions.PayResources):
            return options[0]
        if eager := [
            each for each in options if isinstance(each, actions.Ignite | actions.SendNeutral)
        ]:
            return self.chance.choice(eager)
        candidates = self._candidates(options)
        return max(candidates, key=lambda action: self._prospect(state, asked.seat, action))

    def _candidates(self, options: Sequence[actions.Action]) -> list[actions.Action]:
        """A few answers of every sort; discarding and passing only when nothing else is left."""
        placements: list[actions.Action] = [
            each for each in options if isinstance(each, actions.PlaceFate)
        ]
        last: list[actions.Action] = [
            each for each in options if isinstance(each, actions.Discard | actions.Pass)
        ]
        others: list[actions.Action] = [
            each
            for each in options
            if not isinstance(each, actions.PlaceFate | actions.Discard | actions.Pass)
        ]
        picked = self._some(placements, PLACEMENTS) + self._some(others, CANDIDATES)
        passes: list[actions.Action] = [each for each in last if isinstance(each, actions.Pass)]
        if passes and (
            not picked or isinstance(picked[0], actions.EndTurn) or self.chance.random() < 0.05
        ):
            return passes
        return picked or last

    def _some(self, options: list[actions.Action], count: int) -> list[actions.Action]:
        return options if len(options) <= count else self.chance.sample(options, count)

    def _prospect(self, state: GameState, seat: ids.Seat, action: actions.Action) -> float:
        after = apply_legal(state, seat, action)
        for _ in range(FOLLOWED):
            asked = waiting(after)
            over = asked is None or asked.seat != seat or after.turn != state.turn
            if over or isinstance(after.agenda[-1], agenda.TurnChoice | agenda.AfterTurn):
                break
            after = apply_legal(after, seat, self._quick(legal(after)))
        return worth(after, seat, self.taste) + self.chance.random() / 100

    def _quick(self, options: Sequence[actions.Action]) -> actions.Action:
        """The answer that is taken on the way without looking further."""
        match options[0]:
            case actions.PayTiles() | actions.PayResources() | actions.Keep() | actions.TakeBonus():
                return options[0]
            case actions.TakeRewards():
                return options[-1]
            case actions.Advance():
                return options[min(1, len(options) - 1)]
            case _:
                return self.chance.choice(options)
