"""The page of a suggestion: up to three lines of play, numbered, each with its reason."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from bot.model.controls import Sign, write_control
from bot.model.pages import Page
from bot.present.wizard.line_drafts import line_of, plan_of
from bot.present.wizard.line_marks import marked_pictures
from bot.present.wizard.offers import offer_of
from bot.present.wizard.page_builder import PageBuilder
from bot.present.wizard.row_facts import row_facts
from bot.present.wizard.turn_page import offer_label
from bot.words import Phrase, Sayable, phrase
from bot.words.pieces import bag_pieces
from engine.actions import Ignite
from engine.advice import Plan, make_plan
from engine.advice.lines import LineOfPlay, Verdict
from engine.advice.outlook import Holdings, PointsBySource, ThisTurn, this_turn
from engine.agenda import AfterTurn, TurnChoice
from engine.events import PortalPlaced

_SPEAKS_FOR_IT: Final = frozenset({"worth.path_matches", "worth.portal_there", "worth.met_already"})
"""The facts of menu rows that are a reason to do something."""


@dataclass(frozen=True)
class ShownLine:
    """A line as the page tells it."""

    builder: PageBuilder
    line: LineOfPlay

    @cached_property
    def plan(self) -> Plan:
        """The line as a plan."""
        return make_plan(self.builder.origin, plan_of(self.line))

    @cached_property
    def turn(self) -> ThisTurn:
        """The gains, price and points of the turn itself."""
        return this_turn(self.builder.game, self.builder.seat, self.line.answers)

    @property
    def title(self) -> Phrase:
        """The first action of the line, compared with the first line, that one with the next."""
        told, points = self._begins, self.line.points
        match self.line.verdict:
            case Verdict.SAME:
                return phrase("lines.same", line=told)
            case Verdict.WEAKER:
                return phrase("lines.weaker", line=told, n=points)
            case Verdict.FIRST:
                return phrase("lines.stronger", line=told, n=points) if points else told

    @property
    def standing(self) -> Phrase | None:
        """The comparison with the first line, of that one with the second, in a sentence."""
        points = self.line.points
        key = "lines.ahead" if self.line.verdict is Verdict.FIRST else "lines.behind"
        return phrase(key, n=points) if points else None

    @property
    def _begins(self) -> Phrase:
        if isinstance(self.builder.decision, TurnChoice | AfterTurn):
            return offer_label(self.builder, offer_of(self.line.answers))
        return self.builder.label(self.line.answers[0])

    @cached_property
    def facts(self) -> tuple[Phrase, ...]:
        """The results of the line, the weightiest first; every line has at least one."""
        return (*self._later(), *self._now()) or (phrase("lines.nothing"),)

    @property
    def leads_to_something(self) -> bool:
        """Say whether more can be told of it than that it scores nothing."""
        return self.facts != (phrase("lines.nothing"),)

    def _later(self) -> Iterator[Phrase]:
        """Yield the results in this turn and the next ones."""
        brings = self.line.brings
        if self.turn.points:
            yield phrase("lines.points", points=by_source(self.turn.points))
        for each in brings.lit:
            if each.points:
                points = by_source(each.points)
                yield phrase("lines.lit", task=each.task, n=each.turns, points=points)
        for ready in brings.ready:
            key = "lines.ready" if ready.turns else "lines.ready_now"
            yield phrase(key, task=ready.task, n=ready.turns)
        yield from self._portals()
        for nearer in brings.nearer:
            key = "lines.nearer" if brings.turns else "lines.nearer_now"
            have, need = nearer.have, nearer.need
            yield phrase(key, n=brings.turns, task=nearer.task, have=have, need=need)

    def _portals(self) -> Iterator[Phrase]:
        """The portals that it places at once."""
        for event in self.plan.known_events:
            if isinstance(event, PortalPlaced):
                yield phrase("lines.portal", portal=event.portal, position=event.position)

    def _now(self) -> Iterator[Phrase]:
        """Yield the facts of its row in a menu that speak for it."""
        for detail in row_facts(self.builder.view, self.plan, self.line.answers[0]):
            yield from (fact for fact in detail[:1] if fact.key in _SPEAKS_FOR_IT)

    def why(self, others: Sequence["ShownLine"] = ()) -> Phrase:
        """The weightiest of what it leads to.

        What all the other lines bring just as well is no reason, unless there is no better one.
        """
        shared = [
            fact for fact in self.facts if others and all(fact in each.facts for each in others)
        ]
        return next((fact for fact in self.facts if fact not in shared), self.facts[0])

    def reason(self, others: Sequence["ShownLine"]) -> Phrase:
        """The reason for the line in two sentences at most: its results, and its price."""
        why, exchange = self.why(others), self._exchange()
        if not self.leads_to_something and exchange is not None and _pieces(self.turn.gained):
            return exchange
        return why if exchange is None else phrase("lines.reason", why=why, exchange=exchange)

    def _exchange(self) -> Phrase | None:
        """Return the cost of the line and its gains in hand."""
        gained, cost = _pieces(self.turn.gained), _pieces(self.turn.paid)
        if gained and cost:
            return phrase("lines.both", cost=cost, gains=gained)
        if gained:
            return phrase("lines.gains", gains=gained)
        return phrase("lines.costs", cost=cost) if cost else None


def _pieces(held: Holdings) -> tuple[Sayable, ...]:
    return bag_pieces(held.tiles, held.resources)


def by_source(points: PointsBySource) -> tuple[Phrase, ...]:
    """The points as a list, each with where they come from, and those that are lost."""
    lost = -sum(each for _, each in points if each < 0)
    told = [phrase(f"lines.source.{source}", n=each) for source, each in points if each > 0]
    return (*told, phrase("lines.less", n=lost)) if lost else tuple(told)


def lines_page(builder: PageBuilder) -> Page:
    """The lines of the draft, to be chosen from; the pictures show where each begins."""
    shown = [ShownLine(builder, line_of(text)) for text in builder.draft.lines]
    told = [phrase("lines.heading", n=len(shown))]
    for number, one in enumerate(shown, 1):
        others = [other for other in shown if other is not one]
        told.append(phrase("lines.line", number=number, line=one.title))
        told.append(one.reason(others))
        told += _waits(one, shown[0])
    told.append(phrase("lines.looked"))
    buttons = tuple(
        builder.labelled(
            phrase("button.line", number=number + 1), write_control(Sign.SUGGEST, number)
        )
        for number in range(len(shown))
    )
    pictures = marked_pictures((one.plan for one in shown), builder.view, builder.seat)
    page = builder.page(told, (buttons, builder.back()), builder.view)
    return replace(page, pictures=pictures)


def _waits(one: ShownLine, first: ShownLine) -> Iterator[Phrase]:
    """Yield why a bonfire that can be lit at once is not the first idea, if it is lit later on."""
    if one is first:
        return
    view = one.builder.view.seats[one.builder.seat]
    tasks = {spot.position: spot.task.task.id for spot in view.positions if spot.task is not None}
    lit = {tasks.get(each.space) for each in one.line.answers if isinstance(each, Ignite)}
    for waiting in first.line.brings.waits:
        if waiting.task in lit:
            yield phrase("lines.waits", task=waiting.task, n=waiting.turns)
