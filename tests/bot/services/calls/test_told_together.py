"""Turns before that of a bot wait for the post that calls a person: all told, each once."""

import asyncio

import pytest

from bot.chat.delivery.writing import PostPictures
from bot.chat.pictures.painting import PictureRequest, RenderPool
from bot.chat.pictures.queue import PictureQueue
from bot.model import button_choices, rows
from bot.model.people import Person, seated_bot, spelled
from bot.model.pictures import Picture
from bot.model.stored_post import StoredPost
from bot.present.posts.turn_posts import turn_post
from bot.services.calls.bot_seats import FIRST_RETRY
from bot.services.games import saving
from bot.services.games.service import GameService
from bot.words import catalog, languages
from engine import Game, GameOptions, events
from engine.agents.levels import Level
from engine.history import history
from renderer import PngPicture
from tests.kit.blank import blank
from tests.kit.bots import begun
from tests.kit.games import play_busily
from tests.kit.presses import abandon
from tests.kit.stack import DICE, PEOPLE, Stack, premove_quietly

ADA, BO, CY, _ = PEOPLE
FIRST, SECOND = seated_bot(Level.EASY, 1), seated_bot(Level.EASY, 2)
WORDS = catalog()
AT_THE_TABLE = tuple(
    Person(name, f"<@{at}>", bot=at > 1) for at, name in enumerate(("Ada", "Bo", "Cleo", "Dan"))
)


async def one_bot_plays(stack: Stack) -> None:
    """Let the bot play a single turn."""
    await stack.bots._begin_turns()
    await asyncio.gather(*stack.bots._playing.values())


async def told(stack: Stack, game: int) -> int:
    async with stack.games.hold(game) as table:
        return table.told


async def moved(stack: Stack, game: int) -> int:
    async with stack.games.hold(game) as table:
        return table.game.move_count


async def before_the_bots(stack: Stack, *bots: rows.PersonRow) -> int:
    """A game of Ada, Bo and bots, as Bo's turn has ended and nothing waits to go out."""
    game = await begun(stack, ADA, BO, *(bots or (FIRST, SECOND)), first=BO)
    await stack.bodies()
    await stack.take_turn(game, DICE)
    return game


async def fails(*_: object) -> saving.Saved:
    raise RuntimeError("a bug")


async def test_every_answer_is_told_once_however_often_the_bot_is_started_again(
    stack: Stack,
) -> None:
    game = await begun(stack, ADA, BO, FIRST, SECOND, first=ADA)
    posts = await stack.bodies()
    for _ in range(6):
        await stack.take_turn(game, DICE)
        while (await stack.row(game)).person not in {ADA.id, BO.id}:
            await stack.restart()
            await one_bot_plays(stack)
        posts += await stack.bodies()
    until = await moved(stack, game)
    assert len(posts) == 1 + 6
    begins = [post.since for post in posts[1:]]
    assert begins == sorted(set(begins))
    assert begins[0] == 0
    assert await told(stack, game) == until
    async with stack.games.hold(game) as table:
        for post, end in zip(posts[1:], (*begins[1:], until), strict=True):
            spoken = turn_post(table.game.at(end), post.since, table.people, table.words)
            assert post.text == spelled(spoken.text)


async def test_nothing_is_posted_before_a_person_is_called(stack: Stack) -> None:
    game = await before_the_bots(stack)
    assert await stack.bodies() == []
    await one_bot_plays(stack)
    assert await stack.bodies() == []
    start = await told(stack, game)
    await one_bot_plays(stack)
    (post,) = await stack.bodies()
    assert post.since == start
    assert post.ping == (ADA.id,)
    assert [line.startswith("**Bot") for line in post.text.splitlines()[-2:]] == [True, True]


