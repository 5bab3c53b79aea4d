"""Where a fate tile goes: the likely best places, or a menu for each direction of one tile."""

from collections.abc import Sequence
from typing import Final

from bot.model.messages import OPTION_LIMIT, Button, Menu, Row
from bot.present.wizard import tokens
from bot.present.wizard.labels import on_squares, tile_at
from bot.present.wizard.page_builder import PageBuilder
from bot.present.wizard.summary import balance
from bot.words import Phrase, phrase
from bot.words.pieces import symbols_phrase
from engine.actions import Action, PlaceFate
from engine.advice import make_plan
from engine.agenda import Decision
from engine.data.box import FateTile
from engine.ids import Direction, End

ENDS: Final = tuple(End)


def fate_rows(
    scene: PageBuilder, options: Sequence[Action], decision: Decision, below: tuple[Button, ...]
) -> tuple[Row, ...]:
    """The menus for these placements, and a last row that ends with the buttons `below`."""
    ranked = [
        action
        for action in scene.outset.evaluator.best_first(options)
        if isinstance(action, PlaceFate)
    ]
    if scene.draft.picked:
        (end,) = scene.draft.picked
        return _by_direction(scene, [each for each in ranked if each.end == end], decision, below)
    best = tuple(scene.candidate((each,), decision) for each in ranked[:OPTION_LIMIT])
    others = _ends(scene) if len(ranked) > OPTION_LIMIT else ()
    rows: list[Row] = [scene.menu(best, "best_squares")] if best else []
    return (*rows, (*others, *below)) if others or below else tuple(rows)


def aimed_at(scene: PageBuilder) -> tuple[Phrase, ...]:
    """The fate tile whose places are shown, if it is only one."""
    return tuple(
        phrase("prompt.fate_tile", end=end, symbols=symbols_phrase(_tile(scene, end)))
        for end in ENDS
        if end in scene.draft.picked
    )


def _tile(scene: PageBuilder, end: End) -> FateTile:
    return tile_at(end, scene.view, scene.seat)


def _ends(scene: PageBuilder) -> tuple[Button, ...]:
    """Buttons that lead to all places of one tile."""
    told = ((end, symbols_phrase(_tile(scene, end))) for end in ENDS)
    return tuple(
        scene.labelled(phrase("question.aim", end=end, symbols=symbols), tokens.aim(end))
        for end, symbols in told
    )


def _by_direction(
    scene: PageBuilder, ranked: Sequence[PlaceFate], decision: Decision, below: tuple[Button, ...]
) -> tuple[Row, ...]:
    groups: dict[Direction, list[PlaceFate]] = {}
    for each in ranked:
        groups.setdefault(each.direction, []).append(each)
    menus = (_menu(scene, direction, group, decision) for direction, group in groups.items())
    most = max(map(len, groups.values()), default=0)
    last = (*scene.page_turns(most), *below)
    return (*(menu for menu in menus if menu), last)


def _menu(
    scene: PageBuilder, direction: Direction, group: Sequence[PlaceFate], decision: Decision
) -> Menu | None:
    """The places of one direction on the page that is shown, the likely best first."""
    shown = scene.on_page(group)
    if not shown:
        return None
    choices = tuple(
        scene.candidate((each,), decision, on_squares(each, scene.view, scene.seat))
        for each in shown
    )
    plan = make_plan(scene.outset, (*scene.answers, shown[0]))
    gains = balance(plan.known_events, scene.seat).gained
    told = phrase(f"placeholder.fate_{direction}", gains=gains)
    return scene.menu_under(told, choices, str(direction))
