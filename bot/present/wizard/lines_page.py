"""The page of a suggestion: up to three lines of play, numbered, each with its reason.

A draft keeps lines as text until one is chosen. The picture marks where each begins.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any, Final

from bot.model import controls, drafts, messages, pictures
from bot.present.wizard.offers import offer_of
from bot.present.wizard.page_builder import PageBuilder
from bot.present.wizard.places import merged, where_marked
from bot.present.wizard.row_facts import row_facts
from bot.present.wizard.turn_page import offer_label
from bot.words import Phrase, Sayable, phrase, pieces
from engine import actions, agenda, events, ids
from engine.advice import Plan, make_plan
from engine.advice.lines import LineOfPlay, Verdict
from engine.advice.outlook import (
    Holdings,
    Lighting,
    Outlook,
    PointsBySource,
    Readiness,
    TaskAdvance,
    ThisTurn,
    this_turn,
)
from engine.notation import format_action, parse_line
from engine.view import View
from renderer import Hints, LineMark, MarkPlace

_SPEAKS_FOR_IT: Final = frozenset({"worth.path_matches", "worth.portal_there", "worth.met_already"})
"""The facts of menu rows that are a reason to do something."""
_SUPPLIES = LineMark(MarkPlace.SUPPLIES)


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
        if isinstance(self.builder.decision, agenda.TurnChoice | agenda.AfterTurn):
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
            task, turns = ready.task, ready.turns
            if turns:
                yield phrase("lines.ready", task=task, n=turns)
            else:
                yield phrase("lines.ready_now", task=task)
        yield from self._portals()
        for nearer in brings.nearer:
            key = "lines.nearer" if brings.turns else "lines.nearer_now"
            have, need = nearer.have, nearer.need
            yield phrase(key, n=brings.turns, task=nearer.task, have=have, need=need)

    def _portals(self) -> Iterator[Phrase]:
        """The portals that it places at once."""
        for event in self.plan.known_events:
            if isinstance(event, events.PortalPlaced):
                yield phrase("lines.portal", portal=event.portal, position=event.position)

    def _now(self) -> Iterator[Phrase]:
        """Yield the facts of its row in a menu that speak for it."""
        for detail in row_facts(self.builder.view, self.plan, self.line.answers[0]):
            yield from (fact for fact in detail[:1] if fact.key in _SPEAKS_FOR_IT)

    def why(
        self, others: Sequence["ShownLine"] = (), told: Collection[Phrase] = ()
    ) -> Phrase | None:
        """The weightiest of what it leads to that is not `told` yet; None without any.

        What all the other lines bring just as well is no reason, unless there is no better one.
        """
        untold = [fact for fact in self.facts if fact not in told]
        shared = [fact for fact in untold if others and all(fact in each.facts for each in others)]
        own = [fact for fact in untold if fact not in shared]
        return next(iter((*own, *shared)), None)

    def reason(self, why: Phrase | None) -> Phrase | None:
        """Return a reason for the line with its price; None where there is neither."""
        exchange = self._exchange()
        gains = exchange is not None and pieces_of(self.turn.gained)
        if why is None or (gains and not self.leads_to_something):
            return exchange
        return why if exchange is None else phrase("lines.reason", why=why, exchange=exchange)

    def _exchange(self) -> Phrase | None:
        """Return the cost of the line and its gains in hand."""
        gained, cost = pieces_of(self.turn.gained), pieces_of(self.turn.paid)
        if gained and cost:
            return phrase("lines.both", cost=cost, gains=gained)
        if gained:
            return phrase("lines.gains", gains=gained)
        return phrase("lines.costs", cost=cost) if cost else None


def pieces_of(held: Holdings) -> tuple[Sayable, ...]:
    """The pieces of a gain or a price as one list."""
    return pieces.bag_pieces(held.tiles, held.resources)


def by_source(points: PointsBySource) -> tuple[Phrase, ...]:
    """The points as a list, each with where they come from, and those that are lost."""
    lost = -sum(each for _, each in points if each < 0)
    told = [phrase(f"lines.source.{source}", n=each) for source, each in points if each > 0]
    return (*told, phrase("lines.less", n=lost)) if lost else tuple(told)


def lines_page(builder: PageBuilder) -> messages.Page:
    """The lines of the draft, to be chosen from; the picture shows where each begins."""
    shown = [ShownLine(builder, line_of(text)) for text in builder.draft.lines]
    told = [phrase("lines.heading", n=len(shown))]
    reasons: list[Phrase] = []
    for number, one in enumerate(shown, 1):
        why = one.why([other for other in shown if other is not one], reasons)
        reasons += [] if why is None else [why]
        reason = one.reason(why)
        told.append(phrase("lines.line", number=number, line=one.title))
        told += [] if reason is None else [reason]
        told += _waits(one, shown[0])
    told.append(phrase("lines.looked"))
    buttons = tuple(
        builder.labelled(
            phrase("button.line", number=number + 1),
            controls.write_control(controls.Sign.SUGGEST, number),
        )
        for number in range(len(shown))
    )
    picture = marked_picture((one.plan for one in shown), builder.view, builder.seat)
    return replace(builder.page(told, (buttons, builder.back()), builder.view), picture=picture)


def _waits(one: ShownLine, first: ShownLine) -> Iterator[Phrase]:
    """Yield why a bonfire that can be lit at once is not the first idea, if it is lit later on."""
    if one is first:
        return
    view = one.builder.view.seats[one.builder.seat]
    tasks = {spot.position: spot.task.task.id for spot in view.positions if spot.task is not None}
    lit = {tasks.get(each.space) for each in one.line.answers if isinstance(each, actions.Ignite)}
    for waiting in first.line.brings.waits:
        if waiting.task in lit:
            yield phrase("lines.waits", task=waiting.task, n=waiting.turns)


def text_of(line: LineOfPlay) -> str:
    """Write a line as a draft keeps it."""
    brings = json.dumps(astuple(line.brings), separators=(",", ":"))
    return controls.write_line(
        line.verdict, str(line.points), ";".join(map(format_action, line.answers)), brings
    )


def line_of(text: str) -> LineOfPlay:
    """Read what `text_of` wrote; raises ValueError for anything else."""
    verdict, points, answers, brings = controls.parts_of_line(text)
    played = parse_line(answers) if answers else ()
    return LineOfPlay(played, Verdict(verdict), int(points), _outlook(json.loads(brings)))


def plan_of(line: LineOfPlay) -> tuple[actions.Action, ...]:
    """The answers of a line without the end of the turn, which goes without saying."""
    return tuple(action for action in line.answers if not isinstance(action, actions.EndTurn))


def _outlook(document: Any) -> Outlook:
    """Read what a line brings; raises ValueError or TypeError for anything else."""
    turns, lit, waits, ready, nearer = document
    return Outlook(
        int(turns),
        tuple(
            Lighting(task, at, tuple((ids.PointSource(source), n) for source, n in points))
            for task, at, points in lit
        ),
        tuple(Readiness(*each) for each in waits),
        tuple(Readiness(*each) for each in ready),
        tuple(TaskAdvance(*each) for each in nearer),
    )


def with_lines(wanted: drafts.Think, found: Sequence[LineOfPlay]) -> drafts.Ask | drafts.Submit:
    """The draft in which the first of these lines is chosen; the others are a press away.

    Where the first one only ends the turn, one of them is to be chosen.
    """
    kept = tuple(map(text_of, found))
    asking = drafts.Draft(screen=controls.Screen(controls.ScreenKind.LINES), lines=kept)
    first = choose_line(kept[0], asking)
    if isinstance(first, drafts.Submit) and len(kept) == 1:
        return first
    draft = first.draft if isinstance(first, drafts.Ask) else asking
    return drafts.Ask(replace(draft, answers=(*wanted.before, *draft.answers)))


def choose_line(text: str, draft: drafts.Draft) -> drafts.Ask | drafts.Submit:
    """A line as a plan that can be changed or dropped; one that only ends the turn ends it.

    A plan keeps the reason for its line, and leads back to the others.
    """
    line = line_of(text)
    plan = plan_of(line)
    if not plan:
        return drafts.Submit(line.answers)
    answers = (*draft.answers, *map(format_action, plan))
    origin = draft.dump() if len(draft.lines) > 1 else ""
    return drafts.Ask(
        drafts.Draft(
            answers,
            screen=controls.Screen(controls.ScreenKind.SUGGESTED),
            origin=origin,
            lines=(text,),
        )
    )


def mark_of(plan: Plan, view: View) -> LineMark:
    """The place of a plan's first change; `view` is the position before it.

    Where nothing but what is in hand changes, that is the supplies.
    """
    changed = filter(None, map(_changed, plan.known_events))
    return next(chain(changed, _face_down(plan, view)), _SUPPLIES)


def marked_picture(plans: Iterable[Plan], view: View, seat: ids.Seat) -> pictures.Picture:
    """The main board or the city with the places where plans begin, each numbered.

    Where some begin on the one and some in the other, it shows these places alone.
    """
    hints = Hints(lines=tuple(mark_of(plan, view) for plan in plans))
    match {mark.on_board for mark in hints.lines}:
        case marks if len(marks) > 1:
            cuts = merged(where_marked(mark, seat) for mark in hints.lines)
            return pictures.part_of(view, *cuts, hints=hints)
        case marks if True in marks:
            return pictures.Picture(pictures.PictureKind.BOARD, view, None, hints)
        case _:
            return pictures.Picture(pictures.PictureKind.CITY, view, seat, hints)


def _changed(event: events.Event) -> LineMark | None:
    """The place that an event changes; None where only what is in hand changes."""
    match event:
        case events.ShipMoved(island=code):
            return LineMark(MarkPlace.ISLAND, cell=code)
        case events.GreatBonfireTurned(space=space):
            return LineMark(MarkPlace.WHEEL, space)
        case events.PathBuilt(position=position):
            return LineMark(MarkPlace.PATH, position)
        case events.TaskPlaced(space=space) | events.BonfireLit(space=space):
            return LineMark(MarkPlace.SPACE, space)
        case events.PortalPlaced(position=position):
            return LineMark(MarkPlace.PORTAL, position)
        case events.FatePlaced(cell=cell):
            return LineMark(MarkPlace.FATE, cell=cell)
        case events.GuardianRetrieved():
            return LineMark(MarkPlace.START)
        case events.GuardianMoved(place=place):
            on_path = place.kind is ids.PlaceKind.PATH
            return LineMark(MarkPlace.PATH if on_path else MarkPlace.SPACE, place.position)
        case events.GnomeRecruited():
            return LineMark(MarkPlace.GNOMES)
    return None


def _face_down(plan: Plan, view: View) -> Iterator[LineMark]:
    """The place for a path tile that is still face down."""
    if actions.TakePath(actions.PILE) in plan.actions:
        free = (each.position for each in view.seats[plan.seat].positions if not each.built)
        yield from (LineMark(MarkPlace.PATH, position) for position in free)
