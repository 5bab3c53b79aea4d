"""The slash commands: each only names the handler that gets what was typed."""

from discord import Client
from discord.app_commands import CommandTree

from bot.chat.app import Handlers
from bot.chat.commands.bonfire import bonfire_group
from bot.chat.commands.me import me_group
from bot.chat.commands.menus import add_menus
from bot.chat.commands.server import server_group
from bot.chat.commands.table import table_group
from bot.chat.commands.turn import turn_group


def add_commands(tree: CommandTree[Client], to: Handlers) -> None:
    """Add every command to the tree."""
    bonfire = bonfire_group(to)
    for group in (table_group, me_group, server_group):
        bonfire.add_command(group(to))
    tree.add_command(bonfire)
    tree.add_command(turn_group(to))
    add_menus(tree, to)
