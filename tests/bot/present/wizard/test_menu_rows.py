"""Rows of menus: what each does for the city, and its price in parts, told once."""

import random
import re
from functools import reduce

import pytest

from bot.model.controls import Screen
from bot.model.custom_ids import write_button
from bot.model.drafts import Ask, Draft
from bot.model.messages import Menu, Page, Prompt
from bot.present.wizard.row_facts import brief, by_action, in_numbers, in_sum, payments, row_facts
from bot.present.wizard.wizard import begin_draft, wizard_page, wizard_press
from bot.words import Catalog, Counted, Phrase, Sayable, catalog, languages, phrase
from bot.words.pieces import island_phrase, points_phrase
from engine import Game, GameOptions
from engine.actions import TakePath, TakeRewards, UseGreatBonfire
from engine.advice import Origin, make_plan
from engine.agenda import TurnChoice
from engine.agents import play_turn
from engine.bag import ActionTiles
from engine.box_index import box_index
from engine.ids import ActionType, PointSource, PortalKind, Resource, Reward
from engine.notation import parse_line
from tests.kit.marks import long
from tests.kit.pictured import pictured
from tests.kit.position import Position, path_tile, play
from tests.kit.wizard_player import WORDS, after, after_from, rich, shown

TASK_LEFT = "task B09 left"
PATH, SHIP, TASK, WHEEL = (
    (Counted(kind, 1),)
    for kind in (ActionType.PATH, ActionType.SHIP, ActionType.TASK, ActionType.GREAT_BONFIRE)
)
"""The price of one action tile of each of these kinds."""
FRUIT, HERB, GOLD = ((Counted(kind, 1),) for kind in (Resource.FRUIT, Resource.HERB, Resource.GOLD))
NOT_BEGUN = phrase("offer.task_progress", have=0, need=1)


def told(*sentences: Phrase) -> str:
    """Sentences as a row tells them, side by side."""
    return " ".join(map(WORDS.spell, sentences))


def price(*cost: Sayable) -> Phrase:
    """The sentence of a row that costs this and brings nothing at once."""
    return phrase("offer.pays", cost=cost)


def worth(key: str, **slots: object) -> Phrase:
    return phrase(f"worth.{key}", **slots)


def part(key: str, pieces: tuple[Sayable, ...], **slots: object) -> Phrase:
    return phrase(f"price.{key}", pieces=pieces, **slots)


SUGGESTED = tuple(f"{catalog(language).say('offer.suggested')} " for language in languages())


def rows(page: Page | Prompt) -> dict[str, str]:
    """What each row of a page's menus says beside its label and a mark, by its token."""
    return {
        write_button(choice.value): unmarked(choice.description)
        for menu in page.rows
        if isinstance(menu, Menu)
        for choice in menu.choices
    }


def unmarked(hint: str) -> str:
    """A hint without the mark of what is suggested."""
    return reduce(str.removeprefix, SUGGESTED, hint)


def labels(page: Page | Prompt) -> dict[str, str]:
    return {
        write_button(choice.value): choice.label
        for menu in page.rows
        if isinstance(menu, Menu)
        for choice in menu.choices
    }


def at_home() -> Position:
    """A city at a Blossom island with a blue task, a Fruit and a Herb to offer."""
    city = rich().ship("A1").island("A1", "B09", "R07").open_offerings("fruit", "herb")
    return city.path("blue herb", "red root").portals(7)


def changed(game: Game, *pressed: str, step: str) -> Page | Prompt:
    """The page on which a step of a plan is asked again."""
    draft = after(game, *pressed)
    asked = wizard_press(game, 0, draft, "~0")
    assert isinstance(asked, Ask)
    number = next(at for at, line in enumerate(asked.draft.later) if line.startswith(step))
    return shown(game, after_from(game, draft, f"~{number}"))


