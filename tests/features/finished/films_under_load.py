"""Films that are made while the bot is measured under load."""

from collections.abc import AsyncIterator
from itertools import count

from bot.features.finished.service import FileRequest, GameFile, GameFiles
from bot.model.people import Person
from bot.runtime.workers import Workers
from bot.words import catalog
from engine import GameOptions
from tests.kit.players.brisk_games import brisk_game


async def films_under_load() -> AsyncIterator[None]:
    """One film after the other in a process like that of the bot, with its priority."""
    words, names = catalog(), ("Ada", "Bo", "Cy", "Dee")
    game = brisk_game(GameOptions(4), 1)
    people = tuple(Person(name, name) for name in names)
    request = FileRequest(game, game.view(), people, names, words)
    workers = Workers("page", 1, niceness=15)
    files = GameFiles(workers)
    try:
        for number in count():
            await files.get(number, GameFile.FILM, request)
            yield
    finally:
        workers.close()
