"""The messages that a player sees, as plain data: the treaty between `bot.present` and `bot.chat`.

`bot.present` makes it: pure functions of a position and a catalog, which know the rules and write
every sentence. `bot.chat` draws and sends it, and knows neither.

1. A private page is a `Prompt`. A press gives back the value of its control: `Button.value`, or
   that of the `Choice` in a `Menu` (a `Menu` has a value itself only so that its custom id is
   unique in the message).
   A `PeopleMenu` gives back its own value, and the people who were chosen.
   The pages of a turn are put together in steps: a `Page` (`bot.model.messages`)
   keeps their sentences as phrases, and becomes a `Prompt` at the end.
2. The wizard of a turn keeps a `Draft` (`bot.model.drafts`) from press to press:
   `wizard_page(game, seat, draft, words)` is its page, `wizard_press(game, seat, draft, token)`
   what a press leads to. A command with parameters begins at `begin_draft(game, seat, actions)`;
   `subject_completions(game, seat, subject, words)` are what it offers while it is typed, and
   `chosen_actions(value)` reads one of these back.
3. A public message is a `Post`. Pictures are asked for, not drawn: a `Picture`
   (`bot.model.pictures`) names a city or the board and carries the `View`.

>>> from bot.model.buttons import ShowScore, TakeTurn
>>> turn = Button("Take your turn", TakeTurn(), Style.MAIN)
>>> post = Post("Ada, your turn.", rows=((turn, Button("Score", ShowScore())),), ping=(0,))
>>> [button.label for row in post.rows for button in row]
['Take your turn', 'Score']
>>> Prompt("Nothing has happened yet.").rows
()
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.model.button_forms import ButtonValue
from bot.model.people import Person
from bot.model.pictures import AnyPicture, Picture
from bot.words import Catalog, Phrase
from bot.words.text import ELLIPSIS, clip
from engine.events import Event
from engine.ids import Seat
from engine.state import GameOptions

LABEL_LIMIT: Final = 80
CHOICE_LIMIT: Final = 100
PLACEHOLDER_LIMIT: Final = 150
OPTION_LIMIT: Final = 25
ROW_LIMIT: Final = 5
BUTTONS_IN_ROW: Final = 5
TEXT_LIMIT: Final = 2000
POST_LIMIT: Final = 4000
PARAGRAPH: Final = "\n\n"


def paragraphs(*texts: str) -> str:
    """Texts as paragraphs of one; empty ones are left out."""
    return PARAGRAPH.join(filter(None, texts))


class Style(StrEnum):
    """The meaning of a button; the shell maps it onto Discord's colours."""

    MAIN = "main"
    PLAIN = "plain"
    GO = "go"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Choice:
    """An option of a menu; `label` and `description` have up to 100 characters.

    `symbol` is the key of what is shown in front, where the bot has an emoji of it. The `mark` of
    what is suggested stands before the hint.
    """

    label: str
    value: ButtonValue
    hint: str = ""
    symbol: str = ""
    mark: str = ""

    @property
    def description(self) -> str:
        """The small print below the label."""
        return " ".join(filter(None, (self.mark, self.hint)))


@dataclass(frozen=True, slots=True)
class Menu:
    """A select menu: one choice of at most 25; the placeholder has up to 150 characters."""

    value: ButtonValue
    placeholder: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class PeopleMenu:
    """A menu of the people here, of whom up to `most` can be chosen; Discord lists them."""

    value: ButtonValue
    placeholder: str
    most: int


