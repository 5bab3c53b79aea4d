"""How things look: the commands `pictures` and `numbers` of whoever sets it."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from enum import StrEnum
from typing import Final, TypeVar

from bot.chat.commands.group import CommandGroup, Option, Typed, offered, read
from bot.chat.interaction.context import Context
from bot.model.errors import Problem
from bot.model.preferences import (
    Appearance,
    PictureChoice,
    PictureSize,
    Preferences,
    ServerSettings,
)
from bot.words import number_language
from renderer import PaletteName

Value = TypeVar("Value", bound=StrEnum)
Settings = TypeVar("Settings", Preferences, ServerSettings)

AS_THE_SERVER: Final = "server"
"""The choice of a person who leaves something to the server again."""


def add_appearance(
    owner: CommandGroup,
    change: Callable[[Context, Callable[[Settings], Settings]], Awaitable[None]],
    besides: tuple[str, ...] = (),
) -> None:
    """Add both commands to the group of an owner, who may choose what is `besides` the values."""

    async def look(ctx: Context, new: Callable[[Appearance], Appearance]) -> None:
        await change(ctx, lambda chosen: replace(chosen, appearance=new(chosen.appearance)))

    async def pictures(
        ctx: Context,
        which: str | None = None,
        size: str | None = None,
        colors: str | None = None,
    ) -> None:
        def chosen(appearance: Appearance) -> Appearance:
            return replace(
                appearance,
                pictures=_picked(PictureChoice, which, appearance.pictures),
                size=_picked(PictureSize, size, appearance.size),
                colours=_picked(PaletteName, colors, appearance.colours),
            )

        await look(ctx, chosen)

    async def numbers(ctx: Context, language: Typed | None = None) -> None:
        def chosen(appearance: Appearance) -> Appearance:
            spoken = language and read(number_language, language, Problem.UNKNOWN_LANGUAGE)
            return replace(appearance, numbers=spoken)

        await look(ctx, chosen)

    def option(name: str, kind: type[StrEnum], key: str) -> Option:
        return Option(f"command.look.option.{name}", offered(f"{key}_choice", (*kind, *besides)))

    owner.add(
        "pictures",
        f"command.{owner.group.name}.pictures",
        pictures,
        which=option("which", PictureChoice, "pictures"),
        size=option("size", PictureSize, "size"),
        colors=option("colours", PaletteName, "colours"),
    )
    language = Option("command.look.option.numbers")
    owner.add("numbers", f"command.{owner.group.name}.numbers", numbers, language=language)


def _picked(kind: type[Value], choice: str | None, before: Value | None) -> Value | None:
    """What a choice means; what is left out stays as it was."""
    if choice is None:
        return before
    return None if choice == AS_THE_SERVER else kind(choice)
