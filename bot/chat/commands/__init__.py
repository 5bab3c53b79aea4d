"""The slash commands: each only translates what was typed into a call of the desk."""

from discord import Client
from discord.app_commands import CommandTree

from bot.chat.commands.bonfire import bonfire_group
from bot.chat.commands.me import me_group
from bot.chat.commands.play import play_group
from bot.chat.commands.server import server_group
from bot.chat.commands.table import table_group
from bot.chat.interaction.desk import Desk


def add_commands(tree: CommandTree[Client], desk: Desk) -> None:
    """Add every command to the tree."""
    bonfire = bonfire_group(desk)
    for group in (table_group, me_group, server_group):
        bonfire.add_command(group(desk))
    tree.add_command(bonfire)
    tree.add_command(play_group(desk))