async def test_a_post_shows_the_game_as_the_last_turn_ended_though_it_went_on(
    stack: Stack,
) -> None:
    game = await before_the_bots(stack)
    await stack.let_bots_play()
    (post,) = await stack.bodies()
    end = await moved(stack, game)
    await stack.take_turn(game, DICE)
    painted: list[int] = []

    def paint(request: PictureRequest) -> PngPicture:
        assert isinstance(request.picture, Picture)
        painted.append(request.picture.view.move)
        return blank(request)

    pictures = PictureQueue(RenderPool(0, paint))
    drawing = PostPictures(stack.games, stack.preferences, pictures)
    await drawing.draw(post, stack.delivered[1].state)
    await pictures.close()
    assert set(painted) == {end}


async def test_a_bot_that_fails_has_what_was_played_before_told_at_once(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await before_the_bots(stack)
    start = await told(stack, game)
    await one_bot_plays(stack)
    with monkeypatch.context() as patch:
        patch.setattr(stack.games, "substitute", fails)
        for _ in range(3):
            await one_bot_plays(stack)
            stack.clock.at += 10 * FIRST_RETRY
    (early,) = await stack.bodies()
    assert early.since == start
    assert early.ping == ()
    assert "Bot 2" in early.foot
    middle = await moved(stack, game)
    await stack.let_bots_play()
    (post,) = await stack.bodies()
    assert post.since == middle
    assert post.ping == (ADA.id,)
    assert len(post.text.splitlines()) == 1


async def test_what_could_not_be_told_either_is_told_by_the_next_post(
    stack: Stack, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = await before_the_bots(stack)
    start = await told(stack, game)
    with monkeypatch.context() as patch:
        patch.setattr(stack.games, "substitute", fails)
        patch.setattr(GameService, "tell_rest", fails)
        await one_bot_plays(stack)
    assert await stack.bodies() == []
    assert "telling the turns before" in caplog.text
    stack.clock.at += 10 * FIRST_RETRY
    await stack.let_bots_play()
    (post,) = await stack.bodies()
    assert post.since == start


async def test_a_substitutes_turn_is_told_with_those_before_and_after(stack: Stack) -> None:
    game = await stack.start(3)
    first = await stack.mover(game)
    async with stack.games.hold(game) as table:
        order = table.players.index(first)
        second, third = (table.players[(order + n) % 3] for n in (1, 2))
    await stack.leaving.let_bot_play(stack.press(second), game)
    await stack.bodies()
    await stack.take_turn(game, DICE)
    assert await stack.bodies() == []
    await stack.let_bots_play()
    (post,) = await stack.bodies()
    assert (post.since, post.ping) == (0, (third.id,))
    assert f"**{second.name} (bot)" in post.text


async def test_who_comes_back_reads_first_what_was_played(stack: Stack) -> None:
    game = await stack.start(3)
    first = await stack.mover(game)
    async with stack.games.hold(game) as table:
        second = table.players[(table.players.index(first) + 1) % 3]
    await stack.leaving.let_bot_play(stack.press(second), game)
    await stack.bodies()
    await stack.take_turn(game, DICE)
    await stack.leaving.come_back(stack.press(second), game)
    rest, call = await stack.bodies()
    assert (rest.since, rest.ping) == (0, ())
    assert f"**{first.name}" in rest.text
    assert call.since == await moved(stack, game) == await told(stack, game)
    assert f"<@{second.id}>" in call.foot


async def test_going_back_leaves_nothing_untold(stack: Stack) -> None:
    game = await before_the_bots(stack, FIRST)
    posted: list[StoredPost] = []
    while await stack.mover(game) not in (ADA, BO):
        await stack.let_bots_play()
    posted += await stack.bodies()
    await stack.take_turn(game, DICE)
    await stack.take_turn(game, DICE)
    posted += await stack.bodies()
    start = await told(stack, game)
    assert start < await moved(stack, game)
    await stack.consent.take_back(stack.press(ADA), game, None, WORDS)
    question = await stack.store.read(lambda tx: tx.questions.open_in(game))
    assert question is not None
    await stack.bodies()
    await stack.consent.answer(stack.press(BO), game, question.id, button_choices.Consent.YES)
    rest, back = await stack.bodies()
    assert rest.since == start
    assert "**Bo" in rest.text
    assert back.since == await moved(stack, game) == await told(stack, game)


async def test_a_game_that_is_ended_early_has_all_its_turns_told(stack: Stack) -> None:
    game = await before_the_bots(stack)
    start = await told(stack, game)
    await abandon(stack.games, stack.press(ADA), game)
    rest, last = await stack.bodies()
    assert rest.since == start
    assert "**Bo" in rest.text
    assert last.since == await moved(stack, game)
    assert await stack.status(game) is rows.Status.ABANDONED


async def test_a_premove_after_a_bots_is_told_in_the_same_post_and_marked(stack: Stack) -> None:
    game = await before_the_bots(stack)
    await premove_quietly(stack, ADA, game)
    await stack.let_bots_play()
    (post,) = await stack.bodies()
    *bots, laid = post.text.splitlines()[-3:]
    assert all(line.startswith("**Bot") for line in bots)
    assert laid.startswith("**Ada")
    assert laid.endswith("(planned ahead)")
    assert post.ping == (BO.id,)
    assert await told(stack, game) == await moved(stack, game)


async def test_a_premove_before_a_bots_is_told_at_once(stack: Stack) -> None:
    game = await begun(stack, ADA, BO, FIRST, first=ADA)
    await stack.bodies()
    await premove_quietly(stack, BO, game)
    await stack.take_turn(game, DICE)
    (post,) = await stack.bodies()
    assert post.text.splitlines()[-1].endswith("(planned ahead)")
    assert post.ping == ()


@pytest.mark.parametrize("language", languages())
def test_a_bots_turn_has_one_line_and_a_persons_its_story(language: str) -> None:
    game, words = Game.new(GameOptions(4), 7), catalog(language)
    for _ in range(3):
        told, turns = game.move_count, 4
        while turns and game.result is None:
            turn = game.view().turn
            play_busily(game, game.move_count, moves=1)
            turns -= game.view().turn != turn
        lines = turn_post(game, told, AT_THE_TABLE, words).text.splitlines()
        bots = [line for line in lines if "Cleo" in line or "Dan" in line]
        assert len(bots) == 2
        assert all(line.startswith("**") for line in bots)
        assert len(lines) > 4


def test_the_last_turns_are_all_told_beside_the_result() -> None:
    game = Game.new(GameOptions(4), 3)
    while game.result is None:
        play_busily(game, game.move_count, moves=1)
    played = history(game).turns
    post = turn_post(game, played[-4].after, AT_THE_TABLE, WORDS)
    names = [AT_THE_TABLE[turn.seat].name for turn in played[-3:]]
    lines = post.text.splitlines()
    assert any(isinstance(event, events.GameEnded) for event in played[-1].events)
    for name in names:
        assert any(line.startswith("**") and name in line for line in lines), (name, lines)


async def test_where_the_bot_holds_every_seat_a_post_tells_one_round(stack: Stack) -> None:
    """As when the last person is forgotten, and resigning for them failed."""
    game = await stack.start(3)
    for person in (ADA, BO):
        await stack.leaving.let_bot_play(stack.press(person), game)
    await stack.bodies()
    async with stack.games.hold(game) as table:
        table.bots = frozenset(range(3))
        await stack.store.write(lambda tx: tx.games.hold(game, 2, bot=True))
        await stack.store.write(lambda tx: saving.start_clock(tx, table, None, stack.clock.now()))
    told_after = []
    for turn in range(1, 10):
        await one_bot_plays(stack)
        told_after += [(turn, len(post.text.splitlines())) for post in await stack.bodies()]
    assert [turn for turn, _ in told_after] == [3, 6, 9]
    assert {lines for _, lines in told_after} == {3}
