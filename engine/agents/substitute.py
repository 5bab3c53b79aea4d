"""The substitute: plays whole legal turns for a seat, at the strength of a careful beginner.

It knows the public position only: it plans on a fork of the game whose hidden pieces are dealt
anew, so that no answer can depend on what nobody may know.
"""

from engine import actions, ids
from engine.agents.plan import Planner
from engine.flow import apply_legal
from engine.game import Game
from engine.legality import waiting
from engine.refusal import IllegalAction, Reason, refuse
from engine.state import GameState


def choose(game: Game, seat: ids.Seat, seed: int) -> actions.Action:
    """The next answer of the seat, to whichever question waits.

    `seed` (0 to 2**127) is for the guesses at hidden pieces; equal positions and seeds give equal
    answers. Raises IllegalAction when the game is over or another seat is asked.
    """
    state = guessed(game, seat, seed)
    return Planner(state, seat, seed).plan(state).answers[0]


def play_turn(game: Game, seat: ids.Seat, seed: int) -> tuple[actions.Action, ...]:
    """The seat's answers to the end of its turn, or up to the first that reveals something.

    Nothing is submitted. While the seat is asked again in the same turn after these answers, ask
    anew, as the plan then depends on what was revealed. Raises IllegalAction as `choose` does.
    """
    answers, _ = planned_turn(game, seat, seed)
    return answers


def planned_turn(game: Game, seat: ids.Seat, seed: int) -> tuple[tuple[actions.Action, ...], int]:
    """The answers of `play_turn`, and how many positions were judged to find them."""
    state = guessed(game, seat, seed)
    planner = Planner(state, seat, seed)
    turn, revealed = state.turn, state.revealed
    answers: list[actions.Action] = []
    while state.turn == turn and state.revealed == revealed and waiting(state):
        for action in planner.plan(state).answers:
            state = apply_legal(state, seat, action)
            answers.append(action)
    return tuple(answers), planner.positions


def guessed(game: Game, seat: ids.Seat, seed: int) -> GameState:
    """A position that looks the same to everybody, with the hidden pieces dealt again.

    Raises IllegalAction when the game is over or another seat is asked.
    """
    asked = game.waiting
    if asked is None:
        raise IllegalAction(refuse(Reason.GAME_OVER))
    if asked.seat != seat:
        raise IllegalAction(refuse(Reason.NOT_YOUR_DECISION, seat=asked.seat))
    return game.guess(seed)