def test_a_task_space_says_what_it_is_worth_to_the_task() -> None:
    listed = rows(changed(at_home().game(), f"={TASK_LEFT}", step="put"))
    guardian = {space: worth("guardian", points=points_phrase(space + 1)) for space in range(1, 8)}
    later = worth("portal_later", n=4, portal=PortalKind.FLAME)
    assert listed["=put 2"] == told(later, guardian[2], worth("match", n=2))
    assert listed["=put 3"].endswith(told(guardian[3], worth("no_match", n=2)))
    following = worth("portal_next", portal=PortalKind.MOON)
    assert listed["=put 6"] == told(following, worth("path", n=3), guardian[6])
    assert listed["=put 7"] == told(worth("portal_placed"), worth("path", n=4), guardian[7])


def test_a_plan_tells_what_the_space_is_worth_that_it_has_filled_in() -> None:
    page = shown(at_home().game(), after(at_home().game(), f"={TASK_LEFT}"))
    (menu,) = (
        row
        for row in page.rows
        if isinstance(row, Menu) and "put" in write_button(row.choices[0].value)
    )
    space = int(menu.placeholder.split()[-1])
    caption = WORDS.say("choose.task_space", space=space)
    assert menu.placeholder == WORDS.say("placeholder.instead", step=caption)
    (own,) = (choice for choice in menu.choices if choice.label == caption)
    assert told(worth("guardian", points=points_phrase(space + 1))) in own.description


@pytest.mark.parametrize("language", languages())
def test_every_task_space_has_room_for_all_that_it_is_worth(language: str) -> None:
    words = catalog(language)
    game = rich().ship("A1").island("A1", "B09").game()
    draft = after(game, f"={TASK_LEFT}")
    later = wizard_press(game, 0, draft, "~0")
    assert isinstance(later, Ask)
    number = next(at for at, line in enumerate(later.draft.later) if line.startswith("put"))
    page = wizard_page(game, 0, after_from(game, draft, f"~{number}"), words)
    for space, hint in enumerate(rows(page).values(), start=1):
        assert hint.count(".") >= 3, (space, hint)


def test_a_voyage_tells_the_price_of_the_ship_and_of_the_task() -> None:
    game = rich().island("E1", "B09").open_offerings("fruit", "shell").game()
    listed = rows(shown(game, Draft(screen=Screen.read("list:sail_task"))))
    cost = (part("ship", SHIP), part("task", (*TASK, *FRUIT, *HERB)))
    assert listed["=ship E1;task B09 left"] == told(NOT_BEGUN, price(*cost))


def test_a_plan_tells_what_each_part_of_its_price_is_for() -> None:
    game = rich().island("E1", "B09").open_offerings("fruit", "shell").game()
    page = shown(game, after(game, "=ship E1;task B09 left"))
    tiles = (part("ship", SHIP), part("task", TASK))
    goods = (part("island", HERB), part("offering", FRUIT))
    assert WORDS.say("preview.pays", cost=(*tiles, *goods)) in page.text.split("\n")


@pytest.mark.parametrize(
    ("supply", "parts"),
    [
        ({"herb": 1, "gold": 1}, (part("island", HERB), part("offering", GOLD))),
        ({"fruit": 1, "gold": 1}, (part("island", GOLD), part("offering", FRUIT))),
        (
            {"gold": 2},
            (
                part(
                    "island_and_offering",
                    (Counted(Resource.GOLD, 2),),
                    island=Resource.HERB,
                    offering=Resource.FRUIT,
                ),
            ),
        ),
    ],
)
def test_a_substitute_says_what_it_stands_for(
    supply: dict[str, int], parts: tuple[Phrase, ...]
) -> None:
    city = Position().tiles(ship=1, task=1).resources(**supply).island("E1", "B09")
    game = city.open_offerings("fruit", None).game()
    cost = (part("ship", SHIP), part("task", TASK), *parts)
    page = shown(game, after(game, "=ship E1;task B09 left"))
    assert WORDS.say("preview.pays", cost=cost) in page.text.split("\n")


def test_on_the_island_a_row_tells_only_what_is_still_to_be_paid() -> None:
    game = rich().island("E1", "B09").open_offerings("fruit", "shell").game()
    page = shown(game, begin_draft(game, 0, parse_line("ship E1")))
    assert WORDS.say("choose.pay", pieces=SHIP) in page.text
    assert rows(page)[f"={TASK_LEFT}"] == told(NOT_BEGUN, price(*TASK, *FRUIT, *HERB))


