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
    builder: PageBuilder, options: Sequence[Action], decision: Decision, below: tuple[Button, ...]
) -> tuple[Row, ...]:
    """The menus for these placements, and a last row that ends with the buttons `below`."""
    ranked = [
        action
        for action in builder.outset.evaluator.best_first(options)
        if isinstance(action, PlaceFate)
    ]
    if builder.draft.picked:
        (end,) = builder.draft.picked
        return _by_direction(
            builder, [placement for placement in ranked if placement.end == end], decision, below
        )
    best = tuple(builder.candidate((placement,), decision) for placement in ranked[:OPTION_LIMIT])
    others = _ends(builder) if len(ranked) > OPTION_LIMIT else ()
    rows: list[Row] = [builder.menu(best, "best_squares")] if best else []
    return (*rows, (*others, *below)) if others or below else tuple(rows)


def aimed_at(builder: PageBuilder) -> tuple[Phrase, ...]:
    """The fate tile whose places are shown, if it is only one."""
    return tuple(
        phrase("prompt.fate_tile", end=end, symbols=symbols_phrase(_tile(builder, end)))
        for end in ENDS
        if end in builder.draft.picked
    )


def _tile(builder: PageBuilder, end: End) -> FateTile:
    return tile_at(end, builder.view, builder.seat)


def _ends(builder: PageBuilder) -> tuple[Button, ...]:
    """Buttons that lead to all places of one tile."""
    tiles = ((end, symbols_phrase(_tile(builder, end))) for end in ENDS)
    return tuple(
        builder.labelled(phrase("question.aim", end=end, symbols=symbols), tokens.aim(end))
        for end, symbols in tiles
    )


def _by_direction(
    builder: PageBuilder, ranked: Sequence[PlaceFate], decision: Decision, below: tuple[Button, ...]
) -> tuple[Row, ...]:
    groups: dict[Direction, list[PlaceFate]] = {}
    for placement in ranked:
        groups.setdefault(placement.direction, []).append(placement)
    menus = (_menu(builder, direction, group, decision) for direction, group in groups.items())
    most = max(map(len, groups.values()), default=0)
    last = (*builder.page_turns(most), *below)
    return (*(menu for menu in menus if menu), last)


def _menu(
    builder: PageBuilder, direction: Direction, group: Sequence[PlaceFate], decision: Decision
) -> Menu | None:
    """The places of one direction on the page that is shown, the likely best first."""
    shown = builder.on_page(group)
    if not shown:
        return None
    choices = tuple(
        builder.candidate((placement,), decision, on_squares(placement, builder.view, builder.seat))
        for placement in shown
    )
    plan = make_plan(builder.outset, (*builder.answers, shown[0]))
    gains = balance(plan.known_events, builder.seat).gained
    placeholder = phrase(f"placeholder.fate_{direction}", gains=gains)
    return builder.menu_under(placeholder, choices, str(direction))
