"""The box as a file: commented TOML, the round trip, and one clear line for each fault."""

import re
import tomllib
from dataclasses import replace

import pytest

from bot.runtime.box_file import BoxFileError, read_box
from bot.runtime.box_writer import ABOUT, write_box
from engine import ids
from engine.box_document import box_to_document
from engine.data.box import Box, Provenance
from engine.data.standard import STANDARD_BOX

TEXT = write_box(STANDARD_BOX)
TASK_IDS = {task.id for task in STANDARD_BOX.tasks}


def line_of(start: str, text: str = TEXT) -> int:
    return next(n for n, line in enumerate(text.splitlines(), start=1) if line.startswith(start))


def told(text: str) -> tuple[str, ...]:
    with pytest.raises(BoxFileError) as error:
        read_box(text)
    assert str(error.value) == "\n".join(error.value.lines)
    assert all("\n" not in line for line in error.value.lines)
    return error.value.lines


def edited(old: str, new: str, text: str = TEXT) -> str:
    assert text.count(old) == 1, old
    return text.replace(old, new)


def confirmed() -> Box:
    first, *others = STANDARD_BOX.tasks
    own = replace(first, points=3, provenance=Provenance.TEXT)
    return replace(STANDARD_BOX, tasks=(own, *others), start_crystal=ids.Color.RED)


@pytest.mark.parametrize("box", [STANDARD_BOX, confirmed()], ids=["standard", "confirmed"])
def test_a_written_box_reads_as_the_equal_box(box: Box) -> None:
    assert read_box(write_box(box)) == box


def test_the_file_is_the_document_of_the_box() -> None:
    assert tomllib.loads(TEXT) == box_to_document(STANDARD_BOX)


def test_every_table_is_headed_by_what_it_is() -> None:
    assert set(ABOUT) == set(box_to_document(STANDARD_BOX))
    for section, about in ABOUT.items():
        start = "schema =" if section == "schema" else f"[{section}]"
        above = TEXT[: TEXT.index(f"\n{start}")].rstrip().splitlines()
        assert above[-1] == f"# {about.splitlines()[-1]}"


def test_every_row_shows_its_provenance() -> None:
    rows = re.findall(r"^\w+ = \{.*$", TEXT, re.MULTILINE)
    assert len(rows) == 66 + 27 + 6 + 8 + 15 + 5 + 4 + 7 + 14 + 8 + 6
    assert all(
        re.search(r'provenance = "(text|deduced|reconstructed)"\}(?: # check: .+)?$', row)
        for row in rows
    )


def test_the_head_says_how_much_is_reconstructed_and_how_to_use_the_file() -> None:
    head = TEXT[: TEXT.index("\nschema")]
    assert "150 of the 170 rows" in head
    assert "149 of the 170 rows" in write_box(confirmed())
    assert "--box FILE" in head
    assert "BONFIRE_BOX=FILE" in head


def test_each_task_says_what_the_printed_tile_alone_can_tell() -> None:
    rows = [line.partition(" # check: ") for line in TEXT.splitlines() if line[:3] in TASK_IDS]
    marked = {row[:3]: check.split() for row, _, check in rows}
    assert marked.keys() == TASK_IDS
    assert sum(check == ["points"] for check in marked.values()) == 31
    assert marked["B01"] == ["points", "resource"]
    assert marked["B12"] == ["points", "resource"]
    assert marked["R03"] == marked["R15"] == marked["Y21"] == ["points"]
    assert marked["R04"] == ["points", "guardians"]
    assert marked["R16"] == ["points", "symbols"]
    assert marked["Y12"] == ["points", "tiles"]
    compared = next(line for line in write_box(confirmed()).splitlines() if line[:3] == "B01")
    assert "check" not in compared


def test_lines_of_the_head_and_the_tables_fit_an_editor() -> None:
    assert all(len(line) <= 100 for line in TEXT.splitlines() if line.startswith("#"))


@pytest.mark.parametrize("value", ["0x" + "f" * 5_000, '"' + "x" * 5_000 + '"', "nan", "true"])
def test_a_hostile_value_is_told_in_one_short_line(value: str) -> None:
    (line,) = told(edited("B01 = {points = 2", f"B01 = {{points = {value}"))
    assert len(line) < 250


def test_an_edited_value_is_read() -> None:
    text = edited("B01 = {points = 2", "B01 = {points = 3")
    assert read_box(text).tasks[0].points == 3


