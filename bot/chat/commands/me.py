"""`/bonfire me`: what a person sets for themselves."""

from collections.abc import Callable
from dataclasses import replace

from discord import Interaction
from discord.app_commands import Choice, Group, autocomplete, choices, describe

from bot.chat.commands.appearance import AS_THE_SERVER, LookChange, Typed, add_appearance
from bot.chat.commands.forgetting import add_forget
from bot.chat.commands.planning import add_note
from bot.chat.commands.records import add_statistics
from bot.chat.handlers import between_turns as between
from bot.chat.interaction.desk import Context, Desk, words_of
from bot.chat.interaction.reply import ReplyMode
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

Change = Callable[[Preferences], Preferences]

NOTICES = [Choice(name=described(f"notice_choice.{one}"), value=one.value) for one in Notice]


def me_group(desk: Desk) -> Group:
    """The group with its commands."""
    group = Group(name="me", description=described("command.me.text"))

    @group.command(name="settings", description=described("command.me.settings"))
    async def settings(interaction: Interaction) -> None:
        async def work(ctx: Context) -> None:
            chosen = await desk.preferences.of(ctx.invocation.person.id)
            await between.show_own(desk, ctx, chosen)

        await desk.serve(interaction, ReplyMode.PRIVATE, work)

    async def appearance(interaction: Interaction, change: LookChange) -> None:
        await _serve(
            desk, interaction, lambda chosen: replace(chosen, appearance=change(chosen.appearance))
        )

    _add_calendar(group, desk)
    _add_absence(group, desk)
    add_appearance(group, appearance, "me", besides=(AS_THE_SERVER,))
    _add_language(group, desk)
    add_note(group, desk)
    add_statistics(group, desk)
    add_forget(group, desk)
    return group


async def _serve(desk: Desk, interaction: Interaction, change: Change) -> None:
    """Make a change of the person's settings and show them all."""

    async def work(ctx: Context) -> None:
        chosen = await desk.preferences.change(ctx.invocation, change)
        desk.reminders.kick()
        await between.show_own(desk, ctx, chosen)

    await desk.serve(interaction, ReplyMode.PRIVATE, work)


def _almanac(change: Callable[[Availability], Availability]) -> Change:
    return lambda chosen: replace(chosen, availability=change(chosen.availability))


def _add_calendar(group: Group, desk: Desk) -> None:
    @group.command(name="notice", description=described("command.me.notice"))
    @describe(how=described("command.me.option.how"))
    @choices(how=NOTICES)
    async def notice(interaction: Interaction, how: Choice[str]) -> None:
        client = words_of(interaction).locale
        await _serve(
            desk,
            interaction,
            lambda chosen: replace(chosen, notice=Notice(how.value), client=client),
        )

    async def complete_zone(_interaction: Interaction, typed: str) -> list[Choice[str]]:
        return [Choice(name=name, value=name) for name in fitting_zones(typed, OPTION_LIMIT)]

    @group.command(name="zone", description=described("command.me.zone"))
    @describe(zone=described("command.me.option.zone"))
    @autocomplete(zone=complete_zone)
    async def zone(interaction: Interaction, zone: Typed) -> None:
        await _serve(
            desk,
            interaction,
            _almanac(lambda availability: replace(availability, zone=_zone(zone))),
        )

    @group.command(name="quiet", description=described("command.me.quiet"))
    @describe(start=described("command.me.option.start"), end=described("command.me.option.end"))
    async def quiet(
        interaction: Interaction, start: Typed | None = None, end: Typed | None = None
    ) -> None:
        await _serve(
            desk,
            interaction,
            _almanac(lambda availability: replace(availability, quiet=_quiet(start, end))),
        )


def _add_absence(group: Group, desk: Desk) -> None:
    @group.command(name="away", description=described("command.me.away"))
    @describe(until=described("command.me.option.until"))
    async def away(interaction: Interaction, until: Typed) -> None:
        def leave(availability: Availability) -> Availability:
            return replace(
                availability, away_until=_until(until, desk.preferences.now, availability.zone)
            )

        await _serve(desk, interaction, _almanac(leave))

    @group.command(name="back", description=described("command.me.back"))
    async def back(interaction: Interaction) -> None:
        await _serve(
            desk, interaction, _almanac(lambda availability: replace(availability, away_until=None))
        )


def _add_language(group: Group, desk: Desk) -> None:
    @group.command(name="language", description=described("command.me.language"))
    @describe(language=described("command.me.option.language"))
    @choices(language=languages_offered())
    async def choose(interaction: Interaction, language: Choice[str] | None = None) -> None:
        await _serve(desk, interaction, lambda chosen: replace(chosen, language=spoken(language)))


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
