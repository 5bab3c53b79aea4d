"""A picture as it changes: laid on each other, its patches are every state of it."""

from io import BytesIO

from PIL import Image, ImageChops

from engine import Game, GameOptions
from renderer import Options, PngPicture, draw_board, draw_city
from renderer.patches import BLOCK, PatchedPicture
from tests.kit.games import play

LOSSLESS = 100
NEAR = 40
"""The greatest error of a colour, of 255: WebP keeps colours at half the size."""


def picture(image: Image.Image) -> PngPicture:
    file = BytesIO()
    image.save(file, "PNG")
    return PngPicture(file.getvalue(), *image.size, "")


def pixels(one: PngPicture) -> Image.Image:
    return Image.open(BytesIO(one.png)).convert("RGB")


def test_the_first_state_is_whole_and_an_equal_one_is_nothing() -> None:
    strip, one = PatchedPicture(LOSSLESS), picture(Image.new("RGB", (90, 50), (20, 80, 140)))
    first = strip.add(one)
    assert first is not None
    assert (first.x, first.y) == (0, 0)
    assert Image.open(BytesIO(first.webp)).size == (90, 50)
    assert strip.add(one) is None


def test_one_pixel_that_changes_is_not_lost() -> None:
    for at in ((0, 0), (17, 33), (89, 49)):
        image = Image.new("RGB", (90, 50))
        strip = PatchedPicture(LOSSLESS)
        strip.add(picture(image))
        image.putpixel(at, (0, 0, 1))
        patch = strip.add(picture(image))
        assert patch is not None
        width, height = Image.open(BytesIO(patch.webp)).size
        assert patch.x <= at[0] < patch.x + width <= 90
        assert patch.y <= at[1] < patch.y + height <= 50
        assert max(width, height) <= BLOCK


def test_the_patches_on_each_other_are_the_picture() -> None:
    game = Game.new(GameOptions(2), 3)
    options = Options(lambda key, _slots: key, ("Ada", "Bo"), scale=0.5)
    sheets: list[Image.Image | None] = [None, None]
    strips, sizes = (PatchedPicture(LOSSLESS), PatchedPicture(LOSSLESS)), list[int]()
    for _ in range(6):
        view = game.view()
        for at, drawn in enumerate((draw_board(view, options), draw_city(view, 0, options))):
            patch, shown = strips[at].add(drawn), pixels(drawn)
            if patch is not None:
                laid = Image.open(BytesIO(patch.webp)).convert("RGBA")
                sheet = sheets[at] or Image.new("RGB", shown.size)
                sheet.paste(laid, (patch.x, patch.y), laid)
                sheets[at] = sheet
                sizes.append(len(patch.webp))
            laid_together = sheets[at]
            assert laid_together is not None
            off = ImageChops.difference(laid_together, shown).convert("L").reduce(4)
            assert off.point(lambda value: max(0, value - NEAR)).getbbox() is None
        play(game, 5, 7)
    assert sum(sizes[2:]) < 4 * sum(sizes[:2])
