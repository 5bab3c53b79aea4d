"""`/bonfire me`: what people set for themselves, and how they are forgotten."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from discord import Interaction

from bot.chat.handlers.lobby_posts import LobbyPosts
from bot.chat.handlers.looks import (
    AS_THE_SERVER,
    NUMBERS,
    Typed,
    picture_options,
    read,
    with_numbers,
    with_pictures,
)
from bot.chat.interaction.context import Context, words_of
from bot.chat.interaction.translate import ON, ON_OR_OFF, languages_offered, offered
from bot.chat.routes import Option, command, in_place, on
from bot.model.availability import (
    SPANS,
    Availability,
    QuietHours,
    fitting_zones,
    parse_hour,
    parse_until,
    parse_zone,
)
from bot.model.buttons import ConfirmForget
from bot.model.clock import Clock
from bot.model.errors import Problem, UserError
from bot.model.messages import OPTION_LIMIT, Completion
from bot.model.preferences import Appearance, Notice, Preferences
from bot.present.posts.consent_posts import forget_prompt, forgotten_text
from bot.present.posts.settings_text import own_text
from bot.services.calls.bot_seats import BotSeats
from bot.services.calls.reminders import ReminderService
from bot.services.consent.forgetting import ForgetService
from bot.services.people.preferences import PreferenceService
from bot.services.play.lobbies import LobbyService
from bot.store import Store
from bot.words import Catalog, catalog


@dataclass(frozen=True, slots=True)
class OwnSettingHandlers:
    """Shows and changes what a person has set."""

    store: Store
    clock: Clock
    preferences: PreferenceService
    reminders: ReminderService

    @command("bonfire me settings", "command.me.settings")
    async def show(self, ctx: Context) -> None:
        """Show what a person has set."""
        await self._show(ctx, await self.preferences.of(ctx.invocation.person.id))

    @command(
        "bonfire me notice",
        "command.me.notice",
        how=Option("command.me.option.how", offered("notice_choice", Notice)),
    )
    async def notice(self, ctx: Context, how: Notice) -> None:
        """Choose how a person is called."""
        client = words_of(ctx.interaction).locale
        await self._change(ctx, lambda chosen: replace(chosen, notice=how, client=client))

    async def complete_zone(
        self, _interaction: Interaction, _words: Catalog, typed: str
    ) -> list[Completion]:
        """Offer the time zones that fit what is typed."""
        return [Completion(name, name) for name in fitting_zones(typed, OPTION_LIMIT)]

    @command(
        "bonfire me zone",
        "command.me.zone",
        zone=Option("command.me.option.zone", complete=complete_zone),
    )
    async def zone(self, ctx: Context, zone: Typed) -> None:
        """Choose the time zone of a person."""
        await self._available(
            ctx, lambda before: replace(before, zone=read(parse_zone, zone, Problem.UNKNOWN_ZONE))
        )

    @command(
        "bonfire me quiet",
        "command.me.quiet",
        start=Option("command.me.option.start"),
        end=Option("command.me.option.end"),
    )
    async def quiet(
        self, ctx: Context, start: Typed | None = None, end: Typed | None = None
    ) -> None:
        """Choose the hours in which a person is not called, None of both for no such hours."""
        await self._available(ctx, lambda before: replace(before, quiet=_quiet(start, end)))

    @command("bonfire me away", "command.me.away", until=Option("command.me.option.until"))
    async def away(self, ctx: Context, until: Typed) -> None:
        """Let a person be away until a typed day or for a typed time."""

        def leave(before: Availability) -> Availability:
            letters, now = span_letters(ctx.words), self.clock.now()
            parse = partial(parse_until, now=now, zone=before.zone, letters=letters)
            return replace(before, away_until=read(parse, until, Problem.UNKNOWN_DAY))

        await self._available(ctx, leave)

    @command("bonfire me back", "command.me.back")
    async def back(self, ctx: Context) -> None:
        """Let a person be back."""
        await self._available(ctx, lambda before: replace(before, away_until=None))

    @command("bonfire me pictures", "command.me.pictures", **picture_options((AS_THE_SERVER,)))
    async def pictures(
        self,
        ctx: Context,
        which: str | None = None,
        size: str | None = None,
        colors: str | None = None,
    ) -> None:
        """Choose which pictures a person sees, and how."""
        await self._look(ctx, with_pictures(which, size, colors))

    @command("bonfire me numbers", "command.me.numbers", language=NUMBERS)
    async def numbers(self, ctx: Context, language: Typed | None = None) -> None:
        """Choose how numbers are written for a person."""
        await self._look(ctx, with_numbers(language))

    @command(
        "bonfire me language",
        "command.me.language",
        language=Option("command.me.option.language", languages_offered()),
    )
    async def language(self, ctx: Context, language: str | None = None) -> None:
        """Choose the language of a person, None for that of their client."""
        await self._change(ctx, lambda chosen: replace(chosen, language=language))

    @command(
        "bonfire me tips",
        "coach.command",
        how=Option("coach.how", offered("coach_choice", ON_OR_OFF)),
    )
    async def tips(self, ctx: Context, how: str) -> None:
        """Turn the tips of the coach on or off."""
        await self._change(ctx, lambda chosen: replace(chosen, coach=how == ON))

    async def _look(self, ctx: Context, change: Callable[[Appearance], Appearance]) -> None:
        await self._change(
            ctx, lambda chosen: replace(chosen, appearance=change(chosen.appearance))
        )

    async def _available(
        self, ctx: Context, change: Callable[[Availability], Availability]
    ) -> None:
        await self._change(
            ctx, lambda chosen: replace(chosen, availability=change(chosen.availability))
        )

    async def _change(self, ctx: Context, change: Callable[[Preferences], Preferences]) -> None:
        """Change what a person has set, and show all of it."""
        chosen = await self.preferences.change(ctx.invocation, change)
        self.reminders.kick()
        await self._show(ctx, chosen)

    async def _show(self, ctx: Context, chosen: Preferences) -> None:
        person = ctx.invocation.person.id
        listed = await self.store.read(lambda tx: tx.results.lists(person))
        await ctx.show_text(own_text(chosen, self.clock.now(), ctx.words, listed=listed))


@dataclass(frozen=True, slots=True)
class ForgetHandlers:
    """Forgets people on request: the question, and the press that answers it."""

    forgetting: ForgetService
    bots: BotSeats
    lobbies: LobbyService
    posts: LobbyPosts

    @command("bonfire me forget", "command.me.forget")
    async def ask(self, ctx: Context) -> None:
        """Show what will be forgotten, to be confirmed."""
        known = await self.forgetting.known(ctx.invocation.person.id)
        await ctx.show_prompt(forget_prompt(known, ctx.words))

    @on(ConfirmForget, in_place)
    async def forget(self, ctx: Context) -> None:
        """Forget the person who pressed, in place of the question; lobbies show who is left."""
        person = ctx.invocation.person.id
        lobbies = await self.lobbies.knowing(person)
        known = await self.forgetting.forget(person)
        self.bots.kick()
        ctx.outbox.kick()
        await ctx.show_text(forgotten_text(known, ctx.words))
        for lobby in lobbies:
            await self.posts.renew(ctx, lobby)


def span_letters(words: Catalog) -> Mapping[str, float]:
    """The letters for units of time with their seconds; a language's own go before English ones."""
    return {
        each.say(f"span.{unit}"): length
        for each in (catalog(), words)
        for unit, length in SPANS.items()
    }


def _quiet(start: str | None, end: str | None) -> QuietHours | None:
    if start is None and end is None:
        return None
    if start is None or end is None:
        raise UserError(Problem.NO_QUIET_HOURS)
    first, last = (read(parse_hour, typed, Problem.UNKNOWN_HOUR) for typed in (start, end))
    if first == last:
        raise UserError(Problem.NO_QUIET_HOURS)
    return QuietHours(first, last)
