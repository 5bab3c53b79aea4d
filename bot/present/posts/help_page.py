"""How to play here."""

from bot.model.buttons import OpenNewLobby, PlaySolo
from bot.model.messages import Button, Prompt, Style
from bot.words import Catalog


def help_prompt(words: Catalog) -> Prompt:
    """How to play here, with buttons that open a game."""
    solo = Button(words.say("table_button.solo"), PlaySolo(), Style.GO)
    new = Button(words.say("table_button.new"), OpenNewLobby(), Style.MAIN)
    return Prompt(words.say("shell.help"), ((solo, new),))
