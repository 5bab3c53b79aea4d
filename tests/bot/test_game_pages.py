"""Pages of games are made one at a time, each once, and the last ones are kept."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from bot.chat.pictures import game_pages
from bot.chat.pictures.game_pages import GamePages, PageRequest, write_page
from bot.model.errors import Problem, UserError
from bot.model.people import Person
from bot.words import catalog
from bot.words.symbols import Symbols
from engine import Game, GameOptions
from tests.engine.random_games import random_game


class Writer:
    """Writes when it may, and counts."""

    def __init__(self) -> None:
        self.may = threading.Event()
        self.written = 0

    def __call__(self, request: PageRequest) -> bytes:
        assert self.may.wait(20)
        self.written += 1
        if "Bo" in request.names:
            raise ValueError("too long")
        return request.names[0].encode()


@pytest.fixture
def writer() -> Iterator[Writer]:
    writer = Writer()
    yield writer
    writer.may.set()


def request_of(*names: str) -> PageRequest:
    game = Game.new(GameOptions(2), 1)
    return PageRequest(game, game.view(), (), names, catalog())


async def test_who_asks_together_gets_the_same_page(writer: Writer) -> None:
    pages = GamePages(0, writer)
    asking = [asyncio.create_task(pages.get(7, request_of("Ada"))) for _ in range(3)]
    await asyncio.sleep(0)
    writer.may.set()
    assert await asyncio.gather(*asking) == [b"Ada"] * 3
    assert await pages.get(7, request_of("Ada")) == b"Ada"
    assert writer.written == 1
    assert await pages.get(8, request_of("Cy")) == b"Cy"
    pages.close()


async def test_where_too_many_wait_another_is_refused(
    writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_pages, "MOST_WAITING", 2)
    pages = GamePages(0, writer)
    asking = [asyncio.create_task(pages.get(game, request_of("Ada"))) for game in (1, 2)]
    await asyncio.sleep(0)
    with pytest.raises(UserError) as sorry:
        await pages.get(3, request_of("Ada"))
    assert sorry.value.problem is Problem.PAGES_BUSY
    writer.may.set()
    await asyncio.gather(*asking)
    assert await pages.get(3, request_of("Ada")) == b"Ada"
    pages.close()


async def test_what_cannot_be_made_is_told_and_may_be_asked_for_again(writer: Writer) -> None:
    pages = GamePages(0, writer)
    writer.may.set()
    for _ in range(2):
        with pytest.raises(ValueError, match="too long"):
            await pages.get(7, request_of("Bo"))
    assert writer.written == 2
    pages.close()


async def test_who_gives_up_waiting_takes_nothing_from_the_others(writer: Writer) -> None:
    pages = GamePages(0, writer)
    first = asyncio.create_task(pages.get(7, request_of("Ada")))
    second = asyncio.create_task(pages.get(7, request_of("Ada")))
    await asyncio.sleep(0)
    first.cancel()
    writer.may.set()
    assert await second == b"Ada"
    pages.close()


@pytest.mark.long
async def test_a_process_of_its_own_makes_the_same_page() -> None:
    game, symbols = random_game(2, 5, 12), Symbols()
    symbols.show({"resource.fruit": 10**18})
    people = (Person("Ada", "<@1>"), Person("Bo", "<@2>"))
    request = PageRequest(game, game.view(), people, ("Ada", "Bo"), symbols.on(catalog("de")))
    pages = GamePages(1)
    assert await pages.get(7, request) == write_page(request)
    pages.close()
