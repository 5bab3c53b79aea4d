"""Every question, paid action and bonus has its rule."""

from typing import get_args

from engine import agenda
from engine.data.council import COUNCIL, CouncilBonus
from engine.rules.council import BONUSES
from engine.rules.questions import QUESTIONS
from engine.rules.turn import PAID


def test_every_question_has_its_rules() -> None:
    assert set(QUESTIONS) == set(get_args(agenda.Decision))


def test_every_action_that_is_paid_for_has_a_price() -> None:
    assert [rule.action for rule in PAID] == list(get_args(agenda.PaidAction))


def test_every_bonus_of_the_council_has_its_row_and_no_other_has() -> None:
    assert set(BONUSES) == set(CouncilBonus) == {space.bonus for space in COUNCIL}
