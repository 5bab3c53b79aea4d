"""Why can't I: the reason that stands in the way, of an action or a piece, and what helps."""

import re

import pytest

from bot.model import controls, drafts, messages
from bot.present.questions import refusal_text
from bot.present.wizard.why_page import ASKABLE
from bot.present.wizard.wizard import wizard_page, wizard_press
from bot.words import Counted, Phrase, catalog, languages, phrase, pieces
from engine import Game, GameOptions, Reason, bag, ids
from engine.box_index import box_index
from engine.data.standard import STANDARD_BOX
from engine.refusal import refuse
from renderer import PicturePart
from tests.kit.marks import long
from tests.kit.pictured import pictured
from tests.kit.position import Position, play
from tests.kit.wizard_player import WORDS, after, check_limits, rich, shown, tokens


def refused(reason: Reason, **slots: object) -> str:
    """The sentence of the rules for a reason."""
    return refusal_text(refuse(reason, **slots), WORDS)


def say(key: str, **slots: object) -> str:
    return WORDS.say(f"why.{key}", **slots)


def subject(one: controls.Subject) -> Phrase:
    return phrase(f"subject.{one}")


def island(code: str) -> Phrase:
    return pieces.island_phrase(box_index(STANDARD_BOX).islands[code])


def asked(position: Position, about: str) -> list[str]:
    """What is answered to a question, line by line below its heading."""
    page = shown(
        position.game(), after(position.game(), controls.Sign.WHY, f"{controls.Sign.WHY}{about}")
    )
    check_limits(page)
    return page.text.split("\n")[1:]


def poor() -> Position:
    """A city that has begun, far from everything."""
    city = Position().tiles(ship=1, gnome=1).resources(herb=1).ship("B3").guardian("own", "path 1")
    return city.path("blue herb").island("A1", "Y20", "B09").island("B2", "B01")


THREE_SHIPS = refused(Reason.TILES_SHORT, kind=ids.ActionType.SHIP, count=3)
MORE_SHIPS = say("first_tiles", kind=ids.ActionType.SHIP, space=5)


def test_who_has_no_task_is_told_how_a_bonfire_comes_about() -> None:
    assert asked(poor(), "ignite") == [say("no_task")]


def test_who_has_lit_all_tasks_is_told_to_take_another() -> None:
    assert asked(poor().lit(2, "B05"), "ignite") == [say("all_lit")]


def test_a_task_that_is_not_met_names_what_brings_it_nearer() -> None:
    reason = refused(Reason.TASK_NOT_MET, task="R07", have=0, need=3)
    assert asked(poor().task(3, "R07"), "ignite:3") == [
        say("reason", reason=reason),
        say("nearer", task="R07", subject=subject(controls.Subject.GREAT_BONFIRE)),
    ]


@pytest.mark.parametrize(("about", "task"), [("task", "B09"), ("ignite", "R07")])
def test_each_task_in_the_menu_tells_how_far_one_is(about: str, task: str) -> None:
    game = poor().task(3, "R07").task(4, "R08").game()
    page = shown(game, after(game, controls.Sign.WHY, f"{controls.Sign.WHY}{about}"))
    check_limits(page)
    menus = [row for row in page.rows if isinstance(row, messages.Menu)]
    tasks = [one for menu in menus for one in menu.choices if re.search(r"[BRY]\d\d", one.label)]
    assert any(task in one.label for one in tasks)
    for one in tasks:
        (name,) = re.findall(r"[BRY]\d\d", one.label)
        have, need = game.progress(0, name)
        told = phrase("offer.task_progress", have=have, need=need)
        wanted = phrase("worth.met_already") if have >= need else told
        assert one.description.startswith(WORDS.spell(wanted))


@pytest.mark.parametrize("code", ["B3", "E1"])
def test_an_island_without_tasks_is_named(code: str) -> None:
    city = poor().ship(code).island("E1", None, None)
    assert asked(city, "task") == [say("no_task_here", island=island(code))]


def test_a_task_far_away_tells_both_what_the_voyage_and_the_task_lack() -> None:
    place, sail, task, *helps = asked(poor().open_offerings("shell", "shell"), "task:Y20")
    assert place == say("lies_at", island=island("A1"))
    assert sail == say("line", what=phrase("choose.sail", island=island("A1")), reason=THREE_SHIPS)
    needed = bag.Resources.of(ids.Resource.BLOSSOM, ids.Resource.SHELL)
    sides = tuple(phrase("why.with_offering", side=side) for side in ids.Side)
    lacking = refused(Reason.RESOURCES_SHORT, needed=needed, any_count=0)
    assert task == say("line", what=sides, reason=lacking)
    assert helps == [
        MORE_SHIPS,
        say("first_resources", resource=ids.Resource.BLOSSOM, space=1),
        say("first_resources", resource=ids.Resource.SHELL, space=2),
    ]


def test_a_task_in_reach_is_said_to_be_possible_and_where() -> None:
    far = asked(rich().island("E1", "Y20"), "task:Y20")
    assert far[-1] == say("possible_by", subject=subject(controls.Subject.SAIL_TASK))
    near = asked(rich().ship("E1").island("E1", "Y20"), "task:Y20")
    assert near == [say("possible_by", subject=subject(controls.Subject.TASK))]


