"""Suggest a turn: up to three lines of play, each with a reason that can be counted after."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.model.controls import Screen, ScreenKind, Sign
from bot.model.drafts import Ask, Draft, Stale, Submit, Think
from bot.model.messages import Page, Prompt
from bot.present.wizard.lines_page import (
    ShownLine,
    by_source,
    line_of,
    mark_of,
    plan_of,
    text_of,
    with_lines,
)
from bot.present.wizard.page_builder import PageBuilder
from bot.present.wizard.tryout import Tryout
from bot.present.wizard.wizard import wizard_page, wizard_press
from bot.words import Catalog, catalog, languages
from bot.words.pieces import holdings_phrase
from engine import Game, GameOptions
from engine.actions import EndTurn
from engine.advice import ADVICE_SEED, Origin, make_plan
from engine.advice.lines import LineOfPlay, Verdict, suggestion
from engine.advice.outlook import Lighting, Outlook, Readiness, TaskAdvance
from engine.agenda import AfterTurn, PathChoice
from engine.ids import PointSource, Seat
from engine.notation import parse_action
from renderer import LineMark, MarkPlace
from tests.kit.games import at_turn
from tests.kit.marks import long
from tests.kit.pictured import pictured
from tests.kit.position import Position
from tests.kit.stack import Stack
from tests.kit.wizard_player import WORDS, check_limits, pressed, rich, shown, tokens, tried_out


def asked_for(game: Game, seat: Seat = 0, draft: Draft | None = None) -> Draft:
    """The draft in which one of several lines is chosen."""
    first = pressed(game, seat, draft or Draft(), Sign.SUGGEST)
    assert isinstance(first, Ask)
    assert first.draft.screen == Screen(ScreenKind.SUGGESTED)
    outcome = pressed(game, seat, first.draft, Sign.BACK)
    assert isinstance(outcome, Ask)
    assert outcome.draft.screen == Screen(ScreenKind.LINES)
    assert len(outcome.draft.lines) > 1
    return outcome.draft


def buttons(prompt: Page | Prompt) -> list[str]:
    """The tokens of the lines."""
    return [each for each in tokens(prompt) if each.startswith(Sign.SUGGEST)]


def begin(number: int) -> str:
    """What stands before a line."""
    return WORDS.say("lines.line", number=number, line="")


def test_a_press_on_suggest_wants_lines_and_takes_no_time() -> None:
    outcome = wizard_press(rich().game(), 0, Draft(), Sign.SUGGEST)
    assert isinstance(outcome, Think)
    assert outcome.before == ()


def test_each_line_is_a_numbered_row_with_its_button() -> None:
    game = rich().task(3, "B18").game()
    draft = asked_for(game)
    page = shown(game, draft)
    check_limits(page)
    count = len(draft.lines)
    assert page.text.startswith(WORDS.say("lines.heading", n=count))
    for number in range(1, count + 1):
        assert begin(number) in page.text
    assert buttons(page) == [f"{Sign.SUGGEST}{number}" for number in range(count)]
    assert isinstance(page.rows[0], tuple)
    assert [button.label for button in page.rows[0]] == [
        f"Idea {number + 1}" for number in range(count)
    ]


def test_a_chosen_line_is_a_plan_and_back_leads_to_the_lines() -> None:
    game = rich().task(3, "B18").game()
    draft = asked_for(game)
    for number, text in enumerate(draft.lines):
        outcome = wizard_press(game, 0, draft, f"{Sign.SUGGEST}{number}")
        assert isinstance(outcome, Ask)
        assert outcome.draft.screen == Screen(ScreenKind.SUGGESTED)
        answers = tuple(map(parse_action, outcome.draft.answers))
        assert answers == plan_of(line_of(text))
        page = shown(game, outcome.draft)
        assert Sign.CONFIRM in tokens(page)
        assert Draft.load(outcome.draft.dump()) == outcome.draft
        back = wizard_press(game, 0, outcome.draft, Sign.BACK)
        assert back == Ask(draft)
        confirmed = wizard_press(game, 0, outcome.draft, Sign.CONFIRM)
        assert isinstance(confirmed, Submit)
        assert confirmed.actions[: len(answers)] == answers
    assert wizard_press(game, 0, draft, Sign.BACK) == Ask(Draft())


@pytest.mark.parametrize("token", [f"{Sign.SUGGEST}3", f"{Sign.SUGGEST}-1", f"{Sign.SUGGEST}x"])
def test_a_line_that_is_not_there_is_stale(token: str) -> None:
    game = rich().game()
    assert wizard_press(game, 0, asked_for(game), token) == Stale()
    assert wizard_press(game, 0, Draft(), f"{Sign.SUGGEST}0") == Stale()


def test_the_first_line_is_shown_at_once_and_the_others_are_a_press_away() -> None:
    game = rich().task(3, "B18").game()
    first = pressed(game, 0, Draft(), Sign.SUGGEST)
    assert first == wizard_press(game, 0, asked_for(game), f"{Sign.SUGGEST}0")
    assert isinstance(first, Ask)
    page = shown(game, first.draft)
    others = next(button for row in page.rows if isinstance(row, tuple) for button in row[1:2])
    assert others.label == WORDS.say("button.other_ideas")


def test_where_the_first_line_only_ends_the_turn_one_is_chosen() -> None:
    game = rich().game()
    first, *others = suggestion(game, 0, ADVICE_SEED).lines
    found = (replace(first, answers=(EndTurn(),)), *others)
    asked = with_lines(Think(game), found)
    assert isinstance(asked, Ask)
    assert asked.draft.screen == Screen(ScreenKind.LINES)
    assert with_lines(Think(game), found[:1]) == Submit((EndTurn(),))


def test_a_single_line_is_shown_at_once_with_its_reason() -> None:
    game = rich().task(3, "B18").game()
    wanted = wizard_press(game, 0, Draft(), Sign.SUGGEST)
    assert isinstance(wanted, Think)
    outcome = with_lines(wanted, suggestion(game, 0, ADVICE_SEED).lines[:1])
    assert isinstance(outcome, Ask)
    assert outcome.draft.screen == Screen(ScreenKind.SUGGESTED)
    (text,) = outcome.draft.lines
    reason = ShownLine(PageBuilder(game, 0, outcome.draft, WORDS), line_of(text)).why()
    assert WORDS.spell(reason) in shown(game, outcome.draft).text
    assert wizard_press(game, 0, outcome.draft, Sign.BACK) == Ask(Draft())


def test_lines_begin_behind_the_start_tile_of_a_first_turn() -> None:
    game = Game.new(GameOptions(1), 3)
    first = pressed(game, 0, Draft(), Sign.SUGGEST)
    assert isinstance(first, Ask)
    assert first.draft.answers[0].startswith("start ")
    outcome = wizard_press(game, 0, first.draft, Sign.BACK)
    assert isinstance(outcome, Ask)
    page = wizard_page(game, 0, outcome.draft, WORDS)
    check_limits(page)
    chosen = wizard_press(game, 0, outcome.draft, buttons(page)[1])
    assert isinstance(chosen, Ask)
    assert chosen.draft.answers[0] == outcome.draft.answers[0]
    assert Sign.CONFIRM in tokens(wizard_page(game, 0, chosen.draft, WORDS))
    assert wizard_press(game, 0, chosen.draft, Sign.BACK) == outcome


def test_lines_can_be_tried_out() -> None:
    game = rich().game()
    first = tried_out(game, 0, Tryout(), Sign.SUGGEST)
    assert first is not None
    asked = tried_out(game, 0, first, Sign.BACK)
    assert asked is not None
    assert len(asked.draft.lines) > 1
    planned = tried_out(game, 0, asked, f"{Sign.SUGGEST}1")
    assert planned is not None
    assert planned.draft.screen == Screen(ScreenKind.SUGGESTED)


def test_the_pictures_show_where_each_line_begins() -> None:
    game = rich().task(3, "B18").game()
    draft = asked_for(game)
    picture = pictured(shown(game, draft))
    marks = picture.hints.lines
    assert len(marks) == len(draft.lines)
    # Some begin on the main board and some in the city: one picture has the places of both.
    assert {mark.on_board for mark in marks} == {True, False}
    assert {cut.in_city for cut in picture.cut_outs} == {True, False}
    assert len(picture.cut_outs) <= len(marks)
    lit = [line_of(text).answers[0] for text in draft.lines].index(parse_action("ignite 3"))
    assert marks[lit] == LineMark(MarkPlace.SPACE, 3)


@pytest.mark.parametrize(
    ("line", "mark"),
    [
        ("path 1", LineMark(MarkPlace.PATH, 2)),
        ("path pile", LineMark(MarkPlace.PATH, 2)),
        ("great-bonfire 3", LineMark(MarkPlace.WHEEL, 3)),
        ("procession 1", LineMark(MarkPlace.PATH, 1)),
        ("fate top b2 right", LineMark(MarkPlace.FATE, cell="b2")),
    ],
)
def test_the_mark_is_what_changes_first(line: str, mark: LineMark) -> None:
    game = rich().game()
    plan = make_plan(Origin(game, 0), (parse_action(line),))
    assert mark_of(plan, game.view()) == mark


@pytest.mark.parametrize(
    ("players", "seed", "turn"),
    [(2, 3, 24), *(long(players, seed, 20) for players in (1, 2, 3, 4) for seed in (5, 6))],
)
def test_every_number_of_a_reason_is_one_of_the_line(players: int, seed: int, turn: int) -> None:
    game, seat = at_turn(players, seed, turn)
    found = suggestion(game, seat, ADVICE_SEED).lines
    draft = Draft(screen=Screen(ScreenKind.LINES), lines=tuple(map(text_of, found)))
    for language in languages():
        words = catalog(language)
        builder = PageBuilder(game, seat, draft, words)
        page = wizard_page(game, seat, draft, words)
        check_limits(page)
        for line in found:
            shown_line = ShownLine(builder, line_of(text_of(line)))
            assert shown_line.line == line
            check_told(shown_line, words)


def check_told(shown_line: ShownLine, words: Catalog) -> None:
    """Every bonfire that is lit later and every task is told, with its points."""
    told, facts = [words.spell(fact) for fact in shown_line.facts], shown_line.facts
    brings, points = shown_line.line.brings, shown_line.turn.points
    for lit in brings.lit:
        if lit.points:
            (one,) = (fact for fact in told if lit.task in fact and "+" in fact)
            assert all(f"+{points}" in one for _, points in lit.points)
    for ready in brings.ready:
        assert any(ready.task in fact for fact in told)
    for nearer in brings.nearer:
        assert any(nearer.task in fact and str(nearer.have) in fact for fact in told)
    assert all(any(f"+{n}" in fact for fact in told) for _, n in points if n > 0)
    nothing = "lines.nothing" in {fact.key for fact in facts}
    assert not (nothing and (points or brings.ready or brings.nearer))


def test_what_all_lines_bring_is_no_reason_for_one_of_them() -> None:
    game = rich().task(3, "B18").game()
    builder = PageBuilder(game, 0, asked_for(game), WORDS)
    first, *others = (ShownLine(builder, line_of(text)) for text in builder.draft.lines)
    shared = [fact for fact in first.facts if all(fact in other.facts for other in others)]
    alone = [fact for fact in first.facts if fact not in shared]
    assert first.why(others) == (alone or first.facts)[0]


@pytest.mark.parametrize(("seed", "turn"), [(1, 3), (2, 9), (3, 15), long(4, 20), long(5, 27)])
def test_no_reason_stands_twice_in_a_list(seed: int, turn: int) -> None:
    game, seat = at_turn(2, seed, turn)
    found = tuple(map(text_of, suggestion(game, seat, ADVICE_SEED).lines))
    for kept in (found, (*found, *found)):  # the same line twice has the same reasons
        draft = Draft(screen=Screen(ScreenKind.LINES), lines=kept)
        builder = PageBuilder(game, seat, draft, WORDS)
        facts = {
            WORDS.spell(fact) for text in kept for fact in ShownLine(builder, line_of(text)).facts
        }
        told = wizard_page(game, seat, draft, WORDS).text
        assert facts
        for fact in facts:
            assert told.count(fact) <= 1


def line_with(verdict: Verdict, points: int, brings: Outlook | None = None) -> LineOfPlay:
    """A line of `rich` with a comparison."""
    first = "ignite 3" if brings is None else "path 1"
    return LineOfPlay((parse_action(first),), verdict, points, brings or Outlook())


@pytest.mark.parametrize(
    ("verdict", "points", "key"),
    [
        (Verdict.FIRST, 3, "stronger"),
        (Verdict.SAME, 0, "same"),
        (Verdict.WEAKER, 3, "weaker"),
    ],
)
def test_the_difference_stands_beside_a_line(verdict: Verdict, points: int, key: str) -> None:
    game = rich().task(3, "B18").game()
    texts = tuple(text_of(line_with(*each)) for each in ((verdict, points), (Verdict.FIRST, 0)))
    page = shown(game, Draft(screen=Screen(ScreenKind.LINES), lines=texts)).text
    rows = [page.split(begin(number))[1].split("\n")[0] for number in (1, 2)]
    assert rows[0].endswith(WORDS.say(f"lines.{key}", line="", n=points).strip())
    assert not rows[1].endswith("*")


def test_a_plan_says_by_how_much_it_differs() -> None:
    game = rich().task(3, "B18").game()
    for verdict, key in ((Verdict.FIRST, "ahead"), (Verdict.WEAKER, "behind")):
        text = text_of(line_with(verdict, 4))
        draft = Draft(("ignite 3", "council 1"), screen=Screen(ScreenKind.SUGGESTED), lines=(text,))
        assert WORDS.say(f"lines.{key}", n=4) in shown(game, draft).text


def test_a_bonfire_that_can_wait_says_so() -> None:
    game = rich().task(3, "B18").game()
    waits = Outlook(3, waits=(Readiness("B18", 2),))
    first, second = line_with(Verdict.FIRST, 1, waits), line_with(Verdict.WEAKER, 1)
    draft = Draft(screen=Screen(ScreenKind.LINES), lines=(text_of(first), text_of(second)))
    assert WORDS.say("lines.waits", task="B18", n=2) in shown(game, draft).text.split(begin(2))[1]


def test_what_is_lost_is_taken_off() -> None:
    words = [catalog(language) for language in languages()]
    told = by_source(((PointSource.COMMON_TASKS, 6), (PointSource.FATE_TILES, -3)))
    for each in words:
        texts = [each.spell(one) for one in told]
        assert ["+6" in texts[0], "3" in texts[1]] == [True, True]


def test_every_source_of_points_has_words() -> None:
    never = {PointSource.HANDICAP, PointSource.TOM_CARDS, PointSource.LEFTOVERS}
    for language in languages():
        words = catalog(language)
        for source in set(PointSource) - never:
            assert "+4" in words.say(f"lines.source.{source}", n=4)


def test_a_kept_line_is_read_as_it_was_written() -> None:
    points = ((PointSource.BONFIRES, 2), (PointSource.PORTALS, 3))
    brings = Outlook(
        3,
        (Lighting("B01", 2, points),),
        (Readiness("R01", 1),),
        (Readiness("B02", 0),),
        (TaskAdvance("Y01", 2, 3),),
    )
    answers = (parse_action("path 1"), parse_action("pay 1 path"), EndTurn())
    line = LineOfPlay(answers, Verdict.WEAKER, 4, brings)
    assert line_of(text_of(line)) == line
    assert plan_of(line) == answers[:2]
    with pytest.raises(ValueError, match="unpack"):
        line_of("first|path 1")


def test_lines_that_cannot_be_followed_any_more_give_way_to_the_turn() -> None:
    game = rich().game()
    unfit = (parse_action("path 1"), parse_action("put 7"))
    line = text_of(LineOfPlay(unfit, Verdict.FIRST, 0, Outlook()))
    for text in (line, "first|path 1;pay 1 path|path 2"):
        for screen in (Screen(ScreenKind.LINES), Screen(ScreenKind.SUGGESTED)):
            assert shown(game, Draft(screen=screen, lines=(text,) * 2)) == shown(game)


def test_a_question_in_the_middle_of_a_turn_says_what_one_holds() -> None:
    game = Position().tiles(ship=1).resources(herb=2).asked(AfterTurn(), PathChoice()).game()
    me = game.view().seats[0]
    assert WORDS.spell(holdings_phrase(me.tiles, me.resources)) in shown(game).text


Find = Callable[[Game, Seat, int], tuple[LineOfPlay, ...]]


async def thinking_at(
    stack: Stack, patch: pytest.MonkeyPatch
) -> tuple[asyncio.Event, asyncio.Event]:
    """Have lines thought of for as long as a test wants: when it begins, and when it may end."""
    begun, go = asyncio.Event(), asyncio.Event()
    think = stack.games.thinker.advise

    async def wait(find: Find, game: Game, seat: Seat, key: int) -> tuple[LineOfPlay, ...]:
        begun.set()
        await go.wait()
        return await think(find, game, seat, key)

    patch.setattr(stack.games.thinker, "advise", wait)
    return begun, go


async def test_nobody_waits_for_lines_that_are_thought_of(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await stack.start(2)
    me = await stack.mover(game)
    begun, go = await thinking_at(stack, monkeypatch)
    page = await stack.wizard.open(stack.press(me), game, WORDS)
    press = stack.wizard.follow(stack.press(me), game, page.token, Sign.SUGGEST, WORDS)
    waiting = asyncio.create_task(press)
    await begun.wait()
    async with stack.games.hold(game) as table:
        assert table.id == game
    go.set()
    assert Sign.CONFIRM in tokens((await waiting).prompt)


async def test_lines_of_a_position_that_is_gone_are_not_shown(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await stack.start(2)
    me = await stack.mover(game)
    begun, go = await thinking_at(stack, monkeypatch)
    page = await stack.wizard.open(stack.press(me), game, WORDS)
    press = stack.wizard.follow(stack.press(me), game, page.token, Sign.SUGGEST, WORDS)
    waiting = asyncio.create_task(press)
    await begun.wait()
    again = await stack.wizard.open(stack.press(me), game, WORDS)
    go.set()
    late = await waiting
    assert not [each for each in buttons(late.prompt) if each != Sign.SUGGEST]
    assert late.token == again.token  # both show what is there now
    assert late.prompt.text.startswith(WORDS.say("error.stale"))
