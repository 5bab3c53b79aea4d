"""The look of pictures and numbers, which a person and a server choose by two commands."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import StrEnum
from typing import Final, TypeVar

from discord.app_commands import Range

from bot.chat.interaction.translate import offered
from bot.chat.routes import Option
from bot.model.errors import Problem, UserError
from bot.model.people import escape_markdown
from bot.model.preferences import Appearance, PictureChoice, PictureSize
from bot.words import number_language
from renderer import PaletteName

_Value = TypeVar("_Value")
_Choice = TypeVar("_Choice", bound=StrEnum)

Typed = Range[str, 1, 60]
"""A short text that a person types."""
AS_THE_SERVER: Final = "server"
"""The choice of a person who leaves something to the server again."""
NUMBERS: Final = Option("command.look.option.numbers")


def picture_options(besides: Iterable[str] = ()) -> dict[str, Option]:
    """The options of `pictures`; each can also be one of those `besides` its values."""

    def option(name: str, kind: type[StrEnum], key: str) -> Option:
        return Option(f"command.look.option.{name}", offered(f"{key}_choice", (*kind, *besides)))

    return {
        "which": option("which", PictureChoice, "pictures"),
        "size": option("size", PictureSize, "size"),
        "colors": option("colours", PaletteName, "colours"),
    }


def with_pictures(
    which: str | None, size: str | None, colors: str | None
) -> Callable[[Appearance], Appearance]:
    """Change what was chosen of pictures; what is None stays."""

    def change(before: Appearance) -> Appearance:
        return replace(
            before,
            pictures=_picked(PictureChoice, which, before.pictures),
            size=_picked(PictureSize, size, before.size),
            colours=_picked(PaletteName, colors, before.colours),
        )

    return change


def with_numbers(language: str | None) -> Callable[[Appearance], Appearance]:
    """Write numbers as a typed language does, None as each text's own; raises UserError."""

    def change(before: Appearance) -> Appearance:
        spoken = language and read(number_language, language, Problem.UNKNOWN_LANGUAGE)
        return replace(before, numbers=spoken)

    return change


def read(parse: Callable[[str], _Value], typed: str, problem: Problem) -> _Value:
    """Read what was typed by `parse`; raises UserError with this problem for nonsense."""
    try:
        return parse(typed)
    except ValueError:
        raise UserError(problem, typed=escape_markdown(typed)) from None


def _picked(kind: type[_Choice], choice: str | None, before: _Choice | None) -> _Choice | None:
    if choice is None:
        return before
    return None if choice == AS_THE_SERVER else kind(choice)