def test_a_task_whose_voyage_and_price_can_be_paid_but_not_both_says_so() -> None:
    city = Position().tiles(wild=1).resources(blossom=1, shell=1).ship("B1").island("A1", "Y20")
    told = asked(city.open_offerings("shell", None), "task:Y20")
    assert told == [say("lies_at", island=island("A1")), say("not_both")]


def test_a_gnome_tells_what_each_of_its_prices_lacks() -> None:
    tiles = refused(Reason.TILES_SHORT, kind=ids.ActionType.GNOME, count=2)
    fruits = bag.Resources.of(ids.Resource.FRUIT, ids.Resource.FRUIT)
    goods = refused(Reason.RESOURCES_SHORT, needed=fruits, any_count=0)
    two, one = (
        phrase("why.with_tiles", tiles=Counted(ids.ActionType.GNOME, count)) for count in (2, 1)
    )
    assert asked(poor().specialists("S4"), "gnome:S4") == [
        say("line", what=two, reason=tiles),
        say("line", what=one, reason=goods),
        say("first_tiles", kind=ids.ActionType.GNOME, space=2),
        say("first_resources", resource=ids.Resource.FRUIT, space=5),
    ]


def test_an_island_out_of_reach_tells_its_price() -> None:
    assert asked(poor(), "sail:E1") == [say("reason", reason=THREE_SHIPS), MORE_SHIPS]


def test_without_fate_tiles_only_the_great_bonfire_brings_more() -> None:
    assert asked(poor().row(), "sail:E1")[1:] == [say("first_tiles_late", space=5)]


def test_a_guardian_on_her_way_tells_what_each_bonfire_ahead_lacks() -> None:
    told = asked(poor().portals(2).task(2, "B05"), "procession:own")
    assert refused(Reason.PORTAL_MISSING, position=1) in told[0]
    assert refused(Reason.BONFIRE_UNLIT, position=2) in told[1]
    assert refused(Reason.PATH_NOT_BUILT, position=3) in told[2]
    helping = (controls.Subject.GREAT_BONFIRE, controls.Subject.IGNITE, controls.Subject.PATH)
    assert told[3:] == [say("first", subject=subject(each)) for each in helping]


def test_a_bonfire_in_reach_of_a_guardian_tells_the_price_of_the_procession() -> None:
    told = asked(poor().portals(2).lit(2, "B05"), "procession:own")
    assert refused(Reason.TILES_SHORT, kind=ids.ActionType.GUARDIAN, count=2) in told[1]


@pytest.mark.parametrize("about", ["task:Y20", "gnome:S4", "sail:E1", "guardian:pink", "ignite:3"])
def test_after_the_option_of_a_turn_that_is_the_reason_for_every_piece(about: str) -> None:
    game = rich().task(3, "B01").specialists("S4").island("E1", "Y20").game()
    play(game, "path 1; pay path")
    told = shown(game, after(game, f"{controls.Sign.WHY}{about}")).text
    assert refused(Reason.MAIN_ACTION_DONE) in told
    assert told.count("•") == 1


def test_a_piece_that_is_gone_is_answered_by_its_kind() -> None:
    game = poor().game()
    assert shown(game, after(game, f"{controls.Sign.WHY}task:Y99")) == shown(
        game, after(game, f"{controls.Sign.WHY}task")
    )


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("players", [1, long(4)])
def test_every_piece_can_be_asked_about_in_every_language(language: str, players: int) -> None:
    game, words = Game.new(GameOptions(players), players), catalog(language)
    waiting = game.waiting
    assert waiting is not None
    game.submit(waiting.seat, game.legal_actions()[0])
    seen = 0
    for one in ASKABLE:
        page = wizard_page(
            game, waiting.seat, drafts.Draft(screen=controls.Screen.read(f"why{one}")), words
        )
        check_limits(page)
        for token in filter(lambda each: ":" in each, tokens(page)):
            pressed = wizard_press(game, waiting.seat, drafts.Draft(), token)
            assert isinstance(pressed, drafts.Ask)
            piece = wizard_page(game, waiting.seat, pressed.draft, words)
            check_limits(piece)
            assert piece.text.count("\n") >= 1, token
            seen += 1
    assert seen > 50


def test_leaving_a_piece_leads_back_to_its_kind() -> None:
    game = poor().game()
    assert after(game, f"{controls.Sign.WHY}sail:E1", "<") == after(
        game, f"{controls.Sign.WHY}sail"
    )


@pytest.mark.parametrize(
    ("about", "part"),
    [
        ("gnome:S4", PicturePart.GNOMES),
        ("gnome", PicturePart.GNOMES),
        ("procession:own", PicturePart.SPACES),
        ("sail:E1", PicturePart.ISLANDS),
        ("great_bonfire", PicturePart.WHEEL),
        ("path", PicturePart.PATHS),
        ("fate", PicturePart.FATE_TILES),
    ],
)
def test_the_picture_shows_where_the_piece_lies_and_all_of_it_a_press_away(
    about: str, part: PicturePart
) -> None:
    game = poor().specialists("S4").game()
    draft = after(game, f"{controls.Sign.WHY}{about}")
    page = shown(game, draft)
    assert [cut.part for cut in pictured(page).cut_outs] == [part]
    pressed = wizard_press(game, 0, draft, controls.Sign.WHOLE)
    assert isinstance(pressed, drafts.Ask)
    assert pictured(shown(game, pressed.draft)) == pictured(page).whole
