"""The settings of a person and a server: the ways to call people, and the looks. Pure values."""

from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Final

from bot.model import turn_clock
from bot.model.pictures import PictureKind
from renderer.theme import PaletteName


class Notice(StrEnum):
    """A way in which a person learns that it is their turn."""

    MENTION = "mention"
    """By one mention in the game's channel."""
    MESSAGE = "message"
    """By the mention, and by a direct message with a link."""
    NONE = "none"
    """Not at all."""


class PictureChoice(StrEnum):
    """The pictures that come with a message."""

    ALL = "all"
    BOARD = "board"
    CITIES = "cities"
    NONE = "none"


class TurnPictures(StrEnum):
    """The pictures of the post about a turn."""

    EVERYTHING = "everything"
    """Large what the turn changed most; the main board and all other cities on one sheet."""
    CHANGED = "changed"
    """The main board, or the city that the turn changed most."""
    BOARD = "board"
    """The main board."""


_LEFT_OUT: Final = {
    PictureChoice.ALL: (),
    PictureChoice.BOARD: (PictureKind.CITY, PictureKind.FATE),
    PictureChoice.CITIES: (PictureKind.BOARD,),
    PictureChoice.NONE: tuple(kind for kind in PictureKind if kind is not PictureKind.FINAL),
}
"""The pictures that each choice leaves out; the final score is always shown."""


class PictureSize(StrEnum):
    """The size of pictures."""

    SMALL = "small"
    NORMAL = "normal"
    LARGE = "large"
    PHONE = "phone"
    """As large as on a phone: the main board and cities come in parts."""


_SCALES: Final = {
    PictureSize.SMALL: 0.75,
    PictureSize.NORMAL: 1.0,
    PictureSize.LARGE: 1.25,
    PictureSize.PHONE: 1.0,
}


class Allowed(StrEnum):
    """The people who may open, or abort, the games of a server."""

    EVERYBODY = "everybody"
    """Everybody; to abort a game, everybody who plays in it."""
    MANAGERS = "managers"
    """Those who may manage the server."""


@dataclass(frozen=True, slots=True)
class Appearance:
    """The looks of messages; None stands for the choice of the server, or else of the program.

    `numbers` is the language of numbers and dates, such as `de` or `en_GB`.
    """

    pictures: PictureChoice | None = None
    size: PictureSize | None = None
    numbers: str | None = None
    colours: PaletteName | None = None

    def over(self, other: "Appearance") -> "Appearance":
        """This look, its gaps filled by another."""
        chosen = {field.name: getattr(self, field.name) for field in fields(self)}
        return replace(other, **{name: value for name, value in chosen.items() if value})

    @property
    def scale(self) -> float:
        """The factor for the renderer's master size."""
        return _SCALES[self.size or PictureSize.NORMAL]

    @property
    def palette(self) -> PaletteName:
        """The colours of pictures."""
        return self.colours or PaletteName.FIRELIGHT

    def shows(self, kind: PictureKind) -> bool:
        """Say whether pictures of a kind are shown."""
        return kind not in _LEFT_OUT[self.pictures or PictureChoice.ALL]


USUAL: Final = Appearance(PictureChoice.ALL, PictureSize.NORMAL, colours=PaletteName.FIRELIGHT)
"""The choice of the program where nobody chose."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """The settings of a person."""

    notice: Notice = Notice.MENTION
    availability: turn_clock.Availability = field(default_factory=turn_clock.Availability)
    appearance: Appearance = field(default_factory=Appearance)
    language: str | None = None
    """The language of what only they read; None for that of their client."""
    client: str | None = None
    """The language of their client as it was last seen, kept for direct messages alone."""
    coach: bool | None = None
    """The wish for tips by the coach; None until a person has finished a game, as for newcomers."""
    words_first: bool = False
    """True for people who do not see the pictures: pages begin with words."""

    @property
    def reads(self) -> str | None:
        """The language of messages that they did not just ask for; None where it is not known."""
        return self.language or self.client


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of a server.

    `pace` is that of its new games, `posts` the pictures of its posts where no table chose others.
    """

    opens: Allowed = Allowed.EVERYBODY
    aborts: Allowed = Allowed.EVERYBODY
    pace: turn_clock.Pace = turn_clock.Pace.RELAXED
    appearance: Appearance = field(default_factory=Appearance)
    language: str | None = None
    """The language of new tables; None for that of the server in Discord."""
    forum: int | None = None
    """The forum in which each game has a post; None where games stay where they are opened."""
    posts: TurnPictures = TurnPictures.EVERYTHING
