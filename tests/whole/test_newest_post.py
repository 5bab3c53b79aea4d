"""Only the newest post of a game has its buttons; the one before keeps board and replay."""

import logging
import random
import re
from dataclasses import replace
from typing import Final

import discord
import pytest

from bot.chat.components import LayoutMessage
from bot.chat.delivery import newest
from bot.chat.delivery.newest import ATTEMPTS, YOUNG, NewestPosts
from bot.model.buttons import ShowBoard, TakeTurn
from bot.model.messages import Button, Style
from bot.model.rows import PostRow, Via
from bot.model.stored_post import StoredPost
from bot.standin import Message, Moment, Refused, Reset, ServerError
from bot.standin.fault_injection import InjectedFault
from bot.standin.layout import buttons, pictures, text
from bot.words import catalog
from tests.kit.database import fail, once
from tests.kit.hall import Hall, group_game
from tests.kit.outbox import EDITS
from tests.kit.whole import Player, eventually, has_turn_button, labels, quiet

WORDS: Final = catalog()
ROWS: Final = ((Button("Take your turn", TakeTurn(), Style.GO), Button("Board", ShowBoard())),)


async def tell(hall: Hall, *texts: str, game: int = 1) -> tuple[Message, ...]:
    """Let the bot post about a game, one post after the other; the messages."""
    store, outbox = hall.client.services.store, hall.client.services.outbox
    place = hall.table
    before = len(hall.server.app_messages(place))
    for number, one in enumerate(texts, before + 1):
        body = StoredPost(game, number, one, ROWS, (), (), 0).dump()
        await store.write(
            lambda tx, body=body: tx.posts.add(None, place.id, Via.CHANNEL, body)  # type: ignore[misc]
        )
        outbox.kick()

        async def posted(count: int = number) -> bool:
            return len(hall.server.app_messages(place)) == count

        await eventually(posted)
    return hall.server.app_messages(place)[before:]


async def test_a_post_whose_note_fails_keeps_its_buttons(hall: Hall) -> None:
    player = Player(hall.people[0], hall.table, random.Random(4))
    await (await player.person.slash(hall.table, "bonfire", "solo")).response()
    post = await player.my_post(0)
    fail(hall.client.services.store, once("note_taken", Moment.BEFORE))
    await player.take_turn(post)
    last = await hall.clock.turned(player.my_post(post.id))
    await hall.clock.turned(quiet(hall.client))
    await (await player.person.slash(hall.table, "bonfire", "board")).response()
    await hall.clock.turned(quiet(hall.client))
    assert has_turn_button(last)
    assert not has_turn_button(post)
    assert len([one for one in hall.server.app_messages(hall.table) if not one.is_ephemeral]) == 2


def edits(hall: Hall) -> list[int]:
    """The statuses of the answers to all edits of public posts."""
    public = re.compile(EDITS)
    return [
        one.status
        for one in hall.server.requests
        if one.method == "PATCH" and public.search(one.path)
    ]


async def test_the_post_before_keeps_the_buttons_of_board_and_replay_and_all_it_says(
    hall: Hall,
) -> None:
    player = Player(hall.people[0], hall.table, random.Random(4))
    await (await player.person.slash(hall.table, "bonfire", "solo")).response()
    post = await player.my_post(0)
    shown, said, looks = pictures(post), text(post), labels(post)
    assert len(shown) == 2
    assert all(one.alt for one in shown)
    await player.take_turn(post)
    last = await player.my_post(post.id)
    await quiet(hall.client)
    assert not has_turn_button(post)
    assert WORDS.say("table_button.board") in looks
    assert labels(post) == [WORDS.say(f"table_button.{kept}") for kept in ("board", "replay")]
    assert text(post) == said
    assert pictures(post) == shown
    assert has_turn_button(last)
    look = await player.person.press(post, next(one for one in buttons(post)).custom_id)
    assert (await look.response()).is_ephemeral


@pytest.mark.parametrize("mishap", [None, Reset(), ServerError(503), Refused(403, 50001)])
async def test_an_edit_is_tried_a_few_times_and_holds_up_no_post(
    hall: Hall, mishap: InjectedFault | None
) -> None:
    if mishap is not None:
        hall.server.fault_injector.plan("PATCH", EDITS, mishap, times=2 * ATTEMPTS)
    first, second, third = await tell(hall, "first", "second", "third")
    await hall.clock.turned(quiet(hall.client))
    assert [has_turn_button(one) for one in (second, third)] == [mishap is not None, True]
    rests = hall.client.services.outbox._back_off._rests
    assert not rests
    assert has_turn_button(first) == (mishap is not None)


async def test_an_edit_that_fails_once_is_made_later(hall: Hall) -> None:
    hall.server.fault_injector.plan("PATCH", EDITS, ServerError(503))
    first, second = await tell(hall, "first", "second")
    await hall.clock.turned(quiet(hall.client))
    assert [has_turn_button(one) for one in (first, second)] == [False, True]


