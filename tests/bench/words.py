"""Count the words that somebody reads in a solo game played by following suggestions.

A person new to the bot takes the first idea of each suggestion, with the tips of the coach on. Each
page and each post counts as often as it is shown; symbols, buttons and menus are no words.
"""

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.model.coach import Idea
from bot.model.controls import ScreenKind, Sign
from bot.model.drafts import Ask, Draft, Submit
from bot.model.messages import Page, Post
from bot.model.people import Person
from bot.present.posts.turn_posts import turn_notice, turn_post
from bot.present.wizard.coach import Coach
from bot.present.wizard.wizard import wizard_page
from bot.runtime.shell.arguments import json_argument, seed_argument
from bot.runtime.shell.output import Report
from bot.words import Catalog, Phrase, catalog, languages
from engine import Game, GameOptions
from tests.kit.wizard_player import pressed, tokens

_SYMBOL: Final = re.compile(r"<a?:\w+:\d+>")
_WORD: Final = re.compile(r"\w+(?:['./-]\w+)*")
_MOST: Final = 20
"""The number of lines that the bench prints one by one."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this bench takes."""
    seed_argument(parser, 7)
    parser.add_argument(
        "--language",
        choices=languages(),
        default="en",
        help="language of the reader (default: %(default)s)",
    )
    json_argument(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Play the game and tell what was read in it."""
    reader = WordReader(catalog(chosen.language))
    reader.play(Game.new(GameOptions(1), chosen.seed))
    report = Report()
    for kind, words in reader.words.items():
        count, most = reader.shown[kind], reader.longest[kind]
        report.tell(f"{kind:<12}{count:>5} shown{words:>7} words{most:>6} in the longest")
    for key, words in reader.of_line.most_common(_MOST):
        report.tell(f"{words:>6} words in {reader.lines[key]:>3} lines of {key}")
    report.tell(
        f"{reader.words.total()} words in all, {max(reader.longest.values())} in the longest page",
        words=reader.words.total(),
        longest=max(reader.longest.values()),
        by_kind=dict(reader.words),
        shown=dict(reader.shown),
    )
    report.show(chosen)
    return 0


@dataclass(slots=True)
class WordReader:
    """Somebody who plays by suggestions, and the words that they have read."""

    catalog: Catalog
    untold: set[Idea] = field(default_factory=lambda: set(Idea))
    words: Counter[str] = field(default_factory=Counter)
    """The words of each kind of page."""
    shown: Counter[str] = field(default_factory=Counter)
    longest: Counter[str] = field(default_factory=Counter)
    of_line: Counter[str] = field(default_factory=Counter)
    """The words of the lines with each key."""
    lines: Counter[str] = field(default_factory=Counter)

    def play(self, game: Game) -> None:
        """Play a game to its end."""
        people = (Person("Ada", "<@1>"),)
        self._read_post(turn_notice(game, people, self.catalog))
        first = 0
        while game.waiting is not None:
            turn = game.view().turn
            self._answer(game)
            if game.result is not None or game.view().turn != turn:
                self._read_post(turn_post(game, first, people, self.catalog))
                first = game.move_count

    def _answer(self, game: Game) -> None:
        """Press what is suggested until it goes into the game."""
        seat, draft = 0, Draft()
        while True:
            page = self._open(game, draft)
            outcome = pressed(game, seat, draft, _suggested(tokens(page)))
            if not isinstance(outcome, Ask):
                break
            draft = outcome.draft
        assert isinstance(outcome, Submit)
        for action in outcome.actions:
            game.submit(seat, action)

    def _open(self, game: Game, draft: Draft) -> Page:
        """Read the page of a draft with what the coach says above it."""
        page = wizard_page(game, 0, draft, self.catalog)
        coached = Coach(frozenset(self.untold)).above(page, game, 0, draft)
        self.untold -= set(coached.told)
        kind = draft.screen.kind
        name = "turn" if draft == Draft() else "question" if kind is ScreenKind.PLAN else str(kind)
        self._count(name, coached.page.text)
        for key, line in _lines(coached.page):
            self.of_line[key] += _words(line)
            self.lines[key] += 1
        return coached.page

    def _read_post(self, post: Post) -> None:
        self._count("post", f"{post.text}\n{post.foot}")

    def _count(self, kind: str, text: str) -> None:
        words = _words(text)
        self.words[kind] += words
        self.shown[kind] += 1
        self.longest[kind] = max(self.longest[kind], words)


def _suggested(pressable: Sequence[str]) -> str:
    """Return the control that leads to what is suggested."""
    wanted = (f"{Sign.SUGGEST}0", Sign.CONFIRM, Sign.SUGGEST, "=end")
    return next((token for token in wanted if token in pressable), pressable[0])


def _words(text: str) -> int:
    return len(_WORD.findall(_SYMBOL.sub(" ", text)))


def _lines(page: Page) -> Iterator[tuple[str, str]]:
    """Yield each sentence of a page, with its key."""
    for line in (line for paragraph in page.paragraphs for line in paragraph):
        for said in line.sentences:
            key = said.key if isinstance(said, Phrase) else "text"
            yield key, page.words.pictured.spell(said)
