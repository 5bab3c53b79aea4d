"""The commands in the menus of people and of messages: what is offered there under *Apps*."""

from discord import Client, Interaction, Member, Message, User
from discord.app_commands import CommandTree, ContextMenu

from bot.chat.app import Handlers
from bot.chat.interaction.picked import picked_message, picked_people
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.translate import described


def add_menus(tree: CommandTree[Client], to: Handlers) -> None:
    """Add them to the tree; discord.py reads from the second parameter where each belongs."""

    async def invite(interaction: Interaction, _person: User | Member) -> None:
        await to.respond.answer(
            interaction,
            ReplyMode.PUBLIC,
            lambda ctx: to.invitations.invite_here(ctx, picked_people(interaction)),
        )

    async def explain(interaction: Interaction, _message: Message) -> None:
        await to.respond.answer(
            interaction,
            ReplyMode.EPHEMERAL,
            lambda ctx: to.past.explain(ctx, picked_message(interaction)),
        )

    async def show_table(interaction: Interaction, _message: Message) -> None:
        await to.respond.answer(
            interaction,
            ReplyMode.EPHEMERAL,
            lambda ctx: to.past.show_table(ctx, picked_message(interaction)),
        )

    for name, callback in (("invite", invite), ("explain", explain), ("then", show_table)):
        tree.add_command(ContextMenu(name=described(f"menu.{name}"), callback=callback))
