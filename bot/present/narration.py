"""Narration: the events of one or more turns, told in sentences of the catalog."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from bot.words import Catalog, Phrase, phrase
from bot.words.conditions import condition_phrase
from bot.words.pieces import (
    bag_pieces,
    bonus_phrase,
    gnome_title,
    island_phrase,
    place_phrase,
    points_phrase,
    squares_phrase,
    symbols_phrase,
)
from engine.bag import ActionTiles, Resources
from engine.box_index import BoxIndex, box_index
from engine.data.box import Box
from engine.data.council import CouncilBonus
from engine.events import (
    BonfireLit,
    BonusTaken,
    CommonTaskMet,
    CountdownHanded,
    CountdownTriggered,
    Event,
    FatePlaced,
    GameEnded,
    GnomeRecruited,
    GreatBonfireTurned,
    GuardianMoved,
    GuardianRetrieved,
    NovicePlaced,
    OfferingRevealed,
    Passed,
    PathBuilt,
    PathRevealed,
    PathsRefreshed,
    PointsScored,
    PortalPlaced,
    ResourcesChanged,
    ShipMoved,
    Source,
    SpecialistRevealed,
    TaskPlaced,
    TaskReceived,
    TilesChanged,
    TomCardDone,
    TomCardTurned,
    TomGnomeTurned,
    TomOutcome,
    TurnBegan,
    TurnEnded,
    TurnSkipped,
)
from engine.ids import Novice, PointSource, Seat

Bagged = ActionTiles | Resources


@dataclass(slots=True)
class Line:
    """One line of the story: a headline, what was paid and gained, and what followed."""

    headline: Phrase | None = None
    moves: list[Phrase] = field(default_factory=list)
    remarks: list[Phrase] = field(default_factory=list)
    discarded: ActionTiles = ActionTiles.EMPTY
    paid: list[Bagged] = field(default_factory=list)
    tiles: dict[int | None, ActionTiles] = field(default_factory=dict)
    resources: dict[int | None, Resources] = field(default_factory=dict)
    points: dict[PointSource, int] = field(default_factory=dict)
    after: list[Phrase] = field(default_factory=list)
    news: list[Phrase] = field(default_factory=list)
    """What came of it for the whole table, each a line of its own."""


def narrate(
    events: Iterable[Event], names: Mapping[Seat, str], box: Box, words: Catalog
) -> tuple[str, ...]:
    """Tell the events, a line for each thing done; `names` by seat, ready to be shown."""
    teller = Narrator(names, box)
    for event in events:
        teller.hear(event)
    return tuple(teller.lines_in(words))


class Narrator:
    """Hears events one by one and gathers them into lines."""

    def __init__(self, names: Mapping[Seat, str], box: Box) -> None:
        """Take the players' names by seat, and the box in which ids are looked up."""
        self.names = names
        self.box = box_index(box)
        self.fate_grid = box.fate_grid
        self.lines: list[Line] = []
        self.paid: list[Bagged] = []
        self.discarded = ActionTiles.EMPTY
        self.revealed: list[Phrase] = []

    def lines_in(self, words: Catalog) -> Iterable[str]:
        """Say everything heard so far."""
        if self.discarded:
            self._open_line(None)
        for line in self.lines:
            if sentences := [words.spell(each) for each in _sentences(line)]:
                yield " ".join(sentences)
            yield from map(words.spell, line.news)
        if self.revealed:
            yield words.say("story.revealed", pieces=tuple(self.revealed))

    def hear(self, event: Event) -> None:  # noqa: C901, PLR0912 - a case for each kind of event
        """Take in one event."""
        match event:
            case TilesChanged(_, gained, lost, source, specialist):
                self._tiles(gained, lost, source, specialist)
            case ResourcesChanged(_, gained, lost, _, specialist):
                self._resources(gained, lost, specialist)
            case PointsScored(_, points, source):
                # Passing tells its points itself.
                if source is not PointSource.PASSING:
                    scored = self._line().points
                    scored[source] = scored.get(source, 0) + points
            case PathRevealed() | SpecialistRevealed() | OfferingRevealed():
                self.revealed.append(revealed_phrase(event, self.names, self.box))
            case GuardianMoved(seat, guardian, _, place):
                self._walk(
                    seat,
                    phrase("story.guardian_move", guardian=guardian, place=place_phrase(place)),
                )
            case TaskPlaced(_, _, space):
                self._line().after.append(phrase("story.task_placed", space=space))
            case PortalPlaced(_, portal, _, position):
                self._add(phrase("story.portal_placed", portal=portal, position=position))
            case BonusTaken(_, bonus):
                # What the first bonus brings is told by the gains themselves.
                if bonus != CouncilBonus.GOLD:
                    said = phrase("story.bonus_taken", bonus=bonus_phrase(bonus))
                    self._line().remarks.append(said)
            case CommonTaskMet(_, common):
                self._add(phrase("story.common_task_met", common=common))
            case CountdownTriggered(_, novices):
                self._line().news.append(phrase("story.countdown_triggered", n=novices))
            case TomGnomeTurned(_, gnome, resource):
                stands = phrase("story.tom_gnome_turned", gnome=gnome, resource=resource)
                self._line().remarks.append(stands)
            case TomCardDone(_, _, outcome):
                self._tom_card_done(outcome)
            case TurnEnded(seat):
                self._tell_discards(seat)
            case TurnBegan():
                pass
            case _:
                self._open_line(self._told(event))

    def _told(self, event: "Headlined") -> Phrase:  # noqa: C901, PLR0912 - a case each
        who = self.names[event.seat]
        match event:
            case TurnSkipped():
                return phrase("story.turn_skipped", who=who)
            case FatePlaced(_, tile, cell, direction, start):
                placed = self.box.fate_tiles[tile]
                if start:
                    return phrase("story.fate_started", who=who, symbols=symbols_phrase(placed))
                symbols = squares_phrase(placed, cell, direction, self.fate_grid)
                return phrase("story.fate_placed", who=who, symbols=symbols)
            case PathBuilt(_, tile, source, position):
                if source is None:
                    return phrase("story.path_searched", who=who, position=position, tile=tile)
                if source == 0:
                    return phrase("story.path_from_pile", who=who, position=position, tile=tile)
                return phrase("story.path_built", who=who, position=position, tile=tile)
            case PathsRefreshed():
                return phrase("story.paths_refreshed", who=who)
            case ShipMoved(_, origin, code):
                island = island_phrase(self.box.islands[code])
                if origin is None:
                    return phrase("story.ship_launched", who=who, island=island)
                return phrase("story.ship_moved", who=who, island=island)
            case TaskReceived():
                return self._task_received(event, who)
            case GuardianRetrieved(_, guardian):
                return phrase("story.guardian_retrieved", who=who, guardian=guardian)
            case GreatBonfireTurned(_, _, space):
                return phrase("story.great_bonfire_turned", who=who, space=space)
            case GnomeRecruited(_, gnome, _):
                title = gnome_title(self.box.gnomes[gnome])
                return phrase("story.gnome_recruited", who=who, gnome=gnome, title=title)
            case BonfireLit(_, space, task):
                lit = self.box.tasks[task]
                return phrase(
                    "story.bonfire_lit",
                    who=who,
                    space=space,
                    task=task,
                    condition=condition_phrase(lit.condition),
                    points=points_phrase(lit.points),
                )
            case NovicePlaced(_, novice, space, common):
                if novice is Novice.FLAT:
                    return phrase("story.novice_laid_flat", who=who, space=space)
                if common is not None:
                    return phrase("story.neutral_placed", who=who, common=common, space=space)
                return phrase("story.novice_placed", who=who, space=space)
            case CountdownHanded(_, tile):
                return phrase("story.countdown_handed", tile=tile)
            case Passed(_, tile):
                return phrase("story.passed", who=who, n=tile)
            case TomCardTurned(_, card, number):
                return phrase("story.tom_card_turned", who=who, card=card, number=number)
            case GameEnded(_, reason):
                return phrase("story.game_ended", reason=reason)
            case _:
                assert_never(event)

    def _task_received(self, event: TaskReceived, who: str) -> Phrase:
        task = self.box.tasks[event.task]
        island = island_phrase(self.box.islands[event.island])
        condition, points = condition_phrase(task.condition), points_phrase(task.points)
        if event.side is None:
            return phrase(
                "story.tom_task_received",
                who=who,
                task=event.task,
                island=island,
                condition=condition,
                points=points,
            )
        return phrase(
            "story.task_received",
            who=who,
            task=event.task,
            island=island,
            side=event.side,
            condition=condition,
            points=points,
        )

    def _tom_card_done(self, outcome: TomOutcome) -> None:
        match outcome:
            case TomOutcome.DONE:
                pass
            case TomOutcome.NOTHING:
                self._add(phrase("story.tom_card_nothing"))
            case TomOutcome.COMPENSATED:
                points = self._line().points.pop(PointSource.TOM_CARDS, 0)
                self._add(phrase("story.tom_card_compensated", points=points_phrase(points)))
            case _:
                assert_never(outcome)

    def _tiles(
        self, gained: ActionTiles, lost: ActionTiles, source: Source, specialist: int | None
    ) -> None:
        if lost and source is Source.DISCARD:
            self.discarded += lost
        elif lost:
            self.paid.append(lost)
        if gained:
            gains = self._line().tiles
            gains[specialist] = gains.get(specialist, ActionTiles.EMPTY) + gained

    def _resources(self, gained: Resources, lost: Resources, specialist: int | None) -> None:
        if lost:
            self.paid.append(lost)
        if gained:
            gains = self._line().resources
            gains[specialist] = gains.get(specialist, Resources.EMPTY) + gained

    def _walk(self, seat: Seat, move: Phrase) -> None:
        """Add a guardian's walk to the procession told last, or begin a new line with it."""
        if self.paid or not (self.lines and self.lines[-1].moves):
            self._open_line(Phrase("story.guardians_moved", (("who", self.names[seat]),)))
        self.lines[-1].moves.append(move)

    def _tell_discards(self, seat: Seat) -> None:
        """Tell what was discarded after the last thing done, before somebody else's turn."""
        if self.discarded:
            tiles, self.discarded = self.discarded, ActionTiles.EMPTY
            self._open_line(phrase("story.discarded_last", who=self.names[seat], tiles=tiles))

    def _open_line(self, headline: Phrase | None) -> None:
        self.lines.append(Line(headline, discarded=self.discarded, paid=self.paid))
        self.paid, self.discarded = [], ActionTiles.EMPTY

    def _line(self) -> Line:
        if not self.lines:
            self.lines.append(Line())
        return self.lines[-1]

    def _add(self, sentence: Phrase) -> None:
        self._line().after.append(sentence)


