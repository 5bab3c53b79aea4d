"""PNG bytes: the same everywhere, readable by others, small enough to post."""

import hashlib
import io
import os
import random
import subprocess
import sys

import pytest
from isal import isal_zlib
from PIL import Image

import renderer
from renderer import Options, PaletteName, png
from renderer.cache import LruCache
from tests.marks import long
from tests.renderer import samples
from tests.renderer.scenes import png_of

SCRIPT = """
import hashlib
import renderer
from bot.words import catalog
from tests.renderer import samples
from tests.renderer.scenes import png_of
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
        assert len(picture.png) <= 700 * 1024


def test_a_picture_can_be_drawn_at_another_scale(options: Options) -> None:
    half = Options(options.translate, options.names, scale=0.5)
    picture = renderer.draw_board(samples.middle(), half)
    assert (picture.width, picture.height) == (800, 508)


def test_the_encoder_is_lossless() -> None:
    image = Image.linear_gradient("L").convert("RGB")
    decoded = Image.open(io.BytesIO(png_of(image)))
    assert decoded.mode == "RGB"
    assert decoded.tobytes() == image.tobytes()


def test_what_the_quick_packer_makes_too_large_is_packed_closely() -> None:
    dice = random.Random(1)
    pixels = bytes(dice.choices((0, 90, 180, 255), (8, 2, 1, 1), k=1600 * 1016 * 3))
    image = Image.frombytes("RGB", (1600, 1016), pixels)
    rows = png.rows_of(image)[:-1]
    quick = isal_zlib.compress(rows, png.QUICK_LEVEL)
    packed = png_of(image)
    assert len(packed) < len(quick)
    assert Image.open(io.BytesIO(packed)).tobytes() == pixels


def test_the_encoder_takes_only_rgb() -> None:
    with pytest.raises(ValueError, match="RGB"):
        png_of(Image.new("RGBA", (2, 2)))


def test_the_caches_stay_within_their_limits() -> None:
    cache: LruCache[int, bytes] = LruCache(100, len)
    for key in range(50):
        cache.get_or_make(key, lambda: bytes(30))
    assert cache.size <= 100
    assert renderer.cache_bytes() <= (39 + 16 + 12 + 4) << 20


def test_a_cached_value_is_made_once() -> None:
    cache: LruCache[str, bytes] = LruCache(100, len)
    made = [cache.get_or_make("key", lambda: hashlib.sha256(b"").digest()) for _ in range(2)]
    assert made[0] is made[1]
