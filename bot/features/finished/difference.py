"""One sentence for a better turn: what it has that the turn that was played has not."""

from collections.abc import Iterator
from typing import Final, TypeVar

from bot.present.wizard.lines_page import ShownLine, by_source
from bot.words import Phrase, phrase
from bot.words.pieces import bag_pieces
from engine.advice.outlook import PointsBySource
from engine.bag import ActionTiles, Resources

_Bag = TypeVar("_Bag", ActionTiles, Resources)
_TOLD_APART: Final = frozenset({"lines.points", "lines.nothing"})
"""The facts of a line that are no difference as they are."""


def difference(played: ShownLine, better: ShownLine) -> Phrase:
    """The weightiest difference: points at once, what is ahead, what is held, or only later."""
    return next(_differences(played, better), phrase("review.only_later"))


def _differences(played: ShownLine, better: ShownLine) -> Iterator[Phrase]:
    """Yield all that the better turn has and the other has not, the weightiest first."""
    more = _more_points(played.turn.points, better.turn.points)
    if sum(points for _, points in more) > 0:
        yield phrase("review.more_points", points=by_source(more))
    for fact in better.facts:
        if fact.key not in _TOLD_APART and fact not in played.facts:
            yield fact
    has, had = better.turn, played.turn
    held = bag_pieces(
        _more(has.gained.tiles + had.paid.tiles, had.gained.tiles + has.paid.tiles),
        _more(has.gained.resources + had.paid.resources, had.gained.resources + has.paid.resources),
    )
    if held:
        yield phrase("review.more_held", pieces=held)


def _more_points(fewer: PointsBySource, more: PointsBySource) -> PointsBySource:
    """Return the points of one turn beyond those of another, by source; less counts below 0."""
    one, other = dict(fewer), dict(more)
    beyond = {source: other.get(source, 0) - one.get(source, 0) for source in (*other, *one)}
    return tuple(sorted(((s, n) for s, n in beyond.items() if n), key=lambda each: -each[1]))


def _more(one: _Bag, other: _Bag) -> _Bag:
    """Return the pieces of one bag beyond those of another."""
    pairs = zip(one.counts, other.counts, strict=True)
    return type(one)(tuple(max(mine - theirs, 0) for mine, theirs in pairs))
