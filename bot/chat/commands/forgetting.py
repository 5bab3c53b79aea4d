"""`/bonfire me forget`: the question, and the press that answers it."""

from discord import Interaction
from discord.app_commands import Group

from bot.chat.interaction.desk import Context, Desk
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.translate import described
from bot.chat.messages.components import ClassicMessage, CustomId, Scope
from bot.services.people import forgetting


def add_forget(group: Group, desk: Desk) -> None:
    """Add the command to the group of what people set for themselves."""

    @group.command(name="forget", description=described("command.me.forget"))
    async def forget(interaction: Interaction) -> None:
        async def work(ctx: Context) -> None:
            known = await desk.forgetting.known(ctx.invocation.person.id)
            prompt = forgetting.question(known, ctx.words)
            control = CustomId(Scope.PERSON, 0, 0, "", "")
            await ctx.reply.show(ClassicMessage(prompt.text, prompt.rows, control))

        await desk.serve(interaction, ReplyMode.PRIVATE, work)


async def forget_now(desk: Desk, ctx: Context) -> None:
    """Forget who pressed, and say so in place of the question."""
    known = await desk.forgetting.forget(ctx.invocation.person.id)
    desk.bots.kick()
    await ctx.reply.show(ClassicMessage(forgetting.forgotten(known, ctx.words)))
