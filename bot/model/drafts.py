"""A private wizard as plain data: what has been chosen so far, and what a press leads to."""

import json
from dataclasses import astuple, dataclass
from enum import StrEnum

from engine.actions import Action


@dataclass(frozen=True, slots=True)
class Draft:
    """What a seat has chosen so far in a private wizard; nothing of it is in the game yet.

    `answers` are the chosen answers in the engine's notation; what is left open is filled in.
    `later` are the answers behind one that is being changed, that one first. `screen` names the
    page of the wizard, `page` the part of a long list, `picked` the pieces put together in a
    stepper. `origin` is the draft of the list that the answers were chosen from, as `dump` wrote
    it.
    """

    answers: tuple[str, ...] = ()
    later: tuple[str, ...] = ()
    screen: str = ""
    page: int = 0
    picked: tuple[str, ...] = ()
    origin: str = ""

    def dump(self) -> str:
        """Write the draft as a short JSON text."""
        return json.dumps(astuple(self), separators=(",", ":"))

    @staticmethod
    def load(text: str) -> "Draft":
        """Read what this or an earlier version wrote; raises ValueError for anything else."""
        match json.loads(text):
            case [[*answers], [*later], str(screen), int(page), [*picked], *more] if len(more) < 2:
                pieces = (_texts(answers), _texts(later), screen, page, _texts(picked))
                return Draft(*pieces, *_texts(more))
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
class Stale:
    """The press does not fit the position; show the present prompt anew."""


PressResult = Ask | Submit | TakeBack | Stale


class Subject(StrEnum):
    """What a choice is about: the kinds of a turn's options, and the completions of commands."""

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
