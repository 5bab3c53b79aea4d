"""The short phrases for answers in a menu or a plan, the symbols in front, the controls behind.

A phrase tells effect and gains of an answer; its symbol is that of the piece which it is about.
"""

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Final, assert_never

from bot.model.controls import Sign, Subject, notation_of, write_control
from bot.words import Phrase, Sayable, key_of, phrase
from bot.words.pieces import (
    bag_pieces,
    bonus_phrase,
    gnome_title,
    island_phrase,
    place_phrase,
    points_phrase,
    squares_phrase,
    symbol_key,
    symbols_phrase,
    task_slots,
)
from engine import actions
from engine.actions import Action
from engine.agenda import BonusChoice, Decision, RewardChoice
from engine.bag import ActionTiles, Resources
from engine.box_index import box_index
from engine.data.box import FateTile, PathTile, WheelSpace
from engine.ids import ActionType, End, PortalKind, Reward, Seat
from engine.notation import format_action, parse_line
from engine.view import View

_BONFIRE: Final = "bonfire"
_NEUTRAL: Final = "novice.neutral"
SUBJECT_SYMBOLS: Final[Mapping[Subject, str]] = {
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
"""The symbol of each kind of action that has one."""


def tile_at(end: End, view: View, seat: Seat) -> FateTile:
    """The fate tile at an end of a seat's row."""
    row = view.seats[seat].fate_row
    return row[0] if end is End.TOP else row[-1]


def on_squares(placed: actions.PlaceFate, view: View, seat: Seat) -> Phrase:
    """The symbols of a fate tile that is placed, each with its square."""
    tile = tile_at(placed.end, view, seat)
    return squares_phrase(tile, placed.cell, placed.direction, view.box.fate_grid)


def label(  # noqa: C901, PLR0912 - a case each
    action: actions.Action, view: View, seat: Seat, decision: Decision
) -> Phrase:
    """An answer to a question in the imperative, with the short names that the pictures carry.

    `view` is the position in which the question is asked, or the one before the plan began.
    """
    box = box_index(view.box)
    match action:
        case actions.ChooseStart(tile, direction):
            symbols = symbols_phrase(box.fate_tiles[tile])
            return phrase("choose.start_tile", symbols=symbols, direction=direction)
        case actions.PlaceFate(end):
            return phrase("choose.fate", end=end, symbols=on_squares(action, view, seat))
        case actions.Keep(tiles):
            return phrase("choose.keep", tiles=tiles) if tiles else phrase("choose.keep_none")
        case actions.Discard(kind):
            return phrase("choose.discard", tiles=ActionTiles.of(kind))
        case actions.TakePath(source):
            shown = None if source == actions.PILE else view.path_display[source - 1]
            if shown is None:
                return phrase("choose.path_pile")
            return phrase("choose.path", slot=source, tile=shown)
        case actions.RefreshPaths():
            return phrase("choose.refresh")
        case actions.SearchPath(crystal, resource):
            return phrase("choose.search", tile=PathTile(crystal, resource))
        case actions.MoveShip(island):
            return phrase("choose.sail", island=island_phrase(box.islands[island]))
        case actions.ReceiveTask(task, side):
            return phrase("choose.task", side=side, **task_slots(box.tasks[task]))
        case actions.PutTask(space):
            return phrase("choose.task_space", space=space)
        case actions.RetrieveGuardian():
            return phrase("choose.retrieve")
        case actions.MakeProcession(steps):
            return phrase("choose.procession", n=steps)
        case actions.Advance(guardian, place) | actions.MoveGuardian(guardian, place):
            return phrase("choose.walk", guardian=guardian, place=place_phrase(place))
        case actions.Halt():
            return phrase("choose.halt")
        case actions.ChooseResource(resource):
            return phrase("choose.resource", resource=resource)
        case actions.UseGreatBonfire(space):
            return phrase("choose.wheel", space=space)
        case actions.TakeRewards(rewards, portal):
            number = decision.space if isinstance(decision, RewardChoice) else view.wheel_position
            return phrase("choose.rewards", what=_rewards(box.wheel[number], rewards, portal))
        case actions.RecruitGnome(gnome):
            return phrase("choose.gnome", gnome=gnome, title=gnome_title(box.gnomes[gnome]))
        case actions.Ignite(space):
            held = view.seats[seat].positions[space - 1].task
            if held is None:
                raise ValueError(f"no task on space {space}")
            return phrase("choose.ignite", space=space, **task_slots(held.task))
        case actions.SendNovice(space):
            bonus = bonus_phrase(box.council[space].bonus)
            return phrase("choose.council", space=space, bonus=bonus)
        case actions.TakeBonus():
            number = decision.space if isinstance(decision, BonusChoice) else 1
            return phrase("choose.bonus", bonus=bonus_phrase(box.council[number].bonus))
        case actions.TakePoint():
            return phrase("choose.point", points=points_phrase(1))
        case actions.SendNeutral(common):
            return phrase("choose.neutral", common=common)
        case actions.TakeGuardian(guardian):
            return phrase("choose.guardian", guardian=guardian)
        case actions.PayTiles(paid) | actions.PayResources(paid):
            return phrase("choose.pay", pieces=paid)
        case actions.Decline():
            return phrase("choose.decline")
        case actions.TomTakes(task):
            return phrase("choose.tom_task", **task_slots(box.tasks[task]))
        case actions.Pass():
            return phrase("choose.pass", points=points_phrase(view.seats[seat].pass_points or 0))
        case actions.EndTurn():
            return phrase("choose.end")
        case _:
            assert_never(action)


def brief(action: actions.Action, view: View, seat: Seat, decision: Decision) -> Phrase:
    """An answer that follows another one, in few words, which leaves room for more."""
    match action:
        case actions.ReceiveTask(task):
            return phrase("choose.task_brief", task=box_index(view.box).tasks[task])
        case actions.Advance(guardian, place):
            return phrase("choose.walk_brief", guardian=guardian, place=place_phrase(place))
        case _:
            return label(action, view, seat, decision)


def _rewards(
    space: WheelSpace, rewards: tuple[Reward, ...], portal: PortalKind | None
) -> tuple[Sayable, ...]:
    pieces: list[Sayable] = []
    for reward in rewards:
        match reward:
            case Reward.TILE:
                pieces += bag_pieces(ActionTiles.of(space.tile))
            case Reward.GOODS:
                goods = space.resource
                pieces += bag_pieces(Resources.of(goods)) if goods else (points_phrase(2),)
            case Reward.PORTAL:
                pieces.append(phrase("choose.portal", portal=portal))
            case _:
                assert_never(reward)
    return tuple(pieces)


def answer_symbol(action: actions.Action, view: View, seat: Seat) -> str:  # noqa: C901, PLR0912 - a case each
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


def token_of(actions: Iterable[Action]) -> str:
    """The token of a choice: its answers in notation."""
    return write_control(Sign.ANSWER, ";".join(map(format_action, actions)))


def chosen_actions(token: str) -> tuple[Action, ...]:
    """The answers of a choice; raises NotationError for anything else."""
    return parse_line(notation_of(token))