def test_two_payments_in_the_same_tiles_can_be_told_apart_when_they_are_changed() -> None:
    city = Position().tiles(wild=4).resources(herb=1, fruit=1, gold=1).island("E1", "B09")
    game = city.open_offerings("fruit", None).game()
    listed = list(labels(shown(game, after(game, "=ship E1;task B09 left"))).values())
    assert len(set(listed)) == len(listed)


@pytest.mark.parametrize("press", ["=path pile", "=refresh"])
def test_what_turns_up_something_shows_its_price(press: str) -> None:
    game = rich().display(*["blue herb"] * 2, *["blue fruit"] * 2).game()
    listed = {**rows(shown(game)), **rows(shown(game, Draft(screen=Screen.read("list:path"))))}
    assert listed[press].endswith(told(price(*PATH), phrase("offer.reveals")))
    page = shown(game, after(game, press))
    assert WORDS.say("preview.pays", cost=PATH) in page.text.split("\n")
    tiles = pictured(page).view.seats[0].tiles
    assert tiles[ActionType.PATH] == game.view().seats[0].tiles[ActionType.PATH] - 1
    assert len(page.changes) == 1
    assert pictured(page).view.path_display == game.view().path_display


def test_an_answer_that_stops_half_way_keeps_its_action_on_top() -> None:
    game = rich().display("red herb").game()
    play(game, "path 1")
    built = WORDS.say("choose.path", slot=1, tile=path_tile("red herb"))
    _, step, paid, *_ = shown(game).text.split("\n")
    assert step == f"• {built}"
    assert paid == WORDS.say("preview.pays", cost=PATH)
    play(game, "pay path")
    assert built not in shown(game).text


def test_an_island_reached_by_an_answer_is_named_above_what_is_asked_there() -> None:
    game = rich().island("E1", "B09").game()
    play(game, "ship E1; pay ship")
    island = island_phrase(box_index(game.box).islands["E1"])
    assert WORDS.say("choose.sail", island=island) in shown(game).text


@pytest.mark.parametrize(
    ("task", "space", "slot", "facts"),
    [
        ("B01", 3, 1, (worth("meets", task="B01"),)),
        ("Y04", 3, 1, (worth("moves", task="Y04", before=0, have=1, need=3),)),
        ("B05", 2, 2, (worth("path_matches", task="B05", n=2),)),
        ("B05", 3, 2, ()),
        ("B05", 2, 1, ()),
    ],
)
def test_a_path_tile_says_what_it_does_for_the_tasks(
    task: str, space: int, slot: int, facts: tuple[Phrase, ...]
) -> None:
    city = rich().display("red blossom", "blue herb", "yellow herb").task(space, task)
    page = shown(city.game(), Draft(screen=Screen.read("list:path")))
    assert rows(page)[f"=path {slot}"] == told(*facts, price(*PATH))


def test_a_crystal_at_a_lit_bonfire_tells_the_points_it_brings() -> None:
    game = rich().display("blue herb").lit(2, "B05").game()
    listed = rows(shown(game, Draft(screen=Screen.read("list:path"))))
    more = worth("points", source=PointSource.CRYSTALS, more="+2")
    assert listed["=path 1"] == told(more, price(*PATH))


def test_what_would_lose_a_task_that_is_met_says_so() -> None:
    city = Position().tiles(gnome=3).resources(blossom=3, herb=2).task(3, "R09")
    game = city.specialists("S3").game()
    listed = rows(changed(game, "=recruit S3 2", step="pay 2 herb"))
    assert listed["=pay 1 blossom"] == told(worth("breaks", task="R09"))
    assert listed["=pay 2 herb"] == WORDS.say("offer.suggested")
    page = shown(game, after(game, "=recruit S3 1"))
    assert told(worth("breaks", task="R09")) in page.text.split("\n")


