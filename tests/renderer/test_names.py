"""Names on pictures: foreign letters, very long ones, and none at all."""

from engine import ids
from renderer import fonts, scene
from renderer.changes import Changes
from renderer.context import PictureContext, fitted_line
from renderer.measure import text_bounds


def context(*names: str) -> PictureContext:
    return PictureContext(
        lambda key, _: key.rpartition(".")[2], names, tuple(ids.SeatColor), Changes()
    )


def test_letters_without_a_glyph_are_left_out() -> None:
    assert context("Ana 漢字 Łódź 🔥").name(0, scene.Face.BOLD) == "Ana Łódź"


def test_with_fewer_than_two_letters_left_the_colour_stands_instead() -> None:
    assert context("漢字", "A🔥").name(0, scene.Face.BOLD) == "red"
    assert context("漢字", "A🔥").name(1, scene.Face.BOLD) == "yellow"


def test_a_seat_without_a_name_is_called_by_its_colour() -> None:
    assert context().name(3, scene.Face.TITLE) == "purple"


def test_long_names_shrink_first_and_are_cut_then() -> None:
    shrunk = fitted_line("Wanda", 0, 0, (32, 20), 70)
    assert (shrunk.text, shrunk.size) == ("Wanda", 20)
    cut = fitted_line("W" * 32, 0, 0, (32, 20), 70)
    assert cut.text.endswith("…")
    assert text_bounds(cut).right <= 70


def test_the_faces_have_polish_and_german_letters() -> None:
    for face in scene.Face:
        assert fonts.drawable("ąćęłńóśźżÄÖÜäöüß", face) == "ąćęłńóśźżÄÖÜäöüß"
