"""The events of a game: frozen facts, in order, enough to fold back into the public numbers.

Every event names the seat it happened to. Sentences are made from them elsewhere.
"""

from dataclasses import dataclass
from enum import StrEnum

from engine import bag, ids
from engine.data import box


class Source(StrEnum):
    """The reason for which tiles or resources came or went."""

    SETUP = "setup"
    FATE_TILE = "fate_tile"
    FATE_SQUARE = "fate_square"
    COST = "cost"
    DISCARD = "discard"
    PATH = "path"
    PROCESSION = "procession"
    GREAT_BONFIRE = "great_bonfire"
    COUNCIL = "council"
    SPECIALIST = "specialist"


class EndReason(StrEnum):
    """The reason for which a game ended."""

    COUNTDOWN = "countdown"
    ALL_PASSED = "all_passed"
    EXHAUSTION = "exhaustion"
    TOM_DECK = "tom_deck"


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A seat's turn begins; `turn` counts all turns of the game from 1."""

    seat: ids.Seat
    turn: int


@dataclass(frozen=True, slots=True)
class TurnSkipped:
    """A seat has no option, or has passed, and is skipped."""

    seat: ids.Seat


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A seat ended its turn."""

    seat: ids.Seat


@dataclass(frozen=True, slots=True)
class TilesChanged:
    """Action tiles gained or lost; `specialist` names the card that gave them, if one did."""

    seat: ids.Seat
    gained: bag.ActionTiles
    lost: bag.ActionTiles
    source: Source
    specialist: int | None = None


@dataclass(frozen=True, slots=True)
class ResourcesChanged:
    """Resources gained or lost; `specialist` names the card that gave them, if one did."""

    seat: ids.Seat
    gained: bag.Resources
    lost: bag.Resources
    source: Source
    specialist: int | None = None


@dataclass(frozen=True, slots=True)
class PointsScored:
    """Points scored at once."""

    seat: ids.Seat
    points: int
    source: ids.PointSource


@dataclass(frozen=True, slots=True)
class FatePlaced:
    """A fate tile lies in the Fate Area; `start` marks the first one."""

    seat: ids.Seat
    tile: str
    cell: str
    direction: ids.Direction
    start: bool


@dataclass(frozen=True, slots=True)
class PathBuilt:
    """A path tile joined the city; `source` is a display slot, 0 the pile, None a search."""

    seat: ids.Seat
    tile: box.PathTile
    source: int | None
    position: int


@dataclass(frozen=True, slots=True)
class PathsRefreshed:
    """A one-colour path display went under the piles."""

    seat: ids.Seat
    tiles: tuple[box.PathTile, ...]


@dataclass(frozen=True, slots=True)
class PathRevealed:
    """A path tile was laid into a display slot 1 to 4."""

    seat: ids.Seat
    slot: int
    tile: box.PathTile


@dataclass(frozen=True, slots=True)
class ShipMoved:
    """The ship sailed; `origin` None is the landing stage."""

    seat: ids.Seat
    origin: str | None
    island: str


@dataclass(frozen=True, slots=True)
class TaskReceived:
    """A task was taken from an island slot; an offering lies there now (not with Tom)."""

    seat: ids.Seat
    task: str
    island: str
    slot: int
    side: ids.Side | None


@dataclass(frozen=True, slots=True)
class TaskPlaced:
    """A task lies on a task space 1 to 7."""

    seat: ids.Seat
    task: str
    space: int


@dataclass(frozen=True, slots=True)
class OfferingRevealed:
    """The next offering tile of a pile was flipped."""

    seat: ids.Seat
    side: ids.Side
    resource: ids.Resource


@dataclass(frozen=True, slots=True)
class GuardianRetrieved:
    """A guardian came to the Starting Tile."""

    seat: ids.Seat
    guardian: ids.Guardian


@dataclass(frozen=True, slots=True)
class GuardianMoved:
    """A guardian moved within the city."""

    seat: ids.Seat
    guardian: ids.Guardian
    origin: ids.Place
    place: ids.Place


@dataclass(frozen=True, slots=True)
class GreatBonfireTurned:
    """The Great Bonfire turned to a space; origin 0 is the start mark."""

    seat: ids.Seat
    origin: int
    space: int


@dataclass(frozen=True, slots=True)
class PortalPlaced:
    """A portal was taken from a wheel space and placed in its notch."""

    seat: ids.Seat
    portal: ids.PortalKind
    space: int
    position: int


@dataclass(frozen=True, slots=True)
class GnomeRecruited:
    """A gnome joined the city; `slot` is its display slot 1 to 6."""

    seat: ids.Seat
    gnome: str
    slot: int


@dataclass(frozen=True, slots=True)
class SpecialistRevealed:
    """A specialist was laid into a display slot 1 to 6."""

    seat: ids.Seat
    slot: int
    gnome: str


@dataclass(frozen=True, slots=True)
class BonfireLit:
    """The task on a space became a bonfire."""

    seat: ids.Seat
    space: int
    task: str


@dataclass(frozen=True, slots=True)
class NovicePlaced:
    """A novice went to a council space; `common` names the task of a neutral one."""

    seat: ids.Seat
    novice: ids.Novice
    space: int
    common: ids.CommonTask | None


@dataclass(frozen=True, slots=True)
class BonusTaken:
    """The bonus of the council space was chosen, here by its name."""

    seat: ids.Seat
    bonus: str


@dataclass(frozen=True, slots=True)
class CommonTaskMet:
    """A seat meets a common task for the first time."""

    seat: ids.Seat
    common: ids.CommonTask


@dataclass(frozen=True, slots=True)
class CountdownTriggered:
    """The threshold of novices was reached in this seat's turn."""

    seat: ids.Seat
    novices: int


@dataclass(frozen=True, slots=True)
class CountdownHanded:
    """The starting player handed on the countdown tile of this number."""

    seat: ids.Seat
    tile: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed for the points of the countdown tile."""

    seat: ids.Seat
    tile: int


@dataclass(frozen=True, slots=True)
class TomCardTurned:
    """Tom's next card; `number` counts his cards from 1 to 32."""

    seat: ids.Seat
    card: ids.TomCard
    number: int


@dataclass(frozen=True, slots=True)
class TomGnomeTurned:
    """The gnome that names the resource of Tom's card."""

    seat: ids.Seat
    gnome: str
    resource: ids.Resource


@dataclass(frozen=True, slots=True)
class TomCardDone:
    """The fate of Tom's card: done, nothing to do, or compensated with 3 points."""

    seat: ids.Seat
    card: ids.TomCard
    outcome: "TomOutcome"


class TomOutcome(StrEnum):
    """The fate of a Tom card."""

    DONE = "done"
    NOTHING = "nothing"
    COMPENSATED = "compensated"


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over."""

    seat: ids.Seat
    reason: EndReason


Event = (
    TurnBegan
    | TurnSkipped
    | TurnEnded
    | TilesChanged
    | ResourcesChanged
    | PointsScored
    | FatePlaced
    | PathBuilt
    | PathsRefreshed
    | PathRevealed
    | ShipMoved
    | TaskReceived
    | TaskPlaced
    | OfferingRevealed
    | GuardianRetrieved
    | GuardianMoved
    | GreatBonfireTurned
    | PortalPlaced
    | GnomeRecruited
    | SpecialistRevealed
    | BonfireLit
    | NovicePlaced
    | BonusTaken
    | CommonTaskMet
    | CountdownTriggered
    | CountdownHanded
    | Passed
    | TomCardTurned
    | TomGnomeTurned
    | TomCardDone
    | GameEnded
)
