"""`/bonfire me`: what a person sets for themselves."""

from collections.abc import Callable
from dataclasses import replace

from discord import Interaction
from discord.app_commands import Choice, Group, autocomplete, choices, describe

from bot.chat.app import Handlers
from bot.chat.commands.appearance import AS_THE_SERVER, LookChange, Typed, add_appearance
from bot.chat.commands.records import add_statistics
from bot.chat.handlers.forgetting import ForgetHandlers
from bot.chat.handlers.settings import SettingHandlers
from bot.chat.handlers.tryouts import NoteHandlers
from bot.chat.interaction.context import Context, words_of
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.respond import Responder
from bot.chat.interaction.translate import described, languages_offered, spoken
from bot.model.availability import (
    Availability,
    NonsenseError,
    QuietHours,
    fitting_zones,
    parse_hour,
    parse_until,
    parse_zone,
)
from bot.model.errors import Problem, UserError
from bot.model.messages import OPTION_LIMIT
from bot.model.people import escape_markdown
from bot.model.preferences import Notice, Preferences
from bot.services.games.service import GameService

Change = Callable[[Preferences], Preferences]

NOTICES = [
    Choice(name=described(f"notice_choice.{notice}"), value=notice.value) for notice in Notice
]


def me_group(handlers: Handlers) -> Group:
    """The group with its commands."""
    group = Group(name="me", description=described("command.me.text"))
    respond, settings = handlers.respond, handlers.settings

    @group.command(name="settings", description=described("command.me.settings"))
    @respond(ReplyMode.EPHEMERAL)
    async def show(ctx: Context) -> None:
        await settings.show_own(ctx)

    async def appearance(ctx: Context, change: LookChange) -> None:
        await settings.change_own(
            ctx, lambda chosen: replace(chosen, appearance=change(chosen.appearance))
        )

    _add_calendar(group, respond, settings)
    _add_absence(group, respond, settings)
    add_appearance(group, respond, appearance, "me", besides=(AS_THE_SERVER,))
    _add_language(group, respond, settings)
    _add_note(group, respond, handlers.games, handlers.notes)
    add_statistics(group, respond, handlers.results)
    _add_forget(group, respond, handlers.forgetting)
    return group


def _available(change: Callable[[Availability], Availability]) -> Change:
    return lambda chosen: replace(chosen, availability=change(chosen.availability))


def _add_calendar(group: Group, respond: Responder, settings: SettingHandlers) -> None:
    @group.command(name="notice", description=described("command.me.notice"))
    @describe(how=described("command.me.option.how"))
    @choices(how=NOTICES)
    @respond(ReplyMode.EPHEMERAL)
    async def notice(ctx: Context, how: Choice[str]) -> None:
        wanted, client = Notice(how.value), words_of(ctx.interaction).locale
        await settings.change_own(ctx, lambda chosen: replace(chosen, notice=wanted, client=client))

    async def complete_zone(_interaction: Interaction, typed: str) -> list[Choice[str]]:
        return [Choice(name=name, value=name) for name in fitting_zones(typed, OPTION_LIMIT)]

    @group.command(name="zone", description=described("command.me.zone"))
    @describe(zone=described("command.me.option.zone"))
    @autocomplete(zone=complete_zone)
    @respond(ReplyMode.EPHEMERAL)
    async def zone(ctx: Context, zone: Typed) -> None:
        await settings.change_own(
            ctx, _available(lambda availability: replace(availability, zone=_zone(zone)))
        )

    @group.command(name="quiet", description=described("command.me.quiet"))
    @describe(start=described("command.me.option.start"), end=described("command.me.option.end"))
    @respond(ReplyMode.EPHEMERAL)
    async def quiet(ctx: Context, start: Typed | None = None, end: Typed | None = None) -> None:
        await settings.change_own(
            ctx, _available(lambda availability: replace(availability, quiet=_quiet(start, end)))
        )


def _add_absence(group: Group, respond: Responder, settings: SettingHandlers) -> None:
    @group.command(name="away", description=described("command.me.away"))
    @describe(until=described("command.me.option.until"))
    @respond(ReplyMode.EPHEMERAL)
    async def away(ctx: Context, until: Typed) -> None:
        def leave(availability: Availability) -> Availability:
            moment = _until(until, settings.games.clock.now(), availability.zone)
            return replace(availability, away_until=moment)

        await settings.change_own(ctx, _available(leave))

    @group.command(name="back", description=described("command.me.back"))
    @respond(ReplyMode.EPHEMERAL)
    async def back(ctx: Context) -> None:
        await settings.change_own(
            ctx, _available(lambda availability: replace(availability, away_until=None))
        )


def _add_language(group: Group, respond: Responder, settings: SettingHandlers) -> None:
    @group.command(name="language", description=described("command.me.language"))
    @describe(language=described("command.me.option.language"))
    @choices(language=languages_offered())
    @respond(ReplyMode.EPHEMERAL)
    async def choose(ctx: Context, language: Choice[str] | None = None) -> None:
        await settings.change_own(ctx, lambda chosen: replace(chosen, language=spoken(language)))


def _add_note(group: Group, respond: Responder, games: GameService, notes: NoteHandlers) -> None:
    @group.command(name="note", description=described("command.me.note"))
    @respond(ReplyMode.EPHEMERAL)
    async def note(ctx: Context) -> None:
        await notes.open(ctx, await games.game_in(ctx.channel))


def _add_forget(group: Group, respond: Responder, forgetting: ForgetHandlers) -> None:
    @group.command(name="forget", description=described("command.me.forget"))
    @respond(ReplyMode.EPHEMERAL)
    async def forget(ctx: Context) -> None:
        await forgetting.ask(ctx)


def _zone(typed: str) -> str:
    try:
        return parse_zone(typed)
    except NonsenseError:
        raise UserError(Problem.UNKNOWN_ZONE, typed=escape_markdown(typed)) from None


def _quiet(start: str | None, end: str | None) -> QuietHours | None:
    if start is None and end is None:
        return None
    if start is None or end is None:
        raise UserError(Problem.NO_QUIET_HOURS)
    first, last = _hour(start), _hour(end)
    if first == last:
        raise UserError(Problem.NO_QUIET_HOURS)
    return QuietHours(first, last)


def _hour(typed: str) -> int:
    try:
        return parse_hour(typed)
    except NonsenseError:
        raise UserError(Problem.UNKNOWN_HOUR, typed=escape_markdown(typed)) from None


def _until(typed: str, now: float, zone: str) -> float:
    try:
        return parse_until(typed, now, zone)
    except NonsenseError:
        raise UserError(Problem.UNKNOWN_DAY, typed=escape_markdown(typed)) from None
