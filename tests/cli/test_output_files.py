"""No command overwrites a file without `--force`, and none overwrites a file that it reads."""

import re
import shutil
from collections import Counter
from pathlib import Path
from stat import S_IMODE

import pytest

from bot.cli.parser import bonfire as commands
from bot.cli.parser import execute
from bot.cli.simulate import random_game
from bot.runtime.shell.errors import UsageError
from bot.runtime.shell.files import a_file, output_file
from engine import STANDARD_BOX, GameOptions
from engine.record import make_record, record_text
from tests.kit.brought import brought_each, brought_rows
from tests.kit.parsers import name_of, parsers
from tests.kit.shell import DATABASE, Bonfire, assert_one_line, played

BOT = Path(__file__).resolve().parents[2] / "bot"

READ = {
    *("replay file", "verify file", "draw file", "bench pictures files"),
    *("live-check --compare", "restore file", "games repair --from", "games put-back file"),
    *("run --box", "serve --box", "table --box", "engine --box", "simulate --box"),
    "components --box",
    *brought_each("FILES_READ"),
}
GROWING = {"arena --log"}
"""Files that a command continues where they end."""
KEPT_IN = {
    *("table --data", "doctor --data", "backup --data", "restore --data", "forget --data"),
    *("games list --data", "games show --data", "games repair --data", "games put-back --data"),
}
"""Folders that hold the games."""
WRITTEN = {
    "draw --out": ("draw", "game.json", "--at", "1", "--out", "."),
    "simulate --record": ("simulate", "--games", "1", "--record", "FILE", "--box", "box.toml"),
    "components --write": ("components", "--write", "FILE", "--box", "box.toml"),
    "backup file": ("backup", "FILE"),
    **brought_rows("FILES_WRITTEN"),
}
INPUTS = {
    "simulate --record": "box.toml",
    "components --write": "box.toml",
    "backup file": str(DATABASE),
    **dict.fromkeys(brought_rows("FILES_WRITTEN"), "game.json"),
}
WRITING = re.compile(
    r"""write_(text|bytes)\(|open\([^)]*["'][wxa]b?["']|O_CREAT|\.(replace|rename)\(\w+\)|shutil"""
)


def test_every_file_of_the_command_line_is_known_as_read_or_written() -> None:
    files = {
        f"{command} {name_of(argument)}"
        for command, parser in parsers()
        for argument in parser._actions
        if argument.type is a_file
    }
    assert files == READ | GROWING | KEPT_IN | WRITTEN.keys()


def test_a_command_takes_force_where_it_writes_a_file() -> None:
    forced = {command for command, parser in parsers() if "--force" in parser.format_help()}
    assert forced == {name.rpartition(" ")[0] for name in WRITTEN}


def test_every_path_of_the_command_line_is_read_by_the_same_function() -> None:
    for command, parser in parsers():
        for argument in parser._actions:
            assert argument.type is not Path, f"{command} {name_of(argument)}"


