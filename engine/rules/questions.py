"""Every question of the game, and the rules by which it is answered."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from engine import actions, agenda
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

_REMEMBERED: Final = 1 << 11
"""Questions whose rules are kept, from prices to processions: each is looked at three times."""


def _always(*rules: Rule[Any]) -> Callable[[agenda.Decision], Rules]:
    """For a question that allows the same whatever else it says."""
    return lambda _: rules


QUESTIONS: Final[Mapping[type[agenda.Decision], Callable[[Any], Rules]]] = {
    agenda.StartTileChoice: _always(fate.CHOOSE_START),
    agenda.TurnChoice: _always(
        *(rule.before(agenda.AfterTurn()) for rule in turn.MAIN),
        turn.SEND_NEUTRAL.before(agenda.TurnChoice()),
        countdown.PASS,
        countdown.END_IDLE_TURN,
        turn.DISCARD.before(agenda.TurnChoice()),
    ),
    agenda.AfterTurn: _always(
        countdown.END_TURN,
        turn.SEND_NEUTRAL.before(agenda.AfterTurn()),
        turn.DISCARD.before(agenda.AfterTurn()),
    ),
    agenda.KeepChoice: fate.keep_rules,
    agenda.TilePayment: costs.tile_payment_rules,
    agenda.ResourcePayment: costs.resource_payment_rules,
    agenda.IslandChoice: _always(task.RECEIVE.charged, guardian.RETRIEVE.charged, ship.DECLINE),
    agenda.TaskSpaceChoice: task.space_rules,
    agenda.PathChoice: _always(path.TAKE_PATH, path.REFRESH),
    agenda.ProcessionChoice: procession.procession_rules,
    agenda.ResourceChoice: procession.resource_rules,
    agenda.RewardChoice: great_bonfire.reward_rules,
    agenda.NoviceChoice: council.novice_rules,
    agenda.BonusChoice: council.bonus_rules,
    agenda.CouncilChoice: council.council_rules,
    agenda.TomTaskChoice: tom.task_rules,
}
"""The rules of each question, in the order in which the answers are listed."""


@lru_cache(maxsize=_REMEMBERED)
def rules_of(decision: agenda.Decision) -> Rules:
    """The rules by which a question is answered."""
    return QUESTIONS[type(decision)](decision)


def rule_for(decision: agenda.Decision, action: actions.Action) -> Rule[Any] | None:
    """The rule for one answer to a question; None where it answers something else."""
    kind = type(action)
    for rule in rules_of(decision):
        if rule.action is kind:
            return rule
    return None
