"""`/bonfire table`: the lobby of a channel, and what concerns its running game."""

from discord.app_commands import Choice, Group, Range, autocomplete, choices, describe

from bot.chat.app import Handlers
from bot.chat.commands.leaving import add_agreements, add_leaving
from bot.chat.handlers.lobby import LobbyHandlers
from bot.chat.handlers.moving import MovingHandlers
from bot.chat.handlers.settings import SettingHandlers
from bot.chat.handlers.starting import StartHandlers
from bot.chat.handlers.tryouts import TryoutHandlers
from bot.chat.handlers.votes import VoteHandlers
from bot.chat.interaction.context import Context
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.respond import Responder
from bot.chat.interaction.translate import described, languages_offered
from bot.model.buttons import TableOption
from bot.model.turn_clock import Pace
from bot.services.games.service import GameService

OPTIONS = [
    Choice(name=described(f"command.bonfire.option.{option}"), value=option.value)
    for option in TableOption
]
PACES = [Choice(name=described(f"pace.{pace}"), value=pace.value) for pace in Pace]


def table_group(handlers: Handlers) -> Group:
    """The group with its commands."""
    group = Group(name="table", description=described("command.table.text"))
    respond, games = handlers.respond, handlers.games
    _add_lobby(group, respond, handlers.lobby, handlers.starting)
    add_agreements(group, respond, games, handlers.consent)
    add_leaving(group, respond, handlers.leaving)
    _add_tryout(group, respond, games, handlers.tryouts)
    _add_move(group, respond, handlers.moving)
    _add_clock(group, respond, handlers.settings, handlers.votes)
    _add_language(group, respond, handlers.lobby)
    return group


def _add_lobby(
    group: Group, respond: Responder, lobby: LobbyHandlers, starting: StartHandlers
) -> None:
    @group.command(name="join", description=described("command.table.join"))
    @respond(ReplyMode.PUBLIC)
    async def join(ctx: Context) -> None:
        await lobby.join(ctx)

    @group.command(name="leave", description=described("command.table.leave"))
    @respond(ReplyMode.PUBLIC)
    async def leave(ctx: Context) -> None:
        await lobby.leave(ctx)

    @group.command(name="start", description=described("command.table.start"))
    @respond(ReplyMode.PUBLIC)
    async def start(ctx: Context) -> None:
        await starting.start_lobby(ctx)

    @group.command(name="options", description=described("command.table.options"))
    @describe(option=described("command.table.option.option"))
    @choices(option=OPTIONS)
    @respond(ReplyMode.PUBLIC)
    async def options(ctx: Context, option: Choice[str]) -> None:
        await lobby.toggle(ctx, TableOption(option.value))


def _add_tryout(
    group: Group, respond: Responder, games: GameService, tryouts: TryoutHandlers
) -> None:
    @group.command(name="try", description=described("command.table.planning.try"))
    @respond(ReplyMode.EPHEMERAL)
    async def try_out(ctx: Context) -> None:
        await tryouts.open(ctx, await games.game_in(ctx.channel))


def _add_move(group: Group, respond: Responder, moving: MovingHandlers) -> None:
    @group.command(name="move-to", description=described("command.place.move"))
    @describe(game=described("command.place.game"))
    @autocomplete(game=moving.complete_games)
    @respond(ReplyMode.EPHEMERAL)
    async def move_to(ctx: Context, game: Range[str, 1, 100]) -> None:
        await moving.move(ctx, game)


def _add_clock(
    group: Group, respond: Responder, settings: SettingHandlers, votes: VoteHandlers
) -> None:
    @group.command(name="pace", description=described("command.table.calendar.pace"))
    @describe(pace=described("command.table.calendar.option_pace"))
    @choices(pace=PACES)
    @respond(ReplyMode.EPHEMERAL)
    async def set_pace(ctx: Context, pace: Choice[str]) -> None:
        await settings.set_pace(ctx, Pace(pace.value))

    @group.command(name="vote", description=described("command.table.calendar.vote"))
    @respond(ReplyMode.EPHEMERAL)
    async def vote(ctx: Context) -> None:
        await votes.ask(ctx)


def _add_language(group: Group, respond: Responder, lobby: LobbyHandlers) -> None:
    @group.command(name="language", description=described("command.language.table"))
    @describe(language=described("command.bonfire.option.language"))
    @choices(language=languages_offered())
    @respond(ReplyMode.PUBLIC)
    async def choose(ctx: Context, language: Choice[str]) -> None:
        await lobby.speak(ctx, language.value)
