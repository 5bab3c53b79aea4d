"""What a player is asked or shown, as plain data: the treaty between `bot.present` and the shell.

How the shell uses it (it draws, stores and posts; it knows no rule and writes no sentence):

1. A press on "Take your turn", or a command, opens a private message:
   `present(game, seat, Draft(), words) -> Prompt`. The shell keeps the `Draft` (`draft.dump()`,
   a short JSON text) in the database beside the message, with a counter that goes into the
   `custom_id`s, so that a press on an older prompt is noticed.
2. A press gives back the value of the control (`Button.value`, or the chosen `Choice.value` of a
   `Menu`; a `Menu` itself has a `value` only so that its custom id is unique in the message), in a
   wizard a `WizardAnswer`: `answer(game, seat, draft, token) -> PressResult`.
   - `Ask(draft)`: store the draft, show `present(game, seat, draft, words)` by editing the message.
   - `Submit(actions)`: submit them to the game in this order, in one transaction. Afterwards, if
     the game still waits for the seat, show `present(game, seat, Draft(), words)`; if not, show
     `finished(words)` where a command was typed, take a wizard's message away where a button was
     pressed, and publish the turn.
   - `TakeBack()`: take back what was last submitted, then `present(game, seat, Draft(), words)`.
   - `Stale()`: the control does not fit the position any more: show the present prompt anew.
3. A command with parameters: `begin(game, seat, actions) -> Draft` raises `Refused`, completes
   the plan with what is likely best and leads to the same preview (or to the question that is
   still open). `choices(game, seat, subject, words)` lists the legal answers of one subject as
   `Completion`s; `chosen(value) -> tuple[Action, ...]` reads one back.

4. Public and private texts, all for `people: tuple[Person, ...]` by seat (Tom needs none):
   - `turn_post(game, first, people, words) -> Post`: the moves from `game.moves[first]` on, told in
     words, the pictures that changed, the next player pinged, and the buttons. When the game is
     over it tells the result instead of the ping.
   - `turn_notice(game, people, words) -> Post`: whose turn it is (after a start or a repost).
   - `lobby_post(lobby, words) -> Post` for a `Lobby`.
   - `status_text`, `score_text(game, people, words) -> str`,
     `log_page(game, history, people, words, page) -> Prompt`.
   - `finished(words) -> Prompt`; a kind line for every refusal is `refusal_text(refusal, words)`,
     for every other trouble `words.say("error.<name>", ...)` (see `bot/words/errors.en.toml`).

All of these live in `bot.present`. They are pure: they fork the game for previews, with
everything hidden re-dealt, and never look past a reveal. `words` is a `bot.words.Catalog`.
Pictures are asked for, not drawn: `Picture` names a city or the board and carries the `View`.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.model.buttons import ButtonValue
from bot.model.people import Person
from engine.events import Event
from engine.ids import Seat
from engine.state import GameOptions
from engine.view import View

LABEL_LIMIT: Final = 80
CHOICE_LIMIT: Final = 100
PLACEHOLDER_LIMIT: Final = 150
OPTION_LIMIT: Final = 25
ROW_LIMIT: Final = 5
TEXT_LIMIT: Final = 2000
POST_LIMIT: Final = 4000


class Style(StrEnum):
    """What a button stands for; the shell maps it onto Discord's colours."""

    MAIN = "main"
    PLAIN = "plain"
    GO = "go"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Choice:
    """An option of a menu; `label` and `description` have up to 100 characters."""

    label: str
    value: ButtonValue
    description: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """A select menu: one choice of at most 25; the placeholder has up to 150 characters."""

    value: ButtonValue
    placeholder: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Button:
    """A button; its label has up to 80 characters."""

    label: str
    value: ButtonValue
    style: Style = Style.PLAIN
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Completion:
    """What is offered while an option of a command is typed: the text shown, and what is sent."""

    label: str
    value: str


Row = Menu | tuple[Button, ...]
"""One row of a message: a menu, or one to five buttons."""


class PictureKind(StrEnum):
    """Which picture is wanted."""

    BOARD = "board"
    CITY = "city"
    FINAL = "final"
    """The score sheet of every seat; the shell adds it to the post that tells the result."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to be drawn from a view; `seat` is the city's, None for the main board."""

    kind: PictureKind
    view: View
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """A private message in the classic layout: text up to 2000 characters and up to five rows.

    Its pictures mark what the events `changes` have changed.
    """

    text: str
    rows: tuple[Row, ...] = ()
    pictures: tuple[Picture, ...] = ()
    changes: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Post:
    """A public message: text up to 4000 characters, whom it may ping, pictures, buttons.

    `ping` are the seats whose mention stands in the text; only they may be notified.
    """

    text: str
    rows: tuple[tuple[Button, ...], ...] = ()
    pictures: tuple[Picture, ...] = ()
    ping: tuple[Seat, ...] = ()


def _texts(values: list[object]) -> tuple[str, ...]:
    return tuple(map(str, values))


@dataclass(frozen=True, slots=True)
class Lobby:
    """A table before the start: who sits there, the host first, and the options chosen so far.

    Of a rematch also who is `invited`, in the order of their turns, and who is `awaited` yet.
    `thread` says that the game is to have a thread of its own.
    """

    people: tuple[Person, ...]
    options: GameOptions
    invited: tuple[Person, ...] = ()
    awaited: tuple[Person, ...] = ()
    thread: bool = False
