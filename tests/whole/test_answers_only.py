"""Where the bot may only answer presses: what it does by itself waits for one and is never lost."""

import random

import pytest

from bot.model import buttons, rows
from bot.model.stored_post import StoredPost
from bot.services.calls import delivery
from bot.standin import Channel, MessageFlag, Moment, Reset
from bot.standin.layout import text
from tests.kit.database import fail, once
from tests.kit.hall import PATIENCE, Hall, answered, group_game
from tests.kit.pages import by_page
from tests.kit.whole import Player, called, eventually, has_turn_button, quiet


async def tell(hall: Hall, room: Channel, *texts: str) -> None:
    """Let the bot tell something by itself in game 1 while no press can carry it."""
    outbox, store = hall.client.services.outbox, hall.client.services.store
    outbox._doors._open.clear()
    for one in texts:
        body = StoredPost(1, 0, one, (), (), (), 0).dump()
        await store.write(
            lambda tx, body=body: tx.posts.add(1, room.id, rows.Via.CHANNEL, body)  # type: ignore[misc]
        )
    outbox.kick()
    await lost(hall, len(texts))


async def lost(hall: Hall, count: int) -> None:
    store = hall.client.services.store

    async def found() -> bool:
        return len(await store.read(lambda tx: tx.posts.lost(1))) == count

    await eventually(found)


async def test_a_turn_of_the_bot_follows_the_press_before_it(hall: Hall) -> None:
    ada, bo, cy = hall.people[:3]
    room, post = await group_game(hall, ada, bo, cy)
    leaver = next(one for one in (ada, bo, cy) if one.id == called(post))
    await (await by_page(leaver, room, "table", buttons.LetBotPlay())).response()
    following = await ada.waits_for(
        room,
        lambda m: m.id > post.id and has_turn_button(m) and called(m) != leaver.id,
        PATIENCE,
    )
    assert following.webhook
    assert MessageFlag.SUPPRESS_NOTIFICATIONS not in following.flags
    told = [text(one) for one in hall.server.app_messages(room)]
    assert sum(leaver.user.display_name.replace("_", r"\_") in one for one in told) >= 2
    mover = next(one for one in (ada, bo, cy) if one.id == called(following))
    await Player(mover, room, random.Random(1)).take_turn(following)
    await ada.waits_for(
        room,
        lambda m: m.id > following.id and called(m) not in {None, mover.id},
        PATIENCE,
    )


async def test_what_no_press_could_carry_comes_with_the_next_one_in_order(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    room, _ = await group_game(hall, ada, bo)
    await tell(hall, room, "first", "second")
    before = len(hall.server.app_messages(room))
    await (await bo.slash(room, "bonfire", "mygames")).response()
    await bo.waits_for(room, lambda m: text(m) == "second")
    news = [one for one in hall.server.app_messages(room)[before:] if not one.is_ephemeral]
    assert [text(one) for one in news] == ["first", "second"]
    assert all(MessageFlag.SUPPRESS_NOTIFICATIONS in one.flags for one in news)  # it calls nobody
    assert await hall.client.services.store.read(lambda tx: tx.posts.lost(1)) == ()


async def test_what_one_press_cannot_carry_waits_for_another(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    room, _ = await group_game(hall, ada, bo)
    names = [f"post {number}" for number in range(7)]
    await tell(hall, room, *names)
    store = hall.client.services.store

    async def settled() -> bool:
        return not await store.read(lambda tx: tx.posts.count_waiting())

    await answered(hall, room, await bo.slash(room, "bonfire", "mygames"))
    await eventually(settled)
    assert await store.read(lambda tx: tx.posts.lost(1))  # Discord takes five of a press
    await answered(hall, room, await bo.slash(room, "bonfire", "mygames"))
    await lost(hall, 0)
    await eventually(settled)
    told = [text(one) for one in hall.server.app_messages(room) if text(one) in names]
    assert told == names


async def test_a_press_elsewhere_or_too_long_ago_carries_nothing(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bo = hall.people[:2]
    room, _ = await group_game(hall, ada, bo)
    other = hall.server.conversation(ada, bo)
    await tell(hall, room, "kept")
    await answered(hall, other, await ada.slash(other, "bonfire", "mygames"))
    await lost(hall, 1)
    monkeypatch.setattr(delivery, "KEPT", 0.0)
    await answered(hall, room, await ada.slash(room, "bonfire", "mygames"))
    await lost(hall, 1)


async def test_an_answer_that_was_cut_off_comes_with_the_next_press(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    room, post = await group_game(hall, ada, bo)
    mover = next(one for one in (ada, bo) if one.id == called(post))
    hall.server.fault_injector.plan("POST", r"/webhooks/\d+/[^/]+$", Reset())
    await Player(mover, room, random.Random(1)).take_turn(post)
    await lost(hall, 1)
    other = bo if mover is ada else ada
    await (await other.slash(room, "bonfire", "mygames")).response()
    await other.waits_for(room, lambda m: m.id > post.id and called(m) == other.id, PATIENCE)


@pytest.mark.parametrize("moment", list(Moment))
async def test_a_follow_up_whose_note_fails_goes_out_once(hall: Hall, moment: Moment) -> None:
    ada, bo = hall.people[:2]
    room, _ = await group_game(hall, ada, bo)
    await tell(hall, room, "news")
    failing = fail(hall.client.services.store, once("note_taken", moment))
    await answered(hall, room, await bo.slash(room, "bonfire", "mygames"))
    await hall.clock.turned(quiet(hall.client))
    await answered(hall, room, await bo.slash(room, "bonfire", "mygames"))
    await hall.clock.turned(quiet(hall.client))
    assert len(failing.failed) == 1
    assert [text(one) for one in hall.server.app_messages(room)].count("news") == 1


async def test_a_door_whose_note_fails_disturbs_no_answer(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    room, _ = await group_game(hall, ada, bo)
    await tell(hall, room, "news")
    failing = fail(hall.client.services.store, once("Delivery.take_up", Moment.BEFORE))
    asked = await bo.slash(room, "bonfire", "mygames")
    await answered(hall, room, asked)
    await hall.clock.turned(quiet(hall.client))
    assert len(failing.failed) == 1
    assert asked.followups == []
    await answered(hall, room, await bo.slash(room, "bonfire", "mygames"))
    await bo.waits_for(room, lambda m: text(m) == "news")
