"""The guided turn: few presses, the likely choice first, and nothing that reads badly."""

import re

import pytest

from bot.model.buttons import ShowMore, ShowSince
from bot.model.controls import Screen, Sign
from bot.model.custom_ids import write_button
from bot.model.drafts import Ask, Draft, Submit
from bot.model.messages import OPTION_LIMIT, Menu, Page, Prompt
from bot.model.offers import NO_OFFERS
from bot.model.people import Person
from bot.model.pictures import PictureKind
from bot.present.posts.turn_posts import page_rows
from bot.present.wizard.wizard import begin_draft, wizard_press
from bot.words.pieces import holdings_phrase
from engine import Game, GameOptions
from engine.actions import Discard, PlaceFate, RecruitGnome, TakePath
from engine.advice import Origin, make_plan
from engine.bag import ActionTiles, Resources
from engine.events import ResourcesChanged, Source, TilesChanged
from engine.ids import ActionType, Resource
from engine.notation import format_action, parse_action
from tests.kit.marks import long
from tests.kit.pictured import pictured
from tests.kit.position import Position
from tests.kit.wizard_player import WORDS, WizardPlayer, likely_best, rich, shown, tokens

ADA, BO = Person("Ada", "<@1>"), Person("Bo", "<@2>")
TILE, HERB = ActionTiles.of(ActionType.SHIP), Resources.of(Resource.HERB)


def menu_tokens(page: Page | Prompt) -> list[str]:
    return [
        write_button(each.value)
        for row in page.rows
        if isinstance(row, Menu)
        for each in row.choices
    ]


@pytest.mark.parametrize(
    ("tiles", "resources", "told"),
    [
        (TILE, HERB, "Action tiles: 1× ship. Resources: 1 Herb."),  # noqa: RUF001
        (TILE, Resources.EMPTY, "Action tiles: 1× ship. No resources."),  # noqa: RUF001
        (ActionTiles.EMPTY, HERB, "No action tiles. Resources: 1 Herb."),
        (ActionTiles.EMPTY, Resources.EMPTY, "You have no action tiles and no resources."),
    ],
)
def test_holding_nothing_of_a_kind_is_said_as_such(
    tiles: ActionTiles, resources: Resources, told: str
) -> None:
    assert WORDS.spell(holdings_phrase(tiles, resources)) == told


@pytest.mark.parametrize("players", [2, long(1), long(3)])
def test_the_turn_page_counts_turns_as_the_board_does(players: int) -> None:
    player = WizardPlayer(Game.new(GameOptions(players), 5), likely_best)
    seen: dict[int, list[str]] = {}
    turns: list[int] = []
    while len(seen.get(0, [])) < 3:
        assert player.game.waiting is not None
        told = player.look().text.splitlines()[0]
        headings = seen.setdefault(player.game.waiting.seat, [])
        if told.startswith("**Your turn**") and told not in headings:
            headings.append(told)
            turns += [player.game.view().turn] if player.game.waiting.seat == 0 else []
        player.press()
    assert seen[0] == [WORDS.say("prompt.your_turn", turn=each) for each in turns]
    assert len(set(turns)) == len(turns)


def test_what_the_others_did_is_no_question_for_who_plays_alone() -> None:
    for people in ((ADA,), (ADA, BO)):
        game = Game.new(GameOptions(len(people)), 1)
        rows = page_rows(game, people, WORDS, NO_OFFERS, ShowMore(), over=False, plays=True)
        offered = {button.value for row in rows for button in row}
        assert (ShowSince() in offered) is (len(people) > 1)


def test_the_likely_best_stands_first_and_takes_two_presses() -> None:
    game = rich().game()
    menu = shown(game).rows[0]
    assert isinstance(menu, Menu)
    for choice in menu.choices[:3]:
        outcome = wizard_press(game, 0, Draft(), write_button(choice.value))
        assert isinstance(outcome, Ask)
        assert isinstance(wizard_press(game, 0, outcome.draft, "!"), Submit)


def test_a_bonfire_that_can_be_lit_stands_above_what_is_worth_less() -> None:
    city = Position().row().tiles(path=1).resources(herb=2, root=2).task(3, "B18")
    menu = shown(city.countdown(1).game()).rows[0]
    assert isinstance(menu, Menu)
    assert write_button(menu.choices[0].value) == "=ignite 3"
    assert [write_button(choice.value) for choice in menu.choices].count("=ignite 3") == 1


@pytest.mark.parametrize(("portals", "first"), [((1, 2, 3, 4, 5), "Y06"), ((), "R04")])
def test_a_task_that_is_met_stands_above_one_that_is_half_met(
    portals: tuple[int, ...], first: str
) -> None:
    city = rich().ship("A1").island("A1", "Y06", "R04").guardian("pink").portals(*portals)
    listed = menu_tokens(shown(city.game(), Draft(screen=Screen.read("list:task"))))
    assert listed[0].startswith(f"=task {first} ")
    assert len(listed) == 2


