"""`/bonfire table`: the lobby of a channel, and the end of its game."""

from discord import Interaction
from discord.app_commands import Choice, Group, choices, describe

from bot.chat.commands.leaving import add_agreements, add_leaving
from bot.chat.commands.moving import add_move
from bot.chat.commands.planning import add_try
from bot.chat.handlers.starting import start_lobby
from bot.chat.interaction.desk import Context, Desk, lobby_sheet
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.translate import described, languages_offered
from bot.chat.messages.components import ClassicMessage
from bot.model.turn_clock import Pace
from bot.services.play.lobbies import TableOption

OPTIONS = [
    Choice(name=described(f"command.bonfire.option.{option}"), value=option.value)
    for option in TableOption
]
PACES = [Choice(name=described(f"pace.{pace}"), value=pace.value) for pace in Pace]


def table_group(desk: Desk) -> Group:
    """The group with its commands."""
    group = Group(name="table", description=described("command.table.text"))

    @group.command(name="join", description=described("command.table.join"))
    async def join(interaction: Interaction) -> None:
        async def work(ctx: Context) -> None:
            lobby = await desk.lobbies.join(ctx.invocation)
            await ctx.reply.show(lobby_sheet(lobby))

        await desk.serve(interaction, ReplyMode.PUBLIC, work)

    @group.command(name="leave", description=described("command.table.leave"))
    async def leave(interaction: Interaction) -> None:
        await desk.serve(interaction, ReplyMode.PUBLIC, desk.leave_lobby)

    @group.command(name="start", description=described("command.table.start"))
    async def start(interaction: Interaction) -> None:
        async def work(ctx: Context) -> None:
            await start_lobby(desk, ctx)

        await desk.serve(interaction, ReplyMode.PUBLIC, work)

    @group.command(name="options", description=described("command.table.options"))
    @describe(option=described("command.table.option.option"))
    @choices(option=OPTIONS)
    async def options(interaction: Interaction, option: Choice[str]) -> None:
        async def work(ctx: Context) -> None:
            lobby = await desk.lobbies.toggle(ctx.invocation, TableOption(option.value))
            await ctx.reply.show(lobby_sheet(lobby))

        await desk.serve(interaction, ReplyMode.PUBLIC, work)

    add_agreements(group, desk)
    add_leaving(group, desk)
    add_try(group, desk)
    add_move(group, desk)
    _add_clock(group, desk)
    _add_language(group, desk)
    return group


def _add_clock(group: Group, desk: Desk) -> None:
    @group.command(name="pace", description=described("command.table.calendar.pace"))
    @describe(pace=described("command.table.calendar.option_pace"))
    @choices(pace=PACES)
    async def set_pace(interaction: Interaction, pace: Choice[str]) -> None:
        async def work(ctx: Context) -> None:
            game = await desk.game_here(ctx)
            done = await desk.preferences.set_pace(ctx.invocation, game, Pace(pace.value))
            desk.reminders.kick()
            await ctx.reply.show(ClassicMessage(ctx.words.say("pace.chosen")))
            desk.outbox.attach(done.posts, ctx.interaction)

        await desk.serve(interaction, ReplyMode.PRIVATE, work)

    @group.command(name="vote", description=described("command.table.calendar.vote"))
    async def vote(interaction: Interaction) -> None:
        async def work(ctx: Context) -> None:
            game = await desk.game_here(ctx)
            done = await desk.votes.ask(ctx.invocation, game)
            await ctx.reply.show(ClassicMessage(ctx.words.say("vote.asked")))
            desk.outbox.attach(done.posts, ctx.interaction)

        await desk.serve(interaction, ReplyMode.PRIVATE, work)


def _add_language(group: Group, desk: Desk) -> None:
    @group.command(name="language", description=described("command.language.table"))
    @describe(language=described("command.bonfire.option.language"))
    @choices(language=languages_offered())
    async def choose(interaction: Interaction, language: Choice[str]) -> None:
        async def work(ctx: Context) -> None:
            if await desk.lobbies.look(ctx.invocation.channel.id) is not None:
                lobby = await desk.lobbies.speak(ctx.invocation, language.value)
                await ctx.reply.show(lobby_sheet(lobby))
            else:
                said = await desk.languages.set_game(ctx.invocation, language.value)
                await ctx.reply.show(ClassicMessage(said))

        await desk.serve(interaction, ReplyMode.PUBLIC, work)
