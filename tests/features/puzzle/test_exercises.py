"""The exercises behind the lesson: listed, tried on the pages of puzzles, and rewarded by stars."""

from typing import ClassVar

import pytest

from bot.features.puzzle.exercise_pages import exercise_page, posed_exercise
from bot.features.puzzle.exercise_service import EXERCISES_SOLVED, Exercises, ExerciseService
from bot.features.puzzle.puzzle import Goal
from bot.features.puzzle.values import (
    GOALS,
    SOLUTION,
    ExerciseAnswer,
    ExerciseRow,
    ListExercises,
    OpenExercise,
    exercise,
)
from bot.model import messages, rows, telemetry
from bot.model.buttons import ShowStatus
from bot.model.controls import Sign
from bot.model.custom_ids import UNBOUND, Binding
from bot.model.errors import UserError
from bot.model.offers import WayIn
from bot.present.wizard.tryout import Tryout
from bot.services.games.kind import GameKind
from bot.services.play.pages import WizardPage
from bot.words import catalog
from engine import GameOptions, actions
from engine.notation import format_action
from renderer import PicturePart
from tests.kit.pictured import pictured
from tests.kit.stack import PEOPLE, Stack
from tests.kit.wizard_player import buttons, check_limits

WORDS = catalog()
ADA, BO = PEOPLE[0].id, PEOPLE[1].id
LANGUAGES = ("en", "de", "pl")


def controls(prompt: messages.Prompt) -> list[str]:
    values = [button.value for button in buttons(prompt)]
    menus = (row for row in prompt.rows if isinstance(row, messages.Menu))
    values += [choice.value for menu in menus for choice in menu.choices]
    return [value.token for value in values if isinstance(value, ExerciseAnswer)]


async def pressed(service: ExerciseService, page: WizardPage, answer: str) -> WizardPage:
    return await service.follow(ADA, page.revision, page.token, answer, WORDS)


async def played(service: ExerciseService, goal: Goal, *, well: bool = True) -> WizardPage:
    """Try an exercise anew: by its solution, or by a fate tile in another place."""
    page = await service.open(ADA, goal, WORDS)
    if Sign.RESET in controls(page.prompt):
        page = await pressed(service, page, Sign.RESET)
    puzzle, stored = exercise(goal)
    line = [format_action(each) for each in stored.solution if each != actions.EndTurn()]
    if not well:
        placings = [
            each for each in puzzle.copy().legal_actions() if isinstance(each, actions.PlaceFate)
        ]
        line = [format_action(next(each for each in placings if each != stored.solution[0]))]
    for at, answer in enumerate(line):
        page = await pressed(service, page, Sign.ANSWER + answer)
        if at == len(line) - 1 and Sign.CONFIRM in controls(page.prompt):
            page = await pressed(service, page, Sign.CONFIRM)
    return page


async def listed_for(stack: Stack, person: rows.PersonRow) -> messages.Prompt:
    service = ExerciseService(stack.store, stack.games)
    _, listed = await service.all_of(stack.press(person), WORDS)
    return listed


async def row_of(stack: Stack, goal: Goal, person: int = ADA) -> ExerciseRow:
    row = await stack.store.read(lambda tx: tx.of(Exercises).get(person, goal))
    assert row is not None
    return row


@pytest.mark.parametrize("goal", GOALS)
async def test_each_is_solved_at_once_for_three_stars(stack: Stack, goal: Goal) -> None:
    service = ExerciseService(stack.store, stack.games)
    before = telemetry.TALLY[EXERCISES_SOLVED, goal]
    first = await service.open(ADA, goal, WORDS)
    assert WORDS.say(f"puzzle.goal.{goal}", n=1) in first.prompt.text
    assert Sign.SUGGEST not in controls(first.prompt)
    page = await played(service, goal)
    assert "★★★" in page.prompt.text
    assert (await row_of(stack, goal)).stars == 3
    assert telemetry.TALLY[EXERCISES_SOLVED, goal] == before + 1
    assert (await service.open(ADA, goal, WORDS)).prompt == page.prompt
    listed = await listed_for(stack, PEOPLE[0])
    assert f"{WORDS.say(f'exercise.name.{goal}')} ★★★" in listed.text
    assert "★" not in (await listed_for(stack, PEOPLE[1])).text


