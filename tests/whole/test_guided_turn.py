"""The guided turn through Discord: when it is over, its private message is, too."""

import pytest

from bot.model.controls import Sign
from bot.model.settings import Setting
from bot.standin import Ack, Message, Reset, ServerError
from bot.standin.fault_injection import InjectedFault
from bot.standin.layout import text
from bot.words import catalog
from engine.actions import EndTurn, PlaceFate
from engine.notation import format_action
from tests.kit.hall import Hall, ready_to_end, solo
from tests.kit.outbox import ORIGINAL
from tests.kit.pages import choose
from tests.kit.whole import Player, controls

WORDS = catalog()


def private(hall: Hall, player: Player) -> list[Message]:
    return [one for one in player.person.sees(hall.table) if one.is_ephemeral]


async def test_a_turn_that_is_over_leaves_only_its_public_message(hall: Hall) -> None:
    player, post = await solo(hall)
    before = len(private(hall, player))
    for _ in range(3):
        await player.take_turn(post)
        post = await player.my_post(post.id)
        assert len(private(hall, player)) == before


@pytest.mark.parametrize("mishap", [ServerError(503), Reset(), ServerError(404)])
async def test_a_message_that_cannot_be_taken_away_holds_nothing_up(
    hall: Hall, mishap: InjectedFault
) -> None:
    player, post = await solo(hall)
    prompt = await ready_to_end(player, post)
    hall.server.fault_injector.plan("DELETE", ORIGINAL, mishap)
    confirm = next(one for one in controls(prompt) if one.answer == Sign.CONFIRM)
    pressed = await player.press(prompt, confirm)
    assert await pressed.acknowledged() is Ack.DEFERRED_UPDATE
    posted = await hall.clock.turned(player.my_post(post.id))
    again = [one for one in hall.server.app_messages(hall.table) if one.id >= posted.id]
    assert again == [posted]


async def test_a_picture_stays_while_it_shows_what_is_so(hall: Hall) -> None:
    player, post = await solo(hall)
    await choose(hall.people[0], hall.table, Setting.COACH, "off")
    prompt = await player.open_turn(post)
    await hall.calm()
    (before,) = prompt.attachments
    # What is seldom wanted is asked above the city as it stands; the places of a fate tile are a
    # picture of their own.
    for wanted, stays in (("o", True), ("<", True), ("@fate:top", False)):
        step = next(one for one in controls(prompt) if one.answer.startswith(wanted))
        prompt = await (await player.press(prompt, step)).response()
        await hall.calm()
        (after,) = prompt.attachments
        assert (after.id == before.id) is stays
        assert after.description


async def test_a_typed_turn_says_that_it_is_done(hall: Hall) -> None:
    player, _ = await solo(hall)
    async with hall.client.services.games.hold(1) as table:
        trial = table.game.fork(1)
    line = []
    while trial.waiting is not None and trial.view().turn == 1:
        options = trial.legal_actions()
        action = next((one for one in options if isinstance(one, PlaceFate | EndTurn)), options[0])
        trial.submit(0, action)
        line.append(format_action(action))
    typed = await player.person.slash(hall.table, "turn", "move", line="; ".join(line))
    assert text(await typed.response()) == WORDS.say("prompt.finished")
