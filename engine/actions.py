"""The answers that a seat can give: one frozen value for each answer, holding only ids and values.

An `Action` says nothing about whether it is legal; a game tells that. It can be typed and stored:

>>> from engine.codec import action_to_json
>>> from engine.notation import format_action, parse_action
>>> parse_action("ship e1")
MoveShip(island='E1')
>>> format_action(MoveShip("E1"))
'ship E1'
>>> action_to_json(MoveShip("E1"))
{'tag': 'move_ship', 'island': 'E1'}
"""

from dataclasses import dataclass

from engine.bag import ActionTiles, Resources
from engine.ids import (
    ActionType,
    Color,
    CommonTask,
    Direction,
    End,
    Guardian,
    Place,
    PortalKind,
    Resource,
    Reward,
    Side,
)

PILE = 0
"""The source of `TakePath` that means the top of the draw pile; 1 to 4 are the display slots."""


@dataclass(frozen=True, slots=True)
class ChooseStart:
    """Put the tile in front or the middle one of the row on the start squares (ruling 64).

    `direction` is right or left: where the tile's second and third symbol lie.
    """

    tile: str
    direction: Direction


@dataclass(frozen=True, slots=True)
class PlaceFate:
    """Option I: place the fate tile of one end; `cell` takes its first symbol, as `c4`."""

    end: End
    cell: str
    direction: Direction


@dataclass(frozen=True, slots=True)
class Keep:
    """Before a fate tile is placed: the action tiles that stay, the others are discarded."""

    tiles: ActionTiles


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard one action tile of a kind (ruling 57)."""

    kind: ActionType


@dataclass(frozen=True, slots=True)
class TakePath:
    """Build a path with the tile of a display slot 1 to 4, or `PILE`."""

    source: int


@dataclass(frozen=True, slots=True)
class RefreshPaths:
    """Put a one-colour path display under the piles and lay out a new one (rulings 6, 63)."""


@dataclass(frozen=True, slots=True)
class SearchPath:
    """Council: take this path tile out of the piles (ruling 35)."""

    crystal: Color
    resource: Resource


@dataclass(frozen=True, slots=True)
class MoveShip:
    """Move the ship to an island, named by its code."""

    island: str


@dataclass(frozen=True, slots=True)
class ReceiveTask:
    """Receive a task from the ship's island for the open offering of one pile."""

    task: str
    side: Side


@dataclass(frozen=True, slots=True)
class PutTask:
    """Place the task just received on a free task space 1 to 7."""

    space: int


@dataclass(frozen=True, slots=True)
class RetrieveGuardian:
    """Retrieve the guardian of the ship's island."""


@dataclass(frozen=True, slots=True)
class MakeProcession:
    """Make a procession of as many paid steps."""

    steps: int


@dataclass(frozen=True, slots=True)
class Advance:
    """In a procession: move one guardian to a place, skipping those ahead that have not moved."""

    guardian: Guardian
    place: Place


@dataclass(frozen=True, slots=True)
class Halt:
    """End the procession; the guardians that have not moved stay."""


@dataclass(frozen=True, slots=True)
class ChooseResource:
    """Specialist 6: the resource that a guardian ending on a path space brings."""

    resource: Resource


@dataclass(frozen=True, slots=True)
class UseGreatBonfire:
    """Turn the Great Bonfire to a space 1 to 7."""

    space: int


@dataclass(frozen=True, slots=True)
class TakeRewards:
    """The rewards taken from the space, in the order of `Reward`; `portal` names the portal."""

    rewards: tuple[Reward, ...]
    portal: PortalKind | None


@dataclass(frozen=True, slots=True)
class RecruitGnome:
    """Recruit a specialist or elder for 1 or 2 action tiles (0 when a council bonus pays)."""

    gnome: str
    tiles: int


@dataclass(frozen=True, slots=True)
class Ignite:
    """Option III: ignite the task on a space 1 to 7."""

    space: int


@dataclass(frozen=True, slots=True)
class SendNovice:
    """Place the novice on a council space 1 to 8."""

    space: int


@dataclass(frozen=True, slots=True)
class TakeBonus:
    """Take the bonus of the council space."""


@dataclass(frozen=True, slots=True)
class TakePoint:
    """Take 1 point instead of the bonus."""


@dataclass(frozen=True, slots=True)
class SendNeutral:
    """Bonus action: send the neutral novice of a common task that is met."""

    common: CommonTask


@dataclass(frozen=True, slots=True)
class MoveGuardian:
    """Council: move one guardian any number of steps, at least one (rulings 9, 10, 59)."""

    guardian: Guardian
    place: Place


@dataclass(frozen=True, slots=True)
class TakeGuardian:
    """Council: take a guardian of a new colour."""

    guardian: Guardian


@dataclass(frozen=True, slots=True)
class PayTiles:
    """Pay with exactly these action tiles."""

    tiles: ActionTiles


@dataclass(frozen=True, slots=True)
class PayResources:
    """Pay with exactly these resources."""

    resources: Resources


@dataclass(frozen=True, slots=True)
class Decline:
    """Do without the optional action on the island."""


@dataclass(frozen=True, slots=True)
class TomTakes:
    """Solo: which of the tasks of equal value Tom takes (S1 Solo Play)."""

    task: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass in the countdown for the points of the current tile."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn."""


Action = (
    ChooseStart
    | PlaceFate
    | Keep
    | Discard
    | TakePath
    | RefreshPaths
    | SearchPath
    | MoveShip
    | ReceiveTask
    | PutTask
    | RetrieveGuardian
    | MakeProcession
    | Advance
    | Halt
    | ChooseResource
    | UseGreatBonfire
    | TakeRewards
    | RecruitGnome
    | Ignite
    | SendNovice
    | TakeBonus
    | TakePoint
    | SendNeutral
    | MoveGuardian
    | TakeGuardian
    | PayTiles
    | PayResources
    | Decline
    | TomTakes
    | Pass
    | EndTurn
)