@pytest.mark.parametrize(("solved", "stars"), [(0, 0), (1, 3), (2, 2), (3, 1), (9, 1)])
def test_more_tries_bring_fewer_stars(solved: int, stars: int) -> None:
    row = ExerciseRow(person=1, goal=Goal.HOME, token="", body="", solved=solved)
    assert row.stars == stars


async def test_a_turn_that_misses_the_goal_says_so_and_is_tried_again(stack: Stack) -> None:
    service, goal = ExerciseService(stack.store, stack.games), Goal.TILES
    page = await played(service, goal, well=False)
    assert "Not yet: this spot gains" in page.prompt.text
    assert controls(page.prompt) == [Sign.RESET, SOLUTION]
    page = await played(service, goal)
    assert "★★☆" in page.prompt.text


async def test_people_who_look_at_the_solution_have_no_stars(stack: Stack) -> None:
    service, goal = ExerciseService(stack.store, stack.games), Goal.TILES
    page = await played(service, goal, well=False)
    page = await pressed(service, page, SOLUTION)
    assert WORDS.say("exercise.shown") in page.prompt.text
    values = [button.value for button in buttons(page.prompt)]
    assert values[1:] == [OpenExercise(GOALS[GOALS.index(goal) + 1]), ListExercises()]
    await played(service, goal)
    assert (await row_of(stack, goal)).stars == 0


async def test_the_list_recommends_the_first_that_is_neither_solved_nor_shown(
    stack: Stack,
) -> None:
    service = ExerciseService(stack.store, stack.games)
    await played(service, GOALS[0])
    page = await played(service, GOALS[1], well=False)
    await pressed(service, page, SOLUTION)
    listed = buttons(await listed_for(stack, PEOPLE[0]))
    assert [one.value for one in listed if one.style is messages.Style.GO] == [
        OpenExercise(GOALS[2])
    ]


@pytest.mark.parametrize("goal", GOALS)
async def test_a_place_for_a_fate_tile_is_looked_for_in_the_fate_area(
    stack: Stack, goal: Goal
) -> None:
    page = await ExerciseService(stack.store, stack.games).open(ADA, goal, WORDS)
    parts = [cut.part for cut in pictured(page.prompt).cut_outs]
    assert parts == ([PicturePart.FATE_TILES] if goal is Goal.TILES else [])


@pytest.mark.parametrize("goal", GOALS)
async def test_before_its_line_an_exercise_leads_back_in_one_row_and_tells_that_all_stands_still(
    stack: Stack, goal: Goal
) -> None:
    service = ExerciseService(stack.store, stack.games)
    page = await service.open(ADA, goal, WORDS)
    *_, last = page.prompt.rows
    assert buttons(page.prompt)[-1].value == ListExercises()
    assert isinstance(last, tuple)
    assert goal is Goal.TILES or len(last) == len(buttons(page.prompt))
    assert WORDS.say("puzzle.alone") in page.prompt.text
    answer = next(each for each in controls(page.prompt) if each.startswith(Sign.ANSWER))
    begun = await pressed(service, page, answer)
    assert WORDS.say("puzzle.alone") not in begun.prompt.text


async def test_older_pages_show_the_newest_and_made_up_ones_none(stack: Stack) -> None:
    service = ExerciseService(stack.store, stack.games)
    first = await service.open(ADA, Goal.HOME, WORDS)
    await pressed(service, first, Sign.BOARD)
    stale = await pressed(service, first, Sign.BOARD)
    assert stale.prompt.text.startswith(WORDS.say("puzzle.stale"))
    other = await service.follow(BO, first.revision, first.token, Sign.BOARD, WORDS)
    assert WORDS.say("puzzle.goal.home") in other.prompt.text
    for number in (0, len(GOALS) + 1):
        with pytest.raises(UserError):
            await service.follow(ADA, number, first.token, Sign.BOARD, WORDS)


