"""What people, servers and tables have set, shown and changed."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.chat.delivery.outbox import Outbox
from bot.chat.interaction.context import Context
from bot.model.errors import Problem, UserError
from bot.model.preferences import Preferences, ServerSettings
from bot.model.turn_clock import Pace
from bot.present.posts.settings_text import own_text, server_text
from bot.services.calls.reminders import ReminderService
from bot.services.games.service import GameService
from bot.services.people.preferences import PreferenceService
from bot.store import Store


@dataclass(frozen=True, slots=True)
class SettingHandlers:
    """Shows and changes settings."""

    store: Store
    games: GameService
    preferences: PreferenceService
    reminders: ReminderService
    outbox: Outbox

    async def show_own(self, ctx: Context) -> None:
        """Show what a person has set."""
        await self._show_own(ctx, await self.preferences.of(ctx.invocation.person.id))

    async def change_own(self, ctx: Context, change: Callable[[Preferences], Preferences]) -> None:
        """Change what a person has set, and show all of it."""
        chosen = await self.preferences.change(ctx.invocation, change)
        self.reminders.kick()
        await self._show_own(ctx, chosen)

    async def _show_own(self, ctx: Context, chosen: Preferences) -> None:
        person = ctx.invocation.person.id
        listed = await self.store.read(lambda tx: tx.results.lists(person))
        await ctx.show_text(own_text(chosen, self.games.clock.now(), ctx.words, listed=listed))

    async def show_server(self, ctx: Context) -> None:
        """Show what a server has set; raises UserError outside of servers."""
        guild = ctx.invocation.channel.guild
        if guild is None:
            raise UserError(Problem.NO_SERVER)
        settings = await self.preferences.of_server(guild)
        await ctx.show_text(server_text(settings, ctx.words))

    async def change_server(
        self, ctx: Context, change: Callable[[ServerSettings], ServerSettings]
    ) -> None:
        """Change what a server has set, and show all of it."""
        settings = await self.preferences.change_server(ctx.invocation, change)
        await ctx.show_text(server_text(settings, ctx.words))

    async def set_pace(self, ctx: Context, pace: Pace) -> None:
        """Set the pace of the channel's game."""
        game = await self.games.game_in(ctx.channel)
        done = await self.preferences.set_pace(ctx.invocation, game, pace)
        self.reminders.kick()
        await ctx.say("pace.chosen")
        self.outbox.attach(done.posts, ctx.interaction)
