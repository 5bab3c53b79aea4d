"""The page of a suggestion: up to three lines of play, numbered, each with its reason."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bot.model.controls import Sign, write_control
from bot.model.pages import Page
from bot.present.wizard.line_drafts import KeptLine
from bot.present.wizard.line_marks import mark_of
from bot.present.wizard.offers import offer_of
from bot.present.wizard.page_builder import PageBuilder
from bot.present.wizard.row_facts import row_facts
from bot.present.wizard.turn_page import offer_label
from bot.words import Phrase, Sayable, phrase
from bot.words.pieces import bag_pieces
from engine.advice import ADVICE_SEED, Plan, make_plan
from engine.advice.lines import Verdict
from engine.advice.outlook import Holdings, Outlook, PointsBySource, outlook
from engine.agenda import AfterTurn, TurnChoice
from engine.events import PortalPlaced
from engine.ids import PointSource
from renderer import Hints

_SPEAKS_FOR_IT: Final = frozenset({"worth.path_matches", "worth.portal_there", "worth.met_already"})
"""The facts of menu rows that are a reason to do something."""


@dataclass(frozen=True)
class ShownLine:
    """A line as the page tells it."""

    builder: PageBuilder
    line: KeptLine

    @cached_property
    def plan(self) -> Plan:
        """The line as a plan."""
        return make_plan(self.builder.origin, self.line.plan)

    @cached_property
    def brings(self) -> Outlook:
        """The gains of the line."""
        builder, line = self.builder, self.line
        return outlook(builder.game, builder.seat, ADVICE_SEED, line.answers, line.later)

    @property
    def title(self) -> Phrase:
        """The first action of the line, compared with the first line."""
        told = self._begins
        if self.line.verdict is Verdict.FIRST:
            return told
        return phrase(f"lines.{self.line.verdict}", line=told)

    @property
    def _begins(self) -> Phrase:
        if isinstance(self.builder.decision, TurnChoice | AfterTurn):
            return offer_label(self.builder, offer_of(self.line.answers))
        return self.builder.label(self.line.answers[0])

    @cached_property
    def facts(self) -> tuple[Phrase, ...]:
        """The results of the line, the weightiest first; every line has at least one."""
        return (*self._later(), *self._now()) or (self._nothing,)

    @property
    def _nothing(self) -> Phrase:
        """That no points come of it, as far as it was looked at."""
        nothing = "lines.nothing" if self.brings.turns else "lines.nothing_now"
        return phrase(nothing, n=self.brings.turns)

    def _later(self) -> Iterator[Phrase]:
        """Yield the results in this turn and the next ones."""
        brings = self.brings
        for each in brings.lit:
            if each.points and each.turns:
                points = _by_source(each.points)
                yield phrase("lines.lit", task=each.task, n=each.turns, points=points)
            elif {source for source, _ in each.points} - {PointSource.BONFIRES}:
                yield phrase("lines.lit_now", points=_by_source(each.points))
        for ready in brings.ready:
            key = "lines.ready" if ready.turns else "lines.ready_now"
            yield phrase(key, task=ready.task, n=ready.turns)
        if brings.points:
            key = "lines.points" if brings.turns else "lines.points_now"
            yield phrase(key, n=brings.turns, points=_by_source(brings.points))
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
        if why == self._nothing and exchange is not None and _pieces(self.brings.gained):
            return exchange
        return why if exchange is None else phrase("lines.reason", why=why, exchange=exchange)

    def _exchange(self) -> Phrase | None:
        """Return the cost of the line and its gains in hand."""
        gained, cost = _pieces(self.brings.gained), _pieces(self.brings.paid)
        if gained and cost:
            return phrase("lines.both", cost=cost, gains=gained)
        if gained:
            return phrase("lines.gains", gains=gained)
        return phrase("lines.costs", cost=cost) if cost else None


def _pieces(held: Holdings) -> tuple[Sayable, ...]:
    return bag_pieces(held.tiles, held.resources)


def _by_source(points: PointsBySource) -> tuple[Phrase, ...]:
    """Points as a list, each with where they come from."""
    return tuple(phrase(f"lines.source.{source}", n=each) for source, each in points)


def lines_page(builder: PageBuilder) -> Page:
    """The lines of the draft, to be chosen from, with the city in which each begins is marked."""
    shown = [ShownLine(builder, KeptLine.load(text)) for text in builder.draft.lines]
    told = [phrase("lines.heading", n=len(shown))]
    for number, one in enumerate(shown, 1):
        others = [other for other in shown if other is not one]
        told.append(phrase("lines.line", number=number, line=one.title))
        told.append(one.reason(others))
    turns = min(one.brings.turns for one in shown)
    if turns:
        told.append(phrase("lines.looked", n=turns))
    buttons = tuple(
        builder.labelled(
            phrase("button.line", number=number + 1), write_control(Sign.SUGGEST, number)
        )
        for number in range(len(shown))
    )
    marks = Hints(lines=tuple(mark_of(one.plan, builder.view) for one in shown))
    return builder.page(told, (buttons, builder.back()), builder.view, hints=marks)
