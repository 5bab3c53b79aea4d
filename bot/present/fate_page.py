"""Where a fate tile goes: the likely best places, or a menu for each direction of one tile."""

from collections.abc import Sequence
from typing import Final

from bot.present import tokens
from bot.present.labels import tile_at
from bot.present.scene import Scene
from bot.prompt import OPTION_LIMIT, Button, Menu, Row
from bot.words import phrase
from bot.words.pieces import symbols_phrase
from engine.actions import Action, PlaceFate
from engine.agenda import Decision
from engine.ids import Direction, End

ENDS: Final = tuple(End)


def fate_rows(
    scene: Scene, options: Sequence[Action], decision: Decision, below: tuple[Button, ...]
) -> tuple[Row, ...]:
    """The menus for these placements, and a last row that ends with the buttons `below`."""
    ranked = [
        action for action in scene.outset.judge.best_first(options) if isinstance(action, PlaceFate)
    ]
    if scene.draft.picked:
        (end,) = scene.draft.picked
        return _by_direction(scene, [each for each in ranked if each.end == end], decision, below)
    best = tuple(scene.candidate((each,), decision) for each in ranked[:OPTION_LIMIT])
    others = _ends(scene) if len(ranked) > OPTION_LIMIT else ()
    rows: list[Row] = [scene.menu(best, "best_squares")] if best else []
    return (*rows, (*others, *below)) if others or below else tuple(rows)


def _ends(scene: Scene) -> tuple[Button, ...]:
    """Buttons that lead to all places of one tile."""
    told = ((end, symbols_phrase(tile_at(end, scene.view, scene.seat))) for end in ENDS)
    return tuple(
        scene.labelled(phrase("question.aim", end=end, symbols=symbols), tokens.aim(end))
        for end, symbols in told
    )


def _by_direction(
    scene: Scene, ranked: Sequence[PlaceFate], decision: Decision, below: tuple[Button, ...]
) -> tuple[Row, ...]:
    groups: dict[Direction, list[PlaceFate]] = {}
    for each in ranked:
        groups.setdefault(each.direction, []).append(each)
    menus = (_menu(scene, direction, group, decision) for direction, group in groups.items())
    most = max(map(len, groups.values()), default=0)
    last = (*scene.page_turns(most), *below)
    return (*(menu for menu in menus if menu), last)


def _menu(
    scene: Scene, direction: Direction, group: Sequence[PlaceFate], decision: Decision
) -> Menu | None:
    """The places of one direction on the page that is shown, the likely best first."""
    shown = scene.on_page(group)
    choices = tuple(scene.candidate((each,), decision) for each in shown)
    return scene.menu(choices, f"fate_{direction}", str(direction)) if choices else None
