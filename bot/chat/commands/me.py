"""`/bonfire me`: what a person sets for themselves."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from discord import Interaction
from discord.app_commands import Choice, Group

from bot.chat.app import Handlers
from bot.chat.commands.appearance import AS_THE_SERVER, add_appearance
from bot.chat.commands.group import CommandGroup, Option, Typed, offered, read
from bot.chat.handlers.settings import SettingHandlers
from bot.chat.interaction.context import Context, words_of
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.translate import languages_offered, spoken
from bot.model.availability import (
    SPANS,
    Availability,
    QuietHours,
    fitting_zones,
    parse_hour,
    parse_until,
    parse_zone,
)
from bot.model.errors import Problem, UserError
from bot.model.messages import OPTION_LIMIT, Completion
from bot.model.preferences import Notice
from bot.words import Catalog, catalog

ON, OFF = "on", "off"


def me_group(to: Handlers) -> Group:
    """The group with its commands."""
    me = CommandGroup("me", to)
    me.add("settings", "command.me.settings", to.settings.show_own)
    _add_calendar(me, to.settings)
    add_appearance(me, to.settings.change_own, besides=(AS_THE_SERVER,))
    _add_others(me, to)
    return me.group


def _add_calendar(me: CommandGroup, settings: SettingHandlers) -> None:
    """Add when and how a person is called."""

    async def available(ctx: Context, change: Callable[[Availability], Availability]) -> None:
        await settings.change_own(
            ctx, lambda chosen: replace(chosen, availability=change(chosen.availability))
        )

    async def notice(ctx: Context, how: Notice) -> None:
        client = words_of(ctx.interaction).locale
        await settings.change_own(ctx, lambda chosen: replace(chosen, notice=how, client=client))

    async def zone(ctx: Context, zone: Typed) -> None:
        await available(
            ctx, lambda before: replace(before, zone=read(parse_zone, zone, Problem.UNKNOWN_ZONE))
        )

    async def quiet(ctx: Context, start: Typed | None = None, end: Typed | None = None) -> None:
        await available(ctx, lambda before: replace(before, quiet=_quiet(start, end)))

    async def away(ctx: Context, until: Typed) -> None:
        def leave(before: Availability) -> Availability:
            letters = span_letters(ctx.words)
            now = settings.clock.now()
            parse = partial(parse_until, now=now, zone=before.zone, letters=letters)
            return replace(before, away_until=read(parse, until, Problem.UNKNOWN_DAY))

        await available(ctx, leave)

    async def back(ctx: Context) -> None:
        await available(ctx, lambda before: replace(before, away_until=None))

    start, end = Option("command.me.option.start"), Option("command.me.option.end")
    how = Option("command.me.option.how", offered("notice_choice", Notice))
    me.add("notice", "command.me.notice", notice, how=how)
    zones = Option("command.me.option.zone", complete=_complete_zone)
    me.add("zone", "command.me.zone", zone, zone=zones)
    me.add("quiet", "command.me.quiet", quiet, start=start, end=end)
    me.add("away", "command.me.away", away, until=Option("command.me.option.until"))
    me.add("back", "command.me.back", back)


def _add_others(me: CommandGroup, to: Handlers) -> None:
    async def speak(ctx: Context, language: Choice[str] | None = None) -> None:
        await to.settings.change_own(ctx, lambda chosen: replace(chosen, language=spoken(language)))

    async def statistics(ctx: Context, how: Choice[str] | None = None) -> None:
        await to.results.set_listed(ctx, listed=None if how is None else how.value == ON)

    async def tips(ctx: Context, how: Choice[str]) -> None:
        wanted = how.value == ON
        await to.settings.change_own(ctx, lambda chosen: replace(chosen, coach=wanted))

    language = Option("command.me.option.language", languages_offered())
    me.add("language", "command.me.language", speak, language=language)
    me.add_in_game("note", "command.me.note", to.notes.open, ReplyMode.FORM)
    on_or_off = Option("coach.how", offered("coach_choice", (ON, OFF)))
    me.add("tips", "coach.command", tips, how=on_or_off)
    how = Option("command.me.option.how", offered("statistics_choice", (ON, OFF)))
    me.add("statistics", "command.results.statistics", statistics, how=how)
    me.add("forget", "command.me.forget", to.forgetting.ask)


def span_letters(words: Catalog) -> Mapping[str, float]:
    """The letters for units of time with their seconds; a language's own go before English ones."""
    return {
        each.say(f"span.{unit}"): length
        for each in (catalog(), words)
        for unit, length in SPANS.items()
    }


async def _complete_zone(
    _interaction: Interaction, _words: Catalog, typed: str
) -> list[Completion]:
    return [Completion(name, name) for name in fitting_zones(typed, OPTION_LIMIT)]


def _quiet(start: str | None, end: str | None) -> QuietHours | None:
    if start is None and end is None:
        return None
    if start is None or end is None:
        raise UserError(Problem.NO_QUIET_HOURS)
    first, last = (read(parse_hour, typed, Problem.UNKNOWN_HOUR) for typed in (start, end))
    if first == last:
        raise UserError(Problem.NO_QUIET_HOURS)
    return QuietHours(first, last)
