"""`/bonfire me forget`: the question, and the press that answers it."""

from discord import Interaction
from discord.app_commands import Group

from bot.desk import Desk, Visit
from bot.people import forgetting
from bot.reply import Manner
from bot.translate import described
from bot.widgets import Control, Scope, Sheet


def add_forget(group: Group, desk: Desk) -> None:
    """Add the command to the group of what people set for themselves."""

    @group.command(name="forget", description=described("command.me.forget"))
    async def forget(interaction: Interaction) -> None:
        async def work(visit: Visit) -> None:
            known = await desk.forgetting.known(visit.press.person.id)
            prompt = forgetting.question(known, visit.words)
            control = Control(Scope.PERSON, 0, 0, "", "")
            await visit.reply.show(Sheet(prompt.text, prompt.rows, control))

        await desk.serve(interaction, Manner.PRIVATE, work)


async def forget_now(desk: Desk, visit: Visit) -> None:
    """Forget who pressed, and say so in place of the question."""
    known = await desk.forgetting.forget(visit.press.person.id)
    desk.bots.kick()
    await visit.reply.show(Sheet(forgetting.forgotten(known, visit.words)))