@pytest.mark.parametrize(("guardian", "first"), [("grey", "S11"), ("natural", "S12")])
def test_a_specialist_who_needs_a_guardian_stands_first_only_with_that_guardian(
    guardian: str, first: str
) -> None:
    city = rich().specialists("S11", "S12").guardian(guardian)
    specialists = [
        token
        for token in menu_tokens(shown(city.game(), Draft(screen=Screen.read("list:gnome"))))
        if token.startswith("=recruit S")
    ]
    assert specialists[0].startswith(f"=recruit {first} ")
    assert len(specialists) > 1


def test_in_the_last_turn_what_scores_stands_above_a_task_that_can_no_longer_be_lit() -> None:
    city = rich().ship("A1").island("A1", "Y06").portals(1, 2, 3, 4, 5)
    city = city.path("blue herb", "red root").lit(2, "B18").guardian("own", "path 1")

    def at_once(turns: int) -> list[str]:
        listed = menu_tokens(shown(city.countdown(turns).game()))
        return [token for token in listed if token.startswith("=")]

    def score(token: str) -> int:
        game = city.game()
        asked = wizard_press(game, 0, Draft(), token)
        assert isinstance(asked, Ask)
        submit = wizard_press(game, 0, asked.draft, "!")
        assert isinstance(submit, Submit)
        for action in submit.actions:
            game.submit(0, action)
        return game.view().seats[0].sheet.total

    assert at_once(2)[0] == "=task Y06 left"
    last = at_once(1)
    assert not any("task" in token for token in last[:3])
    scores = list(map(score, last))
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > city.game().view().seats[0].sheet.total


def test_the_seat_of_a_novice_is_chosen_above_the_main_board() -> None:
    page = shown(rich().task(3, "B18").game(), Draft(("ignite 3",)))
    assert pictured(page).source is PictureKind.BOARD


def test_passing_is_a_button_that_says_what_it_means() -> None:
    page = shown(rich().countdown(3).game())
    buttons = {
        write_button(each.value): each.label
        for row in page.rows
        if isinstance(row, tuple)
        for each in row
    }
    assert buttons["=pass"] == "Pass for 3 points and take no more turns"
    assert "=pass" not in menu_tokens(page)


@pytest.mark.parametrize("is_over", [False, True])
def test_what_a_discard_does_is_told_before_it_is_done(*, is_over: bool) -> None:
    game = Position().tiles(ship=1, gnome=3, path=1).game()
    if is_over:
        path = next(each for each in game.legal_actions() if isinstance(each, TakePath))
        for action in make_plan(Origin(game, 0), (path,)).actions:
            game.submit(0, action)
    asked = wizard_press(game, 0, Draft(), "=discard gnome")
    assert isinstance(asked, Ask)
    plan = shown(game, asked.draft)
    assert WORDS.say("preview.nothing_back") in plan.text
    assert "2× gnome" in plan.text  # noqa: RUF001
    assert Sign.CONFIRM in tokens(plan)
    done = wizard_press(game, 0, asked.draft, Sign.CONFIRM)
    assert isinstance(done, Submit)
    assert done.actions[0] == Discard(ActionType.GNOME)


def test_who_has_no_option_left_is_not_offered_a_suggestion() -> None:
    game = Position().row().countdown(3).game()
    assert Sign.SUGGEST not in tokens(shown(game))
    assert "=pass" in tokens(shown(game))


def test_a_fate_tile_tells_what_is_discarded_for_it() -> None:
    page = shown(
        Position().tiles(ship=2, task=2).game(),
        Draft(screen=Screen.read("list:fate"), picked=("top",)),
    )
    assert page.text.splitlines()[1].startswith("Discards ")
    assert isinstance(page.rows[1], Menu)
    assert any(each.description.startswith("Discards ") for each in page.rows[1].choices)


def test_the_numbered_places_of_a_fate_tile_stand_below_its_name_with_what_they_bring() -> None:
    page = shown(Position().game(), Draft(screen=Screen.read("list:fate"), picked=("bottom",)))
    heading, *places = page.text.splitlines()
    assert heading.startswith("**Bottom fate tile: ")
    assert [line[:5] for line in places] == [f"**{n}**" for n in range(1, len(places) + 1)]
    assert all("Gains " in line for line in places)


def test_rewards_are_told_once() -> None:
    page = shown(
        rich().game(),
        Draft(("great-bonfire 3", "pay 1 great-bonfire"), screen=Screen.read("change")),
    )
    (menu,) = (row for row in page.rows if isinstance(row, Menu))
    told = {choice.description for choice in menu.choices}
    assert told <= {"", WORDS.say("offer.suggested")}


def test_a_plan_tells_all_that_it_costs_once() -> None:
    game = rich().game()
    menu = shown(game).rows[0]
    assert isinstance(menu, Menu)
    costs = 0
    for choice in menu.choices[:3]:
        asked = wizard_press(game, 0, Draft(), write_button(choice.value))
        assert isinstance(asked, Ask)
        submit = wizard_press(game, 0, asked.draft, "!")
        assert isinstance(submit, Submit)
        trial = game.fork(1)
        events = [each for one in submit.actions for each in trial.submit(0, one)]
        paid = sum(
            each.lost.total
            for each in events
            if isinstance(each, TilesChanged | ResourcesChanged) and each.source is Source.COST
        )
        told = shown(game, asked.draft).text
        if paid:
            (line,) = (line for line in told.split("\n") if line.startswith("You pay "))
            assert sum(map(int, re.findall(r"\d+", line))) == paid
            costs += 1
        assert "• Pay " not in told
    assert costs


