"""Looking back: pure pages of a game's history, each showing what could be seen then."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from bot.features.replay.pages import (
    ROOM_FOR_A_NOTE,
    ReplayPost,
    ReplayStep,
    ReplayTurn,
    Sight,
    StepTo,
    replay_page,
)
from bot.model.custom_ids import Binding
from bot.model.game_log import LoggedMove, standing_answers
from bot.model.messages import OPTION_LIMIT, TEXT_LIMIT, Button, Menu, Prompt
from bot.model.people import Person
from bot.model.pictures import PictureKind
from bot.model.rows import MoveKind, MoveRow
from bot.present.posts.past_pages import table_then
from bot.present.posts.score_pages import log_page, score_page
from bot.present.posts.since_page import since_page
from bot.present.posts.turn_posts import ended_post, turn_notice, turn_post
from bot.words import Catalog, catalog, languages
from engine import Game, GameOptions
from engine.history import history, points_by_step
from tests.kit.games import play_busily, random_game
from tests.kit.marks import long
from tests.kit.pictured import pictured
from tests.kit.stack import OFFERS
from tests.kit.wizard_player import buttons

WORDS = catalog()
PEOPLE = tuple(Person(name, f"<@{n}>") for n, name in enumerate(("Ada", "Bo", "W" * 32, "Di"), 1))


def page(game: Game, step: int, sight: Sight = Sight.TURN, words: Catalog = WORDS) -> Prompt:
    return replay_page(game, step, PEOPLE[: game.options.players], words, sight=sight)


def menu(prompt: Prompt) -> Menu | None:
    return next((row for row in prompt.rows if isinstance(row, Menu)), None)


def steps(prompt: Prompt) -> dict[StepTo, Button]:
    found = dict[StepTo, Button]()
    for button in buttons(prompt):
        if isinstance(button.value, ReplayStep) and button.value.step is not StepTo.HERE:
            found[button.value.step] = button
    return found


@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_page_shows_what_could_be_seen_then_and_nothing_else(players: int) -> None:
    game = play_busily(Game.new(GameOptions(players), 3), 3)
    past = history(game)
    for step in range(0, past.last, 3):
        then = game.at(past.answers(step))
        shown, told_then = page(game, step), page(then, step)
        assert shown.picture == told_then.picture
        assert shown.changes == told_then.changes
        assert pictured(shown).view == then.view()
        heading, *lines = shown.text.splitlines()
        assert lines == told_then.text.splitlines()[1:]
        assert heading.split(" (")[0] == told_then.text.splitlines()[0].split(" (")[0]


@pytest.mark.parametrize("players", [1, 2, *map(long, (3, 4))])
def test_every_step_is_one_picture_within_limits_and_its_controls_differ(players: int) -> None:
    game = play_busily(Game.new(GameOptions(players), 7), 7)
    for step in range(history(game).last + 1):
        words = catalog(languages()[step % len(languages())])
        prompt = page(game, step, tuple(Sight)[step % 3], words)
        assert len(prompt.text) <= TEXT_LIMIT - ROOM_FOR_A_NOTE
        assert prompt.picture is not None
        ids = [Binding(7, 3).custom_id(button.value) for button in buttons(prompt)]
        assert len(set(ids)) == len(ids)
        found = menu(prompt)
        assert found is None or len(found.choices) <= OPTION_LIMIT


def test_one_steps_from_turn_to_turn() -> None:
    game = random_game(2, 5, 80)
    past = history(game)
    for step in range(past.last + 1):
        prompt = page(game, step)
        found = steps(prompt)
        assert list(found) == [StepTo.FIRST, StepTo.BACK, StepTo.FORWARD, StepTo.LAST]
        assert all(button.value.answers == past.answers(step) for button in found.values())  # type: ignore[attr-defined]
        assert [found[to].disabled for to in found] == [
            *(step == 0,) * 2,
            *(step == past.last,) * 2,
        ]
        turn = past.turn(step)
        if turn is not None:
            assert f"Turn {turn.number}, {PEOPLE[turn.seat].name}" in prompt.text
            assert prompt.changes == turn.events
    assert page(game, 0).text.startswith(WORDS.say("reading.begin"))
    assert page(game, past.last + 9) == page(game, past.last)


def test_a_turn_that_is_still_going_on_says_so() -> None:
    game = Game.new(GameOptions(2), 5)
    asked = game.waiting
    assert asked is not None
    game.submit(asked.seat, game.legal_actions()[0])
    assert "still going on" in page(game, 1).text
    while game.view().turn == 1:
        assert game.waiting is not None
        game.submit(game.waiting.seat, game.legal_actions()[-1])
    assert "still going on" not in page(game, 1).text


def test_the_points_stand_below_with_what_the_turn_brought() -> None:
    game = play_busily(Game.new(GameOptions(2), 7), 7)
    past = history(game)
    points = points_by_step(game, past)
    for step, (before, after) in enumerate(pairwise(points), 1):
        text = page(game, step).text
        for person, then, now in zip(PEOPLE, before, after, strict=False):
            gained = f" (+{now - then})" if now > then else ""
            assert f"{person.name} {now}{gained}" in text
    totals = tuple(sheet.total for sheet in game.score_sheets())
    assert points[-1] == totals
    assert "Final score: " in page(game, past.last).text


def test_the_picture_is_where_the_turn_is_seen_or_what_one_keeps_in_sight() -> None:
    game = play_busily(Game.new(GameOptions(2), 7), 7)
    past = history(game)
    kinds = set()
    for step, turn in enumerate(past.turns, 1):
        picture = pictured(page(game, step))
        assert picture.seat in (None, turn.seat)
        kinds.add(picture.kind)
        board = pictured(page(game, step, Sight.BOARD))
        city = pictured(page(game, step, Sight.CITY_2))
        assert (board.kind, city.kind, city.seat) == (PictureKind.BOARD, PictureKind.CITY, 1)
    assert kinds == {PictureKind.BOARD, PictureKind.CITY}
    assert page(game, 3, Sight.CITY_4) == page(game, 3)


def test_what_is_kept_in_sight_stays_until_it_is_pressed_again() -> None:
    game = random_game(2, 5, 80)
    free, kept = page(game, 4), page(game, 4, Sight.CITY_1)
    answers = history(game).answers(4)

    def sights(prompt: Prompt) -> list[Sight]:
        return [
            button.value.sight
            for button in buttons(prompt)
            if isinstance(button.value, ReplayStep) and button.value.step is StepTo.HERE
        ]

    assert sights(free) == [Sight.BOARD, Sight.CITY_1, Sight.CITY_2]
    assert sights(kept) == [Sight.BOARD, Sight.TURN, Sight.CITY_2]
    assert steps(kept)[StepTo.BACK].value == ReplayStep(answers, StepTo.BACK, Sight.CITY_1)
    assert WORDS.say("replay.stays") in kept.text
    assert WORDS.say("replay.stays") not in free.text


@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_menu_has_the_turns_that_brought_points(players: int) -> None:
    game = play_busily(Game.new(GameOptions(players), 7), 7)
    past = history(game)
    points = points_by_step(game, past)
    scored = [
        turn.after
        for turn, (before, after) in zip(past.turns, pairwise(points), strict=True)
        if any(now > then for then, now in zip(before, after, strict=True))
    ]
    found = menu(page(game, 3, Sight.BOARD))
    assert found is not None
    assert [choice.value for choice in found.choices] == [
        ReplayStep(answers, StepTo.HERE, Sight.BOARD) for answers in scored
    ]
    apart = menu(score_page(game, PEOPLE[:players], WORDS, OFFERS))
    assert apart is not None
    assert [choice.value for choice in apart.choices] == [ReplayTurn(after) for after in scored]
    assert all("+" in choice.label and choice.description for choice in found.choices)


def test_where_nothing_has_scored_there_is_no_menu() -> None:
    game = Game.new(GameOptions(2), 1)
    assert menu(page(game, 0)) is None
    assert menu(score_page(game, PEOPLE[:2], WORDS, OFFERS)) is None


def as_logged(game: Game) -> tuple[LoggedMove, ...]:
    return tuple(LoggedMove(move, by_bot=False, taken_back=None) for move in game.moves)


def log_pages(game: Game, logged: Sequence[LoggedMove]) -> Iterator[Prompt]:
    return (
        log_page(game, logged, PEOPLE[:2], WORDS, number, offers=OFFERS) for number in range(30)
    )


def test_each_page_of_the_log_leads_to_its_turns() -> None:
    game = play_busily(Game.new(GameOptions(2), 4), 4)
    ends = {turn.number: turn.after for turn in history(game).turns}
    led_to = set()
    for prompt in log_pages(game, as_logged(game)):
        found = menu(prompt)
        assert found is not None
        for choice in found.choices:
            assert f"**{choice.label}**" in prompt.text
            number = int(choice.label.split(" ")[1].strip(","))
            assert choice.value == ReplayTurn(ends[number])
            led_to.add(number)
        assert prompt.text.count("**Turn ") == len(found.choices)
    assert led_to == set(ends)


def test_a_turn_that_was_taken_back_is_told_in_the_log_and_leads_nowhere() -> None:
    game = random_game(2, 5, 40)
    first = history(game).turns[-2].after
    standing, gone = as_logged(game)[:first], as_logged(game)[first:]
    back = tuple(LoggedMove(one.move, by_bot=False, taken_back=99) for one in gone)
    prompt = log_page(game.at(first), (*standing, *back), PEOPLE[:2], WORDS, 0, offers=OFFERS)
    found = menu(prompt)
    assert found is not None
    assert prompt.text.count("**Turn ") > len(found.choices)
    assert all(choice.value.answers <= first for choice in found.choices)  # type: ignore[attr-defined]


def test_what_happened_since_leads_to_the_turns_of_the_others() -> None:
    game = Game.new(GameOptions(3), 5)
    while game.view().turn < 7:
        assert game.waiting is not None
        game.submit(game.waiting.seat, game.legal_actions()[0])
    assert game.waiting is not None
    me = game.waiting.seat
    found = menu(since_page(game, me, PEOPLE[:3], WORDS, OFFERS))
    assert found is not None
    turns = history(game).turns[-2:]
    assert [choice.value for choice in found.choices] == [ReplayTurn(one.after) for one in turns]
    assert all(one.seat != me for one in turns)
    fresh = Game.new(GameOptions(3), 5)
    assert menu(since_page(fresh, 0, PEOPLE[:3], WORDS, OFFERS)) is None


@pytest.mark.parametrize("players", [1, 2])
def test_every_post_of_a_table_has_the_button(players: int) -> None:
    game = play_busily(Game.new(GameOptions(players), 7), 7)
    people = PEOPLE[:players]
    early = game.at(history(game).answers(3))
    for post in (
        turn_notice(early, people, WORDS, OFFERS),
        turn_post(early, history(game).answers(2), people, WORDS, OFFERS),
        turn_post(game, 9, people, WORDS, OFFERS),
        ended_post("", early, WORDS, OFFERS),
        table_then(game, people, WORDS, OFFERS.turns),
    ):
        assert ReplayPost() in [
            button.value for row in post.rows if isinstance(row, tuple) for button in row
        ]


ANSWER = MoveRow(0, "{}", 1)
UNDO = MoveRow(0, None, 1, MoveKind.UNDO)


def test_a_revision_is_found_in_the_game_that_stands() -> None:
    """Two answers stand, one was undone; then two more were taken back, and another was given."""
    gone = MoveRow(0, "{}", 1, taken_back=7)
    back = MoveRow(0, None, 1, MoveKind.BACK)
    log = (ANSWER, ANSWER, ANSWER, UNDO, gone, gone, back, ANSWER)
    expected = ((0, 0), (1, 1), (2, 2), (4, 2), (7, 2), (8, 3), (99, 3))
    assert [(at, standing_answers(log, at)[0]) for at, _ in expected] == list(expected)
    assert not any(standing_answers(log, at)[1] for at, _ in expected)
    assert standing_answers(log, 5) == (2, True)
    assert standing_answers(log, 6) == (2, True)
