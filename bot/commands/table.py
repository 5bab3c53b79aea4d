"""`/bonfire table`: the lobby of a channel, and the end of its game."""

from discord import Interaction
from discord.app_commands import Choice, Group, choices, describe

from bot.desk import Desk, Visit, lobby_sheet
from bot.lobby import TableOption
from bot.reply import Manner
from bot.translate import described
from bot.widgets import Sheet

OPTIONS = [
    Choice(name=described(f"command.bonfire.option.{option}"), value=option.value)
    for option in TableOption
]


def table_group(desk: Desk) -> Group:
    """The group with its commands."""
    group = Group(name="table", description=described("command.table.text"))

    @group.command(name="join", description=described("command.table.join"))
    async def join(interaction: Interaction) -> None:
        async def work(visit: Visit) -> None:
            lobby = await desk.lobbies.join(visit.press)
            await visit.reply.show(lobby_sheet(lobby, visit.words))

        await desk.serve(interaction, Manner.PUBLIC, work)

    @group.command(name="leave", description=described("command.table.leave"))
    async def leave(interaction: Interaction) -> None:
        await desk.serve(interaction, Manner.PUBLIC, desk.leave_lobby)

    @group.command(name="start", description=described("command.table.start"))
    async def start(interaction: Interaction) -> None:
        await desk.serve(interaction, Manner.PUBLIC, desk.start_lobby)

    @group.command(name="options", description=described("command.table.options"))
    @describe(option=described("command.table.option.option"))
    @choices(option=OPTIONS)
    async def options(interaction: Interaction, option: Choice[str]) -> None:
        async def work(visit: Visit) -> None:
            lobby = await desk.lobbies.toggle(visit.press, TableOption(option.value))
            await visit.reply.show(lobby_sheet(lobby, visit.words))

        await desk.serve(interaction, Manner.PUBLIC, work)

    @group.command(name="abandon", description=described("command.table.abandon"))
    async def abandon(interaction: Interaction) -> None:
        async def work(visit: Visit) -> None:
            game = await desk.games.game_in(visit.press.place.channel)
            done = await desk.games.abandon(visit.press, game)
            await visit.reply.show(Sheet(visit.words.say("shell.abandoned_yours")))
            desk.outbox.attach(done.posts, visit.interaction)

        await desk.serve(interaction, Manner.PRIVATE, work)

    return group
