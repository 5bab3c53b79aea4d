"""The commands in the menu of a person: what is offered there under *Apps*."""

from discord import Client, Interaction, Member, User
from discord.app_commands import CommandTree, ContextMenu

from bot.chat.app import Handlers
from bot.chat.interaction.picked import picked_people
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.translate import described


def add_menus(tree: CommandTree[Client], to: Handlers) -> None:
    """Add them to the tree; discord.py reads from the second parameter where each belongs."""

    async def invite(interaction: Interaction, _person: User | Member) -> None:
        picked = picked_people(interaction)
        await to.respond.answer(
            interaction, ReplyMode.PUBLIC, lambda ctx: to.invitations.invite_here(ctx, picked)
        )

    tree.add_command(ContextMenu(name=described("menu.invite"), callback=invite))