async def test_of_posts_in_quick_succession_each_but_the_last_is_edited(hall: Hall) -> None:
    """As where several bots play one after the other."""
    store, outbox = hall.client.services.store, hall.client.services.outbox
    for number in range(1, 6):
        body = StoredPost(1, number, f"turn {number}", ROWS, (), (), 0).dump()
        await store.write(
            lambda tx, body=body: tx.posts.add(None, hall.table.id, Via.CHANNEL, body)  # type: ignore[misc]
        )
    outbox.kick()

    async def posted() -> bool:
        return len(hall.server.app_messages(hall.table)) == 5

    await eventually(posted)
    await quiet(hall.client)
    shown = hall.server.app_messages(hall.table)
    assert list(map(has_turn_button, shown)) == [False, False, False, False, True]


async def test_one_refusal_ends_all_edits(hall: Hall) -> None:
    """Nobody promises that the galleries of an edited message may name its files again."""
    hall.server.fault_injector.plan("PATCH", EDITS, Refused(400, 50035))
    posts = await tell(hall, *map(str, range(4)))
    await quiet(hall.client)
    assert edits(hall) == [400]
    assert all(map(has_turn_button, posts))


async def test_a_lost_picture_ends_all_edits(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    player = Player(hall.people[0], hall.table, random.Random(4))
    await (await player.person.slash(hall.table, "bonfire", "solo")).response()
    monkeypatch.setattr(newest, "_files_shown", lambda _: 0)
    posts = [await player.my_post(0)]
    for _ in range(2):
        await player.take_turn(posts[-1])
        posts.append(await player.my_post(posts[-1].id))
        await quiet(hall.client)
    assert [has_turn_button(post) for post in posts] == [False, True, True]
    assert edits(hall) == [200]


async def test_what_discord_took_with_other_pictures_stays_as_it_was(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the bot ends between Discord's taking and its own note, and begins anew."""
    player = Player(hall.people[0], hall.table, random.Random(4))
    note = NewestPosts.note

    def drawn_anew(
        posts: NewestPosts, post: PostRow, message: discord.Message, looks: LayoutMessage
    ) -> None:
        first, *others = looks.pictures
        anew = (replace(first, name="another.png"), *others)
        note(posts, post, message, replace(looks, pictures=anew))

    monkeypatch.setattr(NewestPosts, "note", drawn_anew)
    await (await player.person.slash(hall.table, "bonfire", "solo")).response()
    post = await player.my_post(0)
    await quiet(hall.client)
    monkeypatch.setattr(NewestPosts, "note", note)
    posts = [post]
    for _ in range(2):
        await player.take_turn(post)
        posts.append(post := await player.my_post(post.id))
        await quiet(hall.client)
    assert [has_turn_button(one) for one in posts] == [True, False, True]
    assert edits(hall) == [200]


async def test_so_many_games_are_remembered(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(newest, "GAMES", 2)
    posts = [(await tell(hall, f"game {game}", game=game))[0] for game in (1, 2, 3)]
    for game in (1, 3):
        await tell(hall, f"again {game}", game=game)
    await quiet(hall.client)
    assert list(map(has_turn_button, posts)) == [True, True, False]
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


async def test_an_old_message_stays_as_it_was(hall: Hall) -> None:
    """Discord lets apps edit these less often (Discord, error 30046)."""
    (first,) = await tell(hall, "first")
    await quiet(hall.client)  # the bot has heard when it was posted
    hall.clock.advance(YOUNG + 1)
    await tell(hall, "second")
    await quiet(hall.client)
    assert has_turn_button(first)
    assert edits(hall) == []


async def test_what_only_calls_or_asks_leaves_the_button_to_the_post_of_the_table(
    hall: Hall,
) -> None:
    (first,) = await tell(hall, "first")
    store, outbox = hall.client.services.store, hall.client.services.outbox
    body = StoredPost(1, 1, "late", (ROWS[0][:1],), (), (), 0).dump()
    await store.write(lambda tx: tx.posts.add(None, hall.table.id, Via.CHANNEL, body))
    outbox.kick()
    await hall.people[0].waits_for(hall.table, lambda message: text(message) == "late")
    await quiet(hall.client)
    assert has_turn_button(first)


async def test_where_the_bot_only_answers_nothing_is_edited(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    room, post = await group_game(hall, ada, bo)
    mover = next(one for one in (ada, bo) if one.id in post.pings)
    await Player(mover, room, random.Random(1)).take_turn(post)
    await mover.waits_for(room, lambda one: one.id > post.id and has_turn_button(one), 40.0)
    await quiet(hall.client)
    assert has_turn_button(post)
    assert edits(hall) == []
