"""The places of a fate tile: the best ones by numbers on the picture, all others by menu."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.model.controls import Sign, write_control
from bot.model.messages import Button, Page, PageLine, Row
from bot.model.pictures import PictureKind
from bot.present.spoken import on_squares, tile_at
from bot.present.wizard.labels import token_of
from bot.present.wizard.page_builder import PageBuilder
from bot.present.wizard.row_facts import row_facts
from bot.present.wizard.summary import Balance, balance
from bot.words import Phrase, phrase
from bot.words.pieces import symbols_phrase
from engine.actions import Action, PlaceFate
from engine.advice import Plan, make_plan
from engine.geometry import FateGeometry, geometry
from engine.ids import End
from renderer import FatePlace, Hints

_ENDS: Final = tuple(End)
_NUMBERED: Final = 5
"""The number of places that have a number: as many as a row has room for."""
_TO_BE_SEEN: Final = 2
"""The number of squares of a numbered place that no better one covers."""


def fate_prompt(
    builder: PageBuilder,
    lines: Sequence[Phrase | PageLine],
    options: Sequence[Action],
    below: tuple[Button, ...],
    *,
    suggested: bool,
) -> Page:
    """The page of these placements, whose text begins with `lines`; it ends with these buttons.

    `suggested` tells that the best of them all is what is suggested.
    """
    ranked = builder.best_first(options)
    ends = builder.draft.picked or _ENDS
    fitting = [each for each in ranked if isinstance(each, PlaceFate) and each.end in ends]
    best_first = builder.guide.listed(fitting, lambda placement: placement)
    view = builder.reached
    numbered = tuple(_apart(best_first, geometry(view.box.fate_grid)))
    places = tuple(numbered_place(builder, *one) for one in numbered)
    told = [line for each in enumerate(numbered, 1) for line in _told(builder, *each)]
    if suggested and builder.guide.suggests and best_first[:1] == ranked[:1]:
        told[0] = phrase("offer.marked", offer=told[0])
    chosen = {placement for placement, _ in numbered}
    others = [placement for placement in best_first if placement not in chosen]
    return builder.page(
        (*lines, *_discarded(builder, best_first), *told),
        _rows(builder, [placement for placement, _ in numbered], others, below),
        view,
        PictureKind.FATE,
        Hints(fate=places),
    )


def aimed_at(builder: PageBuilder) -> tuple[Phrase, ...]:
    """The fate tile whose places are shown, if it is only one."""
    return tuple(tile_title(builder, end) for end in _ENDS if end in builder.draft.picked)


def tile_title(builder: PageBuilder, end: End, key: str = "prompt.fate_tile") -> Phrase:
    """The fate tile at an end of the row, with its symbols."""
    symbols = symbols_phrase(tile_at(end, builder.view, builder.seat))
    return phrase(key, end=end, symbols=symbols)


def _apart(best_first: Sequence[PlaceFate], grid: FateGeometry) -> Iterator[tuple[PlaceFate, str]]:
    """The best of these that can be told apart on one picture, each with a square of its own."""
    covered: set[int] = set()
    count = 0
    for placement in best_first:
        cells = grid.placements[placement.cell, placement.direction].cells
        seen = [cell for cell in cells if cell not in covered]
        if len(seen) >= _TO_BE_SEEN and count < _NUMBERED:
            covered.update(cells)
            count += 1
            yield placement, grid.names[seen[0]]


def numbered_place(builder: PageBuilder, placement: PlaceFate, badge: str) -> FatePlace:
    """A numbered place as the picture shows it."""
    grid = geometry(builder.view.box.fate_grid)
    cells = grid.placements[placement.cell, placement.direction].cells
    summed = _brings(builder, _plan(builder, placement))
    return FatePlace(
        placement.end,
        tile_at(placement.end, builder.view, builder.seat).symbols,
        placement.direction,
        tuple(grid.names[cell] for cell in cells),
        badge,
        summed.tiles,
        summed.goods,
    )


def _plan(builder: PageBuilder, placement: PlaceFate) -> Plan:
    return make_plan(builder.origin, (*builder.answers, placement))


def _brings(builder: PageBuilder, plan: Plan) -> Balance:
    return balance(plan.known_from(len(builder.plan.steps)), builder.seat)


def _discarded(builder: PageBuilder, best_first: Sequence[PlaceFate]) -> Iterator[Phrase]:
    """Return the action tiles that the seat discards before it places the tile."""
    for placement in best_first[:1]:
        if discarded := _brings(builder, _plan(builder, placement)).discarded:
            yield phrase("offer.discards", tiles=discarded)


def _told(builder: PageBuilder, number: int, one: tuple[PlaceFate, str]) -> Iterator[Phrase]:
    """A numbered place in words: what it brings, and what it does for the tasks."""
    placement, _ = one
    plan = _plan(builder, placement)
    where, gains = on_squares(placement, builder.view, builder.seat), _brings(builder, plan).counted
    yield phrase("prompt.fate_place", number=number, place=where, gains=gains)
    for fact in row_facts(builder.reached, plan, placement):
        yield from fact


def _rows(
    builder: PageBuilder,
    numbered: Sequence[PlaceFate],
    others: Sequence[PlaceFate],
    below: tuple[Button, ...],
) -> tuple[Row, ...]:
    """The numbers, a menu of the other places, and a last row of what leads elsewhere."""
    numbers = tuple(
        builder.labelled(phrase("button.fate_place", number=number), token_of((placement,)))
        for number, placement in enumerate(numbered, 1)
    )
    shown = builder.on_page(others)
    choices = tuple(builder.candidate((each,), _caption(builder, each)) for each in shown)
    menus = (builder.menu(choices, "fate_places"),) if choices else ()
    aims = () if builder.draft.picked else _aims(builder, {each.end for each in others})
    last = (*builder.page_turns(len(others)), *aims, *below)
    return tuple(filter(None, (numbers, *menus, last)))


def _caption(builder: PageBuilder, placement: PlaceFate) -> Phrase:
    """A place in the menu, with the tile that is meant where there are two."""
    if builder.draft.picked:
        return on_squares(placement, builder.view, builder.seat)
    return builder.label(placement)


def _aims(builder: PageBuilder, ends: set[End]) -> tuple[Button, ...]:
    """Buttons that lead to the places of one tile, where there are two."""
    if len(ends) < len(_ENDS):
        return ()
    return tuple(
        builder.labelled(tile_title(builder, end, "question.aim"), write_control(Sign.PICK, end))
        for end in _ENDS
    )
