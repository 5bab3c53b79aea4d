"""Whole games as people see them: random presses, and everything that is shown on the way.

A game is played once, and many properties are looked for in what it has shown.
"""

import itertools
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Any, Final, NamedTuple

from bot.chat.components import ClassicMessage, ImageFile, LayoutMessage
from bot.model.buttons import ShowMore
from bot.model.controls import Subject
from bot.model.custom_ids import Binding
from bot.model.drafts import Ask, Draft, Submit
from bot.model.game_log import LoggedMove
from bot.model.messages import POST_LIMIT, TEXT_LIMIT, Completion, Page, Post, Prompt, Row
from bot.model.people import Person
from bot.present.posts.score_pages import left_page, log_page, score_page, score_text, status_text
from bot.present.posts.since_page import since_page
from bot.present.posts.turn_posts import keepsakes_page, page_rows, turn_notice, turn_post
from bot.present.wizard.wizard import subject_completions, wizard_page
from bot.words import DEFAULT, Catalog, catalog, languages
from bot.words.pieces import Symbols
from engine import Game
from engine.ids import Seat
from renderer import Options, text_board
from renderer.emojis import EMOJI_DRAWINGS
from renderer.text import board_alt, city_alt
from tests.kit.brought import brought_each
from tests.kit.stack import OFFERS
from tests.kit.wizard_player import pressed

CONTROL: Final = Binding(9_999_999, 9999, "0123abcd")
PEOPLE: Final = tuple(
    Person(f"{name} {'ż' * 28}", f"<@{10**18 + number}>")
    for number, name in enumerate(("Ada", "Bo", "Cy", "Di"))
)
"""Names are as long as Discord lets them be."""
EMOJIS: Final = {key: 1_500_000_000_000_000_000 + n for n, key in enumerate(EMOJI_DRAWINGS)}
PICTURE: Final = ImageFile("board-1.png", b"png", "a" * 1024)
MARK: Final = re.compile(r"<:(\w{2,32}):(\d{19})>")
"""A symbol in a text."""
LOOKED_BACK: Final = 20
"""So many pages of the log and of the replay are looked at."""
EARLY: Final = 60
"""After so many presses everything is looked at that can be asked for, as at the end."""


@cache
def pictured(language: str) -> Catalog:
    """The words of a language with a symbol for everything that has one."""
    symbols = Symbols()
    symbols.show(EMOJIS)
    return symbols.on(catalog(language))


def walk(components: list[Any]) -> Iterator[dict[str, Any]]:
    """Every component of a layout, those within others included."""
    for component in components:
        yield component
        yield from walk(component.get("components", []))


def components_of(rows: tuple[Row, ...]) -> list[dict[str, Any]]:
    """Every component of the controls under a private message."""
    view = ClassicMessage("x", rows, CONTROL).view()
    return list(walk(view.to_components())) if view is not None else []


def controls_of(
    rows: tuple[Row, ...], keys: tuple[str, ...] = ("label", "placeholder", "description")
) -> list[str]:
    """Everything that stands on controls."""
    every = components_of(rows)
    options = [option for one in every for option in one.get("options", ())]
    return [str(one[key]) for one in (*every, *options) for key in keys if one.get(key)]


def press(prompt: Page | Prompt, dice: random.Random) -> str:
    """Any control of a prompt."""
    tokens: list[str] = []
    for one in components_of(prompt.rows):
        if one["type"] == 2 and not one.get("disabled"):
            tokens.append(one["custom_id"].split("|", 5)[-1])
        if one["type"] == 3:
            tokens += [option["value"] for option in one["options"]]
    confirm = [token for token in tokens if token in ("!", "=end")]
    return dice.choice(confirm if confirm and dice.random() < 0.5 else tokens)


def follow(game: Game, seat: Seat, draft: Draft, token: str) -> Draft:
    """Return the draft after a press; a confirmed one is submitted."""
    match pressed(game, seat, draft, token):
        case Ask(asked):
            return asked
        case Submit(actions):
            for action in actions:
                game.submit(seat, action)
        case _:
            pass
    return Draft()


def as_played(game: Game) -> tuple[LoggedMove, ...]:
    """The moves of a game in which people answered and nobody took anything back."""
    return tuple(LoggedMove(move, by_bot=False, taken_back=None) for move in game.moves)


