"""`python -m tests.renderer.gallery` draws every kind of picture anew, here and for the README."""

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from PIL import Image

import renderer
from bot.model.offers import NO_OFFERS
from bot.present.posts.help_pages import help_prompt, picture_names
from bot.words import catalog
from engine import ids
from engine.data.standard import STANDARD_BOX
from renderer import (
    PHONE_BOARD,
    PHONE_CITY,
    Curve,
    CutOut,
    Hints,
    Options,
    PaletteName,
    PicturePart,
    PngPicture,
)
from renderer.color_table import in_colors
from tests.kit.pictured import pictured
from tests.renderer import samples, telling
from tests.renderer.hinted import BOARD_LINES, HINTS
from tests.renderer.scenes import changed

HERE: Final = Path(__file__).parent
DOCS: Final = HERE.parents[2] / "docs"
PHONE: Final = 400
README_SCALE: Final = 0.625
"""Pictures of the README are 1,000 wide."""

PLAIN: Final = Options(catalog().translate, ("Ada", "Bo", "Cyprian", "Wanda Dee"))
MARKED: Final = changed(PLAIN)
ASKED: Final = replace(PLAIN, hints=HINTS)
STRONG: Final = replace(PLAIN, palette=PaletteName.CONTRAST)
CURVES: Final = (
    Curve(ids.SeatColor.RED, (52.0, 55.5, 58.0, 51.0, 60.0, 57.0, 66.0), (3, 5)),
    Curve(ids.SeatColor.GREEN, (52.0, 50.0, 54.5, 56.0, 55.0, 61.0, 63.0)),
)


def part(which: PicturePart, *islands: str) -> Callable[[], PngPicture]:
    cut = CutOut(which, 0, islands=islands)
    return lambda: renderer.draw_part(samples.middle(), (cut,), PLAIN)


def helping() -> PngPicture:
    picture = pictured(help_prompt(catalog(), NO_OFFERS))
    options = replace(PLAIN, names=picture_names(catalog()), hints=picture.hints)
    return renderer.draw_city(picture.view, 0, options)


def card() -> PngPicture:
    elder = STANDARD_BOX.elders[0]
    title, told = (catalog().say(f"rules.term.gnome.{key}") for key in ("title", "text"))
    return renderer.draw_card(elder, title, told, STANDARD_BOX.fate_grid, PLAIN)


PICTURES: Final[dict[str, Callable[[], PngPicture]]] = {
    "board": lambda: renderer.draw_board(samples.middle(), MARKED),
    "board-asked": lambda: renderer.draw_board(samples.middle(), ASKED),
    "board-ideas": lambda: renderer.draw_board(
        samples.middle(), replace(PLAIN, hints=Hints(lines=BOARD_LINES[0]))
    ),
    "board-strong": lambda: renderer.draw_board(samples.crowded(), STRONG),
    **{f"board-{one}": part(one) for one in PHONE_BOARD},
    **{f"phone-{one}": part(one) for one in PHONE_CITY},
    "city-dusk": lambda: renderer.draw_city(samples.middle(), 0, MARKED),
    "city-dawn": lambda: renderer.draw_city(samples.crowded(), 1, PLAIN),
    "city-northern-lights": lambda: renderer.draw_city(samples.opening(), 2, PLAIN),
    "city-moon": lambda: renderer.draw_city(samples.crowded(), 3, PLAIN),
    "city-tom": lambda: renderer.draw_city(telling.tom_of_a_late_game(), 1, PLAIN),
    "city-help": helping,
    "fate": lambda: renderer.draw_fate(samples.middle(), 0, ASKED),
    "part-fate": part(PicturePart.FATE_TILES),
    "part-island": part(PicturePart.ISLANDS, "E2"),
    "sheet": lambda: renderer.draw_sheet(
        samples.middle(), (None, 1, 2, 3), replace(PLAIN, scale=2 / 3)
    ),
    "final": lambda: renderer.draw_final(samples.finished(), PLAIN),
    "card": card,
    "curve": lambda: renderer.draw_curve((0, 8, 15, 23, 31, 40, 48), CURVES, PLAIN),
}


def keep(picture: PngPicture, file: Path) -> Image.Image:
    """Write a picture as the bot draws it, and return it; packed harder, a fifth smaller."""
    image = Image.open(io.BytesIO(picture.png))
    image.save(file, optimize=True)
    return image


def main() -> None:
    """Write the pictures."""
    for name, draw in PICTURES.items():
        image = keep(draw(), HERE / f"{name}.png")
        size = (PHONE, round(image.height * PHONE / image.width))
        small = image.convert("RGB").resize(size, Image.Resampling.LANCZOS)
        colors = bytes(image.getpalette() or ())
        in_colors(small, colors).save(HERE / f"{name}-{PHONE}.png", optimize=True)
    shown = replace(PLAIN, scale=README_SCALE)
    keep(renderer.draw_board(samples.middle(), shown), DOCS / "board.png")
    keep(renderer.draw_city(samples.middle(), 0, shown), DOCS / "city.png")


if __name__ == "__main__":
    main()
