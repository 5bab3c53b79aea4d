"""The component values as tables of text, each row with its provenance."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.words import catalog
from bot.words.conditions import condition_phrase
from engine.data.box import Box, FateGrid, Island, Provenance, Task

Cells = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One tile, card or space."""

    cells: Cells
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Table:
    """One kind of component."""

    title: str
    columns: Cells
    rows: tuple[Row, ...]

    def only_unconfirmed(self) -> "Table":
        """The rows that no rule text states."""
        kept = tuple(row for row in self.rows if row.provenance is not Provenance.TEXT)
        return Table(self.title, self.columns, kept)

    def __str__(self) -> str:
        heading = (*self.columns, "provenance")
        lines = [heading, *((*row.cells, row.provenance.value) for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        written = (
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
            for line in lines
        )
        return "\n".join((self.title, *(f"  {line.rstrip()}" for line in written)))


def tables(box: Box) -> tuple[Table, ...]:
    """Every component table of `box`, in the order of the printed component list."""
    return (
        _table("Tasks", "id color points condition", map(_task, box.tasks)),
        _table(
            "Specialists",
            "id number resource",
            (Row((s.id, str(s.number), s.resource), s.provenance) for s in box.specialists),
        ),
        _table(
            "Elders",
            "id number resource counts",
            (Row((e.id, str(e.number), e.resource, e.counts), e.provenance) for e in box.elders),
        ),
        _table(
            "Fate tiles",
            "id symbols",
            (Row((f.id, _listed(f.symbols)), f.provenance) for f in box.fate_tiles),
        ),
        _table("Fate Area", "what squares", _fate_grid(box.fate_grid)),
        _table(
            "Path tiles",
            "crystal resource count",
            (
                Row((p.tile.crystal, p.tile.resource, str(p.count)), p.provenance)
                for p in box.path_tiles
            ),
        ),
        _table(
            "Offering tiles of a player",
            "resource count",
            (Row((o.resource, str(o.count)), o.provenance) for o in box.offerings),
        ),
        _table(
            "Cities",
            "city portals",
            (Row((c.city, _listed(c.portals)), c.provenance) for c in box.cities),
        ),
        _table(
            "Spaces of the Great Bonfire",
            "number tile goods",
            (
                Row((str(w.number), w.tile, w.resource or "2 points"), w.provenance)
                for w in box.wheel
            ),
        ),
        _table("Islands", "code holds corner", map(_island, box.islands)),
        _table(
            "Sea routes",
            "between",
            (Row(("-".join(route),), box.routes_provenance) for route in box.routes),
        ),
        _table(
            "Spaces of the High Council",
            "number bonus",
            (Row((str(c.number), c.bonus), c.provenance) for c in box.council),
        ),
        _table(
            "Tom's cards",
            "card count reveals-gnome",
            (
                Row((t.card, str(t.count), _yes_or_no(t.reveals_gnome)), t.provenance)
                for t in box.tom_cards
            ),
        ),
        _table("Other values", "what value", _other(box)),
    )


def _table(title: str, columns: str, rows: Iterable[Row]) -> Table:
    return Table(title, tuple(columns.split()), tuple(rows))


def _task(task: Task) -> Row:
    words = catalog()
    condition = words.spell(condition_phrase(task.condition))
    return Row((task.id, task.color, str(task.points), condition), task.provenance)


def _fate_grid(grid: FateGrid) -> Iterable[Row]:
    marked = {
        "start": grid.start,
        "highlighted": sorted(grid.highlighted),
        "gold": sorted(grid.gold),
        "yellow": sorted(grid.wild),
    }
    yield Row(("size", f"{grid.rows} rows, {grid.columns} columns"), grid.provenance)
    for what, squares in marked.items():
        places = " ".join(f"{row}/{column}" for row, column in squares)
        yield Row((what, places), grid.provenance)


def _island(island: Island) -> Row:
    holds = f"{island.guardian} guardians" if island.guardian else f"{island.resource} tasks"
    return Row((island.code, holds, _yes_or_no(island.corner)), island.provenance)


def _other(box: Box) -> Iterable[Row]:
    values = _listed(map(str, box.guardian_values))
    yield Row(("a guardian at bonfires 1 to 7", values), box.guardian_values_provenance)
    crystal = box.start_crystal or "none"
    yield Row(("crystal of the Starting Tile", crystal), box.start_crystal_provenance)


def _listed(names: Iterable[str]) -> str:
    return " ".join(names)


def _yes_or_no(fact: object) -> str:
    return "yes" if fact else "no"
