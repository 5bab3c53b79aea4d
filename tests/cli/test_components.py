"""The component tables: every value with its provenance, and a file to put them right."""

from dataclasses import replace
from pathlib import Path

from bot.cli.components import tables
from bot.runtime.box_file import read_box
from engine import STANDARD_BOX
from engine.data.box import Provenance
from tests.kit.shell import Bonfire


def test_every_component_is_listed(bonfire: Bonfire) -> None:
    answer = bonfire("components")
    assert answer.status == 0
    box = STANDARD_BOX
    ids = [task.id for task in box.tasks]
    ids += [specialist.id for specialist in box.specialists]
    ids += [elder.id for elder in box.elders]
    ids += [tile.id for tile in box.fate_tiles]
    assert all(f"  {one} " in answer.out for one in ids)
    assert all(f"  {island.code} " in answer.out for island in box.islands)
    assert all("-".join(route) in answer.out for route in box.routes)
    counts = {table.title: len(table.rows) for table in tables(box)}
    assert counts["Tasks"] == 66
    assert counts["Specialists"] == 27
    assert counts["Elders"] == 6
    assert counts["Spaces of the High Council"] == 8


def test_unconfirmed_leaves_out_what_a_rule_text_states(bonfire: Bonfire) -> None:
    answer = bonfire("components", "--unconfirmed")
    assert answer.status == 0
    assert Provenance.TEXT not in {line.split()[-1] for line in answer.out.splitlines() if line}
    assert "compare what stands" in answer.out
    assert "High Council" not in answer.out
    assert "R07" in answer.out


def test_a_confirmed_row_is_left_out_too() -> None:
    first, *others = STANDARD_BOX.tasks
    box = replace(STANDARD_BOX, tasks=(replace(first, provenance=Provenance.TEXT), *others))
    tasks = tables(box)[0].only_unconfirmed()
    assert len(tasks.rows) == 65


def test_each_task_tells_apart_what_is_stated_and_what_is_made_up(bonfire: Bonfire) -> None:
    out = bonfire("components").out
    tasks = tables(STANDARD_BOX)[0]
    stated, check = tasks.headings.index("stated"), tasks.headings.index("check")
    assert sum(row[stated] == "wholly" for row in tasks.rows) == 31
    assert all(row[check].startswith("points") for row in tasks.rows)
    assert all(
        row[check] == row[stated].replace("all but", "points").replace("wholly", "points")
        for row in tasks.rows
    )
    assert 'compare what stands under "check"' in out
    first, *others = STANDARD_BOX.tasks
    box = replace(STANDARD_BOX, tasks=(replace(first, provenance=Provenance.TEXT), *others))
    assert tables(box)[0].rows[0][check] == "-"


def test_a_written_file_is_the_same_box(bonfire: Bonfire) -> None:
    assert bonfire("components", "--write", "box.toml").status == 0
    assert read_box(Path("box.toml").read_text()) is STANDARD_BOX


def test_the_faults_of_an_edited_file_are_all_told(bonfire: Bonfire) -> None:
    bonfire("components", "--write", "box.toml")
    text = Path("box.toml").read_text()
    Path("box.toml").write_text(
        text.replace("points = 8", "points = 'many'", 1).replace("schema = 1", "schema = 1\nx = 1")
    )
    answer = bonfire("components", "--box", "box.toml")
    assert answer.status == 2
    assert answer.out == ""
    told = answer.err.splitlines()
    assert len(told) == 2
    assert all(line.startswith("bonfire: box.toml: ") for line in told)
