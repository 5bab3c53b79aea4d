"""The symbol in front of a control: that of the piece which it is about, by its key."""

from collections.abc import Mapping
from enum import Enum
from typing import Final

from bot.model.controls import Subject
from bot.words import key_of
from bot.words.symbols import symbol_key
from engine import actions
from engine.actions import Action
from engine.bag import ActionTiles, Resources
from engine.box_index import box_index
from engine.ids import ActionType, Seat
from engine.view import View

_BONFIRE: Final = "bonfire"
_NEUTRAL: Final = "novice.neutral"
OF_SUBJECT: Final[Mapping[Subject, str]] = {
    Subject.IGNITE: _BONFIRE,
    Subject.SAIL_TASK: key_of(ActionType.SHIP),
    Subject.SAIL_GUARDIAN: key_of(ActionType.SHIP),
    Subject.SAIL: key_of(ActionType.SHIP),
    Subject.TASK: key_of(ActionType.TASK),
    Subject.GUARDIAN: key_of(ActionType.GUARDIAN),
    Subject.PROCESSION: key_of(ActionType.GUARDIAN),
    Subject.PATH: key_of(ActionType.PATH),
    Subject.REFRESH: key_of(ActionType.PATH),
    Subject.GREAT_BONFIRE: key_of(ActionType.GREAT_BONFIRE),
    Subject.GNOME: key_of(ActionType.GNOME),
    Subject.NEUTRAL: _NEUTRAL,
}
"""The subject of each kind of action that has a symbol."""


def answer_symbol(action: Action, view: View, seat: Seat) -> str:  # noqa: C901, PLR0912 - a case each
    """The key of the symbol of what an answer is about, empty where there is none."""
    box = box_index(view.box)
    match action:
        case actions.TakePath(source):
            shown = None if source == actions.PILE else view.path_display[source - 1]
            return key_of(ActionType.PATH if shown is None else shown.resource)
        case actions.SearchPath(_, resource) | actions.ChooseResource(resource):
            return key_of(resource)
        case actions.RefreshPaths():
            return key_of(ActionType.PATH)
        case actions.MoveShip(code):
            island = box.islands[code]
            return symbol_key(island.resource) or symbol_key(island.guardian) or ""
        case actions.ReceiveTask(task) | actions.TomTakes(task):
            return symbol_key(box.tasks[task]) or ""
        case actions.RetrieveGuardian() | actions.MakeProcession():
            return key_of(ActionType.GUARDIAN)
        case (
            actions.Advance(guardian)
            | actions.MoveGuardian(guardian)
            | actions.TakeGuardian(guardian)
        ):
            return key_of(guardian)
        case actions.UseGreatBonfire():
            return key_of(ActionType.GREAT_BONFIRE)
        case actions.TakeRewards(_, portal) if portal is not None:
            return key_of(portal)
        case actions.RecruitGnome(gnome):
            return symbol_key(box.gnomes[gnome]) or ""
        case actions.Ignite():
            return _BONFIRE
        case actions.SendNovice():
            return f"novice.{view.seats[seat].color}"
        case actions.SendNeutral():
            return _NEUTRAL
        case actions.Discard(kind):
            return key_of(kind)
        case actions.PayTiles(paid) | actions.PayResources(paid):
            return _of_one_kind(paid)
        case _:
            return ""


def _of_one_kind(bag: ActionTiles | Resources) -> str:
    """The symbol of pieces that are all alike; one of several would mislead."""
    kinds: list[Enum] = [kind for kind, _ in bag.items()]
    return key_of(kinds[0]) if len(kinds) == 1 else ""