def test_the_pictures_of_a_plan_mark_what_it_changes() -> None:
    game = rich().game()
    assert shown(game).changes == ()
    menu = shown(game).rows[0]
    assert isinstance(menu, Menu)
    asked = wizard_press(game, 0, Draft(), write_button(menu.choices[0].value))
    assert isinstance(asked, Ask)
    submit = wizard_press(game, 0, asked.draft, "!")
    assert isinstance(submit, Submit)
    trial = game.fork(1)
    first = trial.submit(0, submit.actions[0])
    assert shown(game, asked.draft).changes[: len(first)] == first


def test_a_plan_says_which_task_it_meets() -> None:
    game = rich().task(3, "B01").task(4, "B02").display("red blossom", "red herb").game()
    met = WORDS.say("lines.ready_now", task="B01")
    for slot, told in ((1, True), (2, False)):
        plan = begin_draft(game, 0, (TakePath(slot),))
        assert (met in shown(game, plan).text) is told
        assert WORDS.say("lines.ready_now", task="B02") not in shown(game, plan).text


def test_a_gnome_is_listed_once_whatever_is_paid_for_it() -> None:
    game = rich().game()
    listed = tokens(shown(game, Draft(screen=Screen.read("list:gnome"))))
    recruits = [parse_action(one[1:]) for one in listed if one.startswith("=recruit")]
    gnomes = [one.gnome for one in recruits if isinstance(one, RecruitGnome)]
    possible = {one.gnome for one in game.legal_actions() if isinstance(one, RecruitGnome)}
    assert len(gnomes) == len(set(gnomes)) == len(possible) > 1


def test_a_list_whose_best_is_told_above_it_says_how_long_it_is() -> None:
    menu = shown(rich().game()).rows[0]
    assert isinstance(menu, Menu)
    offered = {write_button(choice.value): choice.description for choice in menu.choices}
    assert len(offered) <= OPTION_LIMIT
    hints = [hint for token, hint in offered.items() if token.startswith("@")]
    *_, counted = WORDS.say("preview.alternatives", n=2).split()
    assert any(hint.endswith(counted) for hint in hints)
    assert any(hint.startswith("Try: ") for hint in hints)


def test_every_place_of_a_fate_tile_is_reached_by_its_end_and_a_menu() -> None:
    game = rich().game()
    listed = {
        token
        for end in ("top", "bottom")
        for page in range(5)
        for token in tokens(
            shown(game, Draft(screen=Screen.read("list:fate"), page=page, picked=(end,)))
        )
    }
    places = {
        f"={format_action(each)}" for each in game.legal_actions() if isinstance(each, PlaceFate)
    }
    assert places
    assert places <= listed


def test_a_place_names_the_square_of_each_symbol() -> None:
    menu = shown(rich().game(), Draft(screen=Screen.read("list:fate"), picked=("top",))).rows[1]
    assert isinstance(menu, Menu)
    squares = [part.rsplit(" ", 1)[-1] for part in menu.choices[0].label.split(", ")]
    _, _, cell, _ = write_button(menu.choices[0].value).split()
    assert len(set(squares)) == 3
    assert squares[0] == cell


def test_leaving_the_places_of_a_tile_leads_back_to_the_turn() -> None:
    game = rich().game()
    opened = wizard_press(game, 0, Draft(), "@fate:top")
    assert isinstance(opened, Ask)
    assert wizard_press(game, 0, opened.draft, "<") == Ask(Draft())


def test_a_plan_that_was_chosen_from_a_list_leads_back_to_it() -> None:
    game = rich().game()
    listed = Draft(screen=Screen.read("list:fate"), picked=("top",))
    place = next(token for token in tokens(shown(game, listed)) if token.startswith("="))
    chosen = wizard_press(game, 0, listed, place)
    assert isinstance(chosen, Ask)
    assert chosen.draft.answers
    stored = Draft.load(chosen.draft.dump())
    changing = wizard_press(game, 0, stored, "~0")
    assert isinstance(changing, Ask)
    unchanged = wizard_press(game, 0, changing.draft, "<")
    assert isinstance(unchanged, Ask)
    for plan in (stored, unchanged.draft):
        assert wizard_press(game, 0, plan, "<") == Ask(listed)


def test_a_draft_of_an_earlier_version_can_be_read() -> None:
    assert Draft.load('[["fate top a1 h"],[],"",0,["x"]]') == Draft(
        ("fate top a1 h",), picked=("x",)
    )
    for other in ("7", "[]", '[[],[],"",0,[],"",""]'):
        with pytest.raises(ValueError, match="draft"):
            Draft.load(other)
