"""Probes: each plays one thing at Discord that the stand-in guesses, and names what came back."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from bot.cli.live_check.visit import Visit

Fact: TypeAlias = str | int | bool | list[str] | None
Facts: TypeAlias = Mapping[str, Fact]
"""Named answers of Discord, without all that differs each day, such as IDs and times."""
Playing: TypeAlias = Callable[[Visit], Awaitable[Facts]]


@dataclass(frozen=True, slots=True)
class LiveProbe:
    """A probe: its name, what it does, and what it takes."""

    name: str
    does: str
    play: Playing
    person: bool
    """It takes a person."""
    minutes: int
    """It waits for so long, beside the others."""


PROBES: dict[str, LiveProbe] = {}
"""Those of the files that were imported, by name."""


def probe(*, person: bool = False, minutes: int = 0) -> Callable[[Playing], Playing]:
    """List the decorated function as a probe; its name and its docstring are those of the probe."""

    def listed(play: Playing) -> Playing:
        name, does = play.__name__.replace("_", "-"), (play.__doc__ or "").partition("\n")[0]
        PROBES[name] = LiveProbe(name, does, play, person, minutes)
        return play

    return listed
