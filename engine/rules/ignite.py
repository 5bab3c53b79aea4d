"""Ignite a bonfire (S1 Ignite a Bonfire); its novice goes to the High Council."""

from collections.abc import Iterator

from engine import actions, agenda, effects, ids
from engine.box_index import box_index
from engine.progress import HaveAndNeed, progress
from engine.refusal import Reason, Refusal, refuse
from engine.rules.rule import Rule
from engine.state import GameState, TaskSpace


def _progress(state: GameState, seat: ids.Seat, held: TaskSpace) -> HaveAndNeed:
    return progress(box_index(state.box).tasks[held.task].condition, state, seat)


def ignite_refusal(state: GameState, seat: ids.Seat, action: actions.Ignite) -> Refusal | None:
    """Say why the task on a space cannot be ignited: its condition must be met now (ruling 24)."""
    if action.space not in ids.POSITIONS:
        return refuse(Reason.TASK_SPACE_EMPTY, space=action.space)
    held = state.players[seat].tasks[action.space - 1]
    if held is None:
        return refuse(Reason.TASK_SPACE_EMPTY, space=action.space)
    if held.lit:
        return refuse(Reason.ALREADY_LIT, space=action.space)
    have, need = _progress(state, seat, held)
    if have < need:
        return refuse(Reason.TASK_NOT_MET, task=held.task, have=have, need=need)
    return None


def ignitions(state: GameState, seat: ids.Seat) -> Iterator[actions.Ignite]:
    """Every task that is met."""
    for space, held in zip(ids.POSITIONS, state.players[seat].tasks, strict=True):
        if held is not None and not held.lit:
            have, need = _progress(state, seat, held)
            if have >= need:
                yield actions.Ignite(space)


def ignite(draft: GameState, seat: ids.Seat, action: actions.Ignite) -> None:
    """Turn the task over; the novice beside it goes to the High Council."""
    effects.bonfire_lit(draft, seat, action.space)
    draft.agenda.append(agenda.NoviceChoice(ids.SEAT_NOVICES[seat]))


IGNITE = Rule(actions.Ignite, ignitions, ignite_refusal, ignite)
