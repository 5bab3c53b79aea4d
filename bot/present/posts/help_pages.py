"""The first minute: what this game is, and ways into it; the commands by topic on request."""

from functools import cache
from typing import Final

from bot.model.button_choices import HelpPage
from bot.model.button_forms import ButtonValue
from bot.model.buttons import OpenNewLobby, PlaySolo, ShowHelp
from bot.model.messages import Button, Prompt, Style
from bot.model.offers import Offers
from bot.model.pictures import Picture, PictureKind
from bot.words import Catalog
from engine import Game, GameOptions
from engine.notation import parse_line
from renderer import Hints, LineMark, MarkPlace

_NAMES: Final = ("help.you", "help.rival")
"""The owners of the cities in the picture."""
_SEED: Final = 4
_PLAYED: Final = (
    "start F8 right; ship A3; pay 1 wild; task Y12 left; pay 1 wild; "
    "pay 1 blossom 1 fruit; put 7; end; "
    "fate bottom f1 down; keep 1 path; end; "
    "ship A2; pay 1 ship; task R14 left; pay 1 task; pay 1 shell 1 root; put 6; end; "
    "fate bottom g2 down; keep 1 path; end; "
    "ignite 7; council 6; bonus; fetch pink; end; "
    "ship A1; pay 1 ship; task Y11 left; pay 1 wild; pay 2 gold; put 5; end; "
    "great-bonfire 7; pay 2 great-bonfire; reward tile goods; end; "
    "great-bonfire 1; pay 1 great-bonfire; reward tile goods; end; "
    "great-bonfire 2; pay 1 wild; reward goods portal star; end; "
    "great-bonfire 3; pay 2 path; reward tile goods; end; "
    "fate top e1 left; keep 1 task; end; "
    "task R06 left; pay 1 task 1 wild; pay 1 blossom 1 root; put 4; end; "
    "path pile; pay 1 path; end; "
    "great-bonfire 2; pay 2 ship; reward goods portal flame; end; "
    "fate bottom b3 up; end; "
    "recruit EL2 2; pay 2 gnome; pay 1 gold; end; "
    "path 1; pay 1 path; end; "
    "fate top a2 down; keep 1 guardian; end; "
    "procession 2; pay 2 guardian; walk own path 2; walk pink path 1; end; "
    "recruit EL4 2; pay 2 gnome; pay 1 gold; end; "
    "fate top c2 right; keep 1 wild; end; "
    "great-bonfire 5; pay 1 great-bonfire; reward tile portal sun; end; "
    "great-bonfire 6; pay 1 great-bonfire; reward tile goods; end; "
    "ship D3; pay 1 ship 2 gnome 1 wild; guardian; pay 1 guardian; end; "
    "ignite 4; council 4; bonus; great-bonfire 7; reward goods portal eye; end; "
)
"""The answers of the game in the picture: at its end, bonfires burn."""
_TOLD: Final = (
    LineMark(MarkPlace.SPACE, 4),
    LineMark(MarkPlace.FATE, cell="d2"),
    LineMark(MarkPlace.SUPPLIES),
)
"""A bonfire, the Fate Area, and the action tiles."""


def help_prompt(words: Catalog, offers: Offers, page: HelpPage = HelpPage.START) -> Prompt:
    """A page of the help, with what features offer there, and buttons to games and other pages.

    The first page has a picture, whose seats have the `picture_names`.
    """

    def button(key: str, value: ButtonValue, style: Style = Style.PLAIN) -> Button:
        return Button(words.say(key), value, style)

    opening = (
        *(offer.button(words, Style.GO) for offer in offers.newcomers),
        button("table_button.solo", PlaySolo(), Style.MAIN),
        button("table_button.new", OpenNewLobby(), Style.MAIN),
    )
    features = (f"{words.say(line.key)}\n" for line in offers.help if line.page is page)
    text = words.say(f"help.{page}", features="".join(features))
    if page is HelpPage.START:
        more = button("help.more", ShowHelp(HelpPage.PLAYING))
        return Prompt(text, ((*opening, more),), _first_picture())
    others = (
        button(f"help.button.{other}", ShowHelp(other)) for other in HelpPage if other != page
    )
    return Prompt(text, (opening, tuple(others)))


def picture_names(words: Catalog) -> tuple[str, ...]:
    """The names of the seats in the picture of the first page."""
    return tuple(map(words.say, _NAMES))


@cache
def _first_picture() -> Picture:
    """The city of somebody who plays against Tom, for people who have never seen one.

    A bonfire, its Fate Area and its action tiles are marked A, B and C.
    """
    game = Game.new(GameOptions(players=1), _SEED)
    for answer in parse_line(_PLAYED):
        asked = game.waiting
        assert asked is not None, "the game goes on"
        game.submit(asked.seat, answer)
    return Picture(PictureKind.CITY, game.view(), 0, Hints(told=_TOLD))