class Kind(StrEnum):
    """The kind of a shown thing, as far as it has limits of its own."""

    PRIVATE = "private text"
    POST = "post"
    LOG = "log"
    """Pages that are filled as far as there is room."""
    ALT = "alt text"
    FILE = "file"


class Shown(NamedTuple):
    """Something that is shown in one language; texts alone are prompts without controls."""

    language: str
    kind: Kind
    message: Page | Prompt | Post

    @property
    def text(self) -> str:
        """All that it says."""
        return self.message.told if isinstance(self.message, Post) else self.message.text


class Pair(NamedTuple):
    """A text in words alone, and with symbols."""

    plain: Page | Prompt
    pictured: Page | Prompt


@dataclass(slots=True)
class ShownGame:
    """A game with random presses, and everything that it has shown in words or with symbols."""

    game: Game
    dice: random.Random
    plain: list[Shown] = field(default_factory=list)
    symbols: list[Shown] = field(default_factory=list)
    pages: list[Pair] = field(default_factory=list)
    """The pages of turns."""
    offered: list[tuple[tuple[Completion, ...], tuple[Completion, ...]]] = field(
        default_factory=list
    )
    """The completions of commands, in words alone and where there are symbols."""

    @property
    def people(self) -> tuple[Person, ...]:
        """Those who play."""
        return PEOPLE[: self.game.options.players]

    def play(self, presses: int, *, thorough: bool = False) -> None:
        """Press at random; each page is shown in one language in turn, if `thorough` in all."""
        for language in languages():
            self._announce(language)
        draft, told, tongues = Draft(), 0, itertools.cycle(languages())
        for number in range(presses):
            if self.game.waiting is None:
                break
            if number == EARLY:
                self._ask_for_everything()
            seat, turn = self.game.waiting.seat, self.game.view().turn
            spoken = languages() if thorough else (next(tongues),)
            draft = follow(
                self.game, seat, draft, press(self._page(seat, draft, spoken), self.dice)
            )
            if self.game.view().turn != turn:
                for language in spoken:
                    self._tell_turn(language, seat, told)
                told = self.game.move_count
        self._ask_for_everything()

    def _page(self, seat: Seat, draft: Draft, spoken: Sequence[str]) -> Page | Prompt:
        """Show the page of a turn; the last one, in words alone."""
        for language in spoken:
            plain = wizard_page(self.game, seat, draft, catalog(language))
            symbols = wizard_page(self.game, seat, draft, pictured(language))
            self.pages.append(Pair(plain, symbols))
            self.plain.append(Shown(language, Kind.PRIVATE, plain))
            self.symbols.append(Shown(language, Kind.PRIVATE, symbols))
        return self.pages[-1].plain

    def _show(self, language: str, kind: Kind, show: Callable[[Catalog], Prompt | Post]) -> None:
        """Show something in words alone, and with symbols."""
        self.plain.append(Shown(language, kind, show(catalog(language))))
        self.symbols.append(Shown(language, kind, show(pictured(language))))

    def _announce(self, language: str) -> None:
        """Show who is to move."""
        self._show(
            language, Kind.POST, lambda words: turn_notice(self.game, self.people, words, OFFERS)
        )
        over = self.game.result is not None

        def more(words: Catalog) -> Prompt:
            rows = page_rows(
                self.game, self.people, words, OFFERS, ShowMore(), over=over, plays=True
            )
            return Prompt(turn_notice(self.game, self.people, words).told, rows)

        self._show(language, Kind.PRIVATE, more)
        if over:
            self._show(language, Kind.PRIVATE, lambda words: keepsakes_page(words, OFFERS))

    def _tell_turn(self, language: str, seat: Seat, told: int) -> None:
        """Show what is posted after a turn, with what screen readers say of its pictures."""
        game, people = self.game, self.people
        self._show(language, Kind.POST, lambda words: turn_post(game, told, people, words, OFFERS))
        self._announce(language)
        if len(people) > 1:
            self._show(
                language, Kind.PRIVATE, lambda words: since_page(game, seat, people, words, OFFERS)
            )
        self._describe(language)

    def _describe(self, language: str) -> None:
        """Show what screen readers say of the pictures."""
        view = self.game.view()
        options = Options(catalog(language).translate, tuple(one.name for one in self.people))
        for alt in (
            board_alt(view, options),
            *(city_alt(view, seat.seat, options) for seat in view.seats),
        ):
            self.plain.append(Shown(language, Kind.ALT, Prompt(alt)))

    def _ask_for_everything(self) -> None:
        """Show what can be asked for besides the turn itself."""
        game, people, view = self.game, self.people, self.game.view()
        for language in languages():
            words = catalog(language)
            options = Options(words.translate, tuple(person.name for person in people))
            self.plain.append(Shown(language, Kind.FILE, Prompt(text_board(view, options))))
            self._describe(language)
            for told in (
                status_text(game, people, words),
                left_page(game, people, words).text,
                score_text(game, people, words),
            ):
                self.plain.append(Shown(language, Kind.PRIVATE, Prompt(told)))
            self.plain.append(Shown(language, Kind.PRIVATE, _score(game, people, words)))
            for step in (0, view.turn // 2, view.turn):
                self._look_back(words, step)
            for page in range(3):
                self._show(language, Kind.LOG, _log(game, people, page))
            status = status_text(game, people, pictured(language))
            if "…" not in status_text(game, people, words):  # four of the longest names fill it
                self.symbols.append(Shown(language, Kind.PRIVATE, Prompt(status)))
            if game.waiting is not None:
                seat = game.waiting.seat
                self.offered.append(
                    (
                        subject_completions(game, seat, Subject.ANSWER, words),
                        subject_completions(game, seat, Subject.ANSWER, pictured(language)),
                    )
                )
        for page in range(LOOKED_BACK):
            self._look_back(catalog(), 4 * page)
            self.plain.append(Shown(DEFAULT, Kind.LOG, _log(game, people, page)(catalog())))

    def _look_back(self, words: Catalog, step: int) -> None:
        """Show what features tell of an earlier step."""
        for looks_back in brought_each("LOOKS_BACK"):
            page = looks_back(self.game, step, self.people, words)
            self.plain.append(Shown(words.locale, Kind.PRIVATE, page))


def _score(game: Game, people: tuple[Person, ...], words: Catalog) -> Prompt:
    return score_page(game, people, words, OFFERS)


def _log(game: Game, people: tuple[Person, ...], page: int) -> Callable[[Catalog], Prompt]:
    return lambda words: log_page(game, as_played(game), people, words, page, offers=OFFERS)


def check_components(components: list[Any]) -> None:
    """Discord's limits for the controls of a message."""
    every = list(walk(components))
    ids = [one["custom_id"] for one in every if "custom_id" in one]
    assert len(set(ids)) == len(ids)
    assert all(1 <= len(one) <= 100 for one in ids)
    for one in every:
        if one["type"] == 2:
            assert 1 <= len(one["label"]) <= 80
        if one["type"] == 3:
            values = [option["value"] for option in one["options"]]
            assert 1 <= len(values) <= 25
            assert len(set(values)) == len(values)
            assert len(one.get("placeholder") or "") <= 150
            for option in one["options"]:
                assert 1 <= len(option["label"]) <= 100
                assert 1 <= len(option["value"]) <= 100
                assert len(option.get("description") or "") <= 100
        if one["type"] == 1:
            kinds = {child["type"] for child in one["components"]}
            assert len(one["components"]) <= (5 if kinds == {2} else 1)


def check_prompt(prompt: Page | Prompt) -> None:
    """Discord's limits for a private message in the classic layout."""
    assert 0 < len(prompt.text) <= TEXT_LIMIT
    assert len(prompt.rows) <= 5
    view = ClassicMessage(prompt.text, prompt.rows, CONTROL).view()
    if view is not None:
        check_components(list(view.to_components()))


def check_post(post: Post) -> None:
    """Discord's limits for a public message."""
    assert len(post.told) <= POST_LIMIT
    pictures = tuple(PICTURE for _ in post.pictures)
    view = LayoutMessage(post.text, post.rows, CONTROL, pictures=pictures, foot=post.foot).view()
    components: list[Any] = view.to_components()  # type: ignore[no-untyped-call]
    check_components(components)
    assert len(list(walk(components))) <= 40
