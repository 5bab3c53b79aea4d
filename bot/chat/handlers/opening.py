"""How games are opened: with others at a table, or alone; typed, or by the buttons of the help."""

from dataclasses import dataclass
from typing import Final

from bot.chat.handlers.starting import start_solo
from bot.chat.interaction.desk import Context, Desk, lobby_sheet, warn
from bot.chat.messages.components import ClassicMessage, CustomId, Scope
from bot.model.buttons import PublicButton
from bot.model.errors import Problem, UserError
from bot.model.messages import Button, Style
from bot.services.play.lobbies import TableOption, options_of

BUTTONS: Final = ((PublicButton.SOLO, Style.GO), (PublicButton.NEW, Style.MAIN))


@dataclass(frozen=True, slots=True)
class Opening:
    """What was chosen for a new game; `language` is None where it is left to the place."""

    options: frozenset[TableOption] = frozenset()
    language: str | None = None


PLAIN: Final = Opening()


async def open_table(desk: Desk, ctx: Context, opening: Opening = PLAIN) -> None:
    """Open a table that others can join; raises UserError."""
    interaction = ctx.interaction
    if interaction.guild_id is None and interaction.context.dm_channel:
        raise UserError(Problem.LOBBY_IN_DM)
    await desk.preferences.may_open(ctx.invocation)
    invocation = await desk.languages.opening(ctx.invocation, opening.language)
    lobby = await desk.lobbies.open(invocation, opening.options)
    await ctx.reply.show(lobby_sheet(lobby))
    await warn(ctx)


async def play_alone(
    desk: Desk,
    ctx: Context,
    opening: Opening = PLAIN,
    *,
    challenge: bool = False,
    thread: bool = False,
) -> None:
    """Start a game against Tom, which may be the person's next challenge; raises UserError."""
    await desk.preferences.may_open(ctx.invocation)
    handicap = await desk.games.challenge_of(ctx.invocation.person.id) if challenge else None
    options = options_of(opening.options, players=1, handicap=handicap)
    invocation = await desk.languages.opening(ctx.invocation, opening.language)
    await start_solo(desk, ctx, invocation, options, thread=thread)


async def show_help(ctx: Context) -> None:
    """Show how to play here, with buttons that open a game."""
    row = tuple(Button(ctx.words.say(f"table_button.{to}"), to, style) for to, style in BUTTONS)
    control = CustomId(Scope.LOBBY, 0, 0, "", "")
    await ctx.reply.show(ClassicMessage(ctx.words.say("shell.help"), (row,), control))
