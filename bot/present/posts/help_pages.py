"""How to play here: what everybody needs, and the commands behind it."""

from bot.model.button_forms import ButtonValue
from bot.model.buttons import (
    HelpPage,
    OpenNewLobby,
    PlaySolo,
    ShowHelp,
)
from bot.model.messages import Button, Prompt, Style
from bot.words import Catalog


def help_prompt(words: Catalog, page: HelpPage = HelpPage.PLAYING) -> Prompt:
    """A page of the help, with buttons that open a game, and one that leads to the other page."""
    other = HelpPage.COMMANDS if page is HelpPage.PLAYING else HelpPage.PLAYING

    def button(key: str, value: ButtonValue, style: Style = Style.PLAIN) -> Button:
        return Button(words.say(key), value, style)

    row = (
        button("table_button.solo", PlaySolo(), Style.GO),
        button("table_button.new", OpenNewLobby(), Style.MAIN),
        button(f"help.button.{other}", ShowHelp(other)),
    )
    return Prompt(words.say(f"help.{page}"), (row,))
