"""The values of this feature that tests of the whole need."""

from typing import Final

from bot.features.replay.pages import (
    ReplayPart,
    ReplayPost,
    ReplayStep,
    ReplayTurn,
    Sight,
    StepTo,
    replay_page,
)
from bot.model import messages
from bot.model.people import Person
from bot.words import Catalog
from engine import Game

HANGING: Final = {
    "1|t|7|12||replay": ReplayPost(),
    "1|t|7|0||replay:41": ReplayTurn(41),
    "1|t|7|0||replay:41:back:board": ReplayStep(41, StepTo.BACK, Sight.BOARD),
    "1|t|7|0||replay:41:board:1": ReplayPart(41, Sight.BOARD, 1),
}


def look_back(game: Game, step: int, people: tuple[Person, ...], words: Catalog) -> messages.Prompt:
    """A page of a step, with one of the things that can be seen there in turn."""
    return replay_page(game, step, people, words, sight=SIGHTS[step % len(SIGHTS)])


SIGHTS: Final = (Sight.TURN, Sight.BOARD, Sight.CITY_1)
LOOKS_BACK: Final = (look_back,)
