"""The puzzle of the day: tried on the pages of the wizard, judged at once, counted by days."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from bot.features.puzzle.collection import StoredPuzzle
from bot.features.puzzle.pages import daily_puzzle, puzzle_page
from bot.features.puzzle.posed import pressed as judged
from bot.features.puzzle.posed import question_page
from bot.features.puzzle.puzzle import Goal, Puzzle
from bot.features.puzzle.service import Puzzlers, PuzzleService
from bot.features.puzzle.values import (
    PUZZLE_SECONDS,
    SOLUTION,
    PuzzleAnswer,
    PuzzlerRow,
    collection,
)
from bot.model.controls import Sign
from bot.model.messages import Button, Menu, Page, Prompt
from bot.model.rows import PersonRow
from bot.present.wizard.tryout import Tryout
from bot.services.play.pages import WizardPage
from bot.words import Catalog, catalog
from engine.actions import Action, Discard, EndTurn, PlaceFate
from engine.notation import format_action
from tests.features.puzzle.maker.maker import DAILY
from tests.kit.marks import long
from tests.kit.pictured import pictured
from tests.kit.stack import PEOPLE, Stack

WORDS = catalog()
ADA = PEOPLE[0].id
LANGUAGES = ("en", "de", "pl")


def example(goal: Goal) -> tuple[Puzzle, StoredPuzzle]:
    lasting = (each for each in collection().puzzles if not each[1].until)
    game, stored = next(each for each in lasting if each[1].goal is goal)
    return game.puzzle(stored), stored


@pytest.fixture(scope="module", params=DAILY)
def chosen(request: pytest.FixtureRequest) -> tuple[Puzzle, StoredPuzzle]:
    return example(request.param)


def service(stack: Stack, puzzle: tuple[Puzzle, StoredPuzzle]) -> PuzzleService:
    return PuzzleService(stack.store, stack.clock, lambda _day: puzzle)


def answers(prompt: Prompt | Page) -> Iterator[str]:
    for row in prompt.rows:
        if isinstance(row, Menu):
            values = [choice.value for choice in row.choices]
        else:
            assert isinstance(row, tuple)
            values = [button.value for button in row]
        for value in values:
            assert isinstance(value, PuzzleAnswer)
            yield value.token


async def pressed(puzzles: PuzzleService, page: WizardPage, answer: str) -> WizardPage:
    return await puzzles.follow(ADA, page.token, answer, WORDS)


async def row_of(stack: Stack, person: int = ADA) -> PuzzlerRow:
    row = await stack.store.read(lambda tx: tx.of(Puzzlers).get(person))
    assert row is not None
    return row


async def tried(puzzles: PuzzleService, line: tuple[str, ...]) -> WizardPage:
    """Give the answers of a line turn by turn, as whoever chooses each of them."""
    page = await puzzles.open(ADA, WORDS)
    turn: list[str] = []
    for answer in line:
        turn.append(answer)
        if answer == format_action(EndTurn()):
            page = await confirmed(puzzles, page, turn)
            turn = []
    return await confirmed(puzzles, page, turn) if turn else page


async def confirmed(puzzles: PuzzleService, page: WizardPage, turn: list[str]) -> WizardPage:
    """Choose these answers and confirm them; the end of a turn goes with what it follows."""
    chosen = [answer for answer in turn if answer != format_action(EndTurn())]
    page = await pressed(puzzles, page, Sign.ANSWER + ";".join(chosen))
    if Sign.CONFIRM in answers(page.prompt):
        page = await pressed(puzzles, page, Sign.CONFIRM)
    return page


def solution(puzzle: tuple[Puzzle, StoredPuzzle]) -> tuple[str, ...]:
    return tuple(map(format_action, puzzle[1].solution))


async def solved(stack: Stack, puzzle: tuple[Puzzle, StoredPuzzle]) -> WizardPage:
    return await tried(service(stack, puzzle), solution(puzzle))


async def missed(stack: Stack, puzzle: tuple[Puzzle, StoredPuzzle]) -> WizardPage:
    """Place a fate tile where it brings less than possible."""
    game, stored = puzzle
    placings = [each for each in game.copy().legal_actions() if isinstance(each, PlaceFate)]
    wrong = next(each for each in placings if each != stored.solution[0])
    return await tried(service(stack, puzzle), (format_action(wrong),))


async def test_the_goal_is_told_with_a_picture_of_the_city(
    stack: Stack, chosen: tuple[Puzzle, StoredPuzzle]
) -> None:
    page = await service(stack, chosen).open(ADA, WORDS)
    day = f"{datetime.fromtimestamp(stack.clock.now(), UTC):%B %-d, %Y}"
    assert page.prompt.text.startswith(f"**Puzzle of the day, {day}**\n")
    assert WORDS.say(f"puzzle.goal.{chosen[1].goal}", n=chosen[1].turns) in page.prompt.text
    picture = pictured(page.prompt)
    assert picture.seat == chosen[0].seat
    assert len(page.names) == len(picture.view.seats)


async def test_nothing_suggests_the_answer(
    stack: Stack, chosen: tuple[Puzzle, StoredPuzzle]
) -> None:
    puzzles = service(stack, chosen)
    page = await puzzles.open(ADA, WORDS)
    assert Sign.SUGGEST not in answers(page.prompt)
    menus = [row for row in page.prompt.rows if isinstance(row, Menu)]
    mark = WORDS.say("offer.suggested")
    assert menus
    assert not any(mark in choice.description for menu in menus for choice in menu.choices)
    before = await row_of(stack)
    stale = await pressed(puzzles, page, Sign.SUGGEST)
    assert stale.prompt.text.startswith(WORDS.say("puzzle.stale"))
    assert await row_of(stack) == before


async def test_beside_the_rules_of_a_puzzle_nothing_leads_to_a_game(
    stack: Stack, chosen: tuple[Puzzle, StoredPuzzle]
) -> None:
    puzzles = service(stack, chosen)
    page = await puzzles.open(ADA, WORDS)
    rules = next(each for each in answers(page.prompt) if each.startswith(Sign.RULES))
    read = await pressed(puzzles, page, rules)
    assert Sign.BACK in answers(read.prompt)
    assert page.page.further is not None
    assert read.page.further is None, "a press on it would be stale"


def test_rows_stand_in_the_order_of_the_box_and_give_no_hint(
    chosen: tuple[Puzzle, StoredPuzzle],
) -> None:
    puzzle, stored = chosen
    daily = daily_puzzle(20_000, puzzle, stored)
    options = list(map(format_action, puzzle.game.legal_actions()))
    page = question_page(daily, Tryout(), WORDS)
    rows = [choice for row in page.rows if isinstance(row, Menu) for choice in row.choices]
    first = [
        options.index(choice.value.token.removeprefix(Sign.ANSWER).split(";")[0])
        for choice in rows
        if isinstance(choice.value, PuzzleAnswer) and choice.value.token.startswith(Sign.ANSWER)
    ]
    assert first == sorted(first)
    meets = WORDS.say("worth.meets", task="").strip(" .")
    assert not any(meets in choice.description for choice in rows)
    best = WORDS.say("prompt.best", offer="").strip(" .")
    assert not any(choice.description.startswith(best) for choice in rows)


@pytest.mark.parametrize("share", [60, long(1)])
def test_the_first_row_is_seldom_the_solution(share: int) -> None:
    """At most one in ten, as if a row had been drawn."""
    lasting = [each for each in collection().puzzles if not each[1].until][::share]
    given_away = sum(first_row_solves(game.puzzle(stored), stored) for game, stored in lasting)
    assert given_away <= len(lasting) / 10


def first_row_solves(puzzle: Puzzle, stored: StoredPuzzle) -> bool:
    """Press the first row of each page, and see whether that solves a puzzle."""
    daily = daily_puzzle(20_000, puzzle, stored)
    row = PuzzlerRow(person=ADA, day=20_000, token="", body=Tryout().dump())
    while not row.tries:
        first, *others = answers(puzzle_page(daily, row, WORDS))
        following = judged(daily, row, Sign.CONFIRM if Sign.CONFIRM in others else first)
        assert following is not None
        row = following
    return row.solved > 0


async def test_a_puzzle_is_solved_at_the_first_try(
    stack: Stack, chosen: tuple[Puzzle, StoredPuzzle]
) -> None:
    page = await solved(stack, chosen)
    assert WORDS.say("puzzle.solved_first", stars="★★★") in page.prompt.text
    assert WORDS.say("puzzle.solution") in page.prompt.text
    row = await row_of(stack)
    assert (row.tries, row.solved, row.streak) == (1, 1, 1)
    day = f"{datetime.fromtimestamp(stack.clock.now(), UTC):%B %-d, %Y}"
    assert f"`Bonfire puzzle, {day}: solved on the first try ★★★`" in page.prompt.text
    assert page.prompt.changes
    again = await service(stack, chosen).open(ADA, WORDS)
    assert again.prompt == page.prompt


async def test_what_is_missing_is_told_and_the_next_try_counts_as_the_second(
    stack: Stack,
) -> None:
    puzzle = example(Goal.TILES)
    page = await missed(stack, puzzle)
    assert "Not yet: this spot gains" in page.prompt.text
    assert f"but {puzzle[1].best} are possible" in page.prompt.text
    assert WORDS.say("puzzle.solution") not in page.prompt.text
    assert set(answers(page.prompt)) == {Sign.RESET, SOLUTION}
    await pressed(service(stack, puzzle), page, Sign.RESET)
    page = await solved(stack, puzzle)
    assert WORDS.say("puzzle.solved", n=2, stars="★★☆") in page.prompt.text
    assert "solved on try 2 ★★☆`" in page.prompt.text


def beside_fate(puzzle: Puzzle) -> list[Action] | None:
    """The answers of a turn without a fate tile, each question answered with what stands first."""
    for begun in puzzle.copy().legal_actions():
        copy, line = puzzle.copy(), [begun]
        while not isinstance(begun, PlaceFate | Discard):
            copy.submit(puzzle.seat, line[-1])
            if copy.revealed > puzzle.game.revealed or puzzle.is_over(copy):
                break
            line.append(copy.legal_actions()[0])
        if copy.moves and copy.revealed == puzzle.game.revealed:
            return line
    return None


async def test_another_action_places_no_fate_tile(stack: Stack) -> None:
    of_tiles = (each for each in collection().puzzles if each[1].goal is Goal.TILES)
    puzzles = ((game.puzzle(stored), stored) for game, stored in of_tiles)
    puzzle, line = next((each, line) for each in puzzles if (line := beside_fate(each[0])))
    page = await tried(service(stack, puzzle), tuple(map(format_action, line)))
    assert WORDS.say("puzzle.missed.no_tile") in page.prompt.text


async def test_whoever_looks_at_the_solution_has_not_solved_it(stack: Stack) -> None:
    puzzle = example(Goal.TILES)
    page = await missed(stack, puzzle)
    page = await pressed(service(stack, puzzle), page, SOLUTION)
    assert WORDS.say("puzzle.solution") in page.prompt.text
    assert WORDS.say("puzzle.shown") in page.prompt.text
    await pressed(service(stack, puzzle), page, Sign.RESET)
    page = await solved(stack, puzzle)
    assert WORDS.say("puzzle.shown") in page.prompt.text
    row = await row_of(stack)
    assert (row.solved, row.streak) == (0, 0)


async def test_the_solution_is_not_shown_before_a_try(stack: Stack) -> None:
    puzzle = example(Goal.BONFIRE)
    puzzles = service(stack, puzzle)
    page = await pressed(puzzles, await puzzles.open(ADA, WORDS), SOLUTION)
    assert WORDS.say("puzzle.solution") not in page.prompt.text


async def test_days_in_a_row_are_counted_until_one_is_left_out(stack: Stack) -> None:
    puzzle = example(Goal.TILES)
    for streak in (1, 2, 3):
        await solved(stack, puzzle)
        assert (await row_of(stack)).streak == streak
        stack.clock.at += PUZZLE_SECONDS
    stack.clock.at += PUZZLE_SECONDS
    await solved(stack, puzzle)
    assert (await row_of(stack)).streak == 1
    stack.clock.at += PUZZLE_SECONDS
    await missed(stack, puzzle)
    stack.clock.at += PUZZLE_SECONDS
    await solved(stack, puzzle)
    assert (await row_of(stack)).streak == 1


async def test_a_puzzle_begun_before_midnight_counts_for_its_day(stack: Stack) -> None:
    puzzle = example(Goal.TILES)
    puzzles = service(stack, puzzle)
    stack.clock.at = 1000 * PUZZLE_SECONDS - 60
    page = await puzzles.open(ADA, WORDS)
    stack.clock.at += 120
    await confirmed(puzzles, page, list(solution(puzzle)))
    assert ((await row_of(stack)).day, (await row_of(stack)).streak) == (999, 1)
    await puzzles.open(ADA, WORDS)
    assert ((await row_of(stack)).day, (await row_of(stack)).streak) == (1000, 1)


async def test_an_older_page_shows_the_newest(stack: Stack) -> None:
    puzzle = example(Goal.TILES)
    puzzles = service(stack, puzzle)
    first = await puzzles.open(ADA, WORDS)
    await pressed(puzzles, first, Sign.BOARD)
    page = await pressed(puzzles, first, Sign.BOARD)
    assert page.prompt.text.startswith(WORDS.say("puzzle.stale"))


async def test_steps_are_taken_back_and_everybody_has_their_own(stack: Stack) -> None:
    puzzle = example(Goal.BONFIRE)
    puzzles = service(stack, puzzle)
    line = solution(puzzle)
    first = await puzzles.open(ADA, WORDS)
    turn = list(line[: line.index("end") + 1])
    page = await confirmed(puzzles, first, turn)
    assert Sign.UNDO in answers(page.prompt)
    bo = PersonRow(22, "Bo").id
    assert (await puzzles.open(bo, WORDS)).prompt == first.prompt
    page = await pressed(puzzles, page, Sign.UNDO)
    assert page.prompt == first.prompt
    assert (await row_of(stack)).tries == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_goal_leaves_room_for_the_wizard(
    chosen: tuple[Puzzle, StoredPuzzle], language: str
) -> None:
    words: Catalog = catalog(language)
    page = question_page(daily_puzzle(20_000, *chosen), Tryout(), words)
    assert len(page.text) < 1800
    assert "…" not in page.text
    assert all(isinstance(row, Menu | tuple) for row in page.rows)
    buttons = [button for row in page.rows if isinstance(row, tuple) for button in row]
    assert all(isinstance(button, Button) for button in buttons)


async def test_all_languages_tell_the_solution(
    stack: Stack, chosen: tuple[Puzzle, StoredPuzzle]
) -> None:
    await solved(stack, chosen)
    puzzles = service(stack, chosen)
    texts = {(await puzzles.open(ADA, catalog(each))).prompt.text for each in LANGUAGES}
    assert len(texts) == len(LANGUAGES)
    assert all(len(text) < 1900 for text in texts)
