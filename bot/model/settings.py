"""The settings of a person, a server and a table: their values, and the buttons of their pages."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final, TypeVar

from bot.model import button_forms, preferences, turn_clock
from bot.words import languages
from engine.agents.levels import Level
from renderer.theme import PaletteName

_Held = TypeVar("_Held", bound=preferences.Preferences | preferences.ServerSettings)

UNSET: Final = "unset"
"""Stands for no value of one's own: that of the server holds, or that of Discord."""


class Whose(StrEnum):
    """The one that a setting belongs to."""

    PERSON = "me"
    SERVER = "server"
    TABLE = "table"


class Setting(StrEnum):
    """A setting; most are named as the field that holds them."""

    NOTICE = "notice"
    ZONE = "zone"
    QUIET = "quiet"
    AWAY = "away_until"
    LANGUAGE = "language"
    COACH = "coach"
    WORDS_FIRST = "words_first"
    LISTED = "listed"
    PICTURES = "pictures"
    SIZE = "size"
    COLORS = "colours"
    NUMBERS = "numbers"
    OPENS = "opens"
    ABORTS = "aborts"
    PACE = "pace"
    FORUM = "forum"
    LEVEL = "level"
    POSTS = "posts"


class Company(StrEnum):
    """The opponents of somebody at a running table."""

    TOM = "tom"
    BOTS = "bots"
    PEOPLE = "people"


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The settings of a running table; `notice` is how it calls the person who looks at them.

    None stands for how their other games do, or for a person who only watches.
    """

    pace: turn_clock.Pace
    level: Level
    language: str
    posts: preferences.TurnPictures | None = None
    notice: preferences.Notice | None = None


_LOOKS: Final = (Setting.PICTURES, Setting.SIZE, Setting.COLORS)
TYPED: Final = frozenset({Setting.ZONE, Setting.QUIET, Setting.AWAY, Setting.NUMBERS})
"""The settings that are typed; all others are chosen."""
SETTINGS: Final[Mapping[Whose, tuple[Setting, ...]]] = {
    Whose.PERSON: (
        Setting.NOTICE,
        Setting.ZONE,
        Setting.QUIET,
        Setting.AWAY,
        Setting.LANGUAGE,
        Setting.NUMBERS,
        *_LOOKS,
        Setting.WORDS_FIRST,
        Setting.COACH,
        Setting.LISTED,
    ),
    Whose.SERVER: (
        Setting.OPENS,
        Setting.ABORTS,
        Setting.PACE,
        Setting.FORUM,
        Setting.LANGUAGE,
        Setting.NUMBERS,
        Setting.POSTS,
        *_LOOKS,
    ),
    Whose.TABLE: (
        Setting.PACE,
        Setting.LEVEL,
        Setting.LANGUAGE,
        Setting.POSTS,
        Setting.NOTICE,
    ),
}
"""The settings of each, in the order in which people see them."""
_UNSETTABLE: Final = {
    Whose.PERSON: frozenset(
        {Setting.QUIET, Setting.AWAY, Setting.LANGUAGE, Setting.NUMBERS, *_LOOKS}
    ),
    Whose.SERVER: frozenset({Setting.LANGUAGE, Setting.NUMBERS, Setting.FORUM}),
    Whose.TABLE: frozenset({Setting.POSTS, Setting.NOTICE}),
}


def _named(values: type[StrEnum]) -> dict[str, object]:
    return {str(value): value for value in values}


_ON_OR_OFF: Final[Mapping[str, object]] = {"on": True, "off": False}
_VALUES: Final[Mapping[Setting, Mapping[str, object]]] = {
    Setting.NOTICE: _named(preferences.Notice),
    Setting.COACH: _ON_OR_OFF,
    Setting.WORDS_FIRST: _ON_OR_OFF,
    Setting.LISTED: _ON_OR_OFF,
    Setting.LANGUAGE: {code: code for code in languages()},
    Setting.PICTURES: _named(preferences.PictureChoice),
    Setting.SIZE: _named(preferences.PictureSize),
    Setting.COLORS: _named(PaletteName),
    Setting.OPENS: _named(preferences.Allowed),
    Setting.ABORTS: _named(preferences.Allowed),
    Setting.PACE: _named(turn_clock.Pace),
    Setting.LEVEL: _named(Level),
    Setting.POSTS: _named(preferences.TurnPictures),
}
"""The values that can be chosen, each by its token in a button; no forum is known here."""


def values_of(whose: Whose, setting: Setting) -> Mapping[str, Any]:
    """Return what can be chosen for a setting, each value by its token."""
    unset = {UNSET: None} if setting in _UNSETTABLE[whose] else {}
    return {**_VALUES.get(setting, {}), **unset}


def with_value(settings: _Held, setting: Setting, value: object) -> _Held:
    """Return settings in which one has another value."""
    changed: dict[str, Any] = {setting: value}
    if setting in (*_LOOKS, Setting.NUMBERS):
        return replace(settings, appearance=replace(settings.appearance, **changed))
    if isinstance(settings, preferences.Preferences) and setting in TYPED:
        return replace(settings, availability=replace(settings.availability, **changed))
    return replace(settings, **changed)


@button_forms.written(button_forms.Family.PERSON, "settings")
class ShowSettings(button_forms.ButtonValue):
    """Show the settings of a person, a server or a table."""

    whose: Whose


@button_forms.written(button_forms.Family.PERSON, "change")
class ChangeSetting(button_forms.ButtonValue):
    """Show how a setting can be changed."""

    whose: Whose
    setting: Setting


@button_forms.written(button_forms.Family.PERSON, "type")
class TypeSetting(button_forms.ButtonValue):
    """Open the form of a setting; the form comes back under it too."""

    whose: Whose
    setting: Setting


@button_forms.written(button_forms.Family.PERSON, "set")
class ChooseSetting(button_forms.ButtonValue):
    """Give a setting the value of a token (`bot.model.settings`)."""

    whose: Whose
    setting: Setting
    value: button_forms.ValueToken


@button_forms.written(button_forms.Family.PERSON, "askforget")
class AskToForget(button_forms.ButtonValue):
    """Ask whether the person is to be forgotten."""


@button_forms.written(button_forms.Family.PERSON, "forget")
class ConfirmForget(button_forms.ButtonValue):
    """Forget the person, as they were asked to confirm."""


@button_forms.written(button_forms.Family.PERSON, "move")
class MoveHere(button_forms.ButtonValue):
    """Bring a game to where this is chosen."""

    of: button_forms.RowNumber
