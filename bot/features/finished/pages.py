"""The possibilities of a game: expectations, what made a result, and the turns that cost most."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import floor
from typing import Final, TypeVar

from bot.features.finished import values
from bot.model import drafts, messages, pictures
from bot.model.people import Person, names_of
from bot.present.wizard.lines_page import ShownLine, by_source, line_of, marked_picture
from bot.present.wizard.page_builder import PageBuilder
from bot.words import Catalog, Phrase, phrase, pieces
from bot.words.text import clip, signed
from engine import Game, bag, ids
from engine.advice.outlook import PointsBySource
from engine.agents.levels import Level
from engine.history import history
from engine.review.costs import FURTHEST, LEAST_COST
from engine.review.tables import level_averages
from renderer import Curve

_WORTH_TELLING: Final = 0.5
"""Points that a source must have brought somebody on average to be told."""

_Sources = Mapping[ids.PointSource, float]
"""Points by where they come from."""


@dataclass(frozen=True, slots=True)
class ReviewPages:
    """The pages of a review, as its reader sees them: who had a `seat`, or None."""

    game: Game
    found: values.StoredReview
    people: tuple[Person, ...]
    seat: ids.Seat | None
    words: Catalog

    def first(self, number: int) -> messages.Prompt:
        """The review of the game with this number; a seat reads of its costly turns."""
        words = self.words
        seats = names_of(self.people, self.game.options.seats, words)
        lines = [words.say("review.heading")]
        rows: tuple[messages.Row, ...] = ()
        if self.seat is None:
            lines += [self._seat_told(seat, who) for seat, who in seats.items()]
            lines.append(words.say("review.meaning"))
        else:
            lines += [*self._sums(self.seat), words.say("review.meaning")]
            if not self.game.options.solo:
                lines.append(words.say("review.meaning_others"))
            lines += ["", self._costs_told()]
            sources = messages.Button(words.say("review.button.sources"), values.ShowSources())
            rows = tuple(filter(None, (self._turns(), (sources,))))
        turns = (0, *(turn.number for turn in history(self.game).turns))
        costly = tuple(turns.index(cost.turn) for cost in self.found.costly)
        curves = tuple(
            Curve(
                city.color,
                tuple(step[city.seat] for step in self.found.expected),
                costly if city.seat == self.seat else (),
            )
            for city in self.game.view().seats
        )
        drawing = pictures.CurvePicture(number, turns, curves)
        return messages.Prompt(clip("\n".join(lines), messages.TEXT_LIMIT), rows, drawing)

    def sources(self, own: Sequence[_Sources]) -> messages.Prompt:
        """The seat's points by source, beside `own` other games and the averages of each level."""
        assert self.seat is not None, "a person who only watched has no points"
        words, players = self.words, self.game.options.players
        back = messages.Button(words.say("review.button.back"), values.AskForReview())
        levels = [level_averages()[level, players] for level in Level]
        lines = [words.say("review.sources.heading")]
        for source, points in self.game.score_sheets()[self.seat].points:
            others = [level[source] for level in levels]
            if not points and max(others) < _WORTH_TELLING:
                continue
            slots = {
                "source": words.say(f"point_source.{source}"),
                "points": str(points),
                "levels": " / ".join(str(round(each)) for each in others),
            }
            if own:
                mean = sum(game.get(source, 0) for game in own) / len(own)
                lines.append(words.say("review.sources.beside", mean=str(round(mean)), **slots))
            else:
                lines.append(words.say("review.sources.alone", **slots))
        return messages.Prompt(clip("\n".join(lines), messages.TEXT_LIMIT), ((back,),))

    def costly(self, rank: int) -> messages.Prompt:
        """One of the turns that cost the seat most: what was played, what was better, and why.

        Raises IndexError for a turn that the review does not have.
        """
        assert self.seat is not None, "nobody's turns are judged without a seat"
        words, cost = self.words, self.found.costly[rank - 1]
        builder = PageBuilder(self.game.at(cost.before), self.seat, drafts.Draft(), words)
        lines = (line_of(each) for each in (cost.played, cost.better))
        played, better = (ShownLine(builder, line) for line in lines)
        told = (
            phrase("review.turn", turn=cost.turn, n=round(cost.cost)),
            phrase("review.played", line=played.title),
            phrase("review.better", line=better.title),
            difference(played, better),
            phrase("review.looked", n=FURTHEST),
        )
        plans = (played.plan, better.plan)
        picture = marked_picture(plans, builder.view, self.seat)
        back = messages.Button(words.say("review.button.back"), values.AskForReview())
        attempt = messages.Button(
            words.say("review.button.try"), values.TryCostlyTurn(rank), messages.Style.GO
        )
        rows = filter(None, ((attempt, back), self._turns(rank)))
        text = clip("\n".join(map(words.spell, told)), messages.TEXT_LIMIT)
        return messages.Prompt(text, tuple(rows), picture)

    def _seat_told(self, seat: ids.Seat, who: str) -> str:
        found = self.found
        return self.words.say(
            "review.seat",
            who=who,
            first=str(round(found.expected[0][seat])),
            final=str(round(found.expected[-1][seat])),
            luck=signed(round(found.luck[seat])),
        )

    def _sums(self, seat: ids.Seat) -> tuple[str, ...]:
        """Return how a seat came from its first expectation to its result, in sums that add up.

        Solo there are no others: Tom's card is a part of the person's turn.
        """
        found = self.found
        first, final = (round(found.expected[step][seat]) for step in (0, -1))
        parts = {"luck": found.luck[seat], "own": found.own(seat)}
        if not self.game.options.solo:
            parts["others"] = found.others[seat]
        whole = added_up(tuple(parts.values()), final - first)
        return (
            self.words.say("review.expected", first=str(first), final=str(final)),
            *(
                self.words.say(f"review.sum.{name}", points=signed(points))
                for name, points in zip(parts, whole, strict=True)
            ),
        )

    def _turns(self, shown: int = 0) -> tuple[messages.Button, ...]:
        """Return the buttons for each costly turn but the one that is shown."""
        return tuple(
            messages.Button(
                self.words.say("review.button.turn", turn=cost.turn, cost=str(round(cost.cost))),
                values.ShowCostlyTurn(rank),
            )
            for rank, cost in enumerate(self.found.costly, 1)
            if rank != shown
        )

    def _costs_told(self) -> str:
        if not self.found.costly:
            return self.words.say("review.none", n=LEAST_COST)
        return self.words.say("review.costly", n=len(self.found.costly))


def added_up(parts: Sequence[float], total: int) -> tuple[int, ...]:
    """Return whole numbers that add up to a total, each at most 1 off its part.

    The parts must add up to within 1 of the total.
    """
    whole = [floor(part) for part in parts]
    by_rest = sorted(range(len(parts)), key=lambda number: whole[number] - parts[number])
    for number in by_rest[: total - sum(whole)]:
        whole[number] += 1
    return tuple(whole)


_Bag = TypeVar("_Bag", bag.ActionTiles, bag.Resources)
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
    held = pieces.bag_pieces(
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
