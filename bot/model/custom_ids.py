"""The text under which Discord keeps a button: written and read here, and nowhere else.

A custom id is `1|family|game|revision|step|button`: the version of this format, what the button
belongs to, and the button itself as words and numbers with colons between them, `vote:7:bot`.
Posts in the outbox keep the part of the button alone; an option of a menu has it for its value.

Whoever presses can send any text, and buttons of earlier versions hang in channels for years: each
field is checked here, and what does not read as one of `FORMS` becomes `Outdated`.

>>> vote = CastVote(7, VoteOption.BOT)
>>> Binding(game=3, revision=41).custom_id(vote)
'1|t|3|41||vote:7:bot'
>>> read_press("1|t|3|41||vote:7:bot").value == vote
True
>>> read_press("1|t|3|41||vote:minus:bot").value
Outdated(text='vote:minus:bot')
"""

from collections.abc import Callable
from dataclasses import astuple, dataclass
from enum import StrEnum
from functools import partial
from typing import Any, Final, Generic, TypeVar

from bot.model.buttons import (
    UNREADABLE_TURN,
    AnswerQuestion,
    AskRematch,
    AskToGoBack,
    ButtonValue,
    CastVote,
    ConfirmAbandon,
    ConfirmForget,
    ConfirmGoBack,
    ConfirmResign,
    Consent,
    Edge,
    JoinLobby,
    LeaveLobby,
    OpenNewLobby,
    OpenTryout,
    Outdated,
    PlayOn,
    PlaySolo,
    ShowBoard,
    ShowCity,
    ShowLog,
    ShowScore,
    ShowSince,
    ShowStandings,
    ShowStatus,
    ShowTurns,
    StartLobby,
    TableOption,
    TakeSeat,
    TakeTurn,
    TakeWin,
    ToggleOption,
    TryoutAnswer,
    TurnLogPage,
    TurnResultsPage,
    WizardAnswer,
    WriteNote,
)
from bot.model.results import Board
from bot.model.turn_clock import VoteOption

Value = TypeVar("Value", bound=ButtonValue)

VERSION: Final = "1"
CUSTOM_ID_LIMIT: Final = 100
BUTTON_LIMIT: Final = 60
"""The longest text of a button, which leaves room for what it belongs to."""
SEPARATOR: Final = "|"
COLON: Final = ":"

MOST: Final = 2**63 - 1
"""The largest number of a row or of a Discord user that the database holds."""
LAST_PAGE: Final = 9_999
LAST_SEAT: Final = 3


class Family(StrEnum):
    """What a button belongs to."""

    WIZARD = "w"
    TRYOUT = "r"
    GAME = "t"
    LOBBY = "l"
    RESULTS = "h"
    PERSON = "p"


def _number(text: str, most: int = MOST) -> int:
    """A number without a sign; raises ValueError for anything else, and beyond `most`."""
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(MOST))):
        raise ValueError(text)
    number = int(text)
    if number > most:
        raise ValueError(text)
    return number


def _turn(text: str) -> int:
    """The number of a turn, UNREADABLE_TURN for what is none: that has an answer of its own."""
    try:
        return _number(text)
    except ValueError:
        return UNREADABLE_TURN


Field = Callable[[str], object]
"""Reads one field of a button; raises ValueError for what cannot stand there."""

PAGE: Final[Field] = partial(_number, most=LAST_PAGE)
SEAT: Final[Field] = partial(_number, most=LAST_SEAT)


@dataclass(frozen=True, slots=True)
class ButtonForm:
    """How one kind of button is written: its family, its words, then one field after the other."""

    family: Family
    words: str
    kind: type[ButtonValue]
    fields: tuple[Field, ...] = ()

    def write(self, value: ButtonValue) -> str:
        """The button as text."""
        return COLON.join((self.words, *map(str, astuple(value))))

    def read(self, text: str) -> ButtonValue | None:
        """The button that `write` wrote, None for the text of another form."""
        parts = text.removeprefix(self.words).split(COLON)
        if not text.startswith(self.words) or parts[0] or len(parts) != len(self.fields) + 1:
            return None
        make: Any = self.kind
        try:
            read: ButtonValue = make(
                *(field(part) for field, part in zip(self.fields, parts[1:], strict=True))
            )
        except ValueError:
            return None
        return read


