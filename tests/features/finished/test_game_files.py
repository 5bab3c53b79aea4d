"""Pages and films of games are made one at a time, each once, and the last ones are kept."""

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.features.finished import service as game_files
from bot.features.finished import values
from bot.features.finished.service import (
    MAKERS,
    FileRequest,
    GameFile,
    GameFiles,
    make_film,
    make_review,
    write_page,
)
from bot.model.people import Person
from bot.runtime.workers import Workers
from bot.words import catalog, pieces
from engine import Game, GameOptions
from tests.kit.games import random_game, thrown_away
from tests.kit.presses import refused


class Writer:
    """Writes when it may, and counts."""

    def __init__(self) -> None:
        self.may = threading.Event()
        self.written = 0

    def __call__(self, request: FileRequest) -> tuple[bytes, ...]:
        assert self.may.wait(20)
        self.written += 1
        if "Bo" in request.names:
            raise ValueError("too long")
        return (request.names[0].encode(),)


PAGE, FILM = GameFile.PAGE, GameFile.FILM


@pytest.fixture
def writer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Writer]:
    """The writer of all kinds of files."""
    writer = Writer()
    for kind in GameFile:
        monkeypatch.setitem(MAKERS, kind, writer)
    yield writer
    writer.may.set()


@pytest.fixture
def files(writer: Writer) -> Iterator[GameFiles]:
    """Files made by the writer, in a thread."""
    workers = Workers("page", 0)
    yield GameFiles(workers)
    workers.close()


def request_of(*names: str) -> FileRequest:
    game = Game.new(GameOptions(2), 1)
    return FileRequest(game, game.view(), (), names, catalog())


async def test_who_asks_together_gets_the_same_page(writer: Writer, files: GameFiles) -> None:
    asking = [asyncio.create_task(files.get(7, PAGE, request_of("Ada"))) for _ in range(3)]
    await asyncio.sleep(0)
    writer.may.set()
    assert await asyncio.gather(*asking) == [(b"Ada",)] * 3
    assert await files.get(7, PAGE, request_of("Ada")) == (b"Ada",)
    assert writer.written == 1
    assert await files.get(8, PAGE, request_of("Cy")) == (b"Cy",)


async def test_a_film_is_no_page(writer: Writer, files: GameFiles) -> None:
    writer.may.set()
    for kind in (PAGE, FILM, PAGE, FILM):
        assert await files.get(7, kind, request_of("Ada")) == (b"Ada",)
    assert writer.written == 2


def played_on(name: str) -> FileRequest:
    return replace(request_of(name), game=random_game(2, 5, 12))


async def test_how_long_a_file_takes_is_told_with_those_before_it(
    writer: Writer, files: GameFiles
) -> None:
    request = played_on("Ada")
    alone = files.expected(7, PAGE, request)
    assert alone == pytest.approx(game_files.SECONDS[PAGE] * request.game.move_count)
    making = asyncio.create_task(files.get(7, PAGE, request))
    await asyncio.sleep(0)
    assert files.expected(8, PAGE, request) == pytest.approx(2 * alone)
    assert files.expected(7, PAGE, request) == pytest.approx(alone)
    writer.may.set()
    await making
    assert files.expected(7, PAGE, request) == 0
    assert PAGE in files._measured


async def test_where_too_many_wait_another_is_refused(
    writer: Writer, files: GameFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_files, "MOST_WAITING", 2)
    asking = [asyncio.create_task(files.get(game, PAGE, request_of("Ada"))) for game in (1, 2)]
    await asyncio.sleep(0)
    assert await refused(files.get(3, PAGE, request_of("Ada"))) == "game_page.sorry.busy"
    writer.may.set()
    await asyncio.gather(*asking)
    assert await files.get(3, PAGE, request_of("Ada")) == (b"Ada",)


async def test_what_cannot_be_made_is_told_and_may_be_asked_for_again(
    writer: Writer, files: GameFiles
) -> None:
    writer.may.set()
    for _ in range(2):
        with pytest.raises(ValueError, match="too long"):
            await files.get(7, PAGE, request_of("Bo"))
    assert writer.written == 2


async def test_who_gives_up_waiting_takes_nothing_from_the_others(
    writer: Writer, files: GameFiles
) -> None:
    first = asyncio.create_task(files.get(7, PAGE, request_of("Ada")))
    second = asyncio.create_task(files.get(7, PAGE, request_of("Ada")))
    await asyncio.sleep(0)
    first.cancel()
    writer.may.set()
    assert await second == (b"Ada",)


def test_a_review_is_of_one_seat() -> None:
    game = thrown_away()
    of_whom = [
        FileRequest(game, game.view(), (), ("Ada", "Bo"), catalog(), seat) for seat in (0, None)
    ]
    own, everybodys = (values.StoredReview.load(*make_review(request)) for request in of_whom)
    assert [(one.before, one.turn) for one in own.costly] == [(0, game.at(0).view().turn)]
    assert everybodys.costly == ()
    assert own.expected == everybodys.expected


@pytest.mark.long
async def test_a_process_of_its_own_makes_the_same_files() -> None:
    game, symbols = random_game(2, 5, 12), pieces.Symbols()
    symbols.show({"resource.fruit": 10**18})
    people = (Person("Ada", "<@1>"), Person("Bo", "<@2>"))
    request = FileRequest(game, game.view(), people, ("Ada", "Bo"), symbols.on(catalog("de")))
    workers = Workers("page", 1)
    files = GameFiles(workers)
    assert await files.get(7, PAGE, request) == write_page(request)
    assert await files.get(7, FILM, request) == make_film(request)
    workers.close()
