"""`bonfire components`: the component values with their provenance, as tables or as a file."""

import argparse
from collections.abc import Iterable
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Final

from bot.runtime.box_writer import made_up, write_box
from bot.runtime.shell.arguments import box_argument
from bot.runtime.shell.box import box_file, chosen_box
from bot.runtime.shell.files import file_argument, force_argument, output_file
from bot.runtime.shell.output import columns
from bot.words import catalog, pieces
from engine import conditions
from engine.data.box import Box, FateGrid, Island, Provenance, Task, WheelSpace

_TASKS_NOTE: Final = """\
The rule texts state what the tasks ask for: some wholly, some all but what the tile depicts.
The points of each tile and what it depicts are made up: compare what stands under "check"."""

Cells = tuple[str, ...]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire components` takes."""
    parser.add_argument(
        "--unconfirmed", action="store_true", help="list only values that no rule text states"
    )
    file_argument(parser, "--write", "TOML file to write and edit (default: print tables)")
    force_argument(parser)
    box_argument(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Print the tables, or write the file."""
    box = chosen_box(chosen.box)
    if chosen.write:
        file = output_file(chosen.write, force=chosen.force, inputs=(box_file(chosen.box),))
        file.write(write_box(box))
        return 0
    shown = tables(box)
    if chosen.unconfirmed:
        shown = tuple(kept for table in shown if (kept := table.only_unconfirmed()).rows)
    print("\n\n".join(map(str, shown)))
    return 0


@dataclass(frozen=True, slots=True)
class ComponentTable:
    """One kind of component: a row for each tile, card or space, its provenance last.

    The `note` stands below the title.
    """

    title: str
    headings: Cells
    rows: tuple[Cells, ...]
    note: str = ""

    def only_unconfirmed(self) -> "ComponentTable":
        """The rows that no rule text states."""
        kept = tuple(row for row in self.rows if row[-1] != Provenance.TEXT)
        return replace(self, rows=kept)

    def __str__(self) -> str:
        head = (self.title, self.note) if self.note else (self.title,)
        return "\n".join((*head, *columns([self.headings, *self.rows])))


def tables(box: Box) -> tuple[ComponentTable, ...]:
    """Every component table of `box`, in the order of the printed component list."""
    return (
        replace(
            _table("Tasks", "id color points condition stated check", map(_task, box.tasks)),
            note=_TASKS_NOTE,
        ),
        _listed("Specialists", "id number resource", box.specialists),
        _listed("Elders", "id number resource counts", box.elders),
        _listed("Fate tiles", "id symbols", box.fate_tiles),
        _table("Fate Area", "what squares", _fate_grid(box.fate_grid)),
        _listed("Path tiles", "tile.crystal tile.resource count", box.path_tiles),
        _listed("Offering tiles of a player", "resource count", box.offerings),
        _listed("Cities", "city portals", box.cities),
        _table("Spaces of the Great Bonfire", "number tile goods", map(_wheel_space, box.wheel)),
        _table("Islands", "code holds corner", map(_island, box.islands)),
        _table("Sea routes", "between", _routes(box)),
        _listed("Spaces of the High Council", "number bonus", box.council),
        _listed("Tom's cards", "card count reveals_gnome", box.tom_cards),
        _table("Other values", "what value", _other(box)),
    )


def _table(title: str, headings: str, rows: Iterable[tuple[object, ...]]) -> ComponentTable:
    cells = tuple(tuple(map(_cell, row)) for row in rows)
    return ComponentTable(title, (*headings.split(), "provenance"), cells)


def _listed(title: str, fields: str, components: Iterable[object]) -> ComponentTable:
    """A table of components that shows some of their fields under the fields' own names."""
    headings = " ".join(field.split(".")[-1] for field in fields.split()).replace("_", "-")
    values = attrgetter(*fields.split(), "provenance")
    return _table(title, headings, map(values, components))


def _cell(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple() | list():
            return " ".join(map(str, value))
        case _:
            return str(value)


def _task(task: Task) -> tuple[object, ...]:
    condition = catalog().spell(pieces.condition_phrase(task.condition))
    shown = conditions.depicted(task.condition)
    stated = f"all but {' '.join(shown)}" if shown else "wholly"
    check = made_up(task) or "-"
    return task.id, task.color, task.points, condition, stated, check, task.provenance


def _fate_grid(grid: FateGrid) -> Iterable[tuple[object, ...]]:
    marked = {
        "start": grid.start,
        "highlighted": sorted(grid.highlighted),
        "gold": sorted(grid.gold),
        "yellow": sorted(grid.wild),
    }
    yield "size", f"{grid.rows} rows, {grid.columns} columns", grid.provenance
    for what, squares in marked.items():
        yield what, [f"{row}/{column}" for row, column in squares], grid.provenance


def _wheel_space(space: WheelSpace) -> tuple[object, ...]:
    return space.number, space.tile, space.resource or "2 points", space.provenance


def _island(island: Island) -> tuple[object, ...]:
    holds = f"{island.guardian} guardians" if island.guardian else f"{island.resource} tasks"
    return island.code, holds, island.corner, island.provenance


def _routes(box: Box) -> Iterable[tuple[object, ...]]:
    for route in box.routes:
        yield "-".join(route), box.routes_provenance


def _other(box: Box) -> Iterable[tuple[object, ...]]:
    yield "a guardian at bonfires 1 to 7", box.guardian_values, box.guardian_values_provenance
    yield "crystal of the Starting Tile", box.start_crystal or "none", box.start_crystal_provenance
