"""How a command is declared: its name, its words, its options, and the handler that answers it."""

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from inspect import Parameter, Signature, signature
from itertools import islice
from typing import Any, Concatenate, Final, TypeVar

from discord import Interaction
from discord.app_commands import (
    Choice,
    Command,
    Group,
    Range,
    autocomplete,
    choices,
    describe,
)
from discord.app_commands import (
    Parameter as Declared,
)

from bot.chat.app import Handlers
from bot.chat.interaction.context import Context
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.translate import described
from bot.model.errors import Problem, UserError
from bot.model.messages import CHOICE_LIMIT, OPTION_LIMIT, Completion
from bot.model.people import escape_markdown
from bot.words import Catalog
from bot.words.text import clip
from engine import IllegalAction

Value = TypeVar("Value")

Typed = Range[str, 1, 60]
"""A short text that a person types."""
LONGEST: Final = 1000
"""Characters of the longest text that an option takes."""
Handler = Callable[Concatenate[Context, ...], Awaitable[None]]
"""Takes the context, then by name what was typed: discord.py reads the options from there."""
HandlerInGame = Callable[Concatenate[Context, int, ...], Awaitable[None]]
"""The same, with the game after the context."""
Completer = Callable[[Interaction, Catalog, str], Awaitable[Iterable[Completion]]]
"""What is offered while an option is typed, the best first; where it raises UserError, nothing."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a command: the key of its text, and what can be chosen or is offered for it."""

    text: str
    choices: Sequence[Choice[str]] = ()
    complete: Completer | None = None


def offered(text: str, values: Iterable[str]) -> list[Choice[str]]:
    """Values as choices, each with its text under the key `text`."""
    return [Choice(name=described(f"{text}.{value}"), value=str(value)) for value in values]


def taking(handler: Callable[..., Any], options: Iterable[Parameter]) -> Callable[..., Any]:
    """Let a function tell discord.py that it takes these options in place of its keywords."""
    before = (
        parameter
        for parameter in signature(handler).parameters.values()
        if parameter.kind is Parameter.POSITIONAL_OR_KEYWORD
    )
    handler.__signature__ = Signature((*before, *options))  # type: ignore[attr-defined]
    return handler


def _fits(option: Declared, typed: object) -> bool:
    """Whether a value is one that an option takes.

    discord.py leaves that to the person's client, which may be of somebody's own making.
    """
    if option.choices and isinstance(typed, str):
        return typed in [choice.value for choice in option.choices]
    size = len(typed) if isinstance(typed, str) else typed
    if isinstance(size, bool) or not isinstance(size, int):
        return True
    least, most = option.min_value, option.max_value
    return (least is None or size >= least) and (most is None or size <= most)


def read(parse: Callable[[str], Value], typed: str, problem: Problem) -> Value:
    """What was typed as `parse` reads it; raises UserError with this problem for nonsense."""
    try:
        return parse(typed)
    except ValueError:
        raise UserError(problem, typed=escape_markdown(typed)) from None


class CommandGroup:
    """A group of commands, and the handlers that they may be answered by."""

    def __init__(self, name: str, to: Handlers) -> None:
        """An empty group."""
        self.group = Group(name=name, description=described(f"command.{name}.text"))
        self.to = to

    def add(
        self,
        name: str,
        text: str,
        handler: Handler,
        mode: ReplyMode = ReplyMode.EPHEMERAL,
        /,
        **options: Option,
    ) -> None:
        """Add a command, described by the text under a key, that a handler answers in a mode."""

        async def take(ctx: Context, **typed: Any) -> None:
            if not all(_fits(option, typed[option.name]) for option in command.parameters):
                raise UserError(Problem.NOT_TAKEN)
            await handler(ctx, **typed)

        async def answer(interaction: Interaction, **typed: Any) -> None:
            await self.to.respond.answer(interaction, mode, lambda ctx: take(ctx, **typed))

        _, *parameters = signature(handler).parameters.values()
        callback = taking(answer, parameters)
        for key, option in options.items():
            describe(**{key: described(option.text)})(callback)
            if option.choices:
                choices(**{key: [*option.choices]})(callback)
            if option.complete is not None:
                autocomplete(**{key: self._completion(option.complete)})(callback)
        command = Command[Group, ..., Any](
            name=name, description=described(text), callback=callback
        )
        self.group.add_command(command)

    def add_in_game(
        self,
        name: str,
        text: str,
        handler: HandlerInGame,
        mode: ReplyMode = ReplyMode.EPHEMERAL,
        /,
        **options: Option,
    ) -> None:
        """Add a command whose handler takes the game of the channel after the context."""

        async def play(ctx: Context, **typed: Any) -> None:
            await handler(ctx, await self.to.games.game_in(ctx.channel), **typed)

        _, _, *parameters = signature(handler).parameters.values()
        self.add(name, text, taking(play, parameters), mode, **options)

    def _completion(
        self, complete: Completer
    ) -> Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]:
        async def completion(interaction: Interaction, typed: str) -> list[Choice[str]]:
            words = await self.to.respond.words_for(interaction)
            offers: Iterable[Completion] = ()
            with suppress(UserError, IllegalAction):
                if len(typed) <= LONGEST:
                    offers = await complete(interaction, words, typed)
            shown = [
                Choice(name=clip(offer.label, CHOICE_LIMIT), value=offer.value)
                for offer in islice(offers, OPTION_LIMIT)
            ]
            await self.to.respond.offer(interaction, shown)
            return shown

        return completion
