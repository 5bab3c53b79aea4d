"""A city to show to who has never seen one: a game against Tom in which bonfires burn."""

from functools import cache
from typing import Final

from bot.model.messages import Picture, PictureKind
from engine import Game, GameOptions
from engine.notation import parse_line
from renderer import CityPlace, Hints, LineMark

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
_TOLD: Final = (
    LineMark(CityPlace.SPACE, 4),
    LineMark(CityPlace.FATE, cell="d2"),
    LineMark(CityPlace.SUPPLIES),
)
"""A bonfire, the Fate Area, and the action tiles."""


@cache
def first_picture() -> Picture:
    """The city with a bonfire, its Fate Area and its action tiles marked 1, 2 and 3."""
    game = Game.new(GameOptions(players=1), _SEED)
    for answer in parse_line(_PLAYED):
        asked = game.waiting
        assert asked is not None, "the game goes on"
        game.submit(asked.seat, answer)
    return Picture(PictureKind.CITY, game.view(), 0, Hints(told=_TOLD))
