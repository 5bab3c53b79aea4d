"""The guided first game through Discord: every press and word of it, in three languages."""

import random
import re
import signal
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import pytest

from bot.features.lesson import values
from bot.features.lesson.service import LessonGame
from bot.model import rows
from bot.model.controls import Sign
from bot.model.invocation import ChannelRef, Invocation
from bot.standin import Channel, Message, StandIn, UserClient
from bot.standin.layout import buttons, text
from bot.words import Catalog, catalog
from engine import actions, ids
from tests.kit.clock import TurnedClock
from tests.kit.hall import Hall
from tests.kit.marks import long
from tests.kit.pages import follow, made_up
from tests.kit.process import bot_process
from tests.kit.sources import OPENAPI
from tests.kit.stack import OFFERS
from tests.kit.whole import Player, controls, has_turn_button

WORDS = catalog()
MOST_PRESSES, MOST_WORDS = 28, 902
STEPS = 8
OPEN: Final[Mapping[int, tuple[str, ...]]] = {
    3: ("=ignite 2", "=council 1"),
    8: ("@procession", "=procession 2"),
}
"""What people press before they confirm, in the steps whose turn they find themselves."""
WORD = re.compile(r"\S*\w\S*")
SIGN = re.compile(r"<[^>]*>")
"""Symbols and mentions, which are not read as words."""


def say(key: str, words: Catalog = WORDS) -> str:
    return words.say(f"lesson.button.{key}")


@dataclass
class Pupil:
    """Somebody who takes the lesson, and counts what it takes."""

    person: UserClient
    room: Channel
    words: Catalog = WORDS
    presses: int = 0
    words_read: int = 0

    def reads(self, message: Message) -> Message:
        self.words_read += len(WORD.findall(SIGN.sub(" ", text(message))))
        return message

    async def press(self, message: Message, label: str) -> Message:
        """Press a button by the beginning of its label, and read what comes of it."""
        self.presses += 1
        button = next(one for one in buttons(message) if one.label.startswith(label))
        return self.reads(await (await self.person.press(message, button.label)).response())

    async def take(self, message: Message, answer: str) -> Message:
        """Press a button or choose in a menu what stands for an answer, and read what follows."""
        self.presses += 1
        control = next(one for one in controls(message) if one.answer == answer)
        if control.value:
            done = await self.person.select(message, control.custom_id, [control.value])
        else:
            done = await self.person.press(message, control.custom_id)
        return self.reads(await done.response())

    async def step(self, post: Message, number: int) -> Message:
        """Play a step as the lesson has it; returns its last page."""
        page = await self.press(post, self.words.say("table_button.turn"))
        steps = {"step": number, "steps": STEPS}
        assert text(page).startswith(self.words.say("lesson.heading", **steps))
        for answer in OPEN.get(number, (values.TAKE_STEP,)):
            page = await self.take(page, answer)
        self.presses += 1
        confirm = next(one for one in controls(page) if one.answer == Sign.CONFIRM)
        await self.person.press(page, confirm.custom_id)
        return page

    async def post(self, after: int) -> Message:
        return await self.person.waits_for(
            self.room, lambda one: one.id > after and has_turn_button(one)
        )


async def learns(person: UserClient, channel: Channel, words: Catalog = WORDS) -> Pupil:
    """Start the lesson in a direct message, by command."""
    pupil = Pupil(person, channel, words, presses=1)
    pupil.reads(await (await person.slash(channel, "bonfire", "learn")).response())
    return pupil


