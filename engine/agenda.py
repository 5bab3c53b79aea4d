"""The frames that the game waits for: Decisions wait for a seat, Effects run when they surface.

Both are frozen frames on one stack, the last one on top.
"""

from dataclasses import dataclass

from engine import actions, bag, ids


@dataclass(frozen=True, slots=True)
class StartTileChoice:
    """Before the first own turn: which fate tile is the start tile, and which way round."""


@dataclass(frozen=True, slots=True)
class TurnChoice:
    """Choose among the options I, II, III; bonus actions, discarding and passing too."""


@dataclass(frozen=True, slots=True)
class KeepChoice:
    """Choose the action tiles that stay before the fate tile is placed."""

    placement: actions.PlaceFate


@dataclass(frozen=True, slots=True)
class TilePayment:
    """Pay `count` action tiles of a kind."""

    kind: ids.ActionType
    count: int


@dataclass(frozen=True, slots=True)
class ResourcePayment:
    """Pay the needed resources and `any_count` more of any kind."""

    needed: bag.Resources
    any_count: int


@dataclass(frozen=True, slots=True)
class IslandChoice:
    """After a ship move: the action of the island, or none."""


@dataclass(frozen=True, slots=True)
class TaskSpaceChoice:
    """Choose the space for the task just received."""

    task: str


@dataclass(frozen=True, slots=True)
class PathChoice:
    """After a refresh: a path tile must be taken, or the display refreshed again."""


@dataclass(frozen=True, slots=True)
class ProcessionChoice:
    """Choose the guardian that moves next.

    `waiting` are the guardians that may still move, front first. `steps` is what each may walk.
    `gains` tells whether path tiles yield resources (not with specialist 17), `must_move`
    whether a first guardian is still owed (ruling 8).
    """

    steps: int
    waiting: tuple[ids.Guardian, ...]
    gains: bool
    must_move: bool


@dataclass(frozen=True, slots=True)
class ResourceChoice:
    """Specialist 6: which resource the guardian on path `position` brings."""

    guardian: ids.Guardian
    position: int


@dataclass(frozen=True, slots=True)
class RewardChoice:
    """Choose the rewards of the Great Bonfire space."""

    space: int


@dataclass(frozen=True, slots=True)
class NoviceChoice:
    """Choose the council space for the novice; `common` names the task of a neutral one."""

    novice: ids.Novice
    common: ids.CommonTask | None = None


@dataclass(frozen=True, slots=True)
class BonusChoice:
    """The bonus of the council space, or 1 point."""

    space: int


@dataclass(frozen=True, slots=True)
class CouncilChoice:
    """The actions that a bonus of the High Council allows, named as in `engine.data.council`."""

    bonus: str


@dataclass(frozen=True, slots=True)
class TomTaskChoice:
    """Solo: which of the tasks of equal value Tom takes."""

    card: ids.TomCard
    tasks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AfterTurn:
    """The main action is done: bonus actions, discarding, or the end of the turn."""


Decision = (
    StartTileChoice
    | TurnChoice
    | KeepChoice
    | TilePayment
    | ResourcePayment
    | IslandChoice
    | TaskSpaceChoice
    | PathChoice
    | ProcessionChoice
    | ResourceChoice
    | RewardChoice
    | NoviceChoice
    | BonusChoice
    | CouncilChoice
    | TomTaskChoice
    | AfterTurn
)

PaidAction = (
    actions.TakePath
    | actions.RefreshPaths
    | actions.MoveShip
    | actions.ReceiveTask
    | actions.RetrieveGuardian
    | actions.MakeProcession
    | actions.UseGreatBonfire
    | actions.RecruitGnome
)


@dataclass(frozen=True, slots=True)
class Perform:
    """Carry out an action whose cost has been paid."""

    action: PaidAction


@dataclass(frozen=True, slots=True)
class TomBegins:
    """Solo: Tom turns his next card."""


@dataclass(frozen=True, slots=True)
class TomEnds:
    """Solo: Tom's bonus actions and the end of his turn, once his card is done."""


Effect = Perform | TomBegins | TomEnds
Frame = Decision | Effect
EFFECTS = (Perform, TomBegins, TomEnds)


@dataclass(frozen=True, slots=True)
class Waiting:
    """The seat that the game waits for, and the question to it."""

    seat: int
    decision: Decision
