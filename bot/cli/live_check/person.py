"""Acts of a person, and the person at the terminal who does them or skips them."""

import asyncio
import sys
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol

WORD: Final = "bonfirelivecheck"
"""The word that filters block; it means nothing."""
ROOM: Final = "press-here"
"""The channel in which the person presses."""
_SKIP: Final = "Enter skips"


class TypingPlace(Enum):
    """A place where a person types a command; the text says how to find it."""

    PRIVATE_THREAD = f"In the private thread that opened in #{ROOM}"
    GUEST_SERVER = "In a server without the bot"
    GUEST_GROUP = "In a group of direct messages"
    NO_EXTERNAL_APPS = "In a server without the bot that denies you Use External Apps"
    FILTERED_SERVER = f"In a server without the bot whose AutoMod blocks the word {WORD}"


@dataclass(frozen=True, slots=True)
class Press:
    """A press on a button of a message."""

    channel: str
    message: str
    button: str
    first: str = ""
    """A sentence that tells the person what to do before it."""

    @property
    def sentence(self) -> str:
        """The words that say what to do."""
        return f"{self.first} Press {self.button} in #{ROOM}.".strip()


@dataclass(frozen=True, slots=True)
class Pick:
    """A person chosen in a menu of a message."""

    channel: str
    message: str
    menu: str
    user: str
    name: str

    @property
    def sentence(self) -> str:
        """The words that say what to do."""
        return f"Choose {self.name} in the menu in #{ROOM}."


@dataclass(frozen=True, slots=True)
class Send:
    """A form that is open and sent after its page was dismissed."""

    form: str

    @property
    def sentence(self) -> str:
        """The words that say what to do."""
        return "Leave the form open, dismiss the private message behind it, and send the form."


@dataclass(frozen=True, slots=True)
class Type:
    """A command that is typed somewhere."""

    place: TypingPlace
    command: tuple[str, ...]
    channel: str = ""

    @property
    def sentence(self) -> str:
        """The words that say what to do."""
        return f"{self.place.value}, type /{' '.join(self.command)}."


Act = Press | Pick | Send | Type


class Volunteer(Protocol):
    """Someone who does what the program cannot."""

    async def told(self, act: Act) -> None:
        """Hear what to do."""
        ...

    async def skips(self) -> None:
        """Return when the person skips what they were last told."""
        ...


class AtTheTerminal:
    """The operator, who reads sentences and skips with the Enter key."""

    async def told(self, act: Act) -> None:
        """Print what to do."""
        print(f"  {act.sentence} ({_SKIP})", flush=True)

    async def skips(self) -> None:
        """Wait for a line."""
        loop, typed = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(sys.stdin.fileno(), typed.set)
        try:
            await typed.wait()
        finally:
            loop.remove_reader(sys.stdin.fileno())
        sys.stdin.readline()


class Nobody:
    """Skips everything: no person is there."""

    async def told(self, act: Act) -> None:
        """Do nothing."""

    async def skips(self) -> None:
        """Skip at once."""