@dataclass(frozen=True, slots=True)
class Button:
    """A button; its label has up to 80 characters. The `symbol` is as that of a `Choice`."""

    label: str
    value: ButtonValue
    style: Style = Style.PLAIN
    disabled: bool = False
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class LinkButton:
    """A button that leads to an address; its label has up to 80 characters."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Completion:
    """An offer while an option of a command is typed: the text to show, and the value to send."""

    label: str
    value: str


Row = Menu | PeopleMenu | tuple[Button, ...]
"""One row of a message: a menu, or one to five buttons."""


def in_rows(buttons: Sequence[Button]) -> tuple[tuple[Button, ...], ...]:
    """Buttons in their order, in as many rows as they need."""
    starts = range(0, len(buttons), BUTTONS_IN_ROW)
    return tuple(tuple(buttons[at : at + BUTTONS_IN_ROW]) for at in starts)


def in_menus(
    value: ButtonValue, placeholder: str, choices: Sequence[Choice], most: int = ROW_LIMIT
) -> tuple[Menu, ...]:
    """Choices in as many menus as they need, up to the `most`, which are numbered if there are two.

    The first one has the `value`, each other one that of its first choice.
    """
    parts = [choices[at : at + OPTION_LIMIT] for at in range(0, len(choices), OPTION_LIMIT)][:most]
    return tuple(
        Menu(
            part[0].value if at else value,
            f"{placeholder} ({at + 1}/{len(parts)})" if len(parts) > 1 else placeholder,
            tuple(part),
        )
        for at, part in enumerate(parts)
    )


def with_button(rows: Sequence[Row], button: Button) -> tuple[Row, ...] | None:
    """The rows and a button more: beside the last ones, or else below; None where all are full."""
    for at in reversed(range(len(rows))):
        row = rows[at]
        if isinstance(row, tuple) and len(row) < BUTTONS_IN_ROW:
            return (*rows[:at], (*row, button), *rows[at + 1 :])
    return (*rows, (button,)) if len(rows) < ROW_LIMIT else None


@dataclass(frozen=True, slots=True)
class Prompt:
    """A private message in the classic layout: text up to 2000 characters and up to five rows.

    It has one picture at most, since Discord crops several of them to squares there; that marks
    what the events `changes` have changed. The `links` stand behind the rows: one beside the last
    button where there is room, several in rows of their own, which count too.
    """

    text: str
    rows: tuple[Row, ...] = ()
    picture: AnyPicture | None = None
    changes: tuple[Event, ...] = ()
    links: tuple[LinkButton, ...] = ()


@dataclass(frozen=True, slots=True)
class Post:
    """A public message: texts up to 4000 characters, whom it may ping, pictures, buttons.

    `ping` are the seats whose mention stands in a text; only they may be notified. The `foot`
    stands below the pictures, where the buttons are. `accent` is the seat in whose colour the post
    appears: who played, or who is asked; None for nobody. The `links` are as those of a `Prompt`.
    """

    text: str
    rows: tuple[tuple[Button, ...], ...] = ()
    pictures: tuple[Picture, ...] = ()
    ping: tuple[Seat, ...] = ()
    foot: str = ""
    accent: Seat | None = None
    links: tuple[LinkButton, ...] = ()

    @property
    def told(self) -> str:
        """All that the post says."""
        return paragraphs(self.text, self.foot)


@dataclass(frozen=True, slots=True)
class Lobby:
    """A table before the start: who sits there, the host first, and the options chosen so far.

    Of a rematch also who is `invited`, in the order of their turns, and who is `awaited` yet; of
    others the `guests` whose answer is awaited. Some have `declined`. `thread` says that the game
    is to have a thread of its own. The `bots` among the people stand last there, and with their
    numbers here.
    """

    people: tuple[Person, ...]
    options: GameOptions
    invited: tuple[Person, ...] = ()
    awaited: tuple[Person, ...] = ()
    thread: bool = False
    guests: tuple[Person, ...] = ()
    declined: tuple[Person, ...] = ()
    bots: tuple[tuple[int, Person], ...] = ()


_SYMBOLS_ROOM: Final = TEXT_LIMIT - 400
"""Characters up to which a paragraph shows symbols, so that others still have room."""


class Role(StrEnum):
    """The role of a line on a page, where later steps treat it by its role."""

    HEADING = "heading"
    PLAIN = "plain"
    STEP = "step"
    """One of several steps: the first ones are left out of a page that is too long."""
    DETAIL = "detail"
    """A part of a plan that goes without saying for people who know what it is for."""


Said = Phrase | str
"""A sentence that the page says with symbols where it has room, or a text as it stands."""


@dataclass(frozen=True, slots=True)
class PageLine:
    """Sentences side by side."""

    sentences: tuple[Said, ...]
    role: Role = Role.PLAIN


Paragraph = tuple[PageLine, ...]


def paragraph_of(*lines: Said | PageLine) -> Paragraph:
    """Return lines as they stand, and a plain one for each sentence."""
    return tuple(line if isinstance(line, PageLine) else PageLine((line,)) for line in lines)


@dataclass(frozen=True, slots=True)
class Page:
    """A private page whose sentences are still to be said, in paragraphs of lines.

    A phone shows a picture that is too wide for it in parts, and of these the one with the number
    `part`, counted on from 0 again and again; a press on `further` leads to the next. The other
    fields are those of the `prompt` that it becomes.
    """

    words: Catalog
    paragraphs: tuple[Paragraph, ...]
    rows: tuple[Row, ...] = ()
    picture: AnyPicture | None = None
    changes: tuple[Event, ...] = ()
    part: int = 0
    further: ButtonValue | None = None

    def below(self, *lines: Said | PageLine) -> "Page":
        """Return the page below one more paragraph."""
        return replace(self, paragraphs=(paragraph_of(*lines), *self.paragraphs))

    def ending_with(self, *lines: Said | PageLine) -> "Page":
        """Return the page with more lines at the end of its last paragraph."""
        *above, last = self.paragraphs
        return replace(self, paragraphs=(*above, (*last, *paragraph_of(*lines))))

    def without(self, *roles: Role) -> "Page":
        """Return the page without the lines that have one of these roles."""
        kept = (tuple(line for line in part if line.role not in roles) for part in self.paragraphs)
        return replace(self, paragraphs=tuple(kept))

    @property
    def has_room(self) -> bool:
        """Say whether the page can say all that it has to say, in symbols or in words."""
        return min(len(self._with_symbols()), len(self._in_words())) <= TEXT_LIMIT

    @property
    def text(self) -> str:
        """The text of the page: with symbols where they have room, and not more than that."""
        if len(text := self._with_symbols()) <= TEXT_LIMIT:
            return text
        steps = sum(line.role is Role.STEP for part in self.paragraphs for line in part)
        shorter = map(self._in_words, range(steps + 1))
        fitting = (each for each in shorter if len(each) <= TEXT_LIMIT)
        return next(fitting, clip(self._in_words(steps), TEXT_LIMIT))

    @property
    def prompt(self) -> Prompt:
        """The page as it is shown."""
        return Prompt(self.text, self.rows, self.picture, self.changes)

    def _with_symbols(self) -> str:
        """Return the text with symbols in each paragraph that has room for them."""
        pictured = (_said(part, self.words.pictured) for part in self.paragraphs)
        told = zip(pictured, self.paragraphs, strict=True)
        return PARAGRAPH.join(
            text if len(text) <= _SYMBOLS_ROOM else _said(part, self.words) for text, part in told
        )

    def _in_words(self, untold: int = 0) -> str:
        """Return the text without symbols and without the first `untold` steps."""
        return PARAGRAPH.join(_said(part, self.words, untold) for part in self.paragraphs)


def _said(paragraph: Paragraph, words: Catalog, untold: int = 0) -> str:
    return "\n".join(_lines(paragraph, words, untold))


def _lines(paragraph: Paragraph, words: Catalog, untold: int) -> Iterator[str]:
    """Yield the lines as texts; an ellipsis stands for the first `untold` steps."""
    steps = 0
    for line in paragraph:
        steps += line.role is Role.STEP
        if line.role is not Role.STEP or steps > untold:
            yield " ".join(map(words.spell, line.sentences))
        elif steps == 1:
            yield ELLIPSIS
