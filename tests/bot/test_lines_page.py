"""Suggest a turn: up to three lines of play, each with a reason that can be counted after."""

import asyncio
from collections.abc import Callable
from itertools import islice

import pytest

from bot.model.controls import Screen, ScreenKind, Sign
from bot.model.drafts import Ask, Draft, Stale, Submit, Think
from bot.model.messages import Prompt
from bot.model.pages import Page
from bot.present.wizard.line_drafts import KeptLine, with_lines
from bot.present.wizard.line_marks import mark_of
from bot.present.wizard.lines_page import ShownLine
from bot.present.wizard.page_builder import PageBuilder
from bot.present.wizard.tryout import Tryout
from bot.present.wizard.wizard import wizard_page, wizard_press
from bot.words import Catalog, Phrase, catalog, languages
from bot.words.pieces import holdings_phrase
from engine import Game, GameOptions
from engine.actions import EndTurn
from engine.advice import ADVICE_SEED, Origin, make_plan
from engine.advice.lines import LineOfPlay, Verdict, lines
from engine.agenda import AfterTurn, PathChoice
from engine.ids import PointSource, Seat
from engine.notation import parse_action
from renderer import CityPlace, LineMark
from tests.agents.games import questions
from tests.bot.stack import Stack
from tests.bot.wizard_player import (
    WORDS,
    check_limits,
    pressed,
    rich,
    shown,
    tokens,
    tried_out,
)
from tests.marks import long
from tests.position import Position

FAR_SIGHTED = 8_000


def at_turn(players: int, seed: int, turn: int) -> tuple[Game, Seat]:
    """A game that the substitute plays, before its so many-th question."""
    game = Game.new(GameOptions(players), seed)
    seat = next(islice(questions(game, range(max(2, players)), seed), turn, None))
    return game, seat


def asked_for(game: Game, seat: Seat = 0, draft: Draft | None = None) -> Draft:
    """The draft in which one of several lines is chosen."""
    outcome = pressed(game, seat, draft or Draft(), Sign.SUGGEST)
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
    assert page.text.startswith(WORDS.say("lines.heading", n=3))
    for number in (1, 2, 3):
        assert begin(number) in page.text
    assert buttons(page) == [f"{Sign.SUGGEST}{number}" for number in range(3)]
    assert isinstance(page.rows[0], tuple)
    assert [button.label for button in page.rows[0]] == ["Idea 1", "Idea 2", "Idea 3"]


def test_a_chosen_line_is_a_plan_and_back_leads_to_the_lines() -> None:
    game = rich().task(3, "B18").game()
    draft = asked_for(game)
    for number, text in enumerate(draft.lines):
        outcome = wizard_press(game, 0, draft, f"{Sign.SUGGEST}{number}")
        assert isinstance(outcome, Ask)
        assert outcome.draft.screen == Screen(ScreenKind.SUGGESTED)
        answers = tuple(map(parse_action, outcome.draft.answers))
        assert answers == KeptLine.load(text).plan
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


def test_a_single_line_is_shown_at_once_with_its_reason() -> None:
    game = rich().task(3, "B18").game()
    wanted = wizard_press(game, 0, Draft(), Sign.SUGGEST)
    assert isinstance(wanted, Think)
    outcome = with_lines(wanted, lines(game, 0, ADVICE_SEED)[:1])
    assert isinstance(outcome, Ask)
    assert outcome.draft.screen == Screen(ScreenKind.SUGGESTED)
    (text,) = outcome.draft.lines
    reason = ShownLine(PageBuilder(game, 0, outcome.draft, WORDS), KeptLine.load(text)).why()
    assert WORDS.spell(reason) in shown(game, outcome.draft).text
    assert wizard_press(game, 0, outcome.draft, Sign.BACK) == Ask(Draft())


def test_lines_begin_behind_the_start_tile_of_a_first_turn() -> None:
    game = Game.new(GameOptions(1), 3)
    outcome = pressed(game, 0, Draft(), Sign.SUGGEST)
    assert isinstance(outcome, Ask)
    assert outcome.draft.answers[0].startswith("start ")
    page = wizard_page(game, 0, outcome.draft, WORDS)
    check_limits(page)
    chosen = wizard_press(game, 0, outcome.draft, buttons(page)[1])
    assert isinstance(chosen, Ask)
    assert chosen.draft.answers[0] == outcome.draft.answers[0]
    assert Sign.CONFIRM in tokens(wizard_page(game, 0, chosen.draft, WORDS))
    assert wizard_press(game, 0, chosen.draft, Sign.BACK) == outcome


def test_lines_can_be_tried_out() -> None:
    game = rich().game()
    asked = tried_out(game, 0, Tryout(), Sign.SUGGEST)
    assert asked is not None
    assert len(asked.draft.lines) > 1
    planned = tried_out(game, 0, asked, f"{Sign.SUGGEST}1")
    assert planned is not None
    assert planned.draft.screen == Screen(ScreenKind.SUGGESTED)


def test_the_city_shows_where_each_line_begins() -> None:
    game = rich().task(3, "B18").game()
    draft = asked_for(game)
    (picture,) = shown(game, draft).pictures
    marks = picture.hints.lines
    assert len(marks) == len(draft.lines)
    assert picture.seat == 0
    lit = [KeptLine.load(text).answers[0] for text in draft.lines].index(parse_action("ignite 3"))
    assert marks[lit] == LineMark(CityPlace.SPACE, 3)