def test_nothing_else_in_the_command_line_writes_files() -> None:
    """Places that can write: `output_file`, files that grow, and a repair with a new file."""
    found = Counter(
        str(file.relative_to(BOT))
        for folder in ("cli", "features", "runtime/shell")
        for file in (BOT / folder).rglob("*.py")
        for _ in WRITING.finditer(file.read_text("utf-8"))
    )
    assert found == {
        "runtime/shell/files.py": 2,
        "cli/arena/arena.py": 1,
        "cli/repair.py": 2,
        "cli/copies.py": 2,  # a transfer, in a folder that it has made; a moved one, put aside
    }


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a record, a box file and a database, for tests to copy."""
    folder = tmp_path_factory.mktemp("made")
    record = record_text(make_record(random_game(GameOptions(2), 7, STANDARD_BOX)))
    (folder / "game.json").write_text(record)
    assert execute(["components", "--write", str(folder / "box.toml")], commands) == 0
    played(folder)
    return folder


@pytest.fixture
def filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made: Path) -> Path:
    """A folder with a record, a box file and a database."""
    for name, quick in brought_rows("QUICK").items():
        monkeypatch.setattr(name, quick)
    return shutil.copytree(made, tmp_path, dirs_exist_ok=True)


def words(name: str, file: str) -> tuple[str, ...]:
    return tuple(file if word == "FILE" else word for word in WRITTEN[name])


@pytest.mark.parametrize("name", WRITTEN)
def test_a_file_that_exists_is_overwritten_by_force_alone(
    bonfire: Bonfire, filled: Path, name: str
) -> None:
    kept = filled / ("city-1.png" if name.startswith("draw") else "kept.webp")
    assert bonfire("backup", "copy.db").status == 0
    if name == "backup file":
        shutil.copy(filled / "copy.db", kept)  # it overwrites nothing but copies
    else:
        kept.write_bytes(b"mine")
    before = kept.read_bytes()
    kept.chmod(0o600)
    assert_one_line(bonfire(*words(name, kept.name)), kept.name, "exists already; --force")
    assert kept.read_bytes() == before
    assert not (filled / "board.png").exists()
    answer = bonfire(*words(name, kept.name), "--force")
    assert (answer.status, answer.err) == (0, "")
    assert kept.read_bytes() != before or name == "backup file"
    assert S_IMODE(kept.stat().st_mode) == 0o600
    assert list(filled.rglob("*.part")) == []


@pytest.mark.parametrize("name", INPUTS)
@pytest.mark.parametrize("way", ["itself", "link", "second name"])
def test_what_a_command_reads_is_never_overwritten(
    bonfire: Bonfire, filled: Path, name: str, way: str
) -> None:
    source = filled / INPUTS[name]
    other = filled / "other.webp"
    match way:
        case "itself":
            other = source
        case "link":
            other.symlink_to(source)
        case _:
            other.hardlink_to(source)
    before = source.read_bytes()
    told = "this command reads"
    assert_one_line(bonfire(*words(name, str(other)), "--force"), str(other), told)
    assert source.read_bytes() == before


def test_the_box_of_the_environment_is_not_overwritten_either(
    bonfire: Bonfire, filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BONFIRE_BOX", "box.toml")
    answer = bonfire("components", "--write", "box.toml", "--force")
    assert_one_line(answer, "this command reads")


def test_a_record_named_like_what_is_made_of_it_stays(bonfire: Bonfire, filled: Path) -> None:
    (filled / "game.json").rename(filled / "board.png")
    drawn = bonfire("draw", "board.png", "--at", "0", "--out", ".", "--force")
    assert_one_line(drawn, "this command reads")


def test_a_file_that_appears_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    file = output_file(tmp_path / "new", force=False)
    (tmp_path / "new").write_text("mine")
    with pytest.raises(UsageError, match="exists already"):
        file.write("another")
    assert [one.read_text() for one in tmp_path.iterdir()] == ["mine"]


def test_a_file_is_as_it_was_when_the_new_one_cannot_be_completed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "old").write_text("mine")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(UsageError, match="No space left"):
        output_file(tmp_path / "old", force=True).write("another")
    assert [one.read_text() for one in tmp_path.iterdir()] == ["mine"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("mine")
    (tmp_path / "link").symlink_to("old")
    output_file(tmp_path / "link", force=True).write("another")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "old").read_text() == "another"


@pytest.mark.parametrize("name", WRITTEN)
def test_an_address_is_no_file(bonfire: Bonfire, filled: Path, name: str) -> None:
    address = "postgresql+asyncpg://bonfire:PW@h/b"
    given = tuple(address if word == "." else word for word in words(name, address))
    answer = bonfire(*given)
    assert_one_line(answer, "expected a file")
    assert "PW" not in answer.err
    assert [one for one in filled.iterdir() if "postgres" in one.name] == []


def test_a_log_is_not_damaged_by_an_end_without_a_line_feed(
    bonfire: Bonfire, tmp_path: Path
) -> None:
    words = ("arena", "random", "tom", "--log", "log.jsonl", "--games")
    assert bonfire(*words, "1").status == 0
    whole = (tmp_path / "log.jsonl").read_text()
    (tmp_path / "log.jsonl").write_text(whole.rstrip("\n"))
    assert bonfire(*words, "2").status == 0
    assert bonfire(*words, "2").status == 0
