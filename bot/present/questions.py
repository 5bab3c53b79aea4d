"""Every question that the engine can ask, and its refusal of an answer, in words."""

from collections.abc import Iterable, Iterator
from typing import assert_never, cast

from bot.words import Catalog, Counted, Phrase, phrase, pieces
from engine import Reason, Refusal, actions, agenda, bag, ids
from engine.specialists import wild_value
from engine.view import SeatView


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
                return phrase("question.pay_resources", cost=pieces.bag_pieces(needed))
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


def substitutes(
    decision: agenda.Decision, options: Iterable[actions.Action], me: SeatView, *, strict: bool
) -> Iterator[Phrase]:
    """Yield what can stand in for the pieces of a price, if anything can.

    At a `strict` table that goes only for pieces that one does not have (ruling 1).
    """
    match decision:
        case agenda.TilePayment(kind, count):
            exact: actions.Action = actions.PayTiles(bag.ActionTiles.of(*(kind,) * count))
            what = "tiles" if wild_value(me) == 1 else "tiles_double"
        case agenda.ResourcePayment(needed, _) if needed:
            exact, what = actions.PayResources(needed), "resources"
        case _:
            return
    if any(option != exact for option in options):
        yield phrase(f"stand_in.{what}_strict" if strict else f"stand_in.{what}")


def refusal_text(refusal: Refusal, words: Catalog) -> str:
    """Say kindly why an answer is not possible, and what it would need."""
    slots = dict(refusal.slots)
    key = f"refusal.{refusal.key}"
    match refusal.key, slots:
        case Reason.WRONG_QUESTION, {"asked": asked}:
            return words.say(key, question=question(cast(agenda.Decision, asked)))
        case Reason.TILES_SHORT, {"kind": ids.ActionType() as kind, "count": int(count)}:
            return words.say(key, cost=Counted(kind, count))
        case Reason.RESOURCES_SHORT, {
            "needed": bag.Resources() as needed,
            "any_count": int(any_count),
        }:
            if needed:
                return words.say(key, cost=pieces.bag_pieces(needed))
            return words.say(f"{key}_any", n=any_count)
        case Reason.KEEP_TOO_MANY, {"limit": n}:
            return words.say(key, n=n)
        case Reason.REWARDS_COUNT, {"count": n}:
            return words.say(key, n=n)
        case ((Reason.GUARDIAN_TOO_FAR | Reason.STEPS_WASTED), {"steps": n}):
            return words.say(key, n=n)
        case _:
            return words.say(key, **slots)
