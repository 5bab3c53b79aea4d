"""PNG bytes: the same everywhere, readable by others, small enough to post."""

import hashlib
import io
import os
import subprocess
import sys
from dataclasses import replace

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

import renderer
from renderer import Options, PaletteName, pillow, png, scenes
from renderer.cache import LruCache
from renderer.color_table import colors_of, in_colors
from tests.kit.marks import long
from tests.renderer import samples

SCRIPT = """
import hashlib
import renderer
from bot.words import catalog
from tests.renderer import samples
options = renderer.Options(
    catalog().translate,
    ("Ada", "Bo", "Cyprian", "Wanda Dee"),
    changes=samples.a_turn(),
    scale=0.3,
)
view = samples.middle()
for picture in (
    renderer.draw_city(view, 0, options),
    renderer.draw_board(view, options),
    renderer.draw_final(view, options),
):
    print(hashlib.sha256(picture.png).hexdigest(), len(picture.alt))
"""


def in_new_process(seed: str) -> list[str]:
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


@pytest.mark.long
def test_two_processes_draw_the_same_bytes() -> None:
    first = in_new_process("1")
    assert len(first) == 6
    assert first == in_new_process("2")


def test_a_warm_cache_changes_nothing(options: Options) -> None:
    view = samples.solo()
    first = renderer.draw_city(view, 1, options).png
    renderer.draw_board(samples.crowded(), options)
    assert renderer.draw_city(view, 1, options).png == first


@pytest.mark.parametrize("palette", [PaletteName.FIRELIGHT, long(PaletteName.CONTRAST)])
def test_pictures_are_full_size_and_small_enough(palette: PaletteName, options: Options) -> None:
    other = Options(options.translate, options.names, palette)
    view = samples.crowded()
    for picture in (
        renderer.draw_board(view, other),
        renderer.draw_city(view, 0, other),
        renderer.draw_final(view, other),
    ):
        assert (picture.width, picture.height) == (1600, 1016)
        assert len(picture.png) <= 350 * 1024


@pytest.mark.parametrize(("scale", "size"), [(0.5, (800, 508)), (2 / 3, (1067, 677))])
def test_a_smaller_picture_is_crisp_and_takes_less(
    scale: float, size: tuple[int, int], options: Options
) -> None:
    """Beside the large one, made smaller, it has all its edges in their places."""
    whole = renderer.draw_board(samples.middle(), options)
    picture = renderer.draw_board(samples.middle(), replace(options, scale=scale))
    assert (picture.width, picture.height) == size
    assert len(picture.png) < 0.65 * len(whole.png)
    drawn, reduced = (
        Image.open(io.BytesIO(one.png)).convert("RGB").resize(size, Image.Resampling.BOX)
        for one in (picture, whole)
    )
    # A picture drawn sharply differs from a reduced one along its edges, and nowhere else.
    assert max(ImageStat.Stat(ImageChops.difference(drawn, reduced)).mean) < 9
    assert sharpness(drawn) > sharpness(reduced)


def sharpness(image: Image.Image) -> float:
    """The mean strength of the edges of an image."""
    return float(ImageStat.Stat(image.convert("L").filter(ImageFilter.FIND_EDGES)).mean[0])


def test_the_encoder_is_lossless() -> None:
    colors = colors_of(PaletteName.FIRELIGHT)
    image = in_colors(pillow.paint(scenes.bare_scenes()[0], PaletteName.FIRELIGHT, 0.31), colors)
    packed = [png.Band(image.crop((0, top, image.width, top + 105))) for top in (0, 105, 210)]
    decoded = Image.open(io.BytesIO(png.joined(colors, packed)))
    assert (decoded.mode, decoded.size) == ("P", image.size)
    assert decoded.tobytes() == image.tobytes()
    assert decoded.convert("RGB").tobytes() == image.convert("RGB").tobytes()


def test_the_encoder_takes_only_what_is_in_a_table_of_colors() -> None:
    with pytest.raises(ValueError, match="RGB"):
        png.Band(Image.new("RGB", (2, 2)))


def test_the_caches_stay_within_their_limits() -> None:
    cache: LruCache[int, bytes] = LruCache(100, len)
    for key in range(50):
        cache.get_or_make(key, lambda: bytes(30))
    assert cache.size <= 100
    assert renderer.cache_bytes() <= (54 + 32 + 12 + 4 + 48) << 20


def test_a_cached_value_is_made_once() -> None:
    cache: LruCache[str, bytes] = LruCache(100, len)
    made = [cache.get_or_make("key", lambda: hashlib.sha256(b"").digest()) for _ in range(2)]
    assert made[0] is made[1]
