"""Every question the engine can ask, in words."""

from typing import assert_never

from bot.words import Counted, Phrase, phrase
from bot.words.pieces import bag_pieces
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


def question(decision: Decision) -> Phrase:  # noqa: C901, PLR0912 - a case each
    """The question that a decision puts to the player."""
    match decision:
        case StartTileChoice():
            return phrase("question.start_tile")
        case TurnChoice():
            return phrase("question.turn")
        case AfterTurn():
            return phrase("question.after_turn")
        case KeepChoice():
            return phrase("question.keep")
        case TilePayment(kind, count):
            return phrase("question.pay_tiles", cost=Counted(kind, count))
        case ResourcePayment(needed, any_count):
            if needed:
                return phrase("question.pay_resources", cost=bag_pieces(needed))
            return phrase("question.pay_any_resources", n=any_count)
        case IslandChoice():
            return phrase("question.island")
        case TaskSpaceChoice(task):
            return phrase("question.task_space", task=task)
        case PathChoice():
            return phrase("question.path")
        case ProcessionChoice(steps):
            return phrase("question.procession", n=steps)
        case ResourceChoice(guardian):
            return phrase("question.resource", guardian=guardian)
        case RewardChoice(space):
            return phrase("question.rewards", space=space)
        case NoviceChoice():
            return phrase("question.council")
        case BonusChoice():
            return phrase("question.bonus")
        case CouncilChoice(bonus):
            return phrase(f"council_question.{bonus}")
        case TomTaskChoice():
            return phrase("question.tom_task")
        case _:
            assert_never(decision)
