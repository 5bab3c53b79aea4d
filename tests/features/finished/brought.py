"""The values of this feature that tests of the whole need."""

from typing import Final

from bot.features.finished import values
from bot.features.finished.film import Film
from bot.runtime.shell.command import Command
from tests.features.finished.films_under_load import films_under_load

HANGING: Final = {
    "1|t|7|12||page": values.AskForPage(),
    "1|t|7|12||film": values.AskForFilm(),
    "1|t|7|12||review": values.AskForReview(),
    "1|t|7|0||sources": values.ShowSources(),
    "1|t|7|0||costly:2": values.ShowCostlyTurn(2),
    "1|t|7|0||costly:try:2": values.TryCostlyTurn(2),
}
STORED: Final = {"reviews": (values.StoredReview, values.StoredCost)}
BENCHES: Final = (
    Command(
        "films",
        "measure films of whole games",
        "tests.features.finished.films:arguments",
        "--games 2",
    ),
)
WHILE_LOADED: Final = (films_under_load,)


FILES_READ: Final = ("page file", "film file")
FILES_WRITTEN: Final = {
    "page --out": ("page", "game.json", "--out", "FILE"),
    "film --out": ("film", "game.json", "--out", "FILE"),
}
SMALLEST: Final = {"page": "game.json", "film": "game.json"}
QUICK: Final = {
    "bot.features.finished.made.game_film": lambda *_: Film(b"RIFF", b"GIF89a"),
    "bot.features.finished.made.game_page": lambda *_: b"<html>",
}
"""What makes files in no time, in place of what takes long."""