async def test_the_list_leads_to_each_and_each_back(stack: Stack) -> None:
    service = ExerciseService(stack.store, stack.games)
    listed = await listed_for(stack, PEOPLE[0])
    assert [button.value for button in buttons(listed)] == [OpenExercise(goal) for goal in GOALS]
    page = await played(service, GOALS[0])
    values = [button.value for button in buttons(page.prompt)]
    assert values == [OpenExercise(GOALS[1]), ListExercises()]
    last = await played(service, GOALS[-1])
    assert [button.value for button in buttons(last.prompt)] == [ListExercises()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("goal", GOALS)
def test_every_page_keeps_its_limits(goal: Goal, language: str) -> None:
    words, posed = catalog(language), posed_exercise(goal)
    for body, solved, tries in ((Tryout(), 0, 0), (posed.solution, 1, 1), (posed.solution, 0, 1)):
        row = ExerciseRow(
            person=1, goal=goal, token="t", body=body.dump(), solved=solved, tries=tries
        )
        page = exercise_page(posed, row, words)
        check_limits(page)
        assert words.say(f"puzzle.goal.{goal}", n=1) in page.text
        assert words.say(f"exercise.name.{goal}") in page.text


@pytest.mark.parametrize("goal", GOALS)
async def test_no_list_begins_with_what_is_to_be_found(stack: Stack, goal: Goal) -> None:
    service = ExerciseService(stack.store, stack.games)
    _, stored = exercise(goal)
    sought = {Sign.ANSWER + format_action(each) for each in stored.solution}
    first = await service.open(ADA, goal, WORDS)
    lists = [each for each in controls(first.prompt) if each.startswith(Sign.LIST)]
    pages = [first]
    for control in lists:
        opened = await pressed(service, first, control)
        pages.append(opened)
        first = await pressed(service, opened, Sign.BACK)
    for page in pages:
        menus = [row for row in page.prompt.rows if isinstance(row, messages.Menu)]
        begun = {
            choice.value.token.partition(";")[0]
            for menu in menus
            for choice in menu.choices[:1]
            if isinstance(choice.value, ExerciseAnswer) and len(menu.choices) > 1
        }
        assert begun
        assert not begun & sought


async def test_another_way_than_the_solution_is_told_as_such(stack: Stack) -> None:
    service = ExerciseService(stack.store, stack.games)
    own, another = WORDS.say("puzzle.solution"), WORDS.say("puzzle.another")
    page = await played(service, Goal.COUNTDOWN)
    assert own in page.prompt.text
    assert another not in page.prompt.text
    page = await service.open(BO, Goal.COUNTDOWN, WORDS)
    for answer in ("=ignite 6", "=council 2"):
        page = await service.follow(BO, page.revision, page.token, answer, WORDS)
    assert "★★★" in page.prompt.text
    assert another in page.prompt.text
    assert own not in page.prompt.text


class Led(GameKind):
    """A game to which the list of the exercises has a way back."""

    name: ClassVar[str] = "led"
    way_back: ClassVar[WayIn | None] = WayIn("table_button.status", ShowStatus())


async def test_the_list_leads_back_to_a_game_in_the_channel_that_has_a_way_and_to_no_other(
    stack: Stack,
) -> None:
    back, games = ShowStatus(), stack.games
    press = stack.press(PEOPLE[0])
    started = await games.start(press, GameOptions(players=1), PEOPLE[:1], kind=Led())
    await stack.start(2, channel=8)
    service = ExerciseService(stack.store, games)
    bound, listed = await service.all_of(press, WORDS)
    assert bound == Binding(started.game)
    assert buttons(listed)[-1].value == back
    for other in (stack.press(PEOPLE[1]), stack.press(PEOPLE[0], channel=8)):
        bound, listed = await service.all_of(other, WORDS)
        assert bound == UNBOUND
        assert back not in [button.value for button in buttons(listed)]
