"""The deal of the week: looked at anywhere, played in direct messages."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.chat import routes
from bot.chat.feature import Feature
from bot.chat.handlers.services import Handlers, Services
from bot.chat.interaction.context import Context
from bot.features.weekly import values
from bot.features.weekly.pages import fairness_page, no_weekly_page, weekly_page
from bot.features.weekly.service import (
    FORGET_ATTEMPTS,
    KEPT_ATTEMPTS,
    ParService,
    WeeklyGame,
    WeeklyService,
)
from bot.model import button_choices, messages
from bot.model.offers import HelpLine, Offers
from bot.present.posts.channel_posts import began_directly
from bot.runtime.jobs import Job
from bot.words import Catalog, catalog


@dataclass(frozen=True, slots=True)
class WeeklyHandlers(Handlers):
    """Shows deals of weeks, and begins that of the running one."""

    weekly: WeeklyService

    @routes.on(values.ShowWeekly, routes.in_place)
    @routes.command("bonfire weekly", "command.weekly.text")
    async def show(self, ctx: Context, week: int | None = None) -> None:
        """Show the deal of a week, or that there was none; by default that of the running week.

        A week to come shows that one too.
        """
        await self._show(ctx, self.weekly.week if week is None else week, weekly_page)

    @routes.on(values.ShowFairness, routes.in_place)
    async def show_fairness(self, ctx: Context, week: int) -> None:
        """Show how anybody can check that the deal of a week is the same for everybody."""
        await self._show(ctx, week, fairness_page)

    async def _show(
        self, ctx: Context, week: int, told: Callable[[values.WeeklyPage, Catalog], messages.Prompt]
    ) -> None:
        """Show the page that `told` makes of a week's deal, or say that there was no deal."""
        week, invocation = min(week, self.weekly.week), ctx.invocation
        page = await self.weekly.page(invocation.person.id, invocation.channel.guild, week)
        await ctx.show_prompt(
            no_weekly_page(ctx.words, week) if page is None else told(page, ctx.words)
        )

    @routes.on(values.PlayWeekly)
    async def play(self, ctx: Context) -> None:
        """Begin the deal of the running week, in direct messages; raises UserError."""
        self.of.limits.open(ctx.invocation.person.id)
        guild = ctx.invocation.channel.guild
        invocation = await self.of.languages.opening(ctx.invocation, None)
        await self.weekly.may_begin(invocation.person.id)
        locale = invocation.channel.locale
        room = await self.of.rooms.direct(ctx, locale, catalog(locale).say("weekly.begins"))
        done = await self.weekly.begin(replace(invocation, channel=room), room, guild)
        await ctx.show_prompt(began_directly(room.id, ctx.words))
        ctx.deliver(done)


def _handlers(of: Services) -> tuple[WeeklyHandlers, ...]:
    weekly = WeeklyService(of.store, of.games)
    return (WeeklyHandlers(of, weekly),)


def _jobs(of: Services) -> Mapping[str, Job]:
    return {"par": ParService(WeeklyService(of.store, of.games)).run}


WEEKLY: Final = Feature(
    "weekly",
    handlers=_handlers,
    jobs=_jobs,
    forgets=FORGET_ATTEMPTS,
    kept=KEPT_ATTEMPTS,
    kind=WeeklyGame,
    offers=Offers(help=(HelpLine(button_choices.HelpPage.BETWEEN, "weekly.help"),)),
)
