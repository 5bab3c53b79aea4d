"""Where pictures are painted: other processes paint the same, and may be lost at any time."""

import asyncio
import errno
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from multiprocessing.reduction import ForkingPickler
from pathlib import Path

import pytest

from bot.chat.pictures import painting
from bot.chat.pictures.painting import PictureRequest, RenderPool, paint
from bot.model import pictures, preferences
from bot.model.errors import Problem, report_bug
from bot.runtime import memory
from bot.runtime.worker_process import UnreadyError
from bot.words import catalog
from engine import STANDARD_BOX, Game, GameOptions, ids
from renderer import PaletteName, prepared, raster_cache
from tests.kit.sources import imported_with

ENDS_WITHIN = 10.0
LOOK = preferences.Appearance(size=preferences.PictureSize.SMALL, colours=PaletteName.CONTRAST)
BOT = """
import asyncio, multiprocessing, sys
from bot.chat.pictures.painting import RenderPool
from tests.bot.chat.pictures.test_render_pool import request

async def main():
    pool = RenderPool(1)
    await pool.paint(request())
    print(multiprocessing.active_children()[0].pid, flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.fixture(scope="module")
def pool() -> Iterator[RenderPool]:
    """One process that paints for all tests; it draws the grounds that it needs, and not all."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(painting, "_get_ready", bool)
        made = RenderPool(1)
    yield made
    made.close()


def request(seat: ids.Seat = 0, locale: str = "en-US") -> PictureRequest:
    view = Game.new(GameOptions(2), 1).view()
    return PictureRequest(
        pictures.Picture(pictures.PictureKind.CITY, view, seat), catalog(locale), ("Ada", "Bo")
    )


def painter() -> int:
    """The process that paints."""
    (process,) = multiprocessing.active_children()
    assert process.pid is not None
    return process.pid


async def test_another_process_paints_the_same(pool: RenderPool) -> None:
    for wanted in (request(), request(locale="pl"), replace(request(1, "de"), appearance=LOOK)):
        assert await pool.paint(wanted) == paint(wanted)


async def test_what_cannot_be_painted_fails_alone(pool: RenderPool) -> None:
    with pytest.raises(IndexError):
        await pool.paint(request(seat=7))
    known = painter()
    assert (await pool.paint(request())).png
    assert painter() == known


def unready(_drawings: Path | None) -> None:
    raise PermissionError(1, "Operation not permitted")


async def test_processes_that_cannot_begin_twice_are_a_bug_with_its_cause(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(painting, "_get_ready", unready)
    pool = RenderPool(1)
    try:
        with pytest.raises(UnreadyError, match="Operation not permitted") as caught:
            await pool.paint(request())
    finally:
        pool.close()
    assert "a process of paint failed" in caplog.text
    assert report_bug(caught.value).problem == Problem.UNEXPECTED
    assert "in unready" in caplog.text


def unready_once(folder: Path | None) -> None:
    assert folder is not None
    if not folder.exists():
        folder.mkdir()
        raise OSError(errno.ENOMEM, "Cannot allocate memory")


async def test_one_that_cannot_begin_is_replaced(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(painting, "_get_ready", unready_once)
    pool = RenderPool(1, drawings=tmp_path / "tried")
    try:
        assert (await pool.paint(request())).png
    finally:
        pool.close()


async def test_a_lost_process_is_replaced(pool: RenderPool) -> None:
    await pool.paint(request())
    lost = painter()
    waiting = [asyncio.create_task(pool.paint(request(seat))) for seat in (0, 1)]
    await asyncio.sleep(0)
    os.kill(lost, signal.SIGKILL)
    assert [painted.png for painted in await asyncio.gather(*waiting)] == [
        paint(request(seat)).png for seat in (0, 1)
    ]
    assert painter() != lost


async def test_a_process_that_paints_no_more_is_replaced(
    pool: RenderPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pool.paint(request())
    stuck = painter()
    os.kill(stuck, signal.SIGSTOP)
    try:
        with monkeypatch.context() as patch:
            patch.setattr(pool._workers, "_longest", 0.01)
            with pytest.raises(TimeoutError):
                await pool.paint(request(1))
        assert (await pool.paint(request(1))).png
    finally:
        with suppress(ProcessLookupError):
            os.kill(stuck, signal.SIGCONT)


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are seen in /proc")
def test_nobody_paints_for_a_bot_that_was_killed_or_complains_of_its_end() -> None:
    bot = subprocess.Popen(
        [sys.executable, "-c", BOT], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert bot.stdout is not None
    left = int(bot.stdout.readline())
    bot.kill()
    assert bot.communicate()[1] == ""
    ends = time.monotonic() + ENDS_WITHIN
    while Path(f"/proc/{left}").exists() and time.monotonic() < ends:
        time.sleep(0.05)
    assert not Path(f"/proc/{left}").exists()


def sent(wanted: PictureRequest) -> PictureRequest:
    """What arrives in another process."""
    arrived = pickle.loads(ForkingPickler.dumps(wanted))
    assert isinstance(arrived, PictureRequest)
    return arrived


def test_a_packed_wish_is_the_same_wish_with_one_box_for_all() -> None:
    wanted = request(locale="de")
    first, second = (sent(wanted) for _ in range(2))
    assert (first.key, first.words.locale) == (wanted.key, "de")
    assert isinstance(wanted.picture, pictures.Picture)
    assert isinstance(first.picture, pictures.Picture)
    assert isinstance(second.picture, pictures.Picture)
    assert first.picture.view.box is second.picture.view.box
    other = replace(STANDARD_BOX, start_crystal=STANDARD_BOX.path_tiles[0].tile.crystal)
    view = replace(wanted.picture.view, box=other)
    elsewhere = sent(replace(wanted, picture=replace(wanted.picture, view=view)))
    assert isinstance(elsewhere.picture, pictures.Picture)
    assert elsewhere.picture.view.box == other


def test_a_process_that_paints_imports_no_rows_of_the_database_and_no_players() -> None:
    imported = imported_with("bot.chat.pictures.painting")
    assert "renderer" in imported
    assert imported & {"discord", "bot.store", "bot.model.rows", "engine.agents"} == set()


def test_the_grounds_are_kept_for_the_next_start_as_soon_as_they_are_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[float] = []

    def ground(scale: float = 1.0) -> None:
        def draw() -> raster_cache.PackedRaster:
            drawn.append(scale)
            return raster_cache.PackedRaster(b"", (1, 1), 0, 0)

        prepared.load_or_draw(lambda: f"ground {scale}", draw)

    monkeypatch.setattr(painting, "warm_up", ground)
    monkeypatch.setattr(memory, "settle", bool)
    try:
        for _ in range(2):
            prepared.use(tmp_path)
            painting._warm()
    finally:
        prepared.use(None)
    assert drawn == [1.0, painting.PREVIEW_SCALE]
