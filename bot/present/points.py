"""The points of a seat as texts tell them: those scored, those sure at the end, those unused.

Unused tiles and resources count in the final scoring, so that at first nearly every good turn
lowers the sum of all. It is told alone only when the end is near.
"""

from bot.words import Phrase, phrase
from engine.ids import Seat
from engine.view import View


def points_change(before: View, after: View, seat: Seat) -> Phrase:
    """Return the change in a seat's points from one position to another."""
    then, now = before.seats[seat], after.seats[seat]
    if after.end_is_near:
        return phrase("preview.score", before=then.sheet.total, after=now.sheet.total)
    return phrase(
        "preview.points",
        scored=_change(then.score, now.score),
        coming=_change(then.coming, now.coming),
        unused=_change(then.unused, now.unused),
    )


def _change(before: int, after: int) -> int | Phrase:
    if before == after:
        return after
    return phrase("preview.change", before=before, after=after)
