"""The View: what a viewer may see, frozen, built by listing what is shown."""

from dataclasses import dataclass

from engine import agenda, bag, events, ids, specialists
from engine.data.box import (
    Box,
    CouncilSpace,
    Elder,
    FateTile,
    Island,
    PathTile,
    Specialist,
    Task,
    WheelSpace,
)
from engine.data.tom import DECK_PASSES
from engine.state import GameOptions


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Points of one seat by source, in the order of `PointSource`; sources with 0 included."""

    points: tuple[tuple[ids.PointSource, int], ...]

    @property
    def total(self) -> int:
        """The sum of all sources."""
        return sum(points for _, points in self.points)

    def __getitem__(self, source: ids.PointSource) -> int:
        """The points of one source."""
        return dict(self.points)[source]


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game. `winners` has several seats for a shared win; a solo draw has both.

    `tie_broken` tells that the lit bonfires decided between equal scores (ruling 4).
    """

    reason: events.EndReason
    winners: tuple[ids.Seat, ...]
    tie_broken: bool


@dataclass(frozen=True, slots=True)
class FateTileView:
    """A fate tile in the Fate Area; `cells` are its three squares in symbol order, as `c4`."""

    tile: FateTile
    direction: ids.Direction
    cells: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class TaskView:
    """A task in a city: whether it is lit, and how far its condition is met now."""

    task: Task
    lit: bool
    have: int
    need: int

    @property
    def met(self) -> bool:
        """Say whether the condition is met now."""
        return self.have >= self.need


@dataclass(frozen=True, slots=True)
class PositionView:
    """One of the seven positions of a city, with everything that belongs to it.

    `resource` and `crystal` are the path tile's (both None while it is not built); `path_price`
    the action tiles that building it costs (0 for the printed position 1). `fits` is the portal
    that the notch takes. `guardian_value` is what a guardian at the bonfire scores.
    """

    position: int
    built: bool
    resource: ids.Resource | None
    crystal: ids.Color | None
    path_price: int
    path_guardians: tuple[ids.Guardian, ...]
    fits: ids.PortalKind
    portal: bool
    task: TaskView | None
    novice: bool
    guardian_value: int
    bonfire_guardian: ids.Guardian | None


@dataclass(frozen=True, slots=True)
class OfferingPileView:
    """An offering pile: the open tile and how many lie face down below it."""

    side: ids.Side
    open: ids.Resource | None
    hidden: int


@dataclass(frozen=True, slots=True)
class CommonProgress:
    """The progress of a seat with a common task."""

    common: ids.CommonTask
    have: int
    need: int

    @property
    def met(self) -> bool:
        """Say whether it is met now."""
        return self.have >= self.need


@dataclass(frozen=True, slots=True)
class SeatView:
    """One city with its supplies. Tom's has no tiles, resources, fate tiles or offerings.

    `score` counts what has been scored so far; `sheet` what the score would be if the game ended
    now. `next_portals` are the kinds still needed, in their order.
    `novices` are those not yet sent. `turns_left` is None before the countdown, and
    `pass_points` None while the seat may not pass.
    """

    seat: ids.Seat
    color: ids.SeatColor
    city: ids.City
    is_tom: bool
    tiles: bag.ActionTiles
    resources: bag.Resources
    fate: tuple[FateTileView, ...]
    fate_row: tuple[FateTile, ...]
    fate_front: FateTile | None
    positions: tuple[PositionView, ...]
    waiting_guardians: tuple[ids.Guardian, ...]
    guardians: tuple[ids.Guardian, ...]
    next_portals: tuple[ids.PortalKind, ...]
    gnomes: tuple[Specialist | Elder, ...]
    abilities: frozenset[int]
    offerings: tuple[OfferingPileView, ...]
    ship: str | None
    novices: int
    bonfires: int
    common: tuple[CommonProgress, ...]
    passed: bool
    turns_left: int | None
    pass_points: int | None
    score: int
    sheet: ScoreSheet

    @property
    def unused(self) -> int:
        """The score of what is left unused, fate tiles and supplies, if the game ended now."""
        return sum(points for source, points in self.sheet.points if source in ids.UNUSED_SOURCES)

    @property
    def portals_due(self) -> tuple[ids.PortalKind, ...]:
        """The kinds that may be placed now: the next one, with specialist 25 any still needed."""
        return specialists.portals_due(self, self.next_portals)


