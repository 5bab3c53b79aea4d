"""`/bonfire board`, `city`, `status`, `log`, `score`, `undo`, `export`, `describe`."""

from discord import Interaction
from discord.app_commands import Choice, Group, Range, autocomplete, describe

from bot.chat.handlers import between_turns as between
from bot.chat.interaction.desk import Context, Desk
from bot.chat.interaction.permissions import via_of
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.translate import described
from bot.chat.messages.components import ClassicMessage, ImageFile
from bot.model.errors import Problem, UserError
from bot.services.games.table import Table
from engine.ids import Seat
from engine.record import make_record, record_text


def add_looks(group: Group, desk: Desk) -> None:
    """Add the commands that look at the game of a channel."""
    _add_pictures(group, desk)
    _add_texts(group, desk)
    _add_record(group, desk)
    _add_between(group, desk)


def _add_between(group: Group, desk: Desk) -> None:
    @group.command(name="mygames", description=described("command.bonfire.calendar.mygames"))
    async def mygames(interaction: Interaction) -> None:
        async def work(ctx: Context) -> None:
            await between.show_games(desk, ctx)

        await desk.serve(interaction, ReplyMode.PRIVATE, work)

    @group.command(name="since", description=described("command.bonfire.calendar.since"))
    async def since(interaction: Interaction) -> None:
        async def work(ctx: Context) -> None:
            await between.show_since(desk, ctx, await desk.game_here(ctx))

        await desk.serve(interaction, ReplyMode.PRIVATE, work)


def _add_texts(group: Group, desk: Desk) -> None:
    @group.command(name="status", description=described("command.bonfire.status"))
    async def status(interaction: Interaction) -> None:
        async def work(ctx: Context) -> None:
            await desk.show_status(ctx, await desk.game_here(ctx))

        await desk.serve(interaction, ReplyMode.PRIVATE, work)

    @group.command(name="log", description=described("command.bonfire.log"))
    @describe(page=described("command.bonfire.option.page"))
    async def log(interaction: Interaction, page: Range[int, 1, 500] = 1) -> None:
        async def work(ctx: Context) -> None:
            await desk.show_log(ctx, await desk.game_here(ctx), page - 1)

        await desk.serve(interaction, ReplyMode.PRIVATE, work)

    @group.command(name="score", description=described("command.bonfire.score"))
    async def score(interaction: Interaction) -> None:
        async def work(ctx: Context) -> None:
            await desk.show_score(ctx, await desk.game_here(ctx))

        await desk.serve(interaction, ReplyMode.PRIVATE, work)

    @group.command(name="describe", description=described("command.bonfire.describe"))
    async def describe_table(interaction: Interaction) -> None:
        async def work(ctx: Context) -> None:
            await desk.show_described(ctx, await desk.game_here(ctx))

        await desk.serve(interaction, ReplyMode.PRIVATE, work)


def _add_pictures(group: Group, desk: Desk) -> None:
    @group.command(name="board", description=described("command.bonfire.board"))
    async def board(interaction: Interaction) -> None:
        async def work(ctx: Context) -> None:
            game = await desk.game_here(ctx)
            await desk.show_picture(ctx, game, None)
            await desk.outbox.repost(game, via_of(interaction), interaction)

        await desk.serve(interaction, ReplyMode.PRIVATE, work)

    async def complete_player(interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await desk.complete_players(interaction, typed)

    @group.command(name="city", description=described("command.bonfire.city"))
    @describe(player=described("command.bonfire.option.player"))
    @autocomplete(player=complete_player)
    async def city(interaction: Interaction, player: str | None = None) -> None:
        async def work(ctx: Context) -> None:
            game = await desk.game_here(ctx)
            async with desk.games.table(game) as table:
                seat = _seat(table, player, ctx.invocation.person.id)
            await desk.show_picture(ctx, game, seat)

        await desk.serve(interaction, ReplyMode.PRIVATE, work)


def _add_record(group: Group, desk: Desk) -> None:
    @group.command(name="undo", description=described("command.bonfire.undo"))
    async def undo(interaction: Interaction) -> None:
        async def work(ctx: Context) -> None:
            page = await desk.wizard.undo(ctx.invocation, await desk.game_here(ctx), ctx.words)
            await desk.show_page(ctx, page)

        await desk.serve(interaction, ReplyMode.PRIVATE, work)

    @group.command(name="export", description=described("command.bonfire.export"))
    async def export(interaction: Interaction) -> None:
        async def work(ctx: Context) -> None:
            game = await desk.game_here(ctx)
            async with desk.games.table(game) as table:
                record = make_record(table.game)
            await ctx.reply.show(
                ClassicMessage(
                    ctx.words.say("shell.exported"),
                    pictures=(ImageFile(f"bonfire-{game}.json", record_text(record).encode(), ""),),
                )
            )

        await desk.serve(interaction, ReplyMode.PRIVATE, work)


def _seat(table: Table, player: str | None, person: int) -> Seat:
    """The seat that was asked for by number or name; the person's own when nothing was typed."""
    if player is None:
        seat = table.seat_of(person)
        return 0 if seat is None else seat
    seats = range(table.game.options.seats)
    if player.isdecimal() and int(player) in seats:
        return int(player)
    wanted = player.casefold()
    for seat, one in enumerate(table.players):
        if one.name.casefold() == wanted:
            return seat
    raise UserError(Problem.UNKNOWN_PLAYER)
