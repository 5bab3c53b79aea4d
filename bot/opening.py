"""How games are opened: with others at a table, or alone; typed, or by the buttons of the help."""

from dataclasses import dataclass
from typing import Final

from bot.desk import Desk, Visit, lobby_sheet, warn
from bot.lobby import TableOption, options_of
from bot.prompt import Button, PublicButton, Style
from bot.starting import start_solo
from bot.trouble import SorryError, Trouble
from bot.widgets import Control, Scope, Sheet

BUTTONS: Final = ((PublicButton.SOLO, Style.GO), (PublicButton.NEW, Style.MAIN))


@dataclass(frozen=True, slots=True)
class Opening:
    """What was chosen for a new game; `language` is None where it is left to the place."""

    options: frozenset[TableOption] = frozenset()
    language: str | None = None


PLAIN: Final = Opening()


async def open_table(desk: Desk, visit: Visit, opening: Opening = PLAIN) -> None:
    """Open a table that others can join; raises SorryError."""
    interaction = visit.interaction
    if interaction.guild_id is None and interaction.context.dm_channel:
        raise SorryError(Trouble.LOBBY_IN_DM)
    await desk.wishes.may_open(visit.press)
    press = await desk.speech.opening(visit.press, opening.language)
    lobby = await desk.lobbies.open(press, opening.options)
    await visit.reply.show(lobby_sheet(lobby))
    await warn(visit)


async def play_alone(
    desk: Desk,
    visit: Visit,
    opening: Opening = PLAIN,
    *,
    challenge: bool = False,
    thread: bool = False,
) -> None:
    """Start a game against Tom, which may be the person's next challenge; raises SorryError."""
    await desk.wishes.may_open(visit.press)
    handicap = await desk.games.challenge_of(visit.press.person.id) if challenge else None
    options = options_of(opening.options, players=1, handicap=handicap)
    press = await desk.speech.opening(visit.press, opening.language)
    await start_solo(desk, visit, press, options, thread=thread)


async def show_help(visit: Visit) -> None:
    """Show how to play here, with buttons that open a game."""
    row = tuple(Button(visit.words.say(f"table_button.{to}"), to, style) for to, style in BUTTONS)
    control = Control(Scope.LOBBY, 0, 0, "", "")
    await visit.reply.show(Sheet(visit.words.say("shell.help"), (row,), control))
