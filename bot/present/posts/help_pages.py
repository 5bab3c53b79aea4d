"""The first minute: what this game is, and ways into it; the commands by topic on request."""

from collections.abc import Iterable
from typing import Final

from bot.model.button_choices import HelpPage
from bot.model.button_forms import ButtonValue
from bot.model.buttons import OpenNewLobby, PlaySolo, ShowHelp
from bot.model.messages import Button, Prompt, Style, WayIn
from bot.present.posts.first_scene import first_picture
from bot.words import Catalog

_NAMES: Final = ("help.you", "help.rival")
"""The owners of the cities in the picture."""


def help_prompt(words: Catalog, offers: Iterable[WayIn], page: HelpPage = HelpPage.START) -> Prompt:
    """A page of the help, with the `offers`, buttons that open a game, and those to other pages.

    The first page has a picture, whose seats have the `picture_names`.
    """

    def button(key: str, value: ButtonValue, style: Style = Style.PLAIN) -> Button:
        return Button(words.say(key), value, style)

    opening = (
        *(button(offer.key, offer.value, Style.GO) for offer in offers),
        button("table_button.solo", PlaySolo(), Style.MAIN),
        button("table_button.new", OpenNewLobby(), Style.MAIN),
    )
    text = words.say(f"help.{page}")
    if page is HelpPage.START:
        more = button("help.more", ShowHelp(HelpPage.PLAYING))
        return Prompt(text, ((*opening, more),), (first_picture(),))
    others = (
        button(f"help.button.{other}", ShowHelp(other)) for other in HelpPage if other != page
    )
    return Prompt(text, (opening, tuple(others)))


def picture_names(words: Catalog) -> tuple[str, ...]:
    """The names of the seats in the picture of the first page."""
    return tuple(map(words.say, _NAMES))
