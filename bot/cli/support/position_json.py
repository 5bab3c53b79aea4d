"""The public position as JSON, in the names that docs/position.md documents."""

from collections.abc import Mapping
from typing import Any

from engine.agenda import CouncilChoice
from engine.data.box import Elder, FateTile, PathTile, Specialist, Task
from engine.data.council import CouncilBonus
from engine.view import (
    FateTileView,
    IslandView,
    PositionView,
    ScoreSheet,
    SeatView,
    TaskView,
    View,
)

FORMAT = "bonfire-position"
VERSION = 1
OLDER_NAMES: Mapping[str, str] = {
    CouncilBonus.MOVE_GUARDIAN: "move",
    CouncilBonus.GREAT_BONFIRE: "wheel",
}
"""What the questions of two bonuses have been called here from the first."""

Json = dict[str, Any]


def position_json(view: View) -> Json:
    """The whole public position of `view` as `json.dumps` takes it."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "move": view.move,
        "turn": view.turn,
        "seat": view.seat,
        "starter": view.starter,
        "waiting": _waiting(view),
        "options": _options(view),
        "result": _result(view),
        "cities": [_city(seat) for seat in view.seats],
        "islands": [_island(island) for island in view.islands],
        "great_bonfire": _great_bonfire(view),
        "council": _council(view),
        "path_display": [_path_tile(tile) if tile else None for tile in view.path_display],
        "paths_left": [_path_tile(tile) | {"count": n} for tile, n in view.paths_left],
        "specialists": [_gnome(card) for card in view.specialists],
        "specialists_left": [card.id for card in view.specialists_left],
        "elders": [_gnome(card) for card in view.elders],
        "common_tasks": [
            {"task": task.common, "need": task.need, "neutral_novice": task.neutral}
            for task in view.common
        ],
        "countdown": _countdown(view),
        "tom": _tom(view),
    }


def sheet_json(sheet: ScoreSheet) -> Json:
    """A score sheet: the points by source, and their sum as `total`."""
    return dict(sheet.points) | {"total": sheet.total}


def _waiting(view: View) -> Json | None:
    if view.waiting is None:
        return None
    return {"seat": view.waiting.seat, "question": _question(view.waiting.decision)}


def _question(decision: object) -> str:
    """`TilePayment` -> `tile_payment`; of the council the bonus is named too."""
    if isinstance(decision, CouncilChoice):
        return f"council_{OLDER_NAMES.get(decision.bonus, decision.bonus)}_choice"
    name = type(decision).__name__
    return "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in name).lstrip("_")


def _options(view: View) -> Json:
    options = view.options
    return {
        "players": options.players,
        "beginner": options.beginner,
        "strict_payment": options.strict_payment,
        "specialist_18_at_once": options.specialist_18_at_once,
        "handicap": options.handicap,
    }


def _result(view: View) -> Json | None:
    if view.result is None:
        return None
    return {
        "reason": view.result.reason,
        "winners": list(view.result.winners),
        "tie_broken": view.result.tie_broken,
    }


def _city(seat: SeatView) -> Json:
    return {
        "seat": seat.seat,
        "color": seat.color,
        "city": seat.city,
        "is_tom": seat.is_tom,
        "action_tiles": dict(seat.tiles.items()),
        "resources": dict(seat.resources.items()),
        "fate_area": [_placed(tile) for tile in seat.fate],
        "fate_row": [_fate_tile(tile) for tile in seat.fate_row],
        "fate_front": _fate_tile(seat.fate_front) if seat.fate_front else None,
        "positions": [_position(position) for position in seat.positions],
        "guardians": list(seat.guardians),
        "guardians_at_start": list(seat.waiting_guardians),
        "next_portals": list(seat.next_portals),
        "gnomes": [_gnome(card) for card in seat.gnomes],
        "offerings": [
            {"side": pile.side, "open": pile.open, "face_down": pile.hidden}
            for pile in seat.offerings
        ],
        "ship": seat.ship,
        "novices": seat.novices,
        "bonfires": seat.bonfires,
        "common_tasks": [
            {"task": task.common, "have": task.have, "need": task.need, "met": task.met}
            for task in seat.common
        ],
        "passed": seat.passed,
        "turns_left": seat.turns_left,
        "pass_points": seat.pass_points,
        "score": seat.score,
        "score_sheet": sheet_json(seat.sheet),
    }


def _position(position: PositionView) -> Json:
    return {
        "position": position.position,
        "path": {
            "built": position.built,
            "resource": position.resource,
            "crystal": position.crystal,
            "price": position.path_price,
            "guardians": list(position.path_guardians),
        },
        "portal": position.portal,
        "portal_fits": position.fits,
        "task": _task_space(position.task) if position.task else None,
        "novice": position.novice,
        "guardian_value": position.guardian_value,
        "bonfire_guardian": position.bonfire_guardian,
    }


def _task_space(space: TaskView) -> Json:
    counted = {"lit": space.lit, "have": space.have, "need": space.need, "met": space.met}
    return _task(space.task) | counted


def _task(task: Task) -> Json:
    return {"id": task.id, "color": task.color, "points": task.points}


def _placed(tile: FateTileView) -> Json:
    return _fate_tile(tile.tile) | {"squares": list(tile.cells)}


def _fate_tile(tile: FateTile) -> Json:
    return {"id": tile.id, "symbols": list(tile.symbols)}


def _path_tile(tile: PathTile) -> Json:
    return {"crystal": tile.crystal, "resource": tile.resource}


def _gnome(card: Specialist | Elder | None) -> Json | None:
    match card:
        case None:
            return None
        case Specialist():
            return {"id": card.id, "kind": "specialist", "resource": card.resource}
        case Elder():
            elder = {"id": card.id, "kind": "elder", "resource": card.resource}
            return {**elder, "counts": card.counts}


def _island(view: IslandView) -> Json:
    island = view.island
    return {
        "code": island.code,
        "resource": island.resource,
        "guardian": island.guardian,
        "guardians_left": view.guardians,
        "slots": [
            {
                "number": slot.number,
                "task": _task(slot.task) if slot.task else None,
                "offering_of": slot.offering,
            }
            for slot in view.slots
        ],
        "ships": list(view.ships),
    }


def _great_bonfire(view: View) -> Json:
    return {
        "space": view.wheel_position,
        "spaces": [
            {
                "number": shown.space.number,
                "tile": shown.space.tile,
                "resource": shown.space.resource,
                "portals": list(shown.portals),
            }
            for shown in view.wheel
        ],
    }


def _council(view: View) -> Json:
    return {
        "novices_sent": view.novices_sent,
        "novices_needed": view.novices_needed,
        "spaces": [
            {
                "number": shown.space.number,
                "bonus": str(shown.space.bonus),
                "novices": list(shown.novices),
            }
            for shown in view.council
        ],
    }


def _countdown(view: View) -> Json | None:
    if view.countdown is None:
        return None
    return {
        "triggered_by": view.countdown.triggered_by,
        "stack": view.countdown.stack,
        "handed": view.countdown.handed,
    }


def _tom(view: View) -> Json | None:
    if view.tom is None:
        return None
    return {
        "turned": view.tom.turned,
        "left": view.tom.left,
        "deck_pass": view.tom.deck_pass,
        "card": view.tom.card,
        "gnome": _gnome(view.tom.gnome),
        "handicap": view.tom.handicap,
    }
