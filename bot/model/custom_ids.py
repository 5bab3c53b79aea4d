"""The text under which Discord keeps a button: written and read here, and nowhere else.

A custom id is `1|family|game|revision|step|button`: the version of this format, what the button
belongs to, and the button itself as words and numbers with colons between them, `vote:7:bot`.
Posts in the outbox keep the part of the button alone; an option of a menu has it for its value.
What does not read as one of `FORMS` becomes `Outdated`.

>>> from bot.model.buttons import CastVote
>>> from bot.model.turn_clock import VoteOption
>>> vote = CastVote(7, VoteOption.BOT)
>>> Binding(game=3, revision=41).custom_id(vote)
'1|t|3|41||vote:7:bot'
>>> read_press("1|t|3|41||vote:7:bot").value == vote
True
>>> read_press("1|t|3|41||vote:minus:bot").value
Outdated(text='vote:minus:bot')
"""

from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Generic

from bot.model.button_forms import FAMILIES, FORMS, ButtonType, ButtonValue, number
from bot.model.buttons import Outdated

_VERSION: Final = "1"
CUSTOM_ID_LIMIT: Final = 100
BUTTON_LIMIT: Final = 60
"""The longest text of a button, which leaves room for what it belongs to."""
SEPARATOR: Final = "|"


def write_button(value: ButtonValue) -> str:
    """A button without what it belongs to: what posts in the outbox keep, and options of menus."""
    return FORMS[type(value)].write(value)


def read_button(family: str, text: str) -> ButtonValue:
    """The button of a family that `write_button` wrote; Outdated for anything else."""
    forms = [form for form in FORMS.values() if form.family == family]
    # A form without words takes whatever it is given.
    forms.sort(key=lambda form: form.words is None)
    values = (form.read(text) for form in forms)
    return next((value for value in values if value is not None), Outdated(text))


@dataclass(frozen=True, slots=True)
class Binding:
    """The things that a message's buttons are bound to: a game, its revision, the step of a wizard.

    A lobby, a list and what concerns a person alone have no game (0); only a wizard has steps.
    """

    game: int = 0
    revision: int = 0
    step: str = ""

    def custom_id(self, value: ButtonValue) -> str:
        """The custom id of a button; raises ValueError if it is longer than Discord takes."""
        parts = (FORMS[type(value)].family, str(self.game), str(self.revision), self.step)
        text = SEPARATOR.join((_VERSION, *parts, write_button(value)))
        if len(text) > CUSTOM_ID_LIMIT:
            raise ValueError(f"the custom id {text} is too long")
        return text


UNBOUND: Final = Binding()


@dataclass(frozen=True, slots=True)
class ButtonPress(Generic[ButtonType]):
    """A press of a button, and the things that its message is bound to."""

    value: ButtonType
    bound: Binding = UNBOUND

    @property
    def game(self) -> int:
        """The game of the message, 0 where it has none."""
        return self.bound.game


def read_press(custom_id: str, option: str | None = None) -> ButtonPress[ButtonValue]:
    """Return the press that a custom id, or a chosen option, stands for; Outdated for nonsense."""
    match custom_id.split(SEPARATOR, 5) if len(custom_id) <= CUSTOM_ID_LIMIT else ():
        case [version, family, game, revision, step, text] if (
            version == _VERSION and family in FAMILIES
        ):
            with suppress(ValueError):
                bound = Binding(number(game), number(revision), step)
                button = text if option is None else option
                return ButtonPress(read_button(family, button), bound)
    return ButtonPress(Outdated(custom_id))
