"""`/bonfire board`, `city`, `status`, `log`, `score`, `undo`, `export`, `describe`."""

from discord.app_commands import Group, Range, autocomplete, describe

from bot.chat.app import Handlers
from bot.chat.handlers.boards import BoardHandlers
from bot.chat.handlers.texts import TextHandlers
from bot.chat.handlers.turns import TurnHandlers
from bot.chat.interaction.context import Context
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.respond import Responder
from bot.chat.interaction.translate import described
from bot.services.games.service import GameService


def add_looks(group: Group, handlers: Handlers) -> None:
    """Add the commands that look at the game of a channel."""
    respond, games = handlers.respond, handlers.games
    _add_boards(group, respond, games, handlers.boards)
    _add_texts(group, respond, games, handlers.texts)
    _add_boards_in_words(group, respond, games, handlers.boards)
    _add_record(group, respond, games, handlers.turns, handlers.texts)
    _add_news(group, respond, games, handlers.texts, handlers.boards)


def _add_boards(
    group: Group, respond: Responder, games: GameService, boards: BoardHandlers
) -> None:
    @group.command(name="board", description=described("command.bonfire.board"))
    @respond(ReplyMode.EPHEMERAL)
    async def board(ctx: Context) -> None:
        await boards.show_board_again(ctx, await games.game_in(ctx.channel))

    @group.command(name="city", description=described("command.bonfire.city"))
    @describe(player=described("command.bonfire.option.player"))
    @autocomplete(player=boards.complete_players)
    @respond(ReplyMode.EPHEMERAL)
    async def city(ctx: Context, player: str | None = None) -> None:
        await boards.show_city_of(ctx, await games.game_in(ctx.channel), player)


def _add_texts(group: Group, respond: Responder, games: GameService, texts: TextHandlers) -> None:
    @group.command(name="status", description=described("command.bonfire.status"))
    @respond(ReplyMode.EPHEMERAL)
    async def status(ctx: Context) -> None:
        await texts.show_status(ctx, await games.game_in(ctx.channel))

    @group.command(name="log", description=described("command.bonfire.log"))
    @describe(page=described("command.bonfire.option.page"))
    @respond(ReplyMode.EPHEMERAL)
    async def log(ctx: Context, page: Range[int, 1, 500] = 1) -> None:
        await texts.show_log(ctx, await games.game_in(ctx.channel), page - 1)

    @group.command(name="score", description=described("command.bonfire.score"))
    @respond(ReplyMode.EPHEMERAL)
    async def score(ctx: Context) -> None:
        await texts.show_score(ctx, await games.game_in(ctx.channel))


def _add_boards_in_words(
    group: Group, respond: Responder, games: GameService, boards: BoardHandlers
) -> None:
    @group.command(name="describe", description=described("command.bonfire.describe"))
    @respond(ReplyMode.EPHEMERAL)
    async def describe_table(ctx: Context) -> None:
        await boards.show_in_words(ctx, await games.game_in(ctx.channel))


def _add_record(
    group: Group,
    respond: Responder,
    games: GameService,
    turns: TurnHandlers,
    texts: TextHandlers,
) -> None:
    @group.command(name="undo", description=described("command.bonfire.undo"))
    @respond(ReplyMode.EPHEMERAL)
    async def undo(ctx: Context) -> None:
        await turns.undo(ctx, await games.game_in(ctx.channel))

    @group.command(name="export", description=described("command.bonfire.export"))
    @respond(ReplyMode.EPHEMERAL)
    async def export(ctx: Context) -> None:
        await texts.export(ctx, await games.game_in(ctx.channel))


def _add_news(
    group: Group,
    respond: Responder,
    games: GameService,
    texts: TextHandlers,
    boards: BoardHandlers,
) -> None:
    @group.command(name="mygames", description=described("command.bonfire.calendar.mygames"))
    @respond(ReplyMode.EPHEMERAL)
    async def mygames(ctx: Context) -> None:
        await texts.show_games(ctx)

    @group.command(name="since", description=described("command.bonfire.calendar.since"))
    @respond(ReplyMode.EPHEMERAL)
    async def since(ctx: Context) -> None:
        await boards.show_since(ctx, await games.game_in(ctx.channel))
