"""The players that the engine brings along, by name: what an arena lets play each other."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine import actions, ids
from engine.agents.levels import Level
from engine.agents.lookahead import Depth, Lookahead
from engine.agents.substitute import guessed, planned_turn
from engine.game import Game
from engine.refusal import IllegalAction, Reason, refuse
from engine.rng import stream


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat's answers to the end of its turn, or up to the first that reveals something.

    `positions` tells how many positions were judged to find them: what thinking costs, the same on
    every machine.
    """

    answers: tuple[actions.Action, ...]
    positions: int


Agent = Callable[[Game, ids.Seat, int], Turn]
"""Plans the turn of the seat that is asked; equal positions and seeds (0 to 2**127) give equal
turns. Nothing is submitted. Raises IllegalAction when the game is over or another seat is asked.
"""


def random(game: Game, seat: ids.Seat, seed: int) -> Turn:
    """One answer, each as likely as every other."""
    asked = game.waiting
    if asked is None:
        raise IllegalAction(refuse(Reason.GAME_OVER))
    if asked.seat != seat:
        raise IllegalAction(refuse(Reason.NOT_YOUR_DECISION, seat=asked.seat))
    answers = game.legal_actions()
    return Turn((answers[stream(seed, "answers", game.move_count).below(len(answers))],), 0)


def medium(game: Game, seat: ids.Seat, seed: int) -> Turn:
    """The substitute: the best of one turn, by what its position seems to be worth."""
    return Turn(*planned_turn(game, seat, seed))


_EASY: Final = Depth(plans=3, last_plans=3, positions=0)
HARD: Final = Depth(plans=3, last_plans=6, positions=3_000)
_EXPERT: Final = Depth(plans=6, last_plans=12, positions=10_000, to_win=True)
"""The positions of a level are those after which no guess more is begun: a turn looks at more."""


def easy(game: Game, seat: ids.Seat, seed: int) -> Turn:
    """The substitute on a bad day: every other turn it takes the third best of its plans."""
    state = guessed(game, seat, seed)
    if stream(seed, "mood", state.turn).below(2):
        return medium(game, seat, seed)
    search = Lookahead(state, seat, seed, _EASY)
    return Turn(search.lines()[-1].answers, search.positions)


def hard(game: Game, seat: ids.Seat, seed: int) -> Turn:
    """The best of a few turns by where they lead."""
    return _ahead(game, seat, seed, HARD)


def expert(game: Game, seat: ids.Seat, seed: int) -> Turn:
    """The best of more turns, which are followed over more guesses."""
    return _ahead(game, seat, seed, _EXPERT)


def _ahead(game: Game, seat: ids.Seat, seed: int, depth: Depth) -> Turn:
    search = Lookahead(guessed(game, seat, seed), seat, seed, depth)
    return Turn(search.turn(), search.positions)


PLAYERS: Final[Mapping[str, Agent]] = MappingProxyType(
    {
        "random": random,
        Level.EASY: easy,
        Level.MEDIUM: medium,
        Level.HARD: hard,
        Level.EXPERT: expert,
    }
)
"""Every player that can be asked for by name, the weakest first."""
