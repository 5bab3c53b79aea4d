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
from engine.ids import Direction, End

ENDS: Final = tuple(End)


def fate_rows(
    builder: PageBuilder, options: Sequence[Action], below: tuple[Button, ...]
) -> tuple[Row, ...]:
    """The menus for these placements, and a last row that ends with the buttons `below`."""
    ranked = [
        action
        for action in builder.origin.evaluator.best_first(options)
        if isinstance(action, PlaceFate)
    ]
    if builder.draft.picked:
        (end,) = builder.draft.picked
        return _by_direction(builder, [placed for placed in ranked if placed.end == end], below)
    best = tuple(
        builder.candidate((placement,), builder.label(placement))
        for placement in ranked[:OPTION_LIMIT]
    )
    others = _ends(builder) if len(ranked) > OPTION_LIMIT else ()
    rows: list[Row] = [builder.menu(best, "best_squares")] if best else []
    return (*rows, (*others, *below)) if others or below else tuple(rows)


def aimed_at(builder: PageBuilder) -> tuple[Phrase, ...]:
    """The fate tile whose places are shown, if it is only one."""
    return tuple(tile_title(builder, end) for end in ENDS if end in builder.draft.picked)


def tile_title(builder: PageBuilder, end: End, key: str = "prompt.fate_tile") -> Phrase:
    """The fate tile at an end of the row, with its symbols."""
    symbols = symbols_phrase(tile_at(end, builder.view, builder.seat))
    return phrase(key, end=end, symbols=symbols)


def _ends(builder: PageBuilder) -> tuple[Button, ...]:
    """Buttons that lead to all places of one tile."""
    return tuple(
        builder.labelled(tile_title(builder, end, "question.aim"), tokens.write(tokens.PICK, end))
        for end in ENDS
    )


def _by_direction(
    builder: PageBuilder, ranked: Sequence[PlaceFate], below: tuple[Button, ...]
) -> tuple[Row, ...]:
    groups: dict[Direction, list[PlaceFate]] = {}
    for placement in ranked:
        groups.setdefault(placement.direction, []).append(placement)
    most = max(map(len, groups.values()), default=0)
    shown = {direction: builder.on_page(group) for direction, group in groups.items()}
    menus = (_menu(builder, direction, group) for direction, group in shown.items() if group)
    return (*menus, (*builder.page_turns(most), *below))


def _menu(builder: PageBuilder, direction: Direction, shown: Sequence[PlaceFate]) -> Menu:
    """The places of one direction on the page that is shown, the likely best first."""
    choices = tuple(
        builder.candidate((placement,), on_squares(placement, builder.view, builder.seat))
        for placement in shown
    )
    plan = make_plan(builder.origin, (*builder.answers, shown[0]))
    gains = balance(plan.known_events, builder.seat).counted
    return builder.menu(choices, f"fate_{direction}", str(direction), gains=gains)
