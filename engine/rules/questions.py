"""Every question of the game, and the rules by which it is answered."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.actions import Action
from engine.agenda import (
    AfterTurn,
    BonusChoice,
    CouncilChoice,
    Decision,
    IslandChoice,
    KeepChoice,
    NoviceChoice,
    PathChoice,
    ProcessionChoice,
    ResourceChoice,
    ResourcePayment,
    RewardChoice,
    StartTileChoice,
    TaskSpaceChoice,
    TilePayment,
    TomTaskChoice,
    TurnChoice,
)
from engine.rules import (
    costs,
    council,
    countdown,
    fate,
    great_bonfire,
    guardian,
    path,
    procession,
    ship,
    task,
    tom,
    turn,
)
from engine.rules.rule import Rule, Rules


def _always(*rules: Rule[Any]) -> Callable[[Decision], Rules]:
    """For a question that allows the same whatever else it says."""
    return lambda _: rules


QUESTIONS: Final[Mapping[type[Decision], Callable[[Any], Rules]]] = {
    StartTileChoice: _always(fate.CHOOSE_START),
    TurnChoice: _always(
        *(rule.before(AfterTurn()) for rule in turn.MAIN),
        turn.SEND_NEUTRAL.before(TurnChoice()),
        countdown.PASS,
        countdown.END_IDLE_TURN,
        turn.DISCARD.before(TurnChoice()),
    ),
    AfterTurn: _always(
        countdown.END_TURN,
        turn.SEND_NEUTRAL.before(AfterTurn()),
        turn.DISCARD.before(AfterTurn()),
    ),
    KeepChoice: fate.keep_rules,
    TilePayment: costs.tile_payment_rules,
    ResourcePayment: costs.resource_payment_rules,
    IslandChoice: _always(task.RECEIVE.charged, guardian.RETRIEVE.charged, ship.DECLINE),
    TaskSpaceChoice: task.space_rules,
    PathChoice: _always(path.TAKE_PATH, path.REFRESH),
    ProcessionChoice: procession.procession_rules,
    ResourceChoice: procession.resource_rules,
    RewardChoice: great_bonfire.reward_rules,
    NoviceChoice: council.novice_rules,
    BonusChoice: council.bonus_rules,
    CouncilChoice: council.council_rules,
    TomTaskChoice: tom.task_rules,
}
"""The rules of each question, in the order in which the answers are listed."""


def rules_of(decision: Decision) -> Rules:
    """The rules by which a question is answered."""
    return QUESTIONS[type(decision)](decision)


def rule_for(decision: Decision, action: Action) -> Rule[Any] | None:
    """The rule for one answer to a question; None where it answers something else."""
    kind = type(action)
    for rule in rules_of(decision):
        if rule.action is kind:
            return rule
    return None