@dataclass(frozen=True, slots=True)
class SlotView:
    """A slot of a task island, numbered from 1: a task, an offering's owner, or nothing."""

    number: int
    task: Task | None
    offering: ids.Seat | None


@dataclass(frozen=True, slots=True)
class IslandView:
    """An island: its slots, the guardians left there, and the ships that lie at it."""

    island: Island
    slots: tuple[SlotView, ...]
    guardians: int
    ships: tuple[ids.Seat, ...]


@dataclass(frozen=True, slots=True)
class WheelSpaceView:
    """A space of the Great Bonfire and the portals on it."""

    space: WheelSpace
    portals: tuple[ids.PortalKind, ...]


@dataclass(frozen=True, slots=True)
class CouncilSpaceView:
    """A space of the High Council and the novices on it, in the order of arrival."""

    space: CouncilSpace
    novices: tuple[ids.Novice, ...]


@dataclass(frozen=True, slots=True)
class CommonTaskView:
    """A common task, what it needs, and whether its neutral novice still waits."""

    common: ids.CommonTask
    need: int
    neutral: bool


@dataclass(frozen=True, slots=True)
class CountdownView:
    """The countdown: who triggered it, the highest tile on the stack, the tile going round."""

    triggered_by: ids.Seat
    stack: int
    handed: int | None


@dataclass(frozen=True, slots=True)
class TomView:
    """Tom's deck: cards turned (of 32), cards left in this pass, pass 1 to 4, and the last card."""

    turned: int
    left: int
    deck_pass: int
    card: ids.TomCard | None
    gnome: Specialist | None
    handicap: int | None


@dataclass(frozen=True, slots=True)
class View:
    """The whole public position.

    >>> from engine import Game
    >>> view = Game.new(GameOptions(players=2), seed=1).view()
    >>> view.waiting
    Waiting(seat=1, decision=StartTileChoice())
    >>> view.seats[1].resources
    Resources(blossom=1, fruit=1, herb=1, shell=1, root=1, gold=1)
    >>> [island.island.code for island in view.islands if island.guardians]
    ['B1', 'D1', 'B3', 'D3']

    `paths_left` counts the path tiles in the face-down piles by kind, `specialists_left` those in
    the face-down pile in printed order: both follow from what lies open. `move` counts the
    answers given so far. `novices_needed` triggers the countdown.
    """

    box: Box
    options: GameOptions
    seats: tuple[SeatView, ...]
    islands: tuple[IslandView, ...]
    wheel: tuple[WheelSpaceView, ...]
    wheel_position: int
    council: tuple[CouncilSpaceView, ...]
    path_display: tuple[PathTile | None, ...]
    paths_left: tuple[tuple[PathTile, int], ...]
    specialists: tuple[Specialist | None, ...]
    specialists_left: tuple[Specialist, ...]
    elders: tuple[Elder | None, ...]
    common: tuple[CommonTaskView, ...]
    novices_sent: int
    novices_needed: int
    countdown: CountdownView | None
    tom: TomView | None
    starter: ids.Seat
    seat: ids.Seat
    turn: int
    move: int
    waiting: agenda.Waiting | None
    result: Result | None

    @property
    def end_is_near(self) -> bool:
        """Say whether the last turns are counted: the countdown runs, or Tom's last pass."""
        in_last_pass = self.tom is not None and self.tom.deck_pass == DECK_PASSES
        return self.countdown is not None or in_last_pass

    def expected(self, seat: ids.Seat) -> int:
        """The points that a seat has in all: scored and certain, and near the end every one."""
        city = self.seats[seat]
        whole = self.result is not None or self.end_is_near
        return city.sheet.total - (0 if whole else city.unused)

    @property
    def leaders(self) -> tuple[ids.Seat, ...]:
        """The seats with the most expected points, in the end the winners; at first nobody."""
        if self.result is not None:
            return self.result.winners
        points = [self.expected(city.seat) for city in self.seats]
        best = max(points)
        return tuple(seat for seat, has in enumerate(points) if has == best) if best > 0 else ()