def test_a_space_of_the_great_bonfire_says_which_portal_it_brings() -> None:
    city = rich().lit(7, "B05").portals_on(1, "sun").portals_on(2, "moon")
    game = city.countdown(1).game()
    assert game.view().seats[0].next_portals[0] is PortalKind.SUN
    listed = rows(shown(game, Draft(screen=Screen.read("list:great_bonfire"))))
    assert WORDS.say("choose.portal", portal=PortalKind.SUN) in listed["=great-bonfire 1"]
    assert WORDS.say("choose.portal", portal=PortalKind.MOON) not in listed["=great-bonfire 2"]


def test_a_portal_that_fits_is_told_where_the_rewards_leave_it() -> None:
    game = rich().portals_on(1, "sun", "moon").game()
    turn = UseGreatBonfire(1)
    wanted = (turn, TakeRewards((Reward.TILE, Reward.GOODS), None))
    (fact,) = row_facts(game.view(), make_plan(Origin(game, 0), wanted), turn)
    assert fact == (worth("portal_there", portals=(PortalKind.SUN,)),)


def test_a_walk_to_a_bonfire_tells_what_the_guardian_is_worth_there() -> None:
    city = rich().path("blue herb", "red root").portals(7, 6, 5, 4, 3, 2)
    game = city.lit(2, "B05").guardian("pink", "path 2").game()
    listed = rows(
        shown(game, Draft(("procession 1", "pay 1 guardian"), screen=Screen.read("change")))
    )
    more = told(worth("points", source=PointSource.GUARDIANS, more="+3"))
    assert more in listed["=walk pink bonfire 2"]
    assert more not in listed["=walk pink path 3"]


def test_a_portal_beside_a_bonfire_tells_the_points_it_brings() -> None:
    game = rich().lit(7, "B05").portals_on(1, "sun").countdown(1).game()
    listed = rows(shown(game, Draft(screen=Screen.read("list:great_bonfire"))))
    more = worth("points", source=PointSource.PORTALS, more="+2")
    assert listed["=great-bonfire 1"].endswith(told(more, price(*WHEEL)))


def test_a_fate_tile_tells_how_many_tiles_it_brings() -> None:
    page = shown(Position().game(), Draft(screen=Screen.read("list:fate"), picked=("top",)))
    kinds = (ActionType.SHIP, ActionType.TASK, ActionType.GREAT_BONFIRE)
    five = ActionTiles.of(*kinds, ActionType.SHIP, ActionType.TASK)
    assert WORDS.say("offer.tiles", n=5, tiles=five) in page.text
    three = phrase("offer.tiles", n=3, tiles=ActionTiles.of(*kinds))
    assert told(phrase("offer.gains", gains=(*GOLD, three))) in rows(page).values()


def test_a_place_of_a_fate_tile_tells_what_it_costs_and_does_for_a_task() -> None:
    game = Position().tiles(ship=2, task=1).task(3, "B20").game()
    page = shown(game, Draft(screen=Screen.read("list:fate"), picked=("top",)))
    nearer = told(worth("moves", task="B20", before=1, have=2, need=3))
    lines = page.text.split("\n")
    assert nearer in lines
    kept = WORDS.say("offer.discards", tiles=ActionTiles.of(ActionType.SHIP, ActionType.TASK))
    assert kept in lines


def test_a_place_behind_the_numbered_ones_tells_what_it_does_for_a_task_too() -> None:
    game = Position().task(3, "Y07").game()
    listed = rows(shown(game, Draft(screen=Screen.read("list:fate"), picked=("top",))))
    assert any("Y07: 0 → 2 of " in hint for hint in listed.values())


def test_a_task_that_is_met_already_says_so() -> None:
    city = rich().resources(blossom=3).ship("A1").island("A1", "R09", "B01")
    listed = rows(shown(city.game(), Draft(screen=Screen.read("list:task"))))
    assert listed["=task B01 left"].startswith(told(NOT_BEGUN))
    assert listed["=task R09 left"].startswith(told(worth("met_already")))


