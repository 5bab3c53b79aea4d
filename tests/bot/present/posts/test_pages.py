"""The wizard's pages: a page for every question, suggestions, and nothing hidden in any of them."""

from collections.abc import Sequence
from typing import get_args

import pytest

from bot.model import controls, drafts, messages
from bot.model.people import Person
from bot.present.posts.score_pages import status_text
from bot.present.questions import question
from bot.present.wizard.wizard import subject_completions, wizard_press
from engine import Game, GameOptions, actions, agenda, bag, ids
from engine.data.council import CouncilBonus
from tests.kit.games import play_busily
from tests.kit.marks import long
from tests.kit.wizard_player import (
    WORDS,
    WizardPlayer,
    check_limits,
    rich,
    shown,
    suggested,
    tokens,
)

PEOPLE = tuple(Person(name, f"<@{name}>") for name in ("Ada", "Bo", "Cy", "Di"))


def completions(game: Game) -> list[tuple[messages.Completion, ...]]:
    assert game.waiting is not None
    return [subject_completions(game, game.waiting.seat, each, WORDS) for each in controls.Subject]


def suggestion(game: Game) -> drafts.Ask | drafts.Submit:
    assert game.waiting is not None
    return suggested(game, game.waiting.seat)


@pytest.mark.parametrize(
    ("players", "seed", "slices"), [(1, 21, 3), long(1, 21, 8), long(2, 22, 8), long(4, 24, 8)]
)
def test_prompts_depend_on_nothing_hidden(players: int, seed: int, slices: int) -> None:
    game = Game.new(GameOptions(players), seed)
    for slice_seed in range(slices):
        if game.waiting is None:
            break
        # Two forks, since a fork begins without moves that could be undone.
        game = game.fork(7)
        redealt = game.fork(1000 + slice_seed)
        draft = drafts.Draft()
        for step in range(3):
            assert shown(redealt, draft) == shown(game, draft)
            assert completions(redealt) == completions(game)
            assert suggestion(redealt) == suggestion(game)
            assert status_text(redealt, PEOPLE, WORDS) == status_text(game, PEOPLE, WORDS)
            pressable = [each for each in tokens(shown(game, draft)) if each[0] not in "u<"]
            assert game.waiting is not None
            outcome = wizard_press(
                game, game.waiting.seat, draft, pressable[(slice_seed + step) % len(pressable)]
            )
            if not isinstance(outcome, drafts.Ask):
                break
            draft = outcome.draft
        play_busily(game, slice_seed, moves=9)


QUESTIONS: tuple[agenda.Decision, ...] = (
    agenda.StartTileChoice(),
    agenda.TurnChoice(),
    agenda.KeepChoice(actions.PlaceFate(ids.End.TOP, "c4", ids.Direction.DOWN)),
    agenda.TilePayment(ids.ActionType.SHIP, 2),
    agenda.ResourcePayment(bag.Resources.of(ids.Resource.HERB), 0),
    agenda.IslandChoice(),
    agenda.TaskSpaceChoice("R07"),
    agenda.PathChoice(),
    agenda.ProcessionChoice(2, (ids.Guardian.OWN,), gains=True, must_move=True),
    agenda.ResourceChoice(ids.Guardian.PINK, 3),
    agenda.RewardChoice(4),
    agenda.NoviceChoice(ids.Novice.SEAT_0),
    agenda.BonusChoice(5),
    *(agenda.CouncilChoice(bonus) for bonus in CouncilBonus if bonus is not CouncilBonus.GOLD),
    agenda.TomTaskChoice(ids.TomCard.TASK_I, ("R07",)),
    agenda.AfterTurn(),
)


def test_every_kind_of_question_is_asked_in_words() -> None:
    assert {type(each) for each in QUESTIONS} == set(get_args(agenda.Decision))
    for decision in QUESTIONS:
        assert WORDS.spell(question(decision))
    assert (
        WORDS.spell(question(agenda.ResourcePayment(bag.Resources.EMPTY, 2)))
        == "Pay any 2 resources."
    )


@pytest.mark.parametrize("seed", [1, 2, 4])
def test_whatever_a_busy_game_asks_has_a_page(seed: int) -> None:
    game = Game.new(GameOptions(seed), seed)
    asked = set()
    while game.waiting is not None:
        decision = game.waiting.decision
        if type(decision) not in asked:
            asked.add(type(decision))
            check_limits(shown(game))
            check_limits(shown(game, drafts.Draft(screen=controls.Screen.read("change"))))
        play_busily(game, seed + game.move_count, moves=1)
    assert {agenda.TurnChoice, agenda.AfterTurn, agenda.TilePayment} <= asked


def test_a_suggested_turn_is_a_plan_that_can_be_confirmed() -> None:
    game = rich().task(3, "B18").game()
    assert "*" in tokens(shown(game))
    outcome = suggestion(game)
    assert isinstance(outcome, drafts.Ask)
    assert "!" in tokens(shown(game, outcome.draft))
    confirmed = wizard_press(game, 0, outcome.draft, "!")
    assert isinstance(confirmed, drafts.Submit)
    for action in confirmed.actions:
        game.submit(0, action)


@pytest.mark.long
def test_whole_games_can_follow_the_suggestions() -> None:
    def follow(pressable: Sequence[str]) -> str:
        return next((each for each in ("!", "*", "=end") if each in pressable), pressable[0])

    player = WizardPlayer(Game.new(GameOptions(2), 5), follow)
    while player.game.waiting is not None and player.game.move_count < 40:
        player.press()
    assert player.game.move_count >= 40
