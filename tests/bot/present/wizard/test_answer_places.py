"""The picture of a question is the place of its answers, as large as can be, with their marks."""

from collections.abc import Callable

import pytest

from bot.model import controls, drafts, pictures
from bot.model.custom_ids import write_button
from bot.present.wizard.wizard import wizard_press
from engine import Game, agenda, bag, ids
from engine.data.council import CouncilBonus
from renderer import PicturePart
from renderer.strips import strip_of
from tests.kit.pictured import IN_WHOLE, holds, marks, pictured, shown_at
from tests.kit.position import Position, play
from tests.kit.wizard_player import WORDS, buttons, check_limits, rich, shown


def listed(subject: str) -> drafts.Draft:
    return drafts.Draft(screen=controls.Screen.read(f"list:{subject}"))


def asked(*frames: agenda.Decision) -> Game:
    return rich().ship("B2").path("blue herb", "red root").asked(agenda.AfterTurn(), *frames).game()


def after(line: str) -> Game:
    game = rich().ship("B2").path("blue herb", "red root").guardian("pink", at="path 1").game()
    play(game, line)
    return game


LARGER = 1.4
"""The least scale of the place of answers, by that in the whole picture."""
ASKED = drafts.Draft(screen=controls.Screen.read("change"))
QUESTIONS: dict[str, tuple[Callable[[], Game], drafts.Draft, PicturePart]] = {
    "sail": (lambda: rich().ship("B2").game(), listed("sail"), PicturePart.ISLANDS),
    "sail for a task": (
        lambda: rich().ship("B2").game(),
        listed("sail_task"),
        PicturePart.ISLANDS,
    ),
    "sail for a guardian": (
        lambda: rich().ship("B2").game(),
        listed("sail_guardian"),
        PicturePart.ISLANDS,
    ),
    "a task of this island": (
        lambda: rich().ship("B2").game(),
        listed("task"),
        PicturePart.ISLANDS,
    ),
    "turn the Great Bonfire": (
        lambda: rich().wheel(3).game(),
        listed("great_bonfire"),
        PicturePart.WHEEL,
    ),
    "build a path": (lambda: rich().game(), listed("path"), PicturePart.PATHS),
    "recruit a gnome": (lambda: rich().game(), listed("gnome"), PicturePart.GNOMES),
    "discard": (lambda: rich().game(), listed("discard"), PicturePart.SUPPLIES),
    "a procession": (
        lambda: rich().path("blue herb", "red root").guardian("pink", at="path 1").game(),
        listed("procession"),
        PicturePart.SPACES,
    ),
    "who walks": (lambda: after("procession 2; pay 2 guardian"), ASKED, PicturePart.SPACES),
    "the reward": (lambda: asked(agenda.RewardChoice(3)), ASKED, PicturePart.WHEEL),
    "what to do on the island": (lambda: asked(agenda.IslandChoice()), ASKED, PicturePart.ISLANDS),
    "the price": (
        lambda: asked(agenda.TilePayment(ids.ActionType.SHIP, 1)),
        ASKED,
        PicturePart.SUPPLIES,
    ),
    "the resources": (
        lambda: asked(agenda.ResourcePayment(bag.Resources.EMPTY, any_count=2)),
        ASKED,
        PicturePart.SUPPLIES,
    ),
    "a space for a task": (lambda: asked(agenda.TaskSpaceChoice("B09")), ASKED, PicturePart.TASKS),
    "a council space": (
        lambda: asked(agenda.NoviceChoice(ids.Novice.SEAT_0)),
        ASKED,
        PicturePart.COUNCIL,
    ),
    "a bonus": (lambda: asked(agenda.BonusChoice(1)), ASKED, PicturePart.COUNCIL),
    "a ship by the council": (
        lambda: asked(agenda.CouncilChoice(CouncilBonus.SHIP)),
        ASKED,
        PicturePart.ISLANDS,
    ),
    "a guardian by the council": (
        lambda: asked(agenda.CouncilChoice(CouncilBonus.GUARDIAN)),
        ASKED,
        PicturePart.ISLANDS,
    ),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_picture_of_a_question_is_the_place_of_its_answers(question: str) -> None:
    position, draft, part = QUESTIONS[question]
    game = position()
    page = shown(game, draft)
    check_limits(page)
    picture = pictured(page)
    assert [cut.part for cut in picture.cut_outs] == [part]
    strip = strip_of(picture.cut_outs, picture.view)
    assert [mark for mark in marks(picture) if not holds(strip, mark)] == []
    assert shown_at(strip) > LARGER * IN_WHOLE


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_whole_picture_is_one_press_away_and_the_answers_stay(question: str) -> None:
    position, draft, _ = QUESTIONS[question]
    game = position()
    page = shown(game, draft)
    (button,) = [one for one in buttons(page) if write_button(one.value) == controls.Sign.WHOLE]
    whole = pictures.PictureKind.BOARD if pictured(page).seat is None else pictures.PictureKind.CITY
    assert button.label == WORDS.say(f"button.whole_{whole}")
    pressed = wizard_press(game, 0, draft, controls.Sign.WHOLE)
    assert isinstance(pressed, drafts.Ask)
    seen = shown(game, pressed.draft)
    assert pictured(seen) == pictured(page).whole
    assert seen.text == page.text
    assert [write_button(one.value) for one in buttons(seen)] == [
        write_button(one.value) for one in buttons(page)
    ]
    back = wizard_press(game, 0, pressed.draft, controls.Sign.WHOLE)
    assert back == drafts.Ask(draft)


def test_what_is_pressed_beside_the_whole_picture_counts() -> None:
    game, draft = rich().wheel(3).game(), listed("great_bonfire")
    beside = wizard_press(game, 0, draft, controls.Sign.WHOLE)
    assert isinstance(beside, drafts.Ask)
    for token in ("=great-bonfire 4", controls.Sign.BACK):
        assert wizard_press(game, 0, beside.draft, token) == wizard_press(game, 0, draft, token)


def test_the_places_of_fate_tiles_have_a_picture_of_their_own() -> None:
    assert pictured(shown(rich().game(), listed("fate"))).kind is pictures.PictureKind.FATE


TILE = agenda.TilePayment(ids.ActionType.PATH, 1)
TILES = agenda.TilePayment(ids.ActionType.PATH, 2)
HERBS = agenda.ResourcePayment(bag.Resources.of(ids.Resource.HERB, ids.Resource.HERB), 0)


@pytest.mark.parametrize(
    ("strict", "gnome", "decision", "key"),
    [
        (False, None, TILE, "stand_in.tiles"),
        (False, "S5", TILES, "stand_in.tiles_double"),
        (False, None, HERBS, "stand_in.resources"),
        (True, None, TILE, None),
        (True, None, TILES, "stand_in.tiles_strict"),
        (True, "S5", TILES, "stand_in.tiles_double_strict"),
        (True, None, HERBS, "stand_in.resources_strict"),
    ],
)
def test_a_price_names_what_can_stand_in_where_anything_can(
    strict: bool,  # noqa: FBT001 - a row of the table
    gnome: str | None,
    decision: agenda.Decision,
    key: str | None,
) -> None:
    """At a strict table only for what one lacks; specialist 5 doubles yellow tiles."""
    position = Position(strict_payment=strict).tiles(path=1, wild=1, gnome=2)
    position.resources(herb=1, gold=1, root=2)
    game = (position if gnome is None else position.gnomes(gnome)).asked(decision).game()
    keys = [
        each
        for each in WORDS.part("stand_in")
        if WORDS.say(f"stand_in.{each}") in shown(game, ASKED).text
    ]
    assert keys == ([] if key is None else [key.removeprefix("stand_in.")])
    assert len(game.legal_actions()) == 1 if key is None else len(game.legal_actions()) > 0