FORMS: Final = (
    ButtonForm(Family.GAME, "turn", TakeTurn),
    ButtonForm(Family.GAME, "board", ShowBoard),
    ButtonForm(Family.GAME, "city", ShowCity, (SEAT,)),
    ButtonForm(Family.GAME, "status", ShowStatus),
    ButtonForm(Family.GAME, "log", ShowLog),
    ButtonForm(Family.GAME, "log", TurnLogPage, (PAGE,)),
    ButtonForm(Family.GAME, "score", ShowScore),
    ButtonForm(Family.GAME, "since", ShowSince),
    ButtonForm(Family.GAME, "try", OpenTryout),
    ButtonForm(Family.GAME, "note", WriteNote),
    ButtonForm(Family.GAME, "rematch", AskRematch),
    ButtonForm(Family.GAME, "vote", CastVote, (_number, VoteOption)),
    ButtonForm(Family.GAME, "seat", TakeSeat, (_number,)),
    ButtonForm(Family.GAME, "back", ShowTurns),
    ButtonForm(Family.GAME, "back", AskToGoBack, (_turn,)),
    ButtonForm(Family.GAME, "agree", AnswerQuestion, (_number, Consent)),
    ButtonForm(Family.GAME, "sure:resign", ConfirmResign),
    ButtonForm(Family.GAME, "sure:abandon", ConfirmAbandon),
    ButtonForm(Family.GAME, "sure:back", ConfirmGoBack, (_number, _number)),
    ButtonForm(Family.GAME, "alone:win", TakeWin),
    ButtonForm(Family.GAME, "alone:on", PlayOn),
    ButtonForm(Family.LOBBY, "join", JoinLobby),
    ButtonForm(Family.LOBBY, "leave", LeaveLobby),
    ButtonForm(Family.LOBBY, "start", StartLobby),
    ButtonForm(Family.LOBBY, "options", ToggleOption, (TableOption,)),
    ButtonForm(Family.LOBBY, "new", OpenNewLobby),
    ButtonForm(Family.LOBBY, "solo", PlaySolo),
    ButtonForm(Family.RESULTS, "games", TurnResultsPage, (_number, Edge, _number)),
    ButtonForm(Family.RESULTS, "standings", ShowStandings, (Board, PAGE)),
    ButtonForm(Family.PERSON, "forget", ConfirmForget),
)
"""Every button but those of a wizard, whose text is their token as it stands."""

_FORM_OF: Final = {form.kind: form for form in FORMS}


def family_of(value: ButtonValue) -> Family:
    """What a button belongs to."""
    match value:
        case WizardAnswer():
            return Family.WIZARD
        case TryoutAnswer():
            return Family.TRYOUT
        case Outdated():
            return Family.GAME
        case _:
            return _FORM_OF[type(value)].family


def write_button(value: ButtonValue) -> str:
    """A button without what it belongs to: what posts in the outbox keep, and options of menus."""
    match value:
        case WizardAnswer(text) | TryoutAnswer(text) | Outdated(text):
            return text
        case _:
            return _FORM_OF[type(value)].write(value)


def read_button(family: Family, text: str) -> ButtonValue:
    """The button of a family that `write_button` wrote; Outdated for anything else."""
    match family:
        case Family.WIZARD:
            return WizardAnswer(text)
        case Family.TRYOUT:
            return TryoutAnswer(text)
        case _:
            forms = (form.read(text) for form in FORMS if form.family is family)
            return next((value for value in forms if value is not None), Outdated(text))


@dataclass(frozen=True, slots=True)
class Binding:
    """What the buttons of a message are bound to: a game, its revision, the step of a wizard.

    A lobby, a list and what concerns a person alone have no game (0); only a wizard has steps.
    """

    game: int = 0
    revision: int = 0
    step: str = ""

    def custom_id(self, value: ButtonValue) -> str:
        """The custom id of a button; raises ValueError if it is longer than Discord takes."""
        parts = (family_of(value), str(self.game), str(self.revision), self.step)
        text = SEPARATOR.join((VERSION, *parts, write_button(value)))
        if len(text) > CUSTOM_ID_LIMIT:
            raise ValueError(f"the custom id {text} is too long")
        return text


UNBOUND: Final = Binding()


@dataclass(frozen=True, slots=True)
class ButtonPress(Generic[Value]):
    """Which button was pressed, and what its message is bound to."""

    value: Value
    bound: Binding = UNBOUND

    @property
    def game(self) -> int:
        """The game of the message, 0 where it has none."""
        return self.bound.game


def read_press(custom_id: str, option: str | None = None) -> ButtonPress[ButtonValue]:
    """What a custom id says, or the option that was chosen of a menu; Outdated for nonsense."""
    match custom_id.split(SEPARATOR, 5) if len(custom_id) <= CUSTOM_ID_LIMIT else ():
        case [version, family, game, revision, step, text] if version == VERSION:
            try:
                bound = Binding(_number(game), _number(revision), step)
                value = read_button(Family(family), text if option is None else option)
            except ValueError:
                return ButtonPress(Outdated(custom_id))
            return ButtonPress(value, bound)
        case _:
            return ButtonPress(Outdated(custom_id))
