"""Every question the engine can ask, in words."""

from typing import assert_never

from bot.words import Counted, Phrase, phrase
from bot.words.pieces import bag_pieces
from engine import agenda


def question(decision: agenda.Decision) -> Phrase:  # noqa: C901, PLR0912 - a case each
    """The question that a decision puts to the player."""
    match decision:
        case agenda.StartTileChoice():
            return phrase("question.start_tile")
        case agenda.TurnChoice():
            return phrase("question.turn")
        case agenda.AfterTurn():
            return phrase("question.after_turn")
        case agenda.KeepChoice():
            return phrase("question.keep")
        case agenda.TilePayment(kind, count):
            return phrase("question.pay_tiles", cost=Counted(kind, count))
        case agenda.ResourcePayment(needed, any_count):
            if needed:
                return phrase("question.pay_resources", cost=bag_pieces(needed))
            return phrase("question.pay_any_resources", n=any_count)
        case agenda.IslandChoice():
            return phrase("question.island")
        case agenda.TaskSpaceChoice(task):
            return phrase("question.task_space", task=task)
        case agenda.PathChoice():
            return phrase("question.path")
        case agenda.ProcessionChoice(steps):
            return phrase("question.procession", n=steps)
        case agenda.ResourceChoice(guardian):
            return phrase("question.resource", guardian=guardian)
        case agenda.RewardChoice(space):
            return phrase("question.rewards", space=space)
        case agenda.NoviceChoice():
            return phrase("question.council")
        case agenda.BonusChoice():
            return phrase("question.bonus")
        case agenda.CouncilChoice(bonus):
            return phrase(f"council_question.{bonus}")
        case agenda.TomTaskChoice():
            return phrase("question.tom_task")
        case _:
            assert_never(decision)
