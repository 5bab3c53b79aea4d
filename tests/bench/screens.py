"""Count the posts of games and how high they are: against Tom, with bots, and among four people.

All seats play as the substitute does. Heights are those that the stylesheet of the table in a
browser gives a window 1280 pixels wide; letters count as equally wide.
"""

import argparse
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import ceil
from typing import Final

from PIL import Image

from bot.model import messages, pictures, preferences
from bot.model.people import Person
from bot.present.posts.turn_posts import turn_notice, turn_post
from bot.present.posts.turn_story import as_chosen
from bot.runtime.shell.arguments import json_argument, seed_argument
from bot.runtime.shell.output import Report
from engine import Game, GameOptions
from engine.agents.levels import Level
from engine.agents.players import PLAYERS
from renderer import strips
from renderer.layout import PICTURE_HEIGHT, WIDTH
from tests.kit.shown_games import pictured
from tests.kit.stack import OFFERS

ADA: Final = Person("Ada", "<@1>")
BO: Final = Person("Bo", "<@2>")
GAMES: Final = {
    "alone": (ADA,),
    "with bots": (
        ADA,
        BO,
        Person("Bot 1 (medium)", "", bot=True, level=Level.MEDIUM),
        Person("Bot 2 (medium)", "", bot=True, level=Level.MEDIUM),
    ),
    "four people": (ADA, BO, Person("Cleo", "<@3>"), Person("Dan", "<@4>")),
}
SCREEN: Final = 800
"""Pixels of the height of a window."""
_INNER: Final = 563
"""Pixels between the edges of a post."""
_AROUND: Final = 16 + 4 + 22 + 2 + 32
"""Pixels above a post, of its head, and of its edges."""
_GAP: Final = 8
_LINE: Final = 22
_SMALL_LINE: Final = 18
_SEPARATOR: Final = 9
_BUTTON: Final = 36
_LETTER: Final = 7.6
"""Pixels of a letter on average, of small type by its share."""
_SYMBOL: Final = re.compile(r"<a?:\w+:\d+>")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this bench takes."""
    seed_argument(parser, 7)
    json_argument(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Play the games, and print how much room their posts take."""
    report = Report()
    for name, people in GAMES.items():
        posts = Posts(people)
        posts.play(chosen.seed)
        key, heights = name.replace(" ", "_"), [height(post) for post in posts.made]
        shown = sum(len(post.pictures) for post in posts.made)
        report.tell(
            f"{name}: {len(heights)} posts, {shown} pictures, {sum(heights) / SCREEN:.1f} screens,"
            f" {sum(heights) / len(heights):.0f} pixels a post (most {max(heights)})",
            **{
                f"{key}_posts": len(heights),
                f"{key}_pictures": shown,
                f"{key}_screens": round(sum(heights) / SCREEN, 1),
                f"{key}_pixels": round(sum(heights) / len(heights)),
            },
        )
    report.show(chosen)
    return 0


@dataclass(slots=True)
class Posts:
    """The posts of a game of these people, each told when somebody is called."""

    people: Sequence[Person]
    made: list[messages.Post] = field(default_factory=list)

    def play(self, seed: int) -> None:
        """Play a game to its end."""
        people, words = tuple(self.people), pictured("en")
        game = Game.new(GameOptions(len(people)), seed)
        self.made.append(turn_notice(game, people, words, OFFERS))
        told = 0
        while (asked := game.waiting) is not None:
            turn = game.view().turn
            for answer in PLAYERS[Level.MEDIUM](game, asked.seat, seed).answers:
                game.submit(asked.seat, answer)
            ended = game.waiting is None or game.view().turn != turn
            if ended and (game.waiting is None or not people[game.waiting.seat].bot):
                self.made.append(turn_post(game, told, people, words, OFFERS))
                told = game.move_count


def height(post: messages.Post) -> int:
    """The height of a post in pixels."""
    parts = [
        *([_text_height(post.text)] if post.text else []),
        *map(
            _picture_height,
            as_chosen(post.pictures, preferences.USUAL, preferences.TurnPictures.EVERYTHING),
        ),
        *([_SEPARATOR, _text_height(post.foot)] if post.foot else []),
        *(_BUTTON + (_rows(row) - 1) * (_BUTTON + 4) for row in post.rows),
    ]
    return _AROUND + sum(parts) + _GAP * (len(parts) - 1)


def _picture_height(picture: pictures.Picture) -> int:
    width, height = _size(len(picture.shown))
    return ceil(_INNER * height / width)


@cache
def _size(places: int) -> tuple[int, int]:
    """The size of a picture, or of a sheet with so many of them."""
    one = Image.new("P", (WIDTH, PICTURE_HEIGHT))
    return strips.side_by_side((one,) * places, one).size if places else one.size


def _text_height(text: str) -> int:
    return sum(_lines(text))


def _lines(text: str) -> Iterator[int]:
    for line in text.split("\n"):
        small = line.startswith("-# ")
        size = _SMALL_LINE if small else _LINE
        letters = len(_SYMBOL.sub("...", line).replace("*", "").removeprefix("-# "))
        wide = letters * _LETTER * size / _LINE
        yield size * max(1, ceil(wide / _INNER))


def _rows(row: Sequence[messages.Button]) -> int:
    """The rows in which the buttons of one stand."""
    lines, x = 1, 0.0
    for button in row:
        wide = 32 + len(button.label) * _LETTER * 14 / 16 + (26 if button.symbol else 0)
        if x and x + wide > _INNER:
            lines, x = lines + 1, 0.0
        x += wide + _GAP
    return lines
