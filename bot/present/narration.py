"""Narration: the events of one or more turns, told in sentences of the catalog."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from bot.words import Catalog, Phrase, phrase, pieces
from engine import events, ids
from engine.bag import ActionTiles, Resources
from engine.box_index import BoxIndex, box_index
from engine.data.box import Box, FateGrid
from engine.data.council import CouncilBonus

Bagged = ActionTiles | Resources
Revealed = events.PathRevealed | events.SpecialistRevealed | events.OfferingRevealed
Headlined = (
    events.TurnSkipped
    | events.FatePlaced
    | events.PathBuilt
    | events.PathsRefreshed
    | events.ShipMoved
    | events.TaskReceived
    | events.GuardianRetrieved
    | events.GreatBonfireTurned
    | events.GnomeRecruited
    | events.BonfireLit
    | events.NovicePlaced
    | events.CountdownHanded
    | events.Passed
    | events.TomCardTurned
    | events.GameEnded
)
"""Events that begin a line."""


@dataclass(slots=True)
class Line:
    """One line of the story: a headline, what was paid and gained, and what followed."""

    headline: Phrase | None = None
    moves: list[Phrase] = field(default_factory=list)
    remarks: list[Phrase] = field(default_factory=list)
    discarded: ActionTiles = ActionTiles.EMPTY
    paid: list[Bagged] = field(default_factory=list)
    gained: defaultdict[int | None, list[Bagged]] = field(default_factory=lambda: defaultdict(list))
    """The gains by each specialist, None without one."""
    points: Counter[ids.PointSource] = field(default_factory=Counter)
    after: list[Phrase] = field(default_factory=list)
    outcome: list[Phrase] = field(default_factory=list)
    """Says that a card of Tom did nothing, or that he scored points instead."""
    news: list[Phrase] = field(default_factory=list)
    """The consequences for the whole table, each a line of its own."""
    heard: list[events.Event] = field(default_factory=list)
    """The events that it tells."""


@dataclass(frozen=True, slots=True)
class Told:
    """A deed, in parts that texts tell one after the other, and the events `heard` of it.

    The `outcome` differs from what the headline lets people expect. `books` say what was discarded,
    paid and gained, and then come the points `scored`; `news` concern the whole table, a line each.
    """

    headline: str = ""
    details: str = ""
    outcome: str = ""
    books: str = ""
    scored: str = ""
    news: tuple[str, ...] = ()
    heard: tuple[events.Event, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it: a line of the thing itself, and those of the news."""
        parts = (self.headline, self.details, self.outcome, self.books, self.scored)
        return tuple(filter(None, (" ".join(filter(None, parts)), *self.news)))


def narrate(
    happened: Iterable[events.Event], names: Mapping[ids.Seat, str], box: Box, words: Catalog
) -> tuple[str, ...]:
    """Tell events, a line for each thing done; `names` by seat, ready to be shown."""
    deeds = narrate_deeds(happened, names, box, words)
    return tuple(line for deed in deeds for line in deed.lines)


def narrate_deeds(
    happened: Iterable[events.Event], names: Mapping[ids.Seat, str], box: Box, words: Catalog
) -> Iterator[Told]:
    """Tell events as `narrate` does, each thing done with its events."""
    teller = Narrator(names, box_index(box), box.fate_grid)
    for event in happened:
        teller.hear(event)
    return teller.told_in(words)


