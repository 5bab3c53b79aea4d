"""Refusals as sentences: the rule, and what is missing."""

from bot.words import Catalog, Counted, Phrase, phrase
from bot.words.pieces import bag_pieces
from engine import Reason, Refusal
from engine.bag import Resources
from engine.ids import ActionType


def refusal_text(refusal: Refusal, words: Catalog) -> str:
    """Why an answer is not possible, kindly and with what would be needed."""
    return words.spell(refusal_phrase(refusal))


def refusal_phrase(refusal: Refusal) -> Phrase:
    """The sentence of a reason with its slots."""
    slots = dict(refusal.slots)
    key = f"refusal.{refusal.key}"
    match refusal.key, slots:
        case Reason.TILES_SHORT, {"kind": ActionType() as kind, "count": int(count)}:
            return phrase(key, cost=Counted(kind, count))
        case Reason.RESOURCES_SHORT, {"needed": Resources() as needed, "any_count": int(any_count)}:
            if needed:
                return phrase(key, cost=bag_pieces(needed))
            return phrase(f"{key}_any", n=any_count)
        case Reason.KEEP_TOO_MANY, {"limit": n}:
            return phrase(key, n=n)
        case Reason.REWARDS_COUNT, {"count": n}:
            return phrase(key, n=n)
        case ((Reason.GUARDIAN_TOO_FAR | Reason.STEPS_WASTED), {"steps": n}):
            return phrase(key, n=n)
        case _:
            return Phrase(key, refusal.slots)
