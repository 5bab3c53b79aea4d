"""All 66 tasks and the five common tasks: met, and missed by a single piece (S1 Appendix I)."""

import pytest

from engine import Reason, events, ids
from engine.data import box
from engine.data.standard import STANDARD_BOX
from tests.kit.players.fulfil import meet, meet_common, miss, miss_common
from tests.kit.position import Position, options, play, state_of, why_not

ALL_TASKS = pytest.mark.parametrize("task", STANDARD_BOX.tasks, ids=lambda task: task.id)


def position(task: box.Task) -> Position:
    return Position(players=4).task(1, task.id)


@ALL_TASKS
def test_a_task_that_is_met_is_ignited(task: box.Task) -> None:
    built = position(task)
    meet(built, task.condition, besides=task.id)
    game = built.game()
    shown = game.view().seats[0].positions[0].task
    assert shown is not None
    assert shown.met
    assert options(game, "ignite") == ["ignite 1"]
    assert events.BonfireLit(0, 1, task.id) in play(game, "ignite 1")
    held = state_of(game).players[0].tasks[0]
    assert held is not None
    assert held.lit


@ALL_TASKS
def test_a_task_that_lacks_a_single_piece_is_not_ignited(task: box.Task) -> None:
    built = position(task)
    miss(built, task.condition, besides=task.id)
    game = built.game()
    shown = game.view().seats[0].positions[0].task
    assert shown is not None
    assert shown.have < shown.need
    assert options(game, "ignite") == []
    assert why_not(game, "ignite 1") is Reason.TASK_NOT_MET


@pytest.mark.parametrize("common", ids.CommonTask)
def test_a_common_task_that_is_met_sends_its_neutral_novice(common: ids.CommonTask) -> None:
    built = Position()
    meet_common(built, common)
    game = built.game()
    assert options(game, "neutral") == [f"neutral {common}"]
    assert game.view().seats[0].common[list(ids.CommonTask).index(common)].met


@pytest.mark.parametrize("common", ids.CommonTask)
def test_a_common_task_that_lacks_a_single_piece_sends_none(common: ids.CommonTask) -> None:
    built = Position()
    miss_common(built, common)
    game = built.game()
    progress = game.view().seats[0].common[list(ids.CommonTask).index(common)]
    assert (progress.need - progress.have, progress.met) == (1, False)
    assert options(game, "neutral") == []
    assert why_not(game, f"neutral {common}") is Reason.COMMON_NOT_MET
