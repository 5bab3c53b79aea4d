"""Names on pictures: foreign letters, very long ones, and none at all."""

from engine.ids import SeatColor
from renderer import fonts
from renderer.changes import Changes
from renderer.kit import Kit, line
from renderer.measure import text_bounds
from renderer.scene import Face


def kit(*names: str) -> Kit:
    return Kit(lambda key, _: key.rpartition(".")[2], names, tuple(SeatColor), Changes())


def test_letters_without_a_glyph_are_left_out() -> None:
    assert kit("Ana 漢字 Łódź 🔥").name(0, Face.BOLD) == "Ana Łódź"


def test_with_fewer_than_two_letters_left_the_colour_stands_instead() -> None:
    assert kit("漢字", "A🔥").name(0, Face.BOLD) == "red"
    assert kit("漢字", "A🔥").name(1, Face.BOLD) == "yellow"


def test_a_seat_without_a_name_is_called_by_its_colour() -> None:
    assert kit().name(3, Face.TITLE) == "purple"


def test_long_names_shrink_first_and_are_cut_then() -> None:
    shrunk = line("Wanda", 0, 0, (32, 20), 70)
    assert (shrunk.text, shrunk.size) == ("Wanda", 20)
    cut = line("W" * 32, 0, 0, (32, 20), 70)
    assert cut.text.endswith("…")
    assert text_bounds(cut).right <= 70


def test_the_faces_have_polish_and_german_letters() -> None:
    for face in Face:
        assert fonts.drawable("ąćęłńóśźżÄÖÜäöüß", face) == "ąćęłńóśźżÄÖÜäöüß"
