"""Tables before the start: who sits down, stands up, and what the host chooses."""

from dataclasses import dataclass

from bot.chat.interaction.context import Context
from bot.chat.messages.components import ClassicMessage
from bot.model.buttons import TableOption
from bot.model.custom_ids import Binding
from bot.present.posts.turn_posts import lobby_post
from bot.services.people.languages import LanguageService
from bot.services.play.lobbies import LobbyService, OpenLobby
from bot.words import catalog


@dataclass(frozen=True, slots=True)
class LobbyHandlers:
    """Every change of a lobby."""

    lobbies: LobbyService
    languages: LanguageService

    async def join(self, ctx: Context) -> None:
        """Let the person sit down."""
        await show_lobby(ctx, await self.lobbies.join(ctx.invocation))

    async def leave(self, ctx: Context) -> None:
        """Let the person stand up; the last one closes the table."""
        lobby = await self.lobbies.leave(ctx.invocation)
        if lobby is None:
            await ctx.say("shell.lobby_closed")
        else:
            await show_lobby(ctx, lobby)

    async def toggle(self, ctx: Context, option: TableOption) -> None:
        """Turn an option on or off."""
        await show_lobby(ctx, await self.lobbies.toggle(ctx.invocation, option))

    async def speak(self, ctx: Context, language: str) -> None:
        """Let the table of a lobby, or of a running game, speak a language."""
        if await self.lobbies.look(ctx.channel) is not None:
            await show_lobby(ctx, await self.lobbies.speak(ctx.invocation, language))
        else:
            await ctx.show_text(await self.languages.set_game(ctx.invocation, language))


async def show_lobby(ctx: Context, lobby: OpenLobby) -> None:
    """Show the public message of a lobby, in the language of its table."""
    post = lobby_post(lobby.shown, catalog(lobby.row.locale))
    await ctx.reply.show(ClassicMessage(post.text, post.rows, Binding(revision=lobby.row.revision)))
