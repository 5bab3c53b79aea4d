"""`/bonfire`: start a game, look at it, look things up."""

from collections.abc import Awaitable, Callable
from functools import wraps
from inspect import Signature, signature
from typing import Any, Final

from discord import Interaction
from discord.app_commands import Choice, Group, Range, autocomplete, choices, describe

from bot.chat.app import Handlers
from bot.chat.commands.looks import add_looks
from bot.chat.commands.records import add_records
from bot.chat.handlers.opening import NewGameChoices, OpeningHandlers
from bot.chat.handlers.texts import TextHandlers
from bot.chat.interaction.context import Context
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.respond import Responder
from bot.chat.interaction.translate import described, languages_offered, spoken
from bot.model.buttons import TableOption
from bot.present import rules_lookup
from bot.services.games.service import GameService


def bonfire_group(handlers: Handlers) -> Group:
    """The group with its commands."""
    group = Group(name="bonfire", description=described("command.bonfire.text"))
    _add_starts(group, handlers.respond, handlers.opening)
    add_looks(group, handlers)
    add_records(group, handlers.respond, handlers.results)
    _add_rules(group, handlers.respond, handlers.texts, handlers.games)
    _add_help(group, handlers.respond, handlers.texts, handlers.opening)
    return group


def _choices(
    *,
    beginner: bool = False,
    strict_payment: bool = False,
    specialist_18_at_once: bool = False,
    thread: bool = False,
    language: Choice[str] | None = None,
) -> NewGameChoices:
    """What can be chosen for a new game, as it is typed."""
    switches = {
        TableOption.BEGINNER: beginner,
        TableOption.STRICT_PAYMENT: strict_payment,
        TableOption.SPECIALIST_18_AT_ONCE: specialist_18_at_once,
        TableOption.THREAD: thread,
    }
    chosen = frozenset(option for option, on in switches.items() if on)
    return NewGameChoices(chosen, spoken(language))


OPTIONS: Final = signature(_choices).parameters
DESCRIPTIONS: Final = {name: described(f"command.bonfire.option.{name}") for name in OPTIONS}


def _opens(handler: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """Give a command, after options of its own, those of a new game, put together."""

    @wraps(handler)
    async def open_game(ctx: Context, **typed: Any) -> None:
        chosen = {name: typed.pop(name) for name in OPTIONS}
        await handler(ctx, _choices(**chosen), **typed)

    ctx, _, *own = signature(handler).parameters.values()
    open_game.__signature__ = Signature((ctx, *own, *OPTIONS.values()))  # type: ignore[attr-defined]
    return open_game


def _add_starts(group: Group, respond: Responder, opening: OpeningHandlers) -> None:
    @group.command(name="new", description=described("command.bonfire.new"))
    @describe(**DESCRIPTIONS)
    @choices(language=languages_offered())
    @respond(ReplyMode.PUBLIC)
    @_opens
    async def new(ctx: Context, chosen: NewGameChoices) -> None:
        await opening.open_table(ctx, chosen)

    @group.command(name="solo", description=described("command.bonfire.solo"))
    @describe(challenge=described("command.bonfire.option.challenge"), **DESCRIPTIONS)
    @choices(language=languages_offered())
    @respond(ReplyMode.EPHEMERAL)
    @_opens
    async def solo(ctx: Context, chosen: NewGameChoices, *, challenge: bool = False) -> None:
        await opening.play_alone(ctx, chosen, challenge=challenge)


def _add_rules(group: Group, respond: Responder, texts: TextHandlers, games: GameService) -> None:
    async def complete_term(interaction: Interaction, typed: str) -> list[Choice[str]]:
        box = await games.box_in(interaction.channel_id or 0)
        entries = rules_lookup.complete(typed, box, await respond.words_for(interaction))
        return [Choice(name=entry.label, value=entry.value) for entry in entries]

    @group.command(name="rules", description=described("command.bonfire.rules"))
    @describe(term=described("command.bonfire.option.term"))
    @autocomplete(term=complete_term)
    @respond(ReplyMode.EPHEMERAL)
    async def rules(ctx: Context, term: Range[str, 1, 100]) -> None:
        await texts.explain(ctx, term)


def _add_help(
    group: Group, respond: Responder, texts: TextHandlers, opening: OpeningHandlers
) -> None:
    @group.command(name="about", description=described("command.bonfire.about"))
    @respond(ReplyMode.EPHEMERAL)
    async def about(ctx: Context) -> None:
        await texts.show_about(ctx)

    @group.command(name="help", description=described("command.bonfire.help"))
    @respond(ReplyMode.EPHEMERAL)
    async def how_to_play(ctx: Context) -> None:
        await opening.show_help(ctx)
