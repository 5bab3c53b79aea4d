"""The part of a picture in which most has changed, for a phone that shows one part at a time."""

from collections.abc import Sequence

from engine.view import View
from renderer import scenes
from renderer.context import context_for
from renderer.cut_outs import CutOut
from renderer.options import Options
from renderer.scene import Point, Rect
from renderer.strips import strip_of


def most_changed(view: View, cuts: Sequence[CutOut], options: Options) -> int:
    """The place of the part that has most marks; of parts of one picture, the first of several."""
    context, first = context_for(view, options), cuts[0]
    scene = (
        scenes.city_scene(view, first.seat, context)
        if first.in_city
        else scenes.board_scene(view, context)
    )
    middles = [room.center for room in scenes.marked(scene.items)]

    def marks(place: int) -> int:
        sources = [cutting.source for cutting in strip_of((cuts[place],), view).cuttings]
        return sum(any(_holds(source, at) for source in sources) for at in middles)

    return max(range(len(cuts)), key=marks)


def _holds(room: Rect, at: Point) -> bool:
    return room.x <= at[0] <= room.right and room.y <= at[1] <= room.bottom
