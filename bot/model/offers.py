"""The ways into features that posts and pages of the core show."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.model.button_choices import HelpPage
from bot.model.button_forms import ButtonValue
from bot.model.messages import LABEL_LIMIT, Button, Menu, Style
from bot.model.people import Person
from bot.words import Catalog
from bot.words.text import clip
from engine import Game
from engine.history import PlayedTurn

MenuOfTurns = Callable[[Sequence[PlayedTurn], Game, tuple[Person, ...], Catalog], tuple[Menu, ...]]
"""Makes the menu of turns of a game; none where they are none."""
MenuOfScores = Callable[[Game, tuple[Person, ...], Catalog], tuple[Menu, ...]]
"""Makes the menu of a game's turns that brought points; none where none did."""


@dataclass(frozen=True, slots=True)
class WayIn:
    """A button of a feature that the core shows; `key` names the words of its label."""

    key: str
    value: ButtonValue

    def button(self, words: Catalog, style: Style = Style.PLAIN) -> Button:
        """Return the button in a language."""
        return Button(clip(words.say(self.key), LABEL_LIMIT), self.value, style)


@dataclass(frozen=True, slots=True)
class HelpLine:
    """A line of a feature on a page of the help; `key` names its words."""

    page: HelpPage
    key: str


@dataclass(frozen=True, slots=True)
class Offers:
    """The ways into features, by the place where the core shows them."""

    newcomers: tuple[WayIn, ...] = ()
    """Ways into the game, which new people see first."""
    learned: tuple[WayIn, ...] = ()
    """Ways on for people who have learned how to play."""
    turns: tuple[WayIn, ...] = ()
    """Below every post of a game: ways to the turn that it shows."""
    results: tuple[WayIn, ...] = ()
    """Below the post of a game that was played to its end."""
    told: tuple[MenuOfTurns, ...] = ()
    """Below a page that tells turns."""
    scores: tuple[MenuOfScores, ...] = ()
    """Below the score."""
    help: tuple[HelpLine, ...] = ()
    """On pages of the help."""
    rematch: bool = True
    """Where a game is over, another one of its kind can begin at once."""


NO_OFFERS: Final = Offers()
