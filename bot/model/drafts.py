"""A private wizard as plain data: what has been chosen so far, and what a press leads to."""

import json
from dataclasses import dataclass, field

from bot.model.controls import Screen
from engine import Game
from engine.actions import Action


@dataclass(frozen=True, slots=True)
class Draft:
    """The choices of a seat so far in a private wizard; nothing of it is in the game yet.

    `answers` are the chosen answers in the engine's notation; what is left open is filled in.
    `later` are the answers behind one that is being changed, that one first. `screen` names the
    page of the wizard, `page` the part of a long list, `picked` the pieces put together in a
    stepper. `origin` is the draft of the list that the answers were chosen from, as `dump` wrote
    it. `lines` are lines of play among which one is to be chosen, as text. `missed` are the first
    answers of turns that were confirmed and not played, as the page asks for another one.
    """

    answers: tuple[str, ...] = ()
    later: tuple[str, ...] = ()
    screen: Screen = field(default_factory=Screen)
    page: int = 0
    picked: tuple[str, ...] = ()
    origin: str = ""
    lines: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()

    def dump(self) -> str:
        """Write the draft as a short JSON text."""
        kept = (self.answers, self.later, str(self.screen), self.page, self.picked)
        # Workers of an earlier version read drafts as well, and know no `missed`.
        more = (self.missed,) if self.missed else ()
        return json.dumps((*kept, self.origin, self.lines, *more), separators=(",", ":"))

    @staticmethod
    def load(text: str) -> "Draft":
        """Read what this or an earlier version wrote; raises ValueError for anything else."""
        kept, came_later = json.loads(text), ["", [], []]
        if isinstance(kept, list):
            kept += came_later[len(kept) - 5 :]
        match kept:
            case [[*done], [*then], str(at), int(page), [*picked], str(origin), [*lines], [*last]]:
                pieces = (_texts(done), _texts(then), Screen.read(at), page, _texts(picked))
                return Draft(*pieces, origin, _texts(lines), _texts(last))
            case _:
                raise ValueError("not a draft")


def _texts(values: list[object]) -> tuple[str, ...]:
    return tuple(map(str, values))


@dataclass(frozen=True, slots=True)
class Ask:
    """The wizard goes on with this draft."""

    draft: Draft


@dataclass(frozen=True, slots=True)
class Submit:
    """The player has confirmed: these answers go to the engine, in this order."""

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back what was last submitted in this turn."""


@dataclass(frozen=True, slots=True)
class Think:
    """Lines of play are wanted for the seat that is asked in `game`, behind the answers `before`.

    That takes a second or two. The game can be a copy of the one that was pressed in.
    """

    game: Game
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stale:
    """The press does not fit the position; show the present prompt again."""


Decided = Ask | Submit | TakeBack | Stale
PressResult = Decided | Think
