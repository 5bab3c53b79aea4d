"""Drawings on disk: the same pixels, whatever lies there, damaged or not."""

import shutil
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine import Game, GameOptions
from renderer import Options, draw_board, pillow, prepared, raster_cache, repainting, scene
from renderer.pen import Pen

VIEW = Game.new(GameOptions(2), 1).view()
OPTIONS = Options(lambda key, _: key, ("Ada", "Bo"), scale=0.5)


@pytest.fixture(autouse=True)
def cold() -> Iterator[None]:
    """Each test begins and ends without drawings at hand or on disk."""
    forget()
    yield
    prepared.use(None)
    forget()


def forget() -> None:
    drawings = (raster_cache.grounds, raster_cache.rasters, raster_cache.packed_rasters)
    for cache in (*drawings, repainting.pictures):
        cache._values.clear()
        cache.size = 0


def board() -> bytes:
    return draw_board(VIEW, OPTIONS).png


@pytest.fixture(scope="module")
def bare() -> bytes:
    """The board as it is drawn without anything on disk."""
    return board()


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file with all that the board needs, to be copied."""
    forget()
    return kept_in(tmp_path_factory.mktemp("filled"))


def kept_in(folder: Path) -> Path:
    """The file with all that the board needs."""
    prepared.use(folder)
    board()
    shelf = prepared.kept()
    assert shelf is not None
    assert shelf.new > 20
    shelf.write()
    assert shelf.new == 0
    (file,) = folder.iterdir()
    return file


def drawn_again(monkeypatch: pytest.MonkeyPatch, folder: Path) -> tuple[bytes, int]:
    """The board of a fresh process, and how much it had to draw."""
    drawn = 0
    whole = pillow.ScenePainter.drawn

    def counted(*args: object) -> object:
        nonlocal drawn
        drawn += 1
        return whole(*args)  # type: ignore[arg-type]

    forget()
    prepared.use(folder)
    with monkeypatch.context() as patched:
        patched.setattr(pillow.ScenePainter, "drawn", counted)
        return board(), drawn


def test_what_was_drawn_is_not_drawn_again_and_looks_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bare: bytes, filled: Path
) -> None:
    shutil.copy(filled, tmp_path)
    assert drawn_again(monkeypatch, tmp_path) == (bare, 0)


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def scribbled(file: Path) -> None:
    """Every drawing has a byte changed, which the checksums of the file tell."""
    content = bytearray(file.read_bytes())
    with zipfile.ZipFile(file) as whole:
        for entry in whole.infolist():
            content[entry.header_offset + 30 + len(entry.filename) + entry.file_size // 2] ^= 0xFF
    file.write_bytes(bytes(content))


@pytest.mark.parametrize("damage", [cut, emptied, scribbled, Path.unlink])
def test_what_is_damaged_is_made_anew(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    bare: bytes,
    filled: Path,
    damage: Callable[[Path], None],
) -> None:
    damage(Path(shutil.copy(filled, tmp_path)))
    again, drawn = drawn_again(monkeypatch, tmp_path)
    assert (again, drawn > 20) == (bare, True)
    shelf = prepared.kept()
    assert shelf is not None
    shelf.write()
    assert drawn_again(monkeypatch, tmp_path) == (bare, 0)


def test_another_version_of_the_code_takes_nothing_and_removes_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, filled: Path
) -> None:
    old = Path(shutil.copy(filled, tmp_path))
    monkeypatch.setattr(prepared, "version", lambda: "another")
    _, drawn = drawn_again(monkeypatch, tmp_path)
    assert drawn > 20
    forget()
    new = kept_in(tmp_path)
    assert new.name == "drawings-another.zip"
    assert not old.exists()


def test_other_shapes_colours_and_sizes_have_other_names() -> None:
    def disc(radius: float) -> scene.Symbol:
        pen = Pen()
        pen.draw(scene.Disc(0, 0, radius, "fire"))
        return pen.symbol("disc")

    names = {
        prepared.name_of(disc(3), "firelight", 1.0),
        prepared.name_of(disc(4), "firelight", 1.0),
        prepared.name_of(disc(3), "contrast", 1.0),
        prepared.name_of(disc(3), "firelight", 2.0),
    }
    assert len(names) == 4
    assert prepared.name_of(disc(3), "firelight", 1.0) in names


def test_two_processes_keep_what_both_have_drawn(tmp_path: Path) -> None:
    one, other = prepared.Prepared(tmp_path), prepared.Prepared(tmp_path)
    raster = raster_cache.PackedRaster(b"abc", (1, 1), -2, 3)
    one.put("first", raster)
    other.put("second", raster._replace(x=5))
    one.write()
    other.write()
    fresh = prepared.Prepared(tmp_path)
    assert fresh.get("first") == raster
    assert fresh.get("second") == raster._replace(x=5)
    assert fresh.get("third") is None


def test_drawings_are_written_again_once_there_are_a_quarter_more(tmp_path: Path) -> None:
    shelf = prepared.Prepared(tmp_path)
    due = [shelf.is_due]
    raster = raster_cache.PackedRaster(b"abc", (1, 1), 0, 0)
    for number in range(8):
        shelf.put(f"old {number}", raster)
    due.append(shelf.is_due)
    shelf.write()
    for number in range(3):
        shelf.put(f"new {number}", raster)
        due.append(shelf.is_due)
    assert due == [False, True, False, False, True]


def test_a_folder_that_is_a_file_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "drawings").write_text("mine")
    shelf = prepared.Prepared(tmp_path / "drawings")
    shelf.put("first", raster_cache.PackedRaster(b"abc", (1, 1), 0, 0))
    shelf.write()
    assert shelf.new == 1
    assert (tmp_path / "drawings").read_text() == "mine"


def test_no_more_is_kept_than_there_is_room_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prepared, "MOST_BYTES", 100)
    shelf = prepared.Prepared(tmp_path)
    for number in range(10):
        shelf.put(str(number), raster_cache.PackedRaster(bytes(24), (1, 1), 0, 0))
    shelf.write()
    with zipfile.ZipFile(next(tmp_path.iterdir())) as file:
        assert len(file.namelist()) == 2


def test_the_file_is_written_again_without_all_of_it_in_memory(tmp_path: Path) -> None:
    large = raster_cache.PackedRaster(bytes(100_000), (1, 1), 0, 0)
    shelf = prepared.Prepared(tmp_path)
    for number in range(50):
        shelf.put(f"{number}", large)
    shelf.write()
    shelf.put("another", large)
    tracemalloc.start()
    try:
        shelf.write()
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 1_500_000
    assert shelf.get("49") == shelf.get("another") == large