def test_a_free_voyage_names_the_island_and_the_task_it_leads_to() -> None:
    game = rich().task(3, "B18").game()
    listed = rows(shown(game, Draft(("ignite 3",))))
    first, second, *_ = listed["=council 7"].split("→ ")[1:]
    assert first.startswith(WORDS.say("choose.sail", island="").rstrip(" .()"))
    assert second.startswith(WORDS.say("choose.task_brief", task="").rstrip())


PAID = (
    *("sail_task", "sail_guardian", "sail", "task", "guardian"),
    *("procession", "path", "refresh", "great_bonfire", "gnome"),
)
"""The subjects whose actions cost something."""


def without_price(game: Game, words: Catalog) -> list[tuple[str, str]]:
    """The rows of paid actions that do not tell what the action costs."""
    assert game.waiting is not None
    seat = game.waiting.seat
    pages = (
        wizard_page(game, seat, Draft(screen=Screen.read(f"list:{each}")), words) for each in PAID
    )
    return [
        (token, hint)
        for page in pages
        for token, hint in rows(page).items()
        if not any(each in hint for each in price_tellings(game, seat, token, words))
    ]


def price_tellings(game: Game, seat: int, token: str, words: Catalog) -> set[str]:
    """All ways in which a row may tell the price of its plan."""
    cost = payments(make_plan(Origin(game, seat), parse_line(token.removeprefix("="))).steps)
    told_as = {
        words.say(f"offer.{key}", cost=some, gains="|").split("|")[-1]
        for key in ("pays", "both")
        for some in (by_action(cost), in_sum(cost), brief(cost), in_numbers(cost))
    }
    return told_as - {""}


@pytest.mark.parametrize("language", languages())
def test_a_row_of_a_paid_action_is_never_without_its_price(language: str) -> None:
    assert without_price(rich().ship("A1").game(), catalog(language)) == []


def test_a_price_of_many_kinds_is_a_number_where_it_has_no_room() -> None:
    city = Position().tiles(path=1, guardian=2, great_bonfire=2, gnome=1, wild=2).ship("A3")
    city = city.resources(blossom=1, fruit=1, shell=1, gold=1).open_offerings("root", None)
    game = city.offerings("E1").game()
    words = catalog("pl")
    assert without_price(game, words) == []
    listed = rows(wizard_page(game, 0, Draft(screen=Screen.read("list:sail_task")), words))
    dearest = [hint for token, hint in listed.items() if token.startswith("=ship E1;")]
    assert dearest
    assert all(words.say("price.tiles", n=8) in hint for hint in dearest)


@pytest.mark.parametrize(("players", "seed"), [long(1, 31), long(2, 32), long(4, 34)])
def test_no_row_of_a_whole_game_is_without_its_price(players: int, seed: int) -> None:
    game, dice = Game.new(GameOptions(players), seed), random.Random(seed)
    spoken = [catalog(language) for language in languages()]
    while (waiting := game.waiting) is not None:
        if isinstance(waiting.decision, TurnChoice):
            assert without_price(game, dice.choice(spoken)) == []
        for action in play_turn(game, waiting.seat, seed):
            game.submit(waiting.seat, action)


@pytest.mark.parametrize("language", languages())
def test_a_row_with_a_long_price_says_the_rest_all_the_same(language: str) -> None:
    words = catalog(language)
    hand = Position().tiles(path=2, ship=2, task=1, great_bonfire=1).wheel(4)
    page = wizard_page(hand.game(), 0, Draft(screen=Screen.read("list:great_bonfire")), words)
    for token, hint in rows(page).items():
        assert hint.startswith("→ "), token
    city = Position().tiles(task=2, great_bonfire=2, gnome=2, path=1)
    page = wizard_page(
        city.game(), 0, Draft(screen=Screen.read("list:fate"), picked=("top",)), words
    )
    for token, hint in rows(page).items():
        assert re.search(r"\d", hint.partition(".")[0]), token
        assert hint.count(".") >= 2, (token, hint)


def test_an_action_of_several_answers_asks_its_price_once() -> None:
    game = rich().display("red herb").game()
    draft = begin_draft(game, 0, (TakePath(1),))
    assert shown(game, draft).text.count(WORDS.spell(PATH)) == 1