def test_rows_may_stand_in_any_order_and_form() -> None:
    rows = [line for line in TEXT.splitlines() if line.startswith("EL")]
    dotted = [
        'EL6.resource = "gold"',
        "EL6.counts = 'gnomes'  # from my copy",
        'EL6.provenance = "reconstructed"',
    ]
    moved = edited("\n".join(rows), "\n".join([*dotted, *reversed(rows[:5])]))
    assert read_box(moved) is STANDARD_BOX


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm() -> None:
    assert read_box("\ufeff" + TEXT.replace("\n", "\r\n")) is STANDARD_BOX


@pytest.mark.parametrize(
    ("old", "new", "start", "fault"),
    [
        (
            "B01 = {points = 2",
            "B01 = {points = 9",
            "B01",
            "tasks.B01.points must be a whole number from 2 to 3, not 9",
        ),
        (
            'Y07 = {points = 6, condition = {kind = "squares_covered", squares = "highlighted"',
            'Y07 = {points = 6, condition = {kind = "squares_covered", squares = "all"',
            "Y07",
            (
                "tasks.Y07.condition.squares must be one of highlighted, gold, outer_columns, "
                'not "all"'
            ),
        ),
        (
            "rows = 5",
            'rows = "5"',
            "rows",
            ('fate_grid.rows must be a whole number from 3 to 9, not "5"'),
        ),
        ("rows = 5\n", "", "[fate_grid]", "fate_grid.rows is missing"),
        ("[wheel]", "[wheels]", "[wheels]", "wheels is not known here"),
        ("rows = 5", "rows = 5\nrow = 6", "row = 6", "fate_grid.row is not known here"),
        (
            '["E2", "E3"]',
            '["E2", "E9"]',
            "pairs",
            (
                "routes.pairs.19.2 must be one of A1, B1, C1, D1, E1, A2, B2, C2, D2, E2, A3, B3, "
                'C3, D3, E3, not "E9"'
            ),
        ),
        (
            "yellow_root = {count = 1",
            "yellow_root = {count = 2",
            "[path_tiles]",
            "path_tiles must hold 8 path tiles with a yellow crystal, not 9",
        ),
        (
            'crystal = "none"',
            "crystal = false",
            "crystal",
            ("start_crystal.crystal must be one of none, blue, red, yellow, not false"),
        ),
        (
            '"moon", "star", "leaf", "wave", "flame", "eye"]',
            '"sun", "star", "leaf", "wave", "flame", "eye"]',
            "A = ",
            "cities.A.portals must hold the portal moon once, not 0 times",
        ),
    ],
)
def test_a_fault_is_told_with_its_line_and_key(old: str, new: str, start: str, fault: str) -> None:
    text = edited(old, new)
    assert f"line {line_of(start, text)}: {fault}" in told(text)


def test_a_missing_table_has_no_line_but_a_key() -> None:
    text = TEXT[: TEXT.index("[tom_cards]")]
    assert told(text) == ("tom_cards is missing",)


def test_all_faults_are_told_at_once_each_in_one_line() -> None:
    text = edited("B01 = {points = 2", "B01 = {points = 9")
    text = edited("B02 = {points = 2", "B02 = {points = 8", text)
    text = edited('S1 = {resource = "shell"', 'S1 = {resource = "shells"', text)
    lines = told(text)
    assert len(lines) == 3
    assert all(line.startswith("line ") for line in lines)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("schema = ?", "line 1"),
        ("schema = 1\n[tasks\n", "line 2"),
        ("a = 1\na = 2\n", "line 2"),
        ("[a]\n[a]\n", "line 2"),
        ("\x00", "line 1"),
        ("schema = ", "end of the file"),
        ('a = "open', "end of the file"),
    ],
    ids=["value", "header", "key twice", "table twice", "binary", "no value", "open string"],
)
def test_a_syntax_error_is_one_line_with_its_place(text: str, place: str) -> None:
    (only,) = told(text)
    assert only.startswith(f"{place}: not readable as TOML: ")


@pytest.mark.parametrize("text", ["a = " + "[" * 5000, "a = " + "9" * 5000], ids=["deep", "long"])
def test_an_absurd_file_is_one_line_too(text: str) -> None:
    (only,) = told(text)
    assert "not readable as TOML: " in only


def test_an_empty_file_misses_every_table() -> None:
    assert told("") == tuple(f"{section} is missing" for section in ABOUT)
