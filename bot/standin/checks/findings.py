"""The Findings that every check adds its BodyProblems to, in Discord's codes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sized

from bot.standin import model
from bot.standin.errors import BodyProblem, Where


class Findings:
    """Collects problems; each question adds at most one.

    `emojis` are the identifiers of the app's own ones, which buttons and options may show.
    """

    def __init__(self, emojis: Collection[int] = ()) -> None:
        self.emojis = emojis
        self.problems: list[BodyProblem] = []

    def add(self, where: Where, code: str, message: str) -> None:
        """Note a problem."""
        self.problems.append(BodyProblem(where, code, message))

    def text(self, where: Where, value: object, most: int, *, least: int = 1) -> None:
        """A string of `least` to `most` characters."""
        if not isinstance(value, str):
            self.add(where, "BASE_TYPE_REQUIRED", "This field is required")
        else:
            self.size(where, value, most, least=least)

    def maybe_text(self, where: Where, value: object, most: int, *, least: int = 0) -> None:
        """A string as `text`, or nothing."""
        if value is not None:
            self.text(where, value, most, least=least)

    def size(self, where: Where, value: Sized, most: int, *, least: int = 0) -> None:
        """The length of a string or list."""
        if not least <= len(value) <= most:
            words = f"Must be between {least} and {most} in length."
            self.add(where, "BASE_TYPE_BAD_LENGTH", words)

    def number(self, where: Where, value: object, least: float, most: float) -> None:
        """A number within bounds, or nothing."""
        if value is None:
            return
        if not isinstance(value, int | float) or not least <= value <= most:
            words = f"int value should be between {least} and {most}."
            self.add(where, "NUMBER_TYPE_RANGE", words)

    def one_of(self, where: Where, value: object, allowed: Collection[object]) -> bool:
        """Demand one of some values; returns whether it is."""
        if value in allowed:
            return True
        self.add(where, "BASE_TYPE_CHOICES", f"Value must be one of {sorted(map(str, allowed))}.")
        return False

    def keys(self, where: Where, value: model.Json, allowed: Collection[str]) -> None:
        """No key but these."""
        for key in value.keys() - set(allowed):
            self.add((*where, key), "UNKNOWN_KEY", f"{key} is no field here.")

    def unique(self, where: Where, values: Iterable[object], code: str) -> None:
        """No value twice."""
        seen: set[object] = set()
        for value in values:
            if value in seen:
                self.add(where, code, f"{value!r} is there more than once.")
            seen.add(value)
