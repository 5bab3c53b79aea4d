"""The controls of private pages and the screens of drafts: what they mean, and their short texts.

Custom ids and stored drafts keep these texts. They are written and read here alone.

>>> write_control(Sign.LIST, Subject.FATE, "top")
'@fate:top'
>>> read_control("@fate:top")
(<Sign.LIST: '@'>, 'fate', 'top')
>>> Screen.read("list:fate")
Screen(kind=<ScreenKind.LIST: 'list'>, about='fate')
>>> str(Screen(ScreenKind.WHY, Subject.PATH))
'whypath'
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.model import button_forms

_BETWEEN_PARTS: Final = "|"
"""Stands between the parts of a line of play in a draft, which are answers in notation."""


class Subject(StrEnum):
    """The subject of a choice: the kinds of a turn's options, and the completions of commands."""

    IGNITE = "ignite"
    SAIL_TASK = "sail_task"
    SAIL_GUARDIAN = "sail_guardian"
    SAIL = "sail"
    TASK = "task"
    GUARDIAN = "guardian"
    PROCESSION = "procession"
    PATH = "path"
    REFRESH = "refresh"
    GREAT_BONFIRE = "great_bonfire"
    GNOME = "gnome"
    FATE = "fate"
    NEUTRAL = "neutral"
    DISCARD = "discard"
    PASS = "pass"  # noqa: S105 - a move of the game
    END = "end"
    ANSWER = "answer"
    """Whatever the open question is, when it is not the choice of a turn."""


class Sign(StrEnum):
    """The sign with which the text of a control begins; what it is about stands behind it."""

    ANSWER = "="
    """Take these answers, in notation."""
    START = "s"
    """Put another start tile, in notation, in place of the one chosen beforehand."""
    LIST = "@"
    """Open the list of a subject; of the fate tiles the places of one, by the end of the row."""
    MORE = "o"
    """Open what is seldom wanted."""
    WHY = "?"
    """Ask why a subject is not possible, or not with one piece; without one, what can be asked."""
    PAGE = "#"
    """Turn to a page, counted from 0."""
    CHANGE = "~"
    """Ask a step of the plan again, by its number from 0, or answer it otherwise, in notation."""
    PICK = "+"
    """Add a piece to what has been picked, or aim at one fate tile; without one start over."""
    TAKE_PICKED = "."
    CONFIRM = "!"
    BACK = "<"
    UNDO = "u"
    SUGGEST = "*"
    """Ask for lines of play; with a number from 0 take that one of those that are shown."""
    TRY = "t"
    RESET = "%"
    AGAIN = "&"
    BOARD = "b"
    LEAVE = "x"
    PREMOVE = "y"
    """Ask whether what was tried is to be planned as the next turn."""
    SURE = "Y"
    """Plan it."""
    PLAY = "p"
    """Play what was tried, as one's own turn."""
    ANY = "O"
    """Plan it as another choice for the turn that is planned already."""
    WHOLE = "w"
    """Show the whole picture in place of the part that the page is about, or that part again."""
    FURTHER = "f"
    """Show the next part of a picture that a phone shows in parts."""
    QUIET = "q"
    """Do without the tips of the coach."""
    RULES = "i"
    """Look up an entry of the rules, by its token there, and come back by `BACK`."""


def own_sign(text: str) -> str:
    """Return the sign of a feature's own control; raises ValueError for one of the wizard's."""
    if text in tuple(Sign):
        raise ValueError(f"the wizard has the sign {text} already")
    return text


def write_control(sign: Sign, *about: object) -> str:
    """Return the text of a control: its sign and what it is about."""
    return sign + button_forms.COLON.join(map(str, about))


def read_control(text: str) -> tuple[Sign | str, ...]:
    """Return the sign of a control, and what it is about; raises ValueError for another text.

    An entry of the rules is one thing, whatever signs its name has.
    """
    sign, about = Sign(text[:1]), text[1:]
    if not about:
        return (sign,)
    return (sign, about) if sign is Sign.RULES else (sign, *about.split(button_forms.COLON))


def notation_of(text: str) -> str:
    """Return the answers of a control in notation, and any other text as it stands."""
    return text.removeprefix(Sign.ANSWER)


class ScreenKind(StrEnum):
    """The page of the wizard that a draft shows; the value begins the stored text."""

    PLAN = ""
    """The state of the plan: the turn, an open question, or a preview."""
    LIST = "list"
    """The offers of a subject."""
    MORE = "list:more"
    """The offers that are seldom wanted."""
    WHY = "why"
    """The reasons why a subject is not possible; without one, the subjects to choose from."""
    SUGGESTED = "suggested"
    """A whole turn as a suggestion."""
    LINES = "lines"
    """Several lines of play, of which one is chosen."""
    CHANGE = "change"
    """One step of the plan, asked again."""
    RULES = "rules"
    """An entry of the rules; the page behind it is the origin of the draft."""
    WHOLE = "whole"
    """The whole picture beside a page that has a part of it; that page is the origin."""
    FURTHER = "further"
    """Another part of the page's picture, by the draft's page; that page is the origin."""
    BOARD = "board"
    """The main board in place of the city, in a tryout."""
    PREMOVE = "lay"
    """The question whether to plan ahead what was tried."""


_JOINED: Final = {ScreenKind.LIST: "list:", ScreenKind.WHY: "why", ScreenKind.RULES: "rules:"}
"""The beginning of the text of each screen that has a subject."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A page of the wizard, and the subject or entry that it is about, if any."""

    kind: ScreenKind = ScreenKind.PLAN
    about: str = ""

    def __str__(self) -> str:
        """The screen as drafts keep it."""
        return f"{_JOINED[self.kind]}{self.about}" if self.about else self.kind

    def __bool__(self) -> bool:
        return self.kind is not ScreenKind.PLAN

    @property
    def lists(self) -> bool:
        """Say whether the screen lists offers."""
        return self.kind in {ScreenKind.LIST, ScreenKind.MORE}

    @property
    def subject(self) -> Subject | None:
        """The kind of action that the screen is about, if it is about one."""
        return Subject(self.about) if self.about in tuple(Subject) else None

    @staticmethod
    def read(text: str) -> "Screen":
        """Read what `str` wrote; raises ValueError for anything else."""
        if text in tuple(ScreenKind):
            return Screen(ScreenKind(text))
        for kind, start in _JOINED.items():
            if text.startswith(start):
                return Screen(kind, text.removeprefix(start))
        raise ValueError(text)


def write_line(*parts: str) -> str:
    """Return the parts of a line of play as drafts keep it."""
    return _BETWEEN_PARTS.join(parts)


def parts_of_line(text: str) -> list[str]:
    """Return the parts of a line of play that `write_line` wrote."""
    return text.split(_BETWEEN_PARTS)