@dataclass(slots=True)
class Narrator:
    """Hears events one by one and gathers them into lines."""

    names: Mapping[ids.Seat, str]
    box: BoxIndex
    fate_grid: FateGrid
    lines: list[Line] = field(default_factory=lambda: [Line()])
    """The lines so far; the first is of what follows from something told before."""
    coming: Line = field(default_factory=Line)
    """The next line: what is paid and discarded is heard before what it is for."""
    revealed: list[Phrase] = field(default_factory=list)

    def told_in(self, words: Catalog) -> Iterator[Told]:
        """Say everything heard so far."""
        if self.coming.discarded:
            self._open_line(None)
        for line in self.lines:
            yield Told(
                headline=_said(_headline(line), words),
                details=_said((*line.remarks, *line.after), words),
                outcome=_said(line.outcome, words),
                books=_said(_books(line), words),
                scored=_said(_scored(line), words),
                news=tuple(map(words.spell, line.news)),
                heard=tuple(line.heard),
            )
        if self.revealed:
            yield Told(books=words.say("story.revealed", pieces=tuple(self.revealed)))

    def hear(self, event: events.Event) -> None:
        """Take in one event."""
        self._take_in(event)
        pays = isinstance(event, events.TilesChanged | events.ResourcesChanged) and event.lost
        line = self.coming if pays else self.lines[-1]
        line.heard.append(event)

    def _take_in(self, event: events.Event) -> None:  # noqa: C901, PLR0912 - a case for each kind
        line = self.lines[-1]
        match event:
            case events.TilesChanged() | events.ResourcesChanged():
                self._hear_change(event)
            case events.PointsScored(_, points, source):
                # Passing tells its points itself.
                if source is not ids.PointSource.PASSING:
                    line.points[source] += points
            case events.PathRevealed() | events.SpecialistRevealed() | events.OfferingRevealed():
                self.revealed.append(revealed_phrase(event, self.names, self.box))
            case events.GuardianMoved(seat, guardian, _, place):
                if self.coming.paid or not line.moves:
                    # The text of the whole procession adds where they walk.
                    key = "story.guardian_moved" if _by_council(line) else "story.guardians_moved"
                    led = Phrase(key, (("who", self.names[seat]),))
                    line = self._open_line(led)
                move = phrase(
                    "story.guardian_move", guardian=guardian, place=pieces.place_phrase(place)
                )
                line.moves.append(move)
            case events.TaskPlaced(_, _, space):
                line.after.append(phrase("story.task_placed", space=space))
            case events.PortalPlaced(_, portal, _, position):
                placed = phrase("story.portal_placed", portal=portal, position=position)
                line.after.append(placed)
            case events.BonusTaken(_, bonus):
                # The gains themselves tell what the first bonus brings.
                if bonus != CouncilBonus.GOLD:
                    line.remarks.append(
                        phrase("story.bonus_taken", bonus=pieces.bonus_phrase(bonus))
                    )
            case events.CommonTaskMet(_, common):
                line.after.append(phrase("story.common_task_met", common=common))
            case events.CountdownTriggered(_, novices):
                line.news.append(phrase("story.countdown_triggered", n=novices))
            case events.TomGnomeTurned(_, gnome, resource):
                stands = phrase("story.tom_gnome_turned", gnome=gnome, resource=resource)
                line.remarks.append(stands)
            case events.TomCardDone(_, _, outcome):
                self._hear_outcome(outcome)
            case events.TurnEnded(seat):
                # What was discarded after the last thing done, before somebody else's turn.
                if tiles := self.coming.discarded:
                    self.coming.discarded = ActionTiles.EMPTY
                    who = self.names[seat]
                    self._open_line(phrase("story.discarded_last", who=who, tiles=tiles))
            case events.TurnBegan():
                pass
            case _:
                self._open_line(self._headline(event))

    def _headline(self, event: Headlined) -> Phrase:  # noqa: C901, PLR0912 - a case each
        who = self.names[event.seat]
        match event:
            case events.TurnSkipped():
                return phrase("story.turn_skipped", who=who)
            case events.FatePlaced(_, tile, cell, direction, start):
                placed = self.box.fate_tiles[tile]
                if start:
                    return phrase(
                        "story.fate_started", who=who, symbols=pieces.symbols_phrase(placed)
                    )
                symbols = pieces.squares_phrase(placed, cell, direction, self.fate_grid)
                return phrase("story.fate_placed", who=who, symbols=symbols)
            case events.PathBuilt(_, tile, source, position):
                keys = {None: "story.path_searched", 0: "story.path_from_pile"}
                key = keys.get(source, "story.path_built")
                return phrase(key, who=who, position=position, tile=tile)
            case events.PathsRefreshed():
                return phrase("story.paths_refreshed", who=who)
            case events.ShipMoved(_, origin, code):
                key = "story.ship_launched" if origin is None else "story.ship_moved"
                return phrase(key, who=who, island=pieces.island_phrase(self.box.islands[code]))
            case events.TaskReceived(_, task, code, _, side):
                key = "story.tom_task_received" if side is None else "story.task_received"
                island, about = (
                    pieces.island_phrase(self.box.islands[code]),
                    pieces.task_slots(self.box.tasks[task]),
                )
                return phrase(key, who=who, island=island, side=side, **about)
            case events.GuardianRetrieved(_, guardian):
                return phrase("story.guardian_retrieved", who=who, guardian=guardian)
            case events.GreatBonfireTurned(_, _, space):
                return phrase("story.great_bonfire_turned", who=who, space=space)
            case events.GnomeRecruited(_, gnome, _):
                card = self.box.gnomes[gnome]
                title = pieces.gnome_title(card)
                return phrase("story.gnome_recruited", who=who, gnome=card, title=title)
            case events.BonfireLit(_, space, task):
                about = pieces.task_slots(self.box.tasks[task])
                return phrase("story.bonfire_lit", who=who, space=space, **about)
            case events.NovicePlaced(_, ids.Novice.FLAT, space):
                return phrase("story.novice_laid_flat", who=who, space=space)
            case events.NovicePlaced(_, _, space, None):
                return phrase("story.novice_placed", who=who, space=space)
            case events.NovicePlaced(_, _, space, common):
                return phrase("story.neutral_placed", who=who, common=common, space=space)
            case events.CountdownHanded(_, tile):
                return phrase("story.countdown_handed", tile=tile)
            case events.Passed(_, tile):
                return phrase("story.passed", who=who, n=tile)
            case events.TomCardTurned(_, card, number):
                return phrase("story.tom_card_turned", who=who, card=card, number=number)
            case events.GameEnded(_, reason):
                return phrase("story.game_ended", reason=reason)
            case _:
                assert_never(event)

    def _hear_change(self, event: events.TilesChanged | events.ResourcesChanged) -> None:
        if isinstance(event.lost, ActionTiles) and event.source is events.Source.DISCARD:
            self.coming.discarded += event.lost
        elif event.lost:
            self.coming.paid.append(event.lost)
        if event.gained:
            self.lines[-1].gained[event.specialist].append(event.gained)

    def _hear_outcome(self, outcome: events.TomOutcome) -> None:
        line = self.lines[-1]
        match outcome:
            case events.TomOutcome.DONE:
                pass
            case events.TomOutcome.NOTHING:
                line.outcome.append(phrase("story.tom_card_nothing"))
            case events.TomOutcome.COMPENSATED:
                points = pieces.points_phrase(line.points.pop(ids.PointSource.TOM_CARDS, 0))
                line.outcome.append(phrase("story.tom_card_compensated", points=points))
            case _:
                assert_never(outcome)

    def _open_line(self, headline: Phrase | None) -> Line:
        line, self.coming = self.coming, Line()
        line.headline = headline
        self.lines.append(line)
        return line


