"""How games are opened: with others, alone, or again; typed, or by the buttons of the help."""

from dataclasses import dataclass
from typing import Final

from bot.chat.delivery.outbox import Outbox
from bot.chat.handlers.lobby import show_lobby
from bot.chat.handlers.starting import StartHandlers, warn_of_permissions
from bot.chat.interaction.context import Context
from bot.model.buttons import TableOption
from bot.model.errors import Problem, UserError
from bot.present.posts.turn_posts import help_prompt
from bot.services.games.saving import Saved
from bot.services.games.service import GameService
from bot.services.people.languages import LanguageService
from bot.services.people.preferences import PreferenceService
from bot.services.play.lobbies import LobbyService, options_of
from bot.services.play.rematches import Rematches


@dataclass(frozen=True, slots=True)
class NewGameChoices:
    """What was chosen for a new game; `language` is None where it is left to the place."""

    options: frozenset[TableOption] = frozenset()
    language: str | None = None

    @property
    def thread(self) -> bool:
        """Whether the game is to have a thread of its own."""
        return TableOption.THREAD in self.options


PLAIN: Final = NewGameChoices()


@dataclass(frozen=True, slots=True)
class OpeningHandlers:
    """Opens lobbies and games."""

    games: GameService
    lobbies: LobbyService
    preferences: PreferenceService
    languages: LanguageService
    outbox: Outbox
    starting: StartHandlers

    async def open_table(self, ctx: Context, chosen: NewGameChoices = PLAIN) -> None:
        """Open a table that others can join; raises UserError."""
        if ctx.interaction.guild_id is None and ctx.interaction.context.dm_channel:
            raise UserError(Problem.LOBBY_IN_DM)
        await self.preferences.may_open(ctx.invocation)
        invocation = await self.languages.opening(ctx.invocation, chosen.language)
        await show_lobby(ctx, await self.lobbies.open(invocation, chosen.options))
        await warn_of_permissions(ctx)

    async def play_alone(
        self, ctx: Context, chosen: NewGameChoices = PLAIN, *, challenge: bool = False
    ) -> None:
        """Start a game against Tom, which may be the person's next challenge; raises UserError."""
        await self.preferences.may_open(ctx.invocation)
        handicap = await self.games.challenge_of(ctx.invocation.person.id) if challenge else None
        options = options_of(chosen.options, players=1, handicap=handicap)
        invocation = await self.languages.opening(ctx.invocation, chosen.language)
        await self.starting.start_solo(ctx, invocation, options, thread=chosen.thread)

    async def rematch(self, ctx: Context, game: int) -> None:
        """Open the lobby of a rematch, or start the next game against Tom."""
        await self.preferences.may_open(ctx.invocation)
        opened = await Rematches(self.games, self.lobbies).open(ctx.invocation, game)
        if isinstance(opened, Saved):
            await ctx.say("shell.started")
            self.outbox.attach(opened.posts, ctx.interaction)
        else:
            await show_lobby(ctx, opened)

    async def show_help(self, ctx: Context) -> None:
        """Show how to play here, with buttons that open a game."""
        prompt = help_prompt(ctx.words)
        await ctx.show_text(prompt.text, prompt.rows)
