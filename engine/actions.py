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

from engine import bag, ids
from engine import notation_slots as slots
from engine.data.council import COUNCIL
from engine.notation_slots import answer

PILE = 0
"""The source of `TakePath` that means the top of the draw pile; 1 to 4 are the display slots."""


@answer("choose_start", "start", slots.Code("TILE", "f"), slots.DIRECTION)
class ChooseStart:
    """Put the tile in front or the middle one of the row on the start squares (ruling 64).

    `direction` is right or left: where the tile's second and third symbol lie.
    """

    tile: str
    direction: ids.Direction


@answer("place_fate", "fate", slots.END, slots.Cell(), slots.DIRECTION)
class PlaceFate:
    """Option I: place the fate tile of one end; `cell` takes its first symbol, as `c4`."""

    end: ids.End
    cell: str
    direction: ids.Direction


@answer("keep", "keep", slots.TILES)
class Keep:
    """Before a fate tile is placed: the action tiles that stay, the others are discarded."""

    tiles: bag.ActionTiles


@answer("discard", "discard", slots.ONE_TILE)
class Discard:
    """Discard one action tile of a kind (ruling 57)."""

    kind: ids.ActionType


@answer("take_path", "path", slots.Number(1, 4, {"pile": PILE}), aliases=("build",))
class TakePath:
    """Build a path with the tile of a display slot 1 to 4, or `PILE`."""

    source: int


@answer("refresh_paths", "refresh")
class RefreshPaths:
    """Put a one-colour path display under the piles and lay out a new one (rulings 6, 63)."""


@answer("search_path", "search", slots.COLOR, slots.ONE_RESOURCE)
class SearchPath:
    """Council: take this path tile out of the piles (ruling 35)."""

    crystal: ids.Color
    resource: ids.Resource


@answer("move_ship", "ship", slots.Code("ISLAND", "[a-z]"), aliases=("sail",))
class MoveShip:
    """Move the ship to an island, named by its code."""

    island: str


@answer("receive_task", "task", slots.TASK, slots.SIDE, aliases=("receive",))
class ReceiveTask:
    """Receive a task from the ship's island for the open offering of one pile."""

    task: str
    side: ids.Side


@answer("put_task", "put", slots.POSITION)
class PutTask:
    """Place the task just received on a free task space 1 to 7."""

    space: int


@answer("retrieve_guardian", "guardian", aliases=("retrieve",))
class RetrieveGuardian:
    """Retrieve the guardian of the ship's island."""


@answer("make_procession", "procession", slots.Number(1, 99))
class MakeProcession:
    """Make a procession of as many paid steps."""

    steps: int


@answer("advance", "walk", slots.ONE_GUARDIAN, slots.PlaceSlot())
class Advance:
    """In a procession: move one guardian to a place, skipping those ahead that have not moved."""

    guardian: ids.Guardian
    place: ids.Place


@answer("halt", "halt")
class Halt:
    """End the procession; the guardians that have not moved stay."""


@answer("choose_resource", "choose", slots.ONE_RESOURCE)
class ChooseResource:
    """Specialist 6: the resource that a guardian ending on a path space brings."""

    resource: ids.Resource


@answer("use_great_bonfire", "great-bonfire", slots.POSITION, aliases=("wheel",))
class UseGreatBonfire:
    """Turn the Great Bonfire to a space 1 to 7."""

    space: int


@answer("take_rewards", "reward", slots.RewardsSlot())
class TakeRewards:
    """The rewards taken from the space, in the order of `Reward`; `portal` names the portal."""

    rewards: tuple[ids.Reward, ...]
    portal: ids.PortalKind | None


@answer(
    "recruit_gnome",
    "recruit",
    slots.Code("GNOME", "s|el"),
    slots.Number(0, 2, {"free": 0}),
    aliases=("gnome",),
)
class RecruitGnome:
    """Recruit a specialist or elder for 1 or 2 action tiles (0 when a council bonus pays)."""

    gnome: str
    tiles: int


@answer("ignite", "ignite", slots.POSITION)
class Ignite:
    """Option III: ignite the task on a space 1 to 7."""

    space: int


@answer("send_novice", "council", slots.Number(1, len(COUNCIL)), aliases=("novice",))
class SendNovice:
    """Place the novice on a council space 1 to 8."""

    space: int


@answer("take_bonus", "bonus")
class TakeBonus:
    """Take the bonus of the council space."""


@answer("take_point", "point")
class TakePoint:
    """Take 1 point instead of the bonus."""


@answer("send_neutral", "neutral", slots.COMMON_TASK)
class SendNeutral:
    """Bonus action: send the neutral novice of a common task that is met."""

    common: ids.CommonTask


@answer("move_guardian", "move", slots.ONE_GUARDIAN, slots.PlaceSlot())
class MoveGuardian:
    """Council: move one guardian any number of steps, at least one (rulings 9, 10, 59)."""

    guardian: ids.Guardian
    place: ids.Place


@answer("take_guardian", "fetch", slots.ONE_GUARDIAN)
class TakeGuardian:
    """Council: take a guardian of a new colour."""

    guardian: ids.Guardian


@answer("pay_tiles", "pay", slots.TILES)
class PayTiles:
    """Pay with exactly these action tiles."""

    tiles: bag.ActionTiles


@answer("pay_resources", "pay", slots.RESOURCES)
class PayResources:
    """Pay with exactly these resources."""

    resources: bag.Resources


@answer("decline", "skip", aliases=("decline",))
class Decline:
    """Do without the optional action on the island."""


@answer("tom_takes", "tom", slots.TASK)
class TomTakes:
    """Solo: which of the tasks of equal value Tom takes (S1 Solo Play)."""

    task: str


@answer("pass", "pass")
class Pass:
    """Pass in the countdown for the points of the current tile."""


@answer("end_turn", "end")
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
