"""Refusals as sentences: the rule, and what is missing."""

from typing import cast

from bot.present.questions import question
from bot.words import Catalog, Counted
from bot.words.pieces import bag_pieces
from engine import Reason, Refusal
from engine.agenda import Decision
from engine.bag import Resources
from engine.ids import ActionType


def refusal_text(refusal: Refusal, words: Catalog) -> str:
    """Say kindly why an answer is not possible, and what it would need."""
    slots = dict(refusal.slots)
    key = f"refusal.{refusal.key}"
    match refusal.key, slots:
        case Reason.WRONG_QUESTION, {"asked": asked}:
            return words.say(key, question=question(cast(Decision, asked)))
        case Reason.TILES_SHORT, {"kind": ActionType() as kind, "count": int(count)}:
            return words.say(key, cost=Counted(kind, count))
        case Reason.RESOURCES_SHORT, {"needed": Resources() as needed, "any_count": int(any_count)}:
            if needed:
                return words.say(key, cost=bag_pieces(needed))
            return words.say(f"{key}_any", n=any_count)
        case Reason.KEEP_TOO_MANY, {"limit": n}:
            return words.say(key, n=n)
        case Reason.REWARDS_COUNT, {"count": n}:
            return words.say(key, n=n)
        case ((Reason.GUARDIAN_TOO_FAR | Reason.STEPS_WASTED), {"steps": n}):
            return words.say(key, n=n)
        case _:
            return words.say(key, **slots)