@pytest.mark.parametrize("locale", ["en-US", long("de"), long("pl")])
async def test_from_nothing_to_a_guardian_at_home(
    hall: Hall, locale: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ada, words = hall.people[0], catalog(locale)
    ada.user = replace(ada.user, locale=locale)
    pupil = await learns(ada, ada.dm(), words)
    post = pupil.reads(await pupil.post(0))
    for number in range(1, STEPS + 1):
        await pupil.step(post, number)
        post = pupil.reads(await pupil.post(post.id))
    turn = words.say("table_button.turn")
    assert words.say("lesson.way_home.learned") in text(post)
    shown = await pupil.press(post, turn)
    for key in ("how_it_ends", "next"):
        assert words.say(f"lesson.{key}") in text(shown).replace("\\", "")
    with capsys.disabled():
        figures = f"\n{locale}: {pupil.presses} presses, {pupil.words_read} words\n"
        sys.stdout.write(figures)
    assert pupil.presses <= MOST_PRESSES
    assert pupil.words_read <= MOST_WORDS
    async with hall.client.services.games.hold(1) as table:
        (spot,) = (each for each in table.game.view().seats[0].positions if each.bonfire_guardian)
    assert (spot.position, spot.bonfire_guardian) == (2, ids.Guardian.OWN)


async def test_on_a_server_it_has_a_private_thread(hall: Hall) -> None:
    ada, bo, *_ = hall.people
    told = await (await ada.slash(hall.table, "bonfire", "learn")).response()
    assert told.ephemeral_for == ada.id
    rooms = hall.server.world.channels.values()
    (thread,) = [channel for channel in rooms if channel.name == "Lesson: Ada"]
    assert ada.may_view(thread)
    assert not bo.may_view(thread)


async def test_it_goes_on_begins_again_and_ends_with_one_press_each(hall: Hall) -> None:
    ada = hall.people[0]
    pupil = await learns(ada, ada.dm())
    post = await pupil.post(0)
    await pupil.step(post, 1)
    await pupil.post(post.id)
    again = await (await ada.slash(pupil.room, "bonfire", "learn")).response()
    assert text(again) == WORDS.say("lesson.running")
    prompt = await pupil.press(again, say("again"))
    assert text(prompt).startswith(WORDS.say("lesson.heading", step=1, steps=STEPS))
    ended = await pupil.press(prompt, say("end"))
    assert text(ended) == WORDS.say("lesson.ended")
    async with hall.client.services.games.hold(1) as table:
        assert table.status is rows.Status.ABANDONED
    assert not await hall.client.services.store.read(lambda tx: tx.results.has(ada.id))


async def test_who_went_another_way_comes_back_with_one_press(hall: Hall) -> None:
    ada = hall.people[0]
    pupil = await learns(ada, ada.dm())
    post = await pupil.post(0)
    await pupil.step(post, 1)
    post = await pupil.post(post.id)
    line = "fate top b2 right; keep 1 path; end"
    await (await ada.slash(pupil.room, "turn", "move", line=line)).response()
    post = await pupil.post(post.id)
    left = await pupil.press(post, WORDS.say("table_button.turn"))
    assert WORDS.say("lesson.left", step=2) in text(left)
    back = await pupil.press(left, say("back"))
    assert text(back).startswith(WORDS.say("lesson.heading", step=2, steps=STEPS))


async def test_a_lesson_of_an_earlier_version_gives_way_to_the_new_one(hall: Hall) -> None:
    ada = hall.people[0]
    pupil = await learns(ada, ada.dm())
    post = await pupil.post(0)
    await pupil.step(post, 1)
    post = await pupil.post(post.id)
    services = hall.client.services
    async with services.games.hold(1) as table:
        table.kind = LessonGame("first_game")
    old = await pupil.press(post, WORDS.say("table_button.turn"))
    assert WORDS.say("lesson.rewritten") in text(old)
    told = await pupil.press(old, say("again"))
    assert text(told) == WORDS.say("shell.started")
    post = await pupil.post(post.id)
    await pupil.step(post, 1)
    async with services.games.hold(1) as table:
        assert table.status is rows.Status.ABANDONED


async def test_a_lesson_is_no_result(hall: Hall) -> None:
    ada = hall.people[0]
    pupil = await learns(ada, ada.dm())
    await pupil.post(0)
    services = hall.client.services
    games = services.games
    async with games.hold(1) as table:
        assert isinstance(table.kind, LessonGame)
    player = Player(ada, pupil.room, random.Random(1))
    await play_to_its_end(hall, player)
    async with games.hold(1) as table:
        assert table.status is rows.Status.FINISHED
    assert not await services.store.read(lambda tx: tx.results.has(ada.id))


async def play_to_its_end(hall: Hall, player: Player) -> None:
    """Play the game 1 by the service alone, as pictures and pages do not matter here."""
    person = rows.PersonRow(player.person.id, "Ada")
    channel = ChannelRef(player.table.id, None, "en-US", rows.Via.CHANNEL)
    games = hall.client.services.games
    for press in range(10_000, 13_000):
        async with games.hold(1) as table:
            if table.game.waiting is None:
                return
            options = table.game.legal_actions()
            ends = (one for one in options if isinstance(one, actions.EndTurn | actions.Pass))
            answer = next(ends, player.dice.choice(options))
            await games.answer(Invocation(press, person, channel), table, (answer,))
    raise AssertionError("no end in sight")


@pytest.mark.parametrize("options", [{}, {"bots": 1, "level": "easy"}])
async def test_who_has_not_finished_a_game_is_offered_the_lesson_in_its_place(
    hall: Hall, options: dict[str, str | int]
) -> None:
    ada = hall.people[0]
    room = ada.dm()
    begun = await (await ada.slash(room, "bonfire", "solo", options=options)).response()
    pupil = Pupil(ada, room)
    first = await pupil.post(0)
    told = await pupil.press(begun, say("learn"))
    assert text(told) == WORDS.say("shell.started")
    post = await pupil.post(first.id)
    await pupil.step(post, 1)
    async with hall.client.services.games.hold(1) as table:
        assert table.status is rows.Status.ABANDONED


def lessons_in(message: Message) -> Iterator[str]:
    return (one.custom_id for one in controls(message) if one.answer == values.TAKE_STEP)


async def test_a_lesson_goes_on_after_a_crash(tmp_path: Path) -> None:
    async with StandIn(spec=OPENAPI, clock=TurnedClock()) as server:
        ada = server.person("Ada")
        server.guild("Club", ada)
        async with bot_process(server, tmp_path) as child:
            pupil = await learns(ada, ada.dm())
            post = await pupil.post(0)
            await pupil.step(post, 1)
            post = await pupil.post(post.id)
            prompt = await pupil.press(post, WORDS.say("table_button.turn"))
            child.send_signal(signal.SIGKILL)
            await child.wait()
        async with bot_process(server, tmp_path):
            (choice,) = lessons_in(prompt)
            preview = await (await ada.press(prompt, choice)).response()
            confirm = next(one for one in controls(preview) if one.answer == Sign.CONFIRM)
            await ada.press(preview, confirm.custom_id)
            post = await pupil.post(post.id)
            await pupil.step(post, 3)
        assert server.invalid_requests == []


async def test_the_end_of_the_lesson_leads_on_and_from_there_back(hall: Hall) -> None:
    ada, room = hall.people[0], hall.people[0].dm()
    await (await ada.slash(room, "bonfire", "learn")).response()
    for way in OFFERS.learned:
        on = await (await made_up(ada, room, way.value)).response()
        back = await (await follow(ada, on, values.SteerLesson(values.LessonTurn.BACK))).response()
        assert WORDS.say("lesson.heading", step=1, steps=8) in text(back)
    begun = await (await ada.slash(room, "bonfire", "learn")).response()
    ended = await (await follow(ada, begun, values.SteerLesson(values.LessonTurn.END))).response()
    for way in OFFERS.learned:
        assert text(await (await follow(ada, ended, way.value)).response())
