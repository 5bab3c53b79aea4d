"""The slash commands: each only translates what was typed into a call of a handler."""

from discord import Client
from discord.app_commands import CommandTree

from bot.chat.app import Handlers
from bot.chat.commands.bonfire import bonfire_group
from bot.chat.commands.me import me_group
from bot.chat.commands.play import play_group
from bot.chat.commands.server import server_group
from bot.chat.commands.table import table_group


def add_commands(tree: CommandTree[Client], handlers: Handlers) -> None:
    """Add every command to the tree."""
    bonfire = bonfire_group(handlers)
    for group in (table_group, me_group, server_group):
        bonfire.add_command(group(handlers))
    tree.add_command(bonfire)
    tree.add_command(play_group(handlers))
