"""Advice can be followed: one judgement in menu, suggestion and fill-ins, and none that is silly.

Whole games are played by suggestions alone, and every one of them is looked at.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from bot.model import controls, drafts, messages
from bot.model.custom_ids import write_button
from bot.present.wizard.offers import offers
from bot.present.wizard.opening import opening_of
from bot.present.wizard.wizard import wizard_page, wizard_press
from engine import Game, GameOptions, agenda, bag, ids
from engine.actions import Action, PayTiles, TakeRewards, UseGreatBonfire
from engine.advice import ADVICE_SEED, Origin, Plan, PlanEnding, make_plan
from engine.agents import play_turn
from engine.box_index import box_index
from engine.notation import parse_action
from tests.kit.games import asked, at_turn
from tests.kit.marks import long
from tests.kit.wizard_player import WORDS, suggested, tokens

MARK = WORDS.say("offer.suggested")
ON_BUTTON = WORDS.say("offer.marked", offer="").strip()


@dataclass(frozen=True)
class Suggested:
    """A position in which something is asked, and the plan that is suggested there."""

    game: Game
    seat: ids.Seat
    actions: tuple[Action, ...]

    @property
    def plan(self) -> Plan:
        return make_plan(Origin(self.game, self.seat), self.actions)


def planned(draft: drafts.Draft) -> tuple[Action, ...]:
    return tuple(map(parse_action, draft.answers))


def suggestions(players: int, seed: int) -> Iterator[Suggested]:
    """Play a game by suggestions alone, and stop at every one."""
    game = Game.new(GameOptions(players), seed)
    while game.waiting is not None:
        seat = asked(game)
        opening = opening_of(game, seat, drafts.Draft())
        if opening is not None:
            game.submit(seat, opening.start)
        match suggested(game, seat):
            case drafts.Ask(draft):
                yield Suggested(game, seat, planned(draft))
                confirmed = wizard_press(game, seat, draft, "!")
                assert isinstance(confirmed, drafts.Submit), draft
                answers = confirmed.actions
            case drafts.Submit(answers):
                pass
            case other:
                raise AssertionError(other)
        for answer in answers:
            game.submit(seat, answer)


def marked(prompt: messages.Page | messages.Prompt) -> list[str]:
    """The tokens of the controls that are marked as suggested."""
    found = []
    for row in prompt.rows:
        if isinstance(row, messages.Menu):
            found += [each.value for each in row.choices if each.description.startswith(MARK)]
        elif isinstance(row, tuple):
            found += [each.value for each in row if each.label.endswith(ON_BUTTON)]
    if not found and ON_BUTTON in prompt.text:
        # The places of a fate tile are told in the text, each with a button of its number.
        best = WORDS.say("button.fate_place", number=1)
        buttons = (each for row in prompt.rows if isinstance(row, tuple) for each in row)
        found = [each.value for each in buttons if each.label == best]
    return list(map(write_button, found))


def check_agreement(one: Suggested) -> None:
    """What is marked in the menu is the best plan of the turn, with all that is filled in."""
    prompt = wizard_page(one.game, one.seat, drafts.Draft(), WORDS)
    menus = [row for row in prompt.rows if isinstance(row, messages.Menu)]
    # What stands alone is a button without a mark: there is nothing to choose.
    (token,) = marked(prompt) or (tokens(prompt)[0],) if not menus else marked(prompt)
    listed = [write_button(choice.value) for menu in menus for choice in menu.choices]
    assert token not in listed[1:]
    match wizard_press(one.game, one.seat, drafts.Draft(), token):
        case drafts.Ask(draft):
            begun = make_plan(Origin(one.game, one.seat), planned(draft)).actions
        case drafts.Submit(actions):
            begun = actions
        case other:
            raise AssertionError(other)
    best = play_turn(one.game, one.seat, ADVICE_SEED)
    assert best[: len(begun)] == begun


def bought_back(plan: Plan) -> bag.ActionTiles:
    """The action tiles of a kind that a plan pays with and gets at the Great Bonfire for it."""
    wheel = box_index(plan.base.box).wheel
    paid, space = bag.ActionTiles.EMPTY, 0
    back = bag.ActionTiles.EMPTY
    for action in plan.actions:
        match action:
            case UseGreatBonfire(space):
                paid = bag.ActionTiles.EMPTY
            case PayTiles(tiles):
                paid += tiles
            case TakeRewards(rewards) if space and ids.Reward.TILE in rewards:
                kind = wheel[space].tile
                back += bag.ActionTiles.of(*[kind] * min(1, paid[kind]))
                space = 0
            case _:
                pass
    return back


def ways(one: Suggested) -> list[Plan]:
    """Every plan that the menu and its lists offer for this turn."""
    origin = Origin(one.game, one.seat)
    return [
        make_plan(origin, offer.actions)
        for subject, listed in offers(origin).items()
        if subject is not controls.Subject.DISCARD
        for offer in listed
    ]


def score(plan: Plan) -> int:
    return plan.view().seats[plan.seat].sheet.total


def is_turn(one: Suggested) -> bool:
    waiting = one.game.waiting
    return waiting is not None and isinstance(
        waiting.decision, agenda.TurnChoice | agenda.AfterTurn
    )


def check_price(one: Suggested) -> None:
    """Nobody is told to pay an action tile for one of its kind, if anything else is left."""
    if bought_back(one.plan) and is_turn(one):
        assert all(map(bought_back, ways(one)))


def check_last_turn(one: Suggested) -> None:
    """In a seat's last turn nothing that is possible has more points."""
    view = one.game.view()
    if view.seats[one.seat].turns_left != 1 or not is_turn(one):
        return
    if one.plan.ending is PlanEnding.REVEALS:
        return
    best = max(score(plan) for plan in ways(one) if plan.ending is not PlanEnding.REVEALS)
    assert score(one.plan) >= max(best, view.seats[one.seat].sheet.total)