Headlined = (
    TurnSkipped
    | FatePlaced
    | PathBuilt
    | PathsRefreshed
    | ShipMoved
    | TaskReceived
    | GuardianRetrieved
    | GreatBonfireTurned
    | GnomeRecruited
    | BonfireLit
    | NovicePlaced
    | CountdownHanded
    | Passed
    | TomCardTurned
    | GameEnded
)


def revealed_phrase(
    event: PathRevealed | SpecialistRevealed | OfferingRevealed,
    names: Mapping[Seat, str],
    box: BoxIndex,
) -> Phrase:
    """A piece that has come to light, and where."""
    match event:
        case PathRevealed(_, slot, tile):
            return phrase("story.revealed_path", slot=slot, tile=tile)
        case SpecialistRevealed(_, _, gnome):
            title = gnome_title(box.gnomes[gnome])
            return phrase("story.revealed_gnome", gnome=gnome, title=title)
        case OfferingRevealed(seat, side, resource):
            who = names[seat]
            return phrase("story.revealed_offering", who=who, side=side, resource=resource)


def _sentences(line: Line) -> Iterable[Phrase]:
    if line.headline is not None:
        moves = (("moves", tuple(line.moves)),) if line.moves else ()
        yield Phrase(line.headline.key, (*line.headline.slots, *moves))
    yield from line.remarks
    if line.discarded:
        yield phrase("story.discarded", tiles=line.discarded)
    if line.paid:
        yield phrase("story.paid", cost=bag_pieces(*line.paid))
    for specialist in sorted({*line.tiles, *line.resources}, key=lambda number: number or 0):
        gained = (line.tiles.get(specialist), line.resources.get(specialist))
        what = bag_pieces(*(bag for bag in gained if bag is not None))
        if specialist is None:
            yield phrase("story.gained", what=what)
        else:
            yield phrase("story.gained_by_specialist", what=what, number=specialist)
    for source, points in line.points.items():
        yield phrase("story.scored", points=points_phrase(points), source=source)
    yield from line.after
