"""The bundled fonts: made again from their sources, and what is written down of them."""

import os
import shutil
from pathlib import Path

import pytest

import fonts
from bot.words import catalog, languages
from fonts import build_coverage
from fonts.build_icons import FIRST, ICONS, SourceError, build, fetched
from renderer.fonts import icon_glyph


@pytest.mark.long
def test_the_icon_font_is_made_again_byte_for_byte(tmp_path: Path) -> None:
    if shutil.which("npm") is None:
        pytest.skip("npm is absent, so the icon font cannot be made anew")
    try:
        bodies = fetched()
    except SourceError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"the icon font cannot be made anew: {error}")
    build(bodies, tmp_path / "icons.ttf")
    assert (tmp_path / "icons.ttf").read_bytes() == fonts.read(fonts.ICONS)


def test_an_icon_that_is_more_than_paths_is_refused(tmp_path: Path) -> None:
    bodies = dict.fromkeys((icon.source for icon in ICONS), '<circle r="3"/>')
    with pytest.raises(SourceError, match="more than paths"):
        build(bodies, tmp_path / "icons.ttf")


def test_the_renderer_names_the_glyphs_in_the_order_of_the_font() -> None:
    assert [ord(icon_glyph(icon.name)) for icon in ICONS] == [
        FIRST + index for index in range(len(ICONS))
    ]


@pytest.mark.parametrize("language", languages())
def test_every_author_is_credited_in_the_readme_and_by_the_bot(language: str) -> None:
    about = catalog(language).say("shell.about", pages="")
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    for icon in ICONS:
        assert icon.author in about
        assert icon.author in readme


def test_every_author_is_credited_beside_the_font() -> None:
    credit = fonts.read("CC-BY-BonfireIcons.txt").decode()
    for code, icon in enumerate(ICONS, FIRST):
        line = next(line for line in credit.splitlines() if f"U+{code:04X}" in line)
        assert line.split(maxsplit=3)[1:] == [icon.name, icon.source, icon.author]


def test_the_letters_of_the_faces_are_written_down() -> None:
    assert fonts.read(fonts.COVERAGE).decode() == build_coverage.build()


def test_a_face_has_its_letters_and_no_others() -> None:
    letters = fonts.coverage(fonts.TITLE)
    assert len(letters) == 367
    assert {ord("A"), ord("ź")} <= letters
    assert not {ord("漢"), 0, 0x1F525} & letters
