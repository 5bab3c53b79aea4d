"""The tree of slash commands and menus, made of what the handlers declare."""

from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from inspect import Parameter, Signature
from itertools import islice
from typing import Any, Final

from discord import Interaction, InteractionType, Member, Message, User
from discord.app_commands import (
    AppCommandError,
    Choice,
    Command,
    CommandNotFound,
    CommandSignatureMismatch,
    CommandTree,
    ContextMenu,
    Group,
    TransformerError,
    autocomplete,
    choices,
    describe,
)
from discord.app_commands import Parameter as Declared

from bot.chat import routes
from bot.chat.command_names import described
from bot.chat.interaction.context import Context
from bot.chat.interaction.reply import ReplyMode
from bot.chat.respond import Responder, begin_log, refusing
from bot.model import messages
from bot.model.errors import UserError, report_bug
from bot.words.text import clip
from engine import IllegalAction

_INTERACTION: Final = Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD)


class AnsweredTree(CommandTree[Any]):
    """The slash commands of a client; the tree answers their errors kindly."""

    async def interaction_check(self, interaction: Interaction[Any]) -> bool:
        """Drop completions that are late or too many, before they do any work."""
        begin_log(interaction)
        respond = self.client.respond
        completes = interaction.type is InteractionType.autocomplete
        return not (completes and respond.passes_over(interaction))

    async def on_error(self, interaction: Interaction[Any], error: AppCommandError) -> None:
        """Answer an error that no command has handled itself."""
        match error:
            case CommandNotFound() | CommandSignatureMismatch():
                sorry = UserError("error.outdated_button")
            case TransformerError():
                sorry = UserError("error.not_taken")
            case _:
                sorry = report_bug(error)

        refuse = refusing(sorry)
        await self.client.respond.answer(interaction, ReplyMode.EPHEMERAL, refuse)


@dataclass(frozen=True, slots=True)
class CommandFolder:
    """Adds the commands of handlers to a tree of discord.py.

    The commands stand in the order of their names, so that a handler can move to another file
    without a change of what Discord has.
    """

    tree: CommandTree[Any]
    respond: Responder
    groups: dict[str, Group] = field(default_factory=dict)

    def add(self, handlers: Iterable[object]) -> None:
        """Add every command and every menu that the handlers declare."""
        found = [(route, handler) for handler in handlers for route in routes.routes_of(handler)]
        for route, handler in sorted(found, key=lambda one: one[0].name):
            match route:
                case routes.CommandRoute():
                    above, _, name = route.name.rpartition(" ")
                    self._group(above).add_command(self._command(name, route, handler))
                case routes.MenuRoute():
                    self.tree.add_command(self._menu(route, handler))
                case routes.ButtonRoute():
                    pass

    def _group(self, path: str) -> Group:
        """The group of this full name, which is added to the tree where it is new."""
        if path not in self.groups:
            above, _, name = path.rpartition(" ")
            group = Group(name=name, description=described(f"command.{name}.text"))
            if above:
                self._group(above).add_command(group)
            else:
                self.tree.add_command(group)
            self.groups[path] = group
        return self.groups[path]

    def _command(
        self, name: str, route: routes.CommandRoute, handler: object
    ) -> Command[Group, ..., Any]:
        async def take(ctx: Context, **typed: Any) -> None:
            if not all(_fits(option, typed[option.name]) for option in command.parameters):
                raise UserError("error.not_taken")
            taken = {**route.given, **typed}
            if routes.GAME in routes.taken_by(route.method) and routes.GAME not in route.options:
                taken[routes.GAME] = await self.respond.of.games.game_in(ctx.channel)
            await routes.method_of(handler, route)(ctx, **taken)

        async def answer(interaction: Interaction, **typed: Any) -> None:
            await self.respond.answer(interaction, route.mode, lambda ctx: take(ctx, **typed))

        # discord.py reads from the signature which options there are, and how each is typed.
        signature = Signature((_INTERACTION, *route.parameters))
        answer.__signature__ = signature  # type: ignore[attr-defined]
        for key, option in route.options.items():
            describe(**{key: described(option.text)})(answer)
            if option.choices:
                choices(**{key: [*option.choices]})(answer)
            if option.complete is not None:
                autocomplete(**{key: self._completion(option.complete, handler)})(answer)
        command = Command[Group, ..., Any](
            name=name, description=described(route.text), callback=answer
        )
        return command

    def _completion(
        self, complete: routes.Completer, handler: object
    ) -> Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]:
        async def completion(interaction: Interaction, typed: str) -> list[Choice[str]]:
            words = await self.respond.words_for(interaction)
            offers: Iterable[messages.Completion] = ()
            with suppress(UserError, IllegalAction):
                if len(typed) <= routes.LONGEST_OPTION:
                    offers = await complete(handler, interaction, words, typed)
            shown = [
                Choice(name=clip(offer.label, messages.CHOICE_LIMIT), value=offer.value)
                for offer in islice(offers, messages.OPTION_LIMIT)
            ]
            await self.respond.offer(interaction, shown)
            return shown

        return completion

    def _menu(self, route: routes.MenuRoute, handler: object) -> ContextMenu:
        async def answer(interaction: Interaction) -> None:
            await self.respond.answer(
                interaction,
                route.mode,
                lambda ctx: routes.method_of(handler, route)(ctx, **route.arguments(interaction)),
            )

        # discord.py reads from the second parameter where the menu belongs.
        async def of_person(interaction: Interaction, _person: User | Member) -> None:
            await answer(interaction)

        async def of_message(interaction: Interaction, _message: Message) -> None:
            await answer(interaction)

        callback = of_person if route.of_people else of_message
        return ContextMenu(name=described(route.name), callback=callback)


def _fits(option: Declared, typed: object) -> bool:
    """Say whether a value is one that an option takes.

    discord.py leaves that to the person's client, which may be of somebody's own making.
    """
    if option.choices and isinstance(typed, str):
        return typed in [choice.value for choice in option.choices]
    size = len(typed) if isinstance(typed, str) else typed
    if isinstance(size, bool) or not isinstance(size, int):
        return True
    least, most = option.min_value, option.max_value
    return (least is None or size >= least) and (most is None or size <= most)
