"""The component values as tables of text, each row with its provenance."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.cli.support.columns import columns
from bot.words import catalog
from bot.words.conditions import condition_phrase
from engine.data.box import Box, FateGrid, Island, Provenance, Task

Cells = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ComponentRow:
    """One tile, card or space."""

    cells: Cells
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class ComponentTable:
    """One kind of component."""

    title: str
    columns: Cells
    rows: tuple[ComponentRow, ...]

    def only_unconfirmed(self) -> "ComponentTable":
        """The rows that no rule text states."""
        kept = tuple(row for row in self.rows if row.provenance is not Provenance.TEXT)
        return ComponentTable(self.title, self.columns, kept)

    def __str__(self) -> str:
        heading = (*self.columns, "provenance")
        cells = [(*row.cells, row.provenance.value) for row in self.rows]
        return "\n".join((self.title, *columns([heading, *cells])))


def tables(box: Box) -> tuple[ComponentTable, ...]:
    """Every component table of `box`, in the order of the printed component list."""
    return (
        _table("Tasks", "id color points condition", map(_task, box.tasks)),
        _table(
            "Specialists",
            "id number resource",
            (
                _row(card.provenance, card.id, card.number, card.resource)
                for card in box.specialists
            ),
        ),
        _table(
            "Elders",
            "id number resource counts",
            (
                _row(card.provenance, card.id, card.number, card.resource, card.counts)
                for card in box.elders
            ),
        ),
        _table(
            "Fate tiles",
            "id symbols",
            (_row(tile.provenance, tile.id, _listed(tile.symbols)) for tile in box.fate_tiles),
        ),
        _table("Fate Area", "what squares", _fate_grid(box.fate_grid)),
        _table(
            "Path tiles",
            "crystal resource count",
            (
                _row(pile.provenance, pile.tile.crystal, pile.tile.resource, pile.count)
                for pile in box.path_tiles
            ),
        ),
        _table(
            "Offering tiles of a player",
            "resource count",
            (_row(pile.provenance, pile.resource, pile.count) for pile in box.offerings),
        ),
        _table(
            "Cities",
            "city portals",
            (_row(city.provenance, city.city, _listed(city.portals)) for city in box.cities),
        ),
        _table(
            "Spaces of the Great Bonfire",
            "number tile goods",
            (
                _row(space.provenance, space.number, space.tile, space.resource or "2 points")
                for space in box.wheel
            ),
        ),
        _table("Islands", "code holds corner", map(_island, box.islands)),
        _table(
            "Sea routes",
            "between",
            (_row(box.routes_provenance, "-".join(route)) for route in box.routes),
        ),
        _table(
            "Spaces of the High Council",
            "number bonus",
            (_row(space.provenance, space.number, space.bonus) for space in box.council),
        ),
        _table(
            "Tom's cards",
            "card count reveals-gnome",
            (
                _row(card.provenance, card.card, card.count, _yes_or_no(card.reveals_gnome))
                for card in box.tom_cards
            ),
        ),
        _table("Other values", "what value", _other(box)),
    )


def _table(title: str, headings: str, rows: Iterable[ComponentRow]) -> ComponentTable:
    return ComponentTable(title, tuple(headings.split()), tuple(rows))


def _row(provenance: Provenance, *cells: str | int) -> ComponentRow:
    return ComponentRow(tuple(map(str, cells)), provenance)


def _task(task: Task) -> ComponentRow:
    condition = catalog().spell(condition_phrase(task.condition))
    return _row(task.provenance, task.id, task.color, task.points, condition)


def _fate_grid(grid: FateGrid) -> Iterable[ComponentRow]:
    marked = {
        "start": grid.start,
        "highlighted": sorted(grid.highlighted),
        "gold": sorted(grid.gold),
        "yellow": sorted(grid.wild),
    }
    yield _row(grid.provenance, "size", f"{grid.rows} rows, {grid.columns} columns")
    for what, squares in marked.items():
        yield _row(grid.provenance, what, " ".join(f"{row}/{column}" for row, column in squares))


def _island(island: Island) -> ComponentRow:
    holds = f"{island.guardian} guardians" if island.guardian else f"{island.resource} tasks"
    return _row(island.provenance, island.code, holds, _yes_or_no(island.corner))


def _other(box: Box) -> Iterable[ComponentRow]:
    values = _listed(map(str, box.guardian_values))
    yield _row(box.guardian_values_provenance, "a guardian at bonfires 1 to 7", values)
    crystal = box.start_crystal or "none"
    yield _row(box.start_crystal_provenance, "crystal of the Starting Tile", crystal)


def _listed(names: Iterable[str]) -> str:
    return " ".join(names)


def _yes_or_no(fact: object) -> str:
    return "yes" if fact else "no"
