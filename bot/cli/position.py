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
    """The whole public position of `view`: plain dictionaries, lists, texts, numbers and None."""
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
            {"task": one.common.value, "need": one.need, "neutral_novice": one.neutral}
            for one in view.common
        ],
        "countdown": _countdown(view),
        "tom": _tom(view),
    }


def sheet_json(sheet: ScoreSheet) -> Json:
    """A score sheet: the points by source, and their sum as `total`."""
    return {source.value: points for source, points in sheet.points} | {"total": sheet.total}


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
        "reason": view.result.reason.value,
        "winners": list(view.result.winners),
        "tie_broken": view.result.tie_broken,
    }


def _city(seat: SeatView) -> Json:
    return {
        "seat": seat.seat,
        "color": seat.color.value,
        "city": seat.city.value,
        "is_tom": seat.is_tom,
        "action_tiles": {kind.value: count for kind, count in seat.tiles.items()},
        "resources": {kind.value: count for kind, count in seat.resources.items()},
        "fate_area": [_placed(tile) for tile in seat.fate],
        "fate_row": [_fate_tile(tile) for tile in seat.fate_row],
        "fate_front": _fate_tile(seat.fate_front) if seat.fate_front else None,
        "positions": [_position(one) for one in seat.positions],
        "guardians": [guardian.value for guardian in seat.guardians],
        "guardians_at_start": [guardian.value for guardian in seat.waiting_guardians],
        "next_portals": [portal.value for portal in seat.next_portals],
        "gnomes": [_gnome(card) for card in seat.gnomes],
        "offerings": [
            {
                "side": pile.side.value,
                "open": pile.open.value if pile.open else None,
                "face_down": pile.hidden,
            }
            for pile in seat.offerings
        ],
        "ship": seat.ship,
        "novices": seat.novices,
        "bonfires": seat.bonfires,
        "common_tasks": [
            {"task": one.common.value, "have": one.have, "need": one.need, "met": one.met}
            for one in seat.common
        ],
        "passed": seat.passed,
        "turns_left": seat.turns_left,
        "pass_points": seat.pass_points,
        "score": seat.score,
        "score_sheet": sheet_json(seat.sheet),
    }


def _position(one: PositionView) -> Json:
    return {
        "position": one.position,
        "path": {
            "built": one.built,
            "resource": one.resource.value if one.resource else None,
            "crystal": one.crystal.value if one.crystal else None,
            "price": one.path_price,
            "guardians": [guardian.value for guardian in one.path_guardians],
        },
        "portal": one.portal,
        "portal_fits": one.fits.value,
        "task": _task_space(one.task) if one.task else None,
        "novice": one.novice,
        "guardian_value": one.guardian_value,
        "bonfire_guardian": one.bonfire_guardian.value if one.bonfire_guardian else None,
    }


def _task_space(space: TaskView) -> Json:
    return _task(space.task) | {
        "lit": space.lit,
        "have": space.have,
        "need": space.need,
        "met": space.met,
    }


def _task(task: Task) -> Json:
    return {"id": task.id, "color": task.color.value, "points": task.points}


def _placed(tile: FateTileView) -> Json:
    return _fate_tile(tile.tile) | {"squares": list(tile.cells)}


def _fate_tile(tile: FateTile) -> Json:
    return {"id": tile.id, "symbols": [symbol.value for symbol in tile.symbols]}


def _path_tile(tile: PathTile) -> Json:
    return {"crystal": tile.crystal.value, "resource": tile.resource.value}


def _gnome(card: Specialist | Elder | None) -> Json | None:
    match card:
        case None:
            return None
        case Specialist():
            return {"id": card.id, "kind": "specialist", "resource": card.resource.value}
        case Elder():
            return {
                "id": card.id,
                "kind": "elder",
                "resource": card.resource.value,
                "counts": card.counts.value,
            }


def _island(one: IslandView) -> Json:
    island = one.island
    return {
        "code": island.code,
        "resource": island.resource.value if island.resource else None,
        "guardian": island.guardian.value if island.guardian else None,
        "guardians_left": one.guardians,
        "slots": [
            {
                "number": slot.number,
                "task": _task(slot.task) if slot.task else None,
                "offering_of": slot.offering,
            }
            for slot in one.slots
        ],
        "ships": list(one.ships),
    }


def _great_bonfire(view: View) -> Json:
    return {
        "space": view.wheel_position,
        "spaces": [
            {
                "number": one.space.number,
                "tile": one.space.tile.value,
                "resource": one.space.resource.value if one.space.resource else None,
                "portals": [portal.value for portal in one.portals],
            }
            for one in view.wheel
        ],
    }


def _council(view: View) -> Json:
    return {
        "novices_sent": view.novices_sent,
        "novices_needed": view.novices_needed,
        "spaces": [
            {
                "number": one.space.number,
                "bonus": str(one.space.bonus),
                "novices": [novice.value for novice in one.novices],
            }
            for one in view.council
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
        "card": view.tom.card.value if view.tom.card else None,
        "gnome": _gnome(view.tom.gnome),
        "handicap": view.tom.handicap,
    }
