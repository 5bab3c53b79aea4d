"""Legality: whose answer is awaited, which answers are legal, and why another is not.

`refusal` is the only place that says no. `legal` lists by construction, in a fixed order, exactly
the answers that are not refused.
"""

from engine import actions, agenda, ids
from engine.refusal import Reason, Refusal, refuse
from engine.rules import turn
from engine.rules.questions import rule_for, rules_of
from engine.state import GameState

_PERSON: ids.Seat = 0
"""The seat that settles Tom's ties in a solo game."""


class StuckTurnError(RuntimeError):
    """A question without an answer: a bug of the engine, told with the whole agenda."""


def waiting(state: GameState) -> agenda.Waiting | None:
    """Return the seat that is to answer, and its question; None when the game is over."""
    decision = question(state)
    return None if decision is None else agenda.Waiting(_asked(state, decision), decision)


def question(state: GameState) -> agenda.Decision | None:
    """Return the question that waits. None when the game is over."""
    if state.ended is not None:
        return None
    frame = state.agenda[-1]
    if isinstance(frame, agenda.EFFECTS):
        raise StuckTurnError(f"an effect waits: {state.agenda}")
    return frame


def _asked(state: GameState, decision: agenda.Decision) -> ids.Seat:
    return _PERSON if isinstance(decision, agenda.TomTaskChoice) else state.seat


def refusal(state: GameState, seat: ids.Seat, action: actions.Action) -> Refusal | None:
    """Say why the seat may not give this answer now; None when it may."""
    decision = question(state)
    if decision is None:
        return refuse(Reason.GAME_OVER)
    if _asked(state, decision) != seat:
        return refuse(Reason.NOT_YOUR_DECISION, seat=_asked(state, decision))
    rule = rule_for(decision, action)
    if rule is not None:
        return rule.refusal(state, seat, action)
    too_late = isinstance(decision, agenda.AfterTurn) and rule_for(agenda.TurnChoice(), action)
    if too_late:
        return refuse(Reason.MAIN_ACTION_DONE)
    return refuse(Reason.WRONG_QUESTION, asked=decision)


def supposed_refusal(
    state: GameState,
    seat: ids.Seat,
    action: actions.Action,
    *,
    island: str | None,
    asked: agenda.Decision | None,
) -> Refusal | None:
    """Say why an answer would not be possible with the ship elsewhere, or at another question."""
    draft = state.copy()
    draft.players[seat].ship = island or draft.players[seat].ship
    if asked is not None:
        draft.agenda.append(asked)
    return refusal(draft, seat, action)


def legal(state: GameState) -> tuple[actions.Action, ...]:
    """Every legal answer of the seat that is awaited, in a fixed order; empty when over."""
    decision = question(state)
    return () if decision is None else _answers(state, _asked(state, decision), decision)


def payments(
    state: GameState, seat: ids.Seat, action: agenda.PaidAction
) -> tuple[tuple[actions.Action, ...], ...]:
    """The ways to pay for an answer that is legal: by tiles, and by resources if it costs any."""
    questions = turn.cost(state, seat, action).questions
    return tuple(_answers(state, seat, question) for question in questions)


def _answers(
    state: GameState, seat: ids.Seat, decision: agenda.Decision
) -> tuple[actions.Action, ...]:
    found: list[actions.Action] = []
    for rule in rules_of(decision):
        found += rule.answers(state, seat)
    return tuple(found)
