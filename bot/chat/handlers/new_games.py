"""The typed commands that open a table for others, or start a game alone."""

from inspect import Parameter
from typing import Final

from discord import User
from discord.app_commands import Range

from bot.chat import routes
from bot.chat.command_names import languages_offered, offered
from bot.chat.handlers.lobby import NewGameChoices, OpeningHandlers
from bot.chat.handlers.services import Handlers
from bot.chat.interaction.context import Context
from bot.chat.interaction.reply import ReplyMode
from bot.model import button_choices, rows
from bot.model.errors import UserError
from bot.model.seated_bots import MOST_BOTS
from bot.services.play.open_lobby import bots_of
from engine.agents.levels import Level

_GUEST: Final = routes.Option("command.private.guest")
_SWITCHES: Final = {
    name: routes.Option(
        f"command.bonfire.option.{name}",
        parameter=Parameter(name, Parameter.KEYWORD_ONLY, annotation=bool, default=False),
    )
    for name in button_choices.SWITCHES
}
"""Options of a game that starts at once; a lobby has a button for each."""
Bots = Range[int, 1, MOST_BOTS]


def _options(bots: str) -> dict[str, routes.Option]:
    """Options of any new game, with this key of the text about its bots."""
    return {
        "thread": routes.Option("command.bonfire.option.thread"),
        "language": routes.Option("command.bonfire.option.language", languages_offered()),
        "bots": routes.Option(f"command.bonfire.option.{bots}"),
        "level": routes.Option("command.bonfire.option.level", offered("level", Level)),
    }


class NewGameHandlers(Handlers):
    """Reads what was typed, and lets the table be opened."""

    @routes.command(
        "bonfire new",
        "command.bonfire.new",
        ReplyMode.PUBLIC,
        private=routes.Option("command.private.private"),
        guest=_GUEST,
        guest2=_GUEST,
        guest3=_GUEST,
        **_options("bots"),
    )
    async def new_game(  # noqa: PLR0913 - the options that people see
        self,
        ctx: Context,
        *,
        private: bool = False,
        guest: User | None = None,
        guest2: User | None = None,
        guest3: User | None = None,
        thread: bool | None = None,
        language: str | None = None,
        bots: Bots | None = None,
        level: Level | None = None,
    ) -> None:
        """Open a table; it is `private` for those who are invited, and where anybody is."""
        guests = tuple(each for each in (guest, guest2, guest3) if each is not None)
        if any(each.bot for each in guests):
            raise UserError("leaving.sorry.bot_account")
        chosen = NewGameChoices(
            frozenset({button_choices.THREAD} if thread else ()),
            language,
            private=private or bool(guests),
            guests=tuple(each.id for each in guests),
            thread=thread,
            bots=_seated(bots, level),
        )
        await OpeningHandlers(self.of).open_lobby(ctx, chosen)

    @routes.command(
        "bonfire solo",
        "command.bonfire.solo",
        challenge=routes.Option("command.bonfire.option.challenge"),
        **_SWITCHES,
        **_options("bots_solo"),
    )
    async def play_alone(  # noqa: PLR0913 - the options that people see
        self,
        ctx: Context,
        *,
        challenge: bool = False,
        thread: bool | None = None,
        language: str | None = None,
        bots: Bots | None = None,
        level: Level | None = None,
        **switches: bool,
    ) -> None:
        """Start a game against bots or Tom at once."""
        typed = {**switches, button_choices.THREAD: thread}
        options = frozenset(
            button_choices.TableOption(name) for name, wanted in typed.items() if wanted
        )
        chosen = NewGameChoices(options, language, thread=thread, bots=_seated(bots, level))
        await OpeningHandlers(self.of).play_alone(ctx, chosen, challenge=challenge)


def _seated(bots: int | None, level: Level | None) -> tuple[rows.PersonRow, ...]:
    """So many bots of a level; a level alone asks for one."""
    count = (0 if level is None else 1) if bots is None else bots
    return bots_of(level or Level.MEDIUM, count)
