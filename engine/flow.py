"""The flow of a game: what an answer brings about, as a pure function from state to state."""

from engine import actions, agenda, ids
from engine.legality import StuckTurnError, refusal
from engine.refusal import IllegalAction
from engine.rules import countdown, tom, turn
from engine.rules.questions import rule_for
from engine.state import GameState


def allow(state: GameState, seat: ids.Seat, action: actions.Action) -> None:
    """Raise IllegalAction for an answer that is refused."""
    why = refusal(state, seat, action)
    if why is not None:
        raise IllegalAction(why)


def apply(state: GameState, seat: ids.Seat, action: actions.Action) -> GameState:
    """The state after an answer; the given state stays as it is. Raises IllegalAction."""
    allow(state, seat, action)
    return apply_legal(state, seat, action)


def apply_legal(state: GameState, seat: ids.Seat, action: actions.Action) -> GameState:
    """The state after an answer that is known to be legal."""
    draft = _answered(state, seat, action)
    _run(draft)
    return draft


def paid_for_nothing(state: GameState, seat: ids.Seat, payment: actions.Action) -> GameState:
    """The state after a payment, without what is paid for. Raises IllegalAction."""
    allow(state, seat, payment)
    draft = _answered(state, seat, payment)
    while isinstance(draft.agenda[-1], agenda.EFFECTS):
        draft.agenda.pop()
    return draft


def _answered(state: GameState, seat: ids.Seat, action: actions.Action) -> GameState:
    """A copy in which an answer has been given, and nothing that follows it has run."""
    draft = state.copy()
    decision = draft.agenda.pop()
    rule = None if isinstance(decision, agenda.EFFECTS) else rule_for(decision, action)
    if rule is None:
        raise StuckTurnError(f"{action} answers none of {state.agenda}")
    rule.perform(draft, seat, action)
    return draft


def _run(draft: GameState) -> None:
    """Run the effects that surface until a question waits or the game is over."""
    while draft.ended is None:
        match draft.agenda[-1]:
            case agenda.Perform(action):
                draft.agenda.pop()
                turn.perform(draft, draft.seat, action)
            case agenda.TomBegins():
                draft.agenda.pop()
                tom.take_turn(draft)
            case agenda.TomEnds():
                draft.agenda.pop()
                tom.bonus_actions(draft)
                countdown.finish_turn(draft)
            case agenda.TurnChoice():
                # After a bonus action the displays are full again before the main action.
                turn.settle(draft, draft.seat)
                return
            case _:
                return
