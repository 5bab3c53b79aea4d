"""How things look: the commands `pictures` and `numbers` of whoever sets it."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from enum import StrEnum
from typing import Final, TypeVar

from discord.app_commands import Choice, Group, Range, choices, describe

from bot.chat.interaction.context import Context
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.respond import Responder
from bot.chat.interaction.translate import described
from bot.model.errors import Problem, UserError
from bot.model.people import escape_markdown
from bot.model.preferences import Appearance, PictureChoice, PictureSize
from bot.words import number_language
from renderer import PaletteName

LookChange = Callable[[Appearance], Appearance]
Typed = Range[str, 1, 60]
Value = TypeVar("Value", bound=StrEnum)

AS_THE_SERVER: Final = "server"
"""The choice of a person who leaves something to the server again."""


def add_appearance(
    group: Group,
    respond: Responder,
    change: Callable[[Context, LookChange], Awaitable[None]],
    owner: str,
    besides: tuple[str, ...] = (),
) -> None:
    """Add both commands to the group of an owner, who may choose what is `besides` the values."""

    def offered(name: str, kind: type[StrEnum]) -> list[Choice[str]]:
        values = [*map(str, kind), *besides]
        return [Choice(name=described(f"{name}_choice.{value}"), value=value) for value in values]

    @group.command(name="pictures", description=described(f"command.{owner}.pictures"))
    @describe(
        which=described("command.look.option.which"),
        size=described("command.look.option.size"),
        colours=described("command.look.option.colours"),
    )
    @choices(
        which=offered("pictures", PictureChoice),
        size=offered("size", PictureSize),
        colours=offered("colours", PaletteName),
    )
    @respond(ReplyMode.EPHEMERAL)
    async def pictures(
        ctx: Context,
        which: Choice[str] | None = None,
        size: Choice[str] | None = None,
        colours: Choice[str] | None = None,
    ) -> None:
        def chosen(appearance: Appearance) -> Appearance:
            return replace(
                appearance,
                pictures=_picked(PictureChoice, which, appearance.pictures),
                size=_picked(PictureSize, size, appearance.size),
                colours=_picked(PaletteName, colours, appearance.colours),
            )

        await change(ctx, chosen)

    @group.command(name="numbers", description=described(f"command.{owner}.numbers"))
    @describe(language=described("command.look.option.numbers"))
    @respond(ReplyMode.EPHEMERAL)
    async def numbers(ctx: Context, language: Typed | None = None) -> None:
        await change(ctx, lambda appearance: replace(appearance, numbers=_language(language)))


def _picked(kind: type[Value], choice: Choice[str] | None, before: Value | None) -> Value | None:
    """What a choice means; what is left out stays as it was."""
    if choice is None:
        return before
    return None if choice.value == AS_THE_SERVER else kind(choice.value)


def _language(typed: str | None) -> str | None:
    """The language of numbers that was typed; raises UserError for none that exists."""
    if typed is None:
        return None
    try:
        return number_language(typed)
    except ValueError:
        raise UserError(Problem.UNKNOWN_LANGUAGE, typed=escape_markdown(typed)) from None
