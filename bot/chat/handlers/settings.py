"""What is kept of people, servers and tables: shown, changed, and forgotten."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.chat.handlers.lobby_posts import LobbyPosts
from bot.chat.interaction.context import Context
from bot.chat.routes import in_place, on
from bot.model.buttons import ConfirmForget
from bot.model.clock import Clock
from bot.model.errors import Problem, UserError
from bot.model.preferences import Preferences, ServerSettings
from bot.model.turn_clock import Pace
from bot.present.posts.consent_posts import forget_prompt, forgotten_text
from bot.present.posts.settings_text import own_text, server_text
from bot.services.calls.bot_seats import BotSeats
from bot.services.calls.reminders import ReminderService
from bot.services.consent.forgetting import ForgetService
from bot.services.people.preferences import PreferenceService
from bot.services.play.lobbies import LobbyService
from bot.store import Store
from engine.agents.levels import Level


@dataclass(frozen=True, slots=True)
class SettingHandlers:
    """Shows and changes settings."""

    store: Store
    clock: Clock
    preferences: PreferenceService
    reminders: ReminderService

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
        await ctx.show_text(own_text(chosen, self.clock.now(), ctx.words, listed=listed))

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

    async def set_pace(self, ctx: Context, game: int, pace: Pace) -> None:
        """Set the pace of a game."""
        done = await self.preferences.set_pace(ctx.invocation, game, pace)
        self.reminders.kick()
        await ctx.say_done("pace.chosen", done)

    async def set_level(self, ctx: Context, game: int, level: Level) -> None:
        """Set how strong the bot plays for people in a game."""
        done = await self.preferences.set_level(ctx.invocation, game, level)
        await ctx.say_done("bot_level.chosen", done)


@dataclass(frozen=True, slots=True)
class ForgetHandlers:
    """Forgets people on request: the question, and the press that answers it."""

    forgetting: ForgetService
    bots: BotSeats
    lobbies: LobbyService
    posts: LobbyPosts

    async def ask(self, ctx: Context) -> None:
        """Show what will be forgotten, to be confirmed."""
        known = await self.forgetting.known(ctx.invocation.person.id)
        await ctx.show_prompt(forget_prompt(known, ctx.words))

    @on(ConfirmForget, in_place)
    async def forget(self, ctx: Context) -> None:
        """Forget who pressed, and say so in place of the question; lobbies show who is left."""
        person = ctx.invocation.person.id
        lobbies = await self.lobbies.knowing(person)
        known = await self.forgetting.forget(person)
        self.bots.kick()
        ctx.outbox.kick()
        await ctx.show_text(forgotten_text(known, ctx.words))
        for lobby in lobbies:
            await self.posts.renew(ctx, lobby)
