"""The state of a game: a mutable shell whose fields hold only immutable values.

`GameState.copy` copies the shell; the copy is edited as a draft and then never touched again. The
shells have no slots: a dictionary is copied faster than fields one by one, and a search does little
else as often. Nothing outside the engine sees a `GameState`.
"""

from dataclasses import dataclass, field
from typing import Annotated, Self

from engine import bag, ids
from engine.agenda import Frame
from engine.data.box import Box, PathTile
from engine.events import EndReason, Event
from engine.rng import SEED_BITS

Mask = Annotated[int, range(1 << (9 + 4) * (11 + 5))]
"""Bits of the largest Fate Area that a box may have, with its margin and its guard column."""
SignedPoints = Annotated[int, range(-9_999, 10_000)]
"""A number that may lie below 0."""
Seed = Annotated[int, range(1 << SEED_BITS)]

TOM: ids.Seat = 1
"""Tom's seat in a solo game."""


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The options that a table plays with.

    `players` is 1 to 4; with 1 the second seat is Tom. `colors` fixes the colours by seat, else
    they are dealt. `beginner` deals different colours to each island (S1 Setup). Two
    variants of the rules: `strict_payment` (ruling 1) allows a substitute only for a missing piece,
    `specialist_18_at_once` (ruling 5) scores specialist 18 when a guardian reaches a bonfire.
    `handicap` is the solo challenge's, None for a plain game (ruling 68).
    """

    players: int
    beginner: bool = False
    strict_payment: bool = False
    specialist_18_at_once: bool = False
    handicap: SignedPoints | None = None
    colors: tuple[ids.SeatColor, ...] | None = None

    @property
    def seats(self) -> int:
        """The number of cities on the table, Tom's included."""
        return max(2, self.players)

    @property
    def solo(self) -> bool:
        """Say whether Tom plays."""
        return self.players == 1


@dataclass(frozen=True, slots=True)
class PlacedFate:
    """A fate tile in the Fate Area: `cell` holds its first symbol."""

    tile: str
    cell: str
    direction: ids.Direction


@dataclass(frozen=True, slots=True)
class FateArea:
    """The Fate Area as bits of `engine.geometry`: covered squares, and one mask a symbol."""

    tiles: tuple[PlacedFate, ...] = ()
    covered: Mask = 0
    symbols: tuple[Mask, ...] = (0,) * 6


@dataclass(frozen=True, slots=True)
class TaskSpace:
    """A task, or once lit its bonfire, on a task space."""

    task: str
    lit: bool


@dataclass(frozen=True, slots=True)
class OfferingPile:
    """An offering pile: the open tile, None while it is to be flipped or used up, and the rest."""

    open: ids.Resource | None
    hidden: int

    @property
    def used_up(self) -> bool:
        """Say whether no tile is left."""
        return self.open is None and not self.hidden


@dataclass
class PlayerState:
    """One city and its supplies.

    `scored` holds the points gained so far, in the order of `IN_GAME_SOURCES`. `path` holds the
    tiles of positions 2 to 7 built so far; position 1 is printed. `portals` and `tasks` have one
    entry a position 1 to 7. `novices` counts those not yet sent to the council.
    `common_met` are the common tasks met at any time so far.
    """

    color: ids.SeatColor
    city: ids.City
    tiles: bag.ActionTiles = bag.ActionTiles.EMPTY
    resources: bag.Resources = bag.Resources.EMPTY
    scored: tuple[SignedPoints, ...] = (0,) * len(ids.IN_GAME_SOURCES)
    fate: FateArea = FateArea()
    fate_row: tuple[str, ...] = ()
    fate_front: str | None = None
    path: tuple[PathTile, ...] = ()
    portals: tuple[ids.PortalKind | None, ...] = (None,) * 7
    tasks: tuple[TaskSpace | None, ...] = (None,) * 7
    novices: int = 7
    guardians: tuple[tuple[ids.Guardian, ids.Place], ...] = ()
    gnomes: tuple[str, ...] = ()
    abilities: frozenset[int] = frozenset()
    offerings: tuple[OfferingPile, ...] = ()
    ship: str | None = None
    passed: bool = False
    common_met: frozenset[ids.CommonTask] = frozenset()

    def copy(self) -> Self:
        """Copy the shell; the values are shared."""
        twin = object.__new__(type(self))
        twin.__dict__ = self.__dict__.copy()
        return twin


@dataclass(frozen=True, slots=True)
class Countdown:
    """The countdown (rulings 29, 30, 55).

    `stack` is the highest tile the starting player still holds, 0 when none; `handed` the tile
    that goes round now, None before the first one and while the starting player is to move.
    """

    triggered_by: ids.Seat
    stack: int
    handed: int | None


@dataclass(frozen=True, slots=True)
class TomState:
    """Tom's deck in the open: cards turned, the last card, its gnome, and the gnomes turned."""

    turned: int = 0
    card: ids.TomCard | None = None
    gnome: str | None = None
    gnomes_discarded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hidden:
    """The pieces that nobody at the table may know; first cards are drawn first.

    `streams` counts the shuffles made from each named stream of the seed. `script` holds forced
    draws, used when the record of a running game is replayed without its seed.
    """

    seed: Seed
    path_pile: tuple[PathTile, ...] = ()
    specialist_pile: tuple[str, ...] = ()
    tom_deck: tuple[ids.TomCard, ...] = ()
    offering_piles: tuple[tuple[tuple[ids.Resource, ...], ...], ...] = ()
    streams: tuple[tuple[str, int], ...] = ()
    script: tuple[PathTile | str, ...] = ()


@dataclass(frozen=True, slots=True)
class TryoutHidden(Hidden):
    """The hidden part of a tryout: nobody knows what comes, so nothing is laid out again."""


IslandSlot = str | int | None
"""An island slot: a task id, the seat whose offering lies there, or nothing."""


@dataclass
class GameState:
    """The whole game.

    `islands` has one tuple of slots an island of the box, in its order (empty for guardian
    islands); `guardians_left` one count a neutral colour. `wheel_position` 0 is the start mark.
    `council` has one tuple of novices a space. `neutral` are the common tasks whose novice still
    waits. `idle` counts the turns in a row that were skipped or ended idle; it is below 0 and
    counts the running turn too while that one is idle so far (rulings 69, 72). `revealed` counts
    draws of hidden pieces, where undo stops. `events` tells what the last answer caused.
    `counts_idle` is False in a record that is older than ruling 72: there only skipped turns count.
    """

    options: GameOptions
    box: Box
    players: list[PlayerState]
    islands: tuple[tuple[IslandSlot, ...], ...]
    guardians_left: tuple[int, ...]
    wheel_position: int
    wheel_portals: tuple[tuple[ids.PortalKind, ...], ...]
    council: tuple[tuple[ids.Novice, ...], ...]
    path_display: tuple[PathTile | None, ...]
    specialists: tuple[str | None, ...]
    elders: tuple[str | None, ...]
    neutral: frozenset[ids.CommonTask]
    starter: ids.Seat
    seat: ids.Seat
    turn: int
    hidden: Hidden
    countdown: Countdown | None = None
    tom: TomState | None = None
    idle: SignedPoints = 0
    revealed: int = 0
    ended: EndReason | None = None
    agenda: list[Frame] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    counts_idle: bool = True

    def copy(self) -> Self:
        """Copy the shell for a draft: players and agenda anew, no events yet."""
        twin = object.__new__(type(self))
        twin.__dict__ = self.__dict__.copy()
        twin.players = [player.copy() for player in self.players]
        twin.agenda = self.agenda.copy()
        twin.events = []
        return twin
