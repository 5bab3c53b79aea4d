"""`/bonfire table`: the lobby of a channel, and what concerns its running game."""

from discord.app_commands import Choice, Group, Range

from bot.chat.app import Handlers
from bot.chat.commands.group import CommandGroup, Option, offered
from bot.chat.handlers.consent import turn_number
from bot.chat.interaction.context import Context
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.translate import languages_offered
from bot.model.button_choices import TableOption
from bot.model.turn_clock import Pace
from engine.agents.levels import Level

PACES = offered("pace", Pace)
LEVELS = offered("level", Level)


def table_group(to: Handlers) -> Group:
    """The group with its commands."""
    table = CommandGroup("table", to)
    _add_lobby(table)
    _add_agreements(table)
    _add_leaving(table)
    _add_running(table)
    return table.group


def _add_lobby(table: CommandGroup) -> None:
    lobby, public = table.to.lobby, ReplyMode.PUBLIC
    option = Option("command.table.option.option", offered("command.bonfire.option", TableOption))
    table.add("join", "command.table.join", lobby.join, public)
    table.add("leave", "command.table.leave", lobby.leave, public)

    async def start(ctx: Context) -> None:
        await table.to.starting.start_lobby(ctx)

    table.add("start", "command.table.start", start, public)
    table.add("options", "command.table.options", lobby.toggle, public, option=option)


def _add_agreements(table: CommandGroup) -> None:
    """Add what the others must agree to."""
    consent = table.to.consent

    async def take_back(ctx: Context, game: int, turn: Range[str, 1, 10] | None = None) -> None:
        await consent.take_back(ctx, game, turn_number(turn))

    turn = Option("command.table.agree.option_turn", complete=consent.complete_turns)
    table.add_in_game("take-back", "command.table.agree.take-back", take_back, turn=turn)
    person = Option("command.table.leaving.option_person")
    table.add("hand-over", "command.table.leaving.hand-over", consent.hand_over, person=person)
    table.add("abandon", "command.table.abandon", consent.abandon)


def _add_leaving(table: CommandGroup) -> None:
    """Add what everybody decides alone."""
    leaving = table.to.leaving
    table.add_in_game("resign", "command.table.leaving.resign", leaving.ask_to_resign)
    table.add_in_game("bot", "command.table.leaving.bot", leaving.let_bot_play)
    level = Option("command.table.leaving.option_level", LEVELS)
    set_level = table.to.settings.set_level
    table.add_in_game("bot-level", "command.table.leaving.bot-level", set_level, level=level)
    table.add_in_game("return", "command.table.leaving.return", leaving.come_back)


def _add_running(table: CommandGroup) -> None:
    """Add what else concerns a running game."""
    to = table.to

    async def speak(ctx: Context, language: Choice[str]) -> None:
        await to.lobby.speak(ctx, language.value)

    game = Option("command.place.game", complete=to.moving.complete_games)
    pace = Option("command.table.calendar.option_pace", PACES)
    language = Option("command.bonfire.option.language", languages_offered())
    table.add_in_game("try", "command.table.planning.try", to.tryouts.open)
    table.add_in_game("lay", "command.table.laid.lay", to.laid.open)
    table.add("move-to", "command.place.move", to.moving.move, game=game)
    table.add_in_game("pace", "command.table.calendar.pace", to.settings.set_pace, pace=pace)
    table.add_in_game("vote", "command.table.calendar.vote", to.votes.ask)
    table.add("language", "command.language.table", speak, ReplyMode.PUBLIC, language=language)
