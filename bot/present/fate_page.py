"""Where a fate tile goes, in stages: the likely best places, or tile and direction first."""

from collections.abc import Sequence
from typing import Final

from bot.present import tokens
from bot.present.scene import Scene
from bot.prompt import Choice, Row
from bot.words import phrase
from bot.words.pieces import symbols_phrase
from engine.actions import Action, PlaceFate
from engine.agenda import Decision
from engine.ids import Direction, End

BEST: Final = 10
AIMS: Final = tuple((end, direction) for end in End for direction in Direction)
AIM_MENU: Final = "aim"


def fate_rows(scene: Scene, options: Sequence[Action], decision: Decision) -> tuple[Row, ...]:
    """The menus for these placements; what has been picked is a tile and a direction."""
    ranked = [
        action for action in scene.outset.judge.best_first(options) if isinstance(action, PlaceFate)
    ]
    if scene.draft.picked:
        aimed = [each for each in ranked if (each.end, each.direction) == scene.draft.picked]
        return scene.paged(aimed, lambda each: scene.candidate((each,), decision), "squares")
    best = tuple(scene.candidate((each,), decision) for each in ranked[:BEST])
    rows: list[Row] = [scene.menu(best, "best_squares")] if best else []
    if len(ranked) > BEST:
        rows.append(scene.menu(_aims(scene, ranked), "tile_and_direction", AIM_MENU))
    return tuple(rows)


def _aims(scene: Scene, ranked: Sequence[PlaceFate]) -> tuple[Choice, ...]:
    row = scene.view.seats[scene.seat].fate_row
    choices = []
    for end, direction in AIMS:
        places = sum((each.end, each.direction) == (end, direction) for each in ranked)
        if places:
            symbols = symbols_phrase(row[0] if end is End.TOP else row[-1])
            told = phrase("question.aim", end=end, direction=direction, symbols=symbols)
            count = (phrase("preview.alternatives", n=places),)
            choices.append(scene.choice(told, tokens.aim(end, direction), (count,)))
    return tuple(choices)