@pytest.mark.parametrize(
    ("line", "mark"),
    [
        ("path 1", LineMark(CityPlace.PATH, 2)),
        ("path pile", LineMark(CityPlace.PATH, 2)),
        ("great-bonfire 3", LineMark(CityPlace.SUPPLIES)),
        ("procession 1", LineMark(CityPlace.PATH, 1)),
        ("fate top b2 right", LineMark(CityPlace.FATE, cell="b2")),
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
def test_every_number_of_a_reason_is_one_of_the_line(
    players: int, seed: int, turn: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.advice.lines.POSITIONS_FOR_LINES", FAR_SIGHTED)
    game, seat = at_turn(players, seed, turn)
    found = lines(game, seat, ADVICE_SEED)
    draft = Draft(screen=Screen(ScreenKind.LINES), lines=tuple(map(kept, found)))
    for language in languages():
        words = catalog(language)
        builder = PageBuilder(game, seat, draft, words)
        page = wizard_page(game, seat, draft, words)
        check_limits(page)
        for line in found:
            shown_line = ShownLine(builder, KeptLine.load(kept(line)))
            assert shown_line.brings == line.brings
            check_told(line, shown_line.facts, words)


def kept(line: LineOfPlay) -> str:
    return KeptLine(line.verdict, line.answers, line.later).dump()


def check_told(line: LineOfPlay, facts: tuple[Phrase, ...], words: Catalog) -> None:
    """Every bonfire that is lit later and every task is told, with its points."""
    told = [words.spell(fact) for fact in facts]
    for lit in line.brings.lit:
        if lit.turns and lit.points:
            (one,) = (fact for fact in told if lit.task in fact and "+" in fact)
            assert all(f"+{points}" in one for _, points in lit.points)
    for ready in line.brings.ready:
        assert any(ready.task in fact for fact in told)
    for nearer in line.brings.nearer:
        assert any(nearer.task in fact and str(nearer.have) in fact for fact in told)
    nothing = {"lines.nothing", "lines.nothing_now"} & {fact.key for fact in facts}
    assert not (nothing and (line.brings.points or line.brings.ready or line.brings.nearer))


def test_what_all_lines_bring_is_no_reason_for_one_of_them() -> None:
    game = rich().task(3, "B18").game()
    builder = PageBuilder(game, 0, asked_for(game), WORDS)
    first, *others = (ShownLine(builder, KeptLine.load(text)) for text in builder.draft.lines)
    shared = [fact for fact in first.facts if all(fact in other.facts for other in others)]
    alone = [fact for fact in first.facts if fact not in shared]
    assert first.why(others) == (alone or first.facts)[0]


@pytest.mark.parametrize("verdict", [Verdict.SAME, Verdict.WEAKER, Verdict.STRONGER])
def test_doubt_stands_beside_a_line(verdict: Verdict) -> None:
    game = rich().game()
    draft = asked_for(game)
    first, second, third = map(KeptLine.load, draft.lines)
    changed = KeptLine(verdict, second.answers, second.later)
    told = Draft(
        screen=Screen(ScreenKind.LINES), lines=(first.dump(), changed.dump(), third.dump())
    )
    row = shown(game, told).text.split(begin(2))[1].split("\n")[0]
    assert row.endswith(WORDS.say(f"lines.{verdict}", line="").strip())
    title = shown(game, told).text.split(begin(1))[1].split("\n")[0]
    assert not title.endswith("*")


def test_every_source_of_points_has_words() -> None:
    never = {PointSource.HANDICAP, PointSource.TOM_CARDS, PointSource.LEFTOVERS}
    for language in languages():
        words = catalog(language)
        for source in set(PointSource) - never:
            assert "+4" in words.say(f"lines.source.{source}", n=4)


def test_a_kept_line_is_read_as_it_was_written() -> None:
    line = KeptLine(
        Verdict.SAME,
        (parse_action("path 1"), parse_action("pay 1 path"), EndTurn()),
        ((), (parse_action("path 2"), EndTurn())),
    )
    assert KeptLine.load(line.dump()) == line
    assert not any(isinstance(each, EndTurn) for each in line.plan)
    with pytest.raises(ValueError, match="better"):
        KeptLine.load("better|path 1")


def test_lines_that_cannot_be_followed_any_more_give_way_to_the_turn() -> None:
    game = rich().game()
    line = KeptLine(Verdict.FIRST, (parse_action("path 1"),), ((parse_action("put 7"),),) * 3)
    for screen in (Screen(ScreenKind.LINES), Screen(ScreenKind.SUGGESTED)):
        assert shown(game, Draft(screen=screen, lines=(line.dump(),) * 2)) == shown(game)


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
    async with stack.games.table(game) as table:
        assert table.id == game
    go.set()
    shown_lines = await waiting
    assert buttons(shown_lines.prompt)
    chosen = await stack.wizard.follow(
        stack.press(me), game, shown_lines.token, f"{Sign.SUGGEST}0", WORDS
    )
    assert Sign.CONFIRM in tokens(chosen.prompt)


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
    assert late.token != again.token
    assert late.prompt.text.startswith(WORDS.say("error.stale"))
