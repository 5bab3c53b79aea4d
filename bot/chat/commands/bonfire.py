"""`/bonfire`: start a game, look at it, look things up."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from inspect import Parameter, signature
from typing import Final

from discord import User
from discord.app_commands import Choice, Group, Range

from bot.chat.app import Handlers
from bot.chat.commands.group import CommandGroup, Option, offered, taking
from bot.chat.handlers.lobby import NewGameChoices
from bot.chat.interaction.context import Context
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.translate import languages_offered, spoken
from bot.model.button_choices import TableOption
from bot.model.errors import Problem, UserError
from bot.model.results import Board
from bot.model.seated_bots import MOST_BOTS
from bot.services.play.open_lobby import bots_of
from engine.agents.levels import Level

SWITCHES: Final = tuple(
    Parameter(option, Parameter.KEYWORD_ONLY, default=False, annotation=bool)
    for option in TableOption
    if option is not TableOption.THREAD
)
"""What can be typed for a game that starts at once; a lobby has a button for each."""
NEW_GAME: Final = (
    Parameter(TableOption.THREAD, Parameter.KEYWORD_ONLY, default=None, annotation=bool | None),
    Parameter("language", Parameter.KEYWORD_ONLY, default=None, annotation=Choice[str] | None),
    Parameter(
        "bots", Parameter.KEYWORD_ONLY, default=None, annotation=Range[int, 1, MOST_BOTS] | None
    ),
    Parameter("level", Parameter.KEYWORD_ONLY, default=None, annotation=Level | None),
)
"""What can be typed for a new game."""
GUESTS: Final = ("guest", "guest2", "guest3")
INVITING: Final = (
    Parameter("private", Parameter.KEYWORD_ONLY, default=False, annotation=bool),
    *(
        Parameter(guest, Parameter.KEYWORD_ONLY, default=None, annotation=User | None)
        for guest in GUESTS
    ),
)
"""What can be typed besides for a table of invited people."""


def bonfire_group(to: Handlers) -> Group:
    """The group with its commands."""
    bonfire = CommandGroup("bonfire", to)
    _add_starts(bonfire)
    _add_looks(bonfire)
    _add_lists(bonfire)
    return bonfire.group


def _opens(
    handler: Callable[..., Awaitable[None]], *switches: Parameter
) -> Callable[..., Awaitable[None]]:
    """Give a command, after options of its own, those of a new game, put together."""

    async def open_game(
        ctx: Context,
        *,
        language: Choice[str] | None,
        thread: bool | None,
        bots: int | None,
        level: Level | None,
        **typed: bool,
    ) -> None:
        given = {**typed, TableOption.THREAD: thread}
        options = frozenset(option for option in TableOption if given.pop(option, False))
        count = (0 if level is None else 1) if bots is None else bots
        seated = bots_of(level or Level.MEDIUM, count)
        chosen = NewGameChoices(options, spoken(language), thread=thread, bots=seated)
        await handler(ctx, chosen, **given)

    _, _, *own = signature(handler).parameters.values()
    return taking(open_game, (*own, *switches, *NEW_GAME))


def _invites(opens: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """Give a command that opens a table, before its options, those of a private one."""

    async def invite(
        ctx: Context, chosen: NewGameChoices, *, private: bool, **typed: User | None
    ) -> None:
        named = (typed[guest] for guest in GUESTS)
        guests = tuple(guest for guest in named if guest is not None)
        if any(guest.bot for guest in guests):
            raise UserError(Problem.NO_BOT_ACCOUNTS)
        invited = tuple(guest.id for guest in guests)
        await opens(ctx, replace(chosen, private=private or bool(guests), guests=invited))

    return taking(invite, INVITING)


def _add_starts(bonfire: CommandGroup) -> None:
    opening = bonfire.to.opening
    new, solo = _opens(_invites(opening.open_table)), _opens(opening.play_alone, *SWITCHES)
    switches = {option.value: Option(f"command.bonfire.option.{option}") for option in TableOption}
    options = {"thread": switches.pop("thread")}
    options["language"] = Option("command.bonfire.option.language", languages_offered())
    options["level"] = Option("command.bonfire.option.level", offered("level", Level))
    bots = Option("command.bonfire.option.bots")
    against = Option("command.bonfire.option.bots_solo")
    challenge = Option("command.bonfire.option.challenge")
    guests = dict.fromkeys(GUESTS, Option("command.private.guest"))
    inviting = {"private": Option("command.private.private"), **guests}
    bonfire.add(
        "new", "command.bonfire.new", new, ReplyMode.PUBLIC, bots=bots, **inviting, **options
    )
    alone = {"challenge": challenge, "bots": against, **switches, **options}
    bonfire.add("solo", "command.bonfire.solo", solo, **alone)
    seats = Option("command.tournament.seats")
    level = Option("command.tournament.level", offered("level", Level))

    async def tournament(
        ctx: Context, seats: Range[int, 2, 4] = 4, level: Level = Level.MEDIUM
    ) -> None:
        await bonfire.to.tournaments.open(ctx, seats, level)

    bonfire.add(
        "tournament",
        "command.tournament.text",
        tournament,
        ReplyMode.PUBLIC,
        seats=seats,
        level=level,
    )
    bonfire.add("learn", "lesson.command", bonfire.to.lessons.start)


def _add_looks(bonfire: CommandGroup) -> None:
    """Add what looks at the game of the channel."""
    boards, texts = bonfire.to.boards, bonfire.to.texts

    async def log(ctx: Context, game: int, page: Range[int, 1, 500] = 1) -> None:
        await texts.show_log(ctx, game, page - 1)

    async def describe(ctx: Context, game: int) -> None:
        await boards.show_in_words(ctx, game)

    player = Option("command.bonfire.option.player", complete=boards.complete_players)
    bonfire.add_in_game("board", "command.bonfire.board", boards.show_board_again)
    bonfire.add_in_game("city", "command.bonfire.city", boards.show_city_of, player=player)
    bonfire.add_in_game("status", "command.bonfire.status", texts.show_status)
    page = Option("command.bonfire.option.page")
    bonfire.add_in_game("log", "command.bonfire.log", log, page=page)
    turn = Option("command.replay.option_turn")
    bonfire.add_in_game("replay", "command.replay.text", bonfire.to.replay.open, turn=turn)
    bonfire.add_in_game("score", "command.bonfire.score", texts.show_score)
    bonfire.add_in_game("describe", "command.bonfire.describe", describe)
    bonfire.add_in_game("undo", "command.bonfire.undo", bonfire.to.turns.undo)
    bonfire.add_in_game("export", "command.bonfire.export", texts.export)
    bonfire.add("mygames", "command.bonfire.calendar.mygames", texts.show_games)
    bonfire.add_in_game("since", "command.bonfire.calendar.since", boards.show_since)


def _add_lists(bonfire: CommandGroup) -> None:
    """Add games that are over, the rules and the help."""
    results, texts = bonfire.to.results, bonfire.to.texts

    async def show_history(ctx: Context, player: User | None = None) -> None:
        await results.show_history(ctx, None if player is None else player.id)

    async def show_board(ctx: Context) -> None:
        await results.show_board(ctx, Board.TABLES, 0)

    async def show_help(ctx: Context) -> None:
        await texts.show_help(ctx)

    async def show_weekly(ctx: Context) -> None:
        await bonfire.to.weekly.show(ctx)

    player = Option("command.results.player")
    bonfire.add("results", "command.results.results", show_history, player=player)
    bonfire.add("leaderboard", "command.results.leaderboard", show_board)
    bonfire.add("puzzle", "command.bonfire.puzzle", bonfire.to.puzzles.open)
    bonfire.add("weekly", "command.weekly.text", show_weekly)
    term = Option("command.bonfire.option.term", complete=texts.complete_terms)
    bonfire.add("rules", "command.bonfire.rules", texts.explain, term=term)
    bonfire.add("about", "command.bonfire.about", texts.show_about)
    bonfire.add("help", "command.bonfire.help", show_help)