def check_all(one: Suggested) -> None:
    check_agreement(one)
    check_price(one)
    check_last_turn(one)


def passing_at_once(one: Suggested) -> int | None:
    """The points with which a seat would end that passes in its last turn but one."""
    me = one.game.view().seats[one.seat]
    if me.turns_left != 2 or not is_turn(one):
        return None
    return me.sheet.total + (me.pass_points or 0)


def play_to_the_end(players: int, seed: int, every: int) -> int:
    """Check every so many suggestions of a game, and the end of it; the number of suggestions."""
    passing: dict[ids.Seat, int] = {}
    gambled: set[ids.Seat] = set()
    last = None
    for number, one in enumerate(suggestions(players, seed)):
        last = one.game
        if number % every == 0 or one.game.view().seats[one.seat].turns_left == 1:
            check_all(one)
        if (points := passing_at_once(one)) is not None:
            passing.setdefault(one.seat, points)
        if one.seat in passing and one.plan.ending is PlanEnding.REVEALS:
            gambled.add(one.seat)
    assert last is not None
    for seat in passing.keys() - gambled:
        # Waiting for a better chance costs a point of passing at most, but what is face down
        # may turn out worse than it is on average.
        points = passing[seat]
        assert last.view().seats[seat].sheet.total >= points - 1, seat
    return number


@pytest.mark.parametrize(
    ("players", "seed", "every"), [(1, 3, 8), *(long(players, 4, 2) for players in (2, 3, 4))]
)
def test_a_game_of_suggestions_never_pays_for_nothing(players: int, seed: int, every: int) -> None:
    assert play_to_the_end(players, seed, every) > 20


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(24))
def test_two_thousand_suggestions_can_be_followed(seed: int) -> None:
    assert play_to_the_end(1 + seed % 4, seed, 1) > 20


@pytest.mark.parametrize(("seed", "turn"), [(1, 3), (1, 18), long(3, 3)])
def test_a_suggestion_says_once_which_task_can_be_lit_after_it(seed: int, turn: int) -> None:
    game, seat = at_turn(2, seed, turn)
    outcome = suggested(game, seat)
    assert isinstance(outcome, drafts.Ask)
    assert wizard_page(game, seat, outcome.draft, WORDS).text.count("after that") == 1