def _by_council(line: Line) -> bool:
    """Say whether the bonus that was told last moves a guardian outside of a procession."""
    taken = [heard.bonus for heard in line.heard if isinstance(heard, events.BonusTaken)]
    return CouncilBonus.MOVE_GUARDIAN in taken


def revealed_phrase(event: Revealed, names: Mapping[ids.Seat, str], box: BoxIndex) -> Phrase:
    """A piece that has come to light, and where."""
    match event:
        case events.PathRevealed(_, slot, tile):
            return phrase("story.revealed_path", slot=slot, tile=tile)
        case events.SpecialistRevealed(_, _, gnome):
            card = box.gnomes[gnome]
            return phrase("story.revealed_gnome", gnome=card, title=pieces.gnome_title(card))
        case events.OfferingRevealed(seat, side, resource):
            who = names[seat]
            return phrase("story.revealed_offering", who=who, side=side, resource=resource)


def _said(sentences: Iterable[Phrase], words: Catalog) -> str:
    return " ".join(map(words.spell, sentences))


def _headline(line: Line) -> Iterable[Phrase]:
    """The headline with the walks that were heard after it."""
    if line.headline is not None:
        moves = (("moves", tuple(line.moves)),) if line.moves else ()
        yield Phrase(line.headline.key, (*line.headline.slots, *moves))


def _books(line: Line) -> Iterable[Phrase]:
    if line.discarded:
        yield phrase("story.discarded", tiles=line.discarded)
    if line.paid:
        yield phrase("story.paid", cost=pieces.bag_pieces(*line.paid))
    for specialist, bags in sorted(line.gained.items(), key=lambda item: item[0] or 0):
        tiles = sum((bag for bag in bags if isinstance(bag, ActionTiles)), ActionTiles.EMPTY)
        resources = sum((bag for bag in bags if isinstance(bag, Resources)), Resources.EMPTY)
        what = pieces.bag_pieces(tiles, resources)
        if specialist is None:
            yield phrase("story.gained", what=what)
        else:
            yield phrase("story.gained_by_specialist", what=what, number=specialist)


def _scored(line: Line) -> Iterable[Phrase]:
    for source, points in line.points.items():
        yield phrase("story.scored", points=pieces.points_phrase(points), source=source)
