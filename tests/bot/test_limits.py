"""Discord's limits, counted over everything that random players are shown in whole games."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bot.chat.messages.components import ClassicMessage, ImageFile, layout
from bot.model.custom_ids import Binding
from bot.model.drafts import Ask, Draft, Submit
from bot.model.game_log import LoggedMove
from bot.model.lookback import Sight
from bot.model.messages import Post, Prompt
from bot.model.pages import Page
from bot.model.people import Person
from bot.present.posts.replay_page import replay_page
from bot.present.posts.score_pages import log_page, score_page, score_text, status_text
from bot.present.posts.turn_posts import turn_notice, turn_post
from bot.present.wizard.wizard import wizard_page
from bot.words import catalog
from engine import Game, GameOptions
from engine.ids import Seat
from tests.bot.wizard_player import pressed
from tests.marks import long

PEOPLE = tuple(Person(rf"Some\_{'long' * 8}{n}", f"<@{10**18 + n}>") for n in range(4))
CONTROL = Binding(9_999_999, 9999, "0123abcd")
PICTURE = ImageFile("board-1.png", b"png", "a" * 1024)
MOST_PRESSES = 1500


def walk(components: list[Any]) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from walk(component.get("components", []))


def check_components(components: list[Any]) -> None:
    every = list(walk(components))
    ids = [one["custom_id"] for one in every if "custom_id" in one]
    assert len(set(ids)) == len(ids)
    assert all(1 <= len(one) <= 100 for one in ids)
    for one in every:
        if one["type"] == 2:
            assert 1 <= len(one["label"]) <= 80
        if one["type"] == 3:
            values = [option["value"] for option in one["options"]]
            assert 1 <= len(values) <= 25
            assert len(set(values)) == len(values)
            assert len(one.get("placeholder") or "") <= 150
            for option in one["options"]:
                assert 1 <= len(option["label"]) <= 100
                assert 1 <= len(option["value"]) <= 100
                assert len(option.get("description") or "") <= 100
        if one["type"] == 1:
            kinds = {child["type"] for child in one["components"]}
            assert len(one["components"]) <= (5 if kinds == {2} else 1)


def check_prompt(prompt: Page | Prompt) -> None:
    assert len(prompt.text) <= 2000
    assert len(prompt.rows) <= 5
    assert len(prompt.pictures) <= 10
    view = ClassicMessage(prompt.text, prompt.rows, CONTROL).view()
    if view is not None:
        check_components(list(view.to_components()))


def check_post(post: Post) -> None:
    assert len(post.told) <= 4000
    pictures = tuple(PICTURE for _ in post.pictures)
    view = layout(ClassicMessage(post.text, post.rows, CONTROL, pictures, foot=post.foot))
    components: list[Any] = view.to_components()  # type: ignore[no-untyped-call]
    check_components(components)
    assert len(list(walk(components))) <= 40


def press(prompt: Page | Prompt, dice: random.Random) -> str:
    """Any control of a prompt."""
    sheet = ClassicMessage(prompt.text, prompt.rows, CONTROL).view()
    assert sheet is not None
    tokens: list[str] = []
    for one in walk(sheet.to_components()):
        if one["type"] == 2 and not one.get("disabled"):
            tokens.append(one["custom_id"].split("|", 5)[-1])
        if one["type"] == 3:
            tokens += [option["value"] for option in one["options"]]
    confirm = [token for token in tokens if token in ("!", "=end")]
    return dice.choice(confirm if confirm and dice.random() < 0.5 else tokens)


@pytest.mark.parametrize("players", [1, long(2), long(4)])
async def test_whatever_is_shown_in_a_game_is_within_limits(players: int) -> None:
    words, dice = catalog(), random.Random(players)
    game = Game.new(GameOptions(players), players)
    people, draft, told = PEOPLE[:players], Draft(), 0
    check_post(turn_notice(game, people, words))
    for _ in range(MOST_PRESSES):
        if game.waiting is None:
            break
        seat, turn = game.waiting.seat, game.view().turn
        prompt = wizard_page(game, seat, draft, words)
        check_prompt(prompt)
        draft = follow(game, seat, draft, press(prompt, dice))
        if game.view().turn != turn:
            check_post(turn_post(game, told, people, words))
            told = game.move_count
    assert game.move_count > 20
    for text in (
        status_text(game, people, words),
        score_text(game, people, words),
    ):
        assert 0 < len(text) <= 2000
    check_prompt(score_page(game, people, words))
    for page in range(20):
        check_prompt(replay_page(game, 4 * page, people, words, sight=Sight.CITY_1))
        check_prompt(log_page(game, as_played(game), people, words, page))


def as_played(game: Game) -> tuple[LoggedMove, ...]:
    """The moves of a game in which people answered and nobody took anything back."""
    return tuple(LoggedMove(move, by_bot=False, taken_back=None) for move in game.moves)


def follow(game: Game, seat: Seat, draft: Draft, token: str) -> Draft:
    """What a press leads to; what is confirmed is submitted."""
    match pressed(game, seat, draft, token):
        case Ask(asked):
            return asked
        case Submit(actions):
            for action in actions:
                game.submit(seat, action)
        case _:
            pass
    return Draft()
