"""Each refusal, each way and each length: what Discord owes arrives once after its end.

Every failure that Discord documents, or that servers in front of it bring about, meets the posts of
a place of its own, all at the same time. Nobody lists which of them are final: after the end of a
failure everything has arrived, unless its people were told of a loss or what it says is out of
date.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import pytest

from bot.model import rows
from bot.model.channel_loss import ANSWERS_ONLY, LOSSES
from bot.model.stored_post import StoredPost
from bot.standin import Channel, Message, Moment, Reset, ServerError, fault_injection
from bot.standin.layout import text
from tests.kit.hall import Hall
from tests.kit.marks import long
from tests.kit.refusals import REFUSALS
from tests.kit.whole import eventually, pass_by, post_rows

HOUR: Final = 3600.0
DISTURBED: Final[tuple[ServerError | Reset, ...]] = (
    *(ServerError(status, moment) for status in (500, 502, 503, 504) for moment in Moment),
    *map(Reset, Moment),
)
FAULTS: Final[tuple[fault_injection.InjectedFault, ...]] = (*REFUSALS, *DISTURBED)


class Way(StrEnum):
    """The ways out of the outbox."""

    POST = "post"
    DIRECT = "direct message"
    EDIT = "edit"
    FOLLOW_UP = "follow-up"


class Lasts(StrEnum):
    """The lengths of a failure."""

    ONCE = "once"
    AN_HOUR = "an hour"
    LONG = "eight hours"
    """Longer than a post is tried, so that it stands for ever."""


LENGTHS: Final = {Lasts.ONCE: HOUR, Lasts.AN_HOUR: HOUR, Lasts.LONG: 8 * HOUR}
_PEOPLE: Final = frozenset({50007, 50278})
CLOSED: Final = {Way.POST: _PEOPLE | LOSSES.keys(), Way.DIRECT: _PEOPLE}
"""The codes of places that take no posts, and of people who take no messages."""


@dataclass(slots=True)
class Owed:
    """What is owed to one place, and the fault that its requests meet until some time."""

    fault: fault_injection.InjectedFault
    place: Channel
    to: int
    """The channel or person that the row of the post names."""
    method: str = "POST"
    path: str = ""
    post: int = 0
    met: int = 0

    @property
    def code(self) -> int:
        """Discord's error code, 0 for none."""
        return getattr(self.fault, "code", 0)


@dataclass(slots=True)
class Discord:
    """A hall with a place for each fault, all of them owed something in the same way."""

    hall: Hall
    way: Way
    lasts: Lasts
    owed: list[Owed]
    ends: float = 0.0

    def fault_for(self, method: str, path: str) -> fault_injection.InjectedFault | None:
        """The fault that a request meets, by its place."""
        if not self.ends or self.hall.clock.now() >= self.ends:
            return None
        for one in self.owed:
            if method == one.method and one.path and one.path in path:
                one.met += 1
                return None if self.lasts is Lasts.ONCE and one.met > 1 else one.fault
        return None

    def body(self, words: str) -> str:
        """A post that calls Bo."""
        bo = self.hall.bo
        return StoredPost(0, 0, f"{bo.mention} {words}", (), (), (bo.id,), 0).dump()

    async def owe(self) -> None:
        """Queue one thing for each place, and let the failures begin."""
        store, outbox = self.hall.client.services.store, self.hall.client.services.outbox
        vias = {Way.DIRECT: rows.Via.DIRECT, Way.FOLLOW_UP: rows.Via.FOLLOWUP}
        via = vias.get(self.way, rows.Via.CHANNEL)
        if self.way is Way.FOLLOW_UP:
            for one in self.owed:
                await store.write(lambda tx, one=one: tx.channels.bury(one.to, ANSWERS_ONLY))  # type: ignore[misc]
            await self.press()
        if self.way is not Way.EDIT:
            self.begin()
        for one in self.owed:
            one.post = await store.write(
                lambda tx, one=one: tx.posts.add(None, one.to, via, self.body("first"))  # type: ignore[misc]
            )
        outbox.kick()
        if self.way is Way.EDIT:
            await pass_by(self.hall.clock, 60)
            self.begin()
            for one in self.owed:
                await store.write(
                    lambda tx, one=one: tx.posts.revise(one.post, self.body("changed"))  # type: ignore[misc]
                )
            outbox.kick()

    def begin(self) -> None:
        """Let the failures begin."""
        self.ends = self.hall.clock.now() + LENGTHS[self.lasts]

    async def press(self) -> None:
        """Somebody presses in each place, which opens a door there."""
        doors = self.hall.client.services.outbox._doors
        for one in self.owed:
            press = await self.hall.ada.slash(one.place, "bonfire", "about")
            await press.response()

            async def is_open(one: Owed = one, token: str = press.token) -> bool:
                door = doors.into(one.place.id)
                return door is not None and door.token == token

            await eventually(is_open)
            one.path = one.path or f"/webhooks/{self.hall.client.application_id}/{press.token}"

    def there(self, one: Owed) -> list[Message]:
        """The messages of the bot about what is owed that stand in a place."""
        said = self.hall.server.app_messages(one.place)
        return [message for message in said if self.hall.bo.mention in text(message)]


def place_for(hall: Hall, way: Way, number: int, fault: fault_injection.InjectedFault) -> Owed:
    """A place of its own for a fault."""
    match way:
        case Way.DIRECT:
            person = hall.server.person(f"Person {number}")
            hall.server.guild(f"Club {number}", person)
            return Owed(fault, person.dm(), person.id, path=f"/channels/{person.dm().id}/messages")
        case Way.FOLLOW_UP:
            friend = hall.server.person(f"Friend {number}")
            room = hall.server.conversation(hall.ada, hall.bo, friend)
            return Owed(fault, room, room.id)
        case _:
            room = hall.server.text_channel(hall.guild, f"room {number}")
            method = "PATCH" if way is Way.EDIT else "POST"
            return Owed(fault, room, room.id, method, f"/channels/{room.id}/messages")


async def disturbed(hall: Hall, monkeypatch: pytest.MonkeyPatch, way: Way, lasts: Lasts) -> Discord:
    """Every place with what it was owed, an hour after the failures ended."""
    for person in hall.people:
        person.user.has_installed_app = True
    owed = [place_for(hall, way, number, fault) for number, fault in enumerate(FAULTS)]
    discord = Discord(hall, way, lasts, owed)
    monkeypatch.setattr(
        fault_injection.FaultInjector,
        "fault_for",
        lambda _, method, path: discord.fault_for(method, path),
    )
    await discord.owe()
    await pass_by(hall.clock, LENGTHS[lasts] + HOUR)
    return discord


def found(discord: Discord, one: Owed) -> tuple[int, int]:
    """The number of messages that stand in a place, and how often they call Bo."""
    there = discord.there(one)
    return len(there), sum(discord.hall.bo.id in message.pings for message in there)


@pytest.mark.parametrize("way", [Way.POST, Way.DIRECT])
@pytest.mark.parametrize("lasts", [Lasts.ONCE, long(Lasts.AN_HOUR)])
async def test_each_post_arrives_once_after_each_failure(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, way: Way, lasts: Lasts
) -> None:
    """A place that is closed for an hour calls nobody with what it shows then: its game does.

    People who take no direct messages for ten minutes are called in the channel from then on.
    """
    discord = await disturbed(hall, monkeypatch, way, lasts)
    states = {row["id"]: row["state"] for row in await post_rows(hall.client.services.store)}
    for one in discord.owed:
        is_closed = lasts is Lasts.AN_HOUR and one.code in CLOSED[way]
        if is_closed and way is Way.DIRECT:
            assert found(discord, one) == (0, 0), one.fault
        else:
            assert found(discord, one) == (1, not is_closed), one.fault
            assert states[one.post] == rows.PostState.SENT
    assert all(one.met for one in discord.owed)


@pytest.mark.long
@pytest.mark.parametrize("way", [Way.POST, Way.DIRECT])
async def test_a_press_brings_what_has_failed_for_long(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, way: Way
) -> None:
    """The bot gives such a post up after some hours; nobody presses in a direct message here."""
    discord = await disturbed(hall, monkeypatch, way, Lasts.LONG)
    for one in discord.owed if way is Way.POST else ():
        await (await hall.ada.slash(one.place, "bonfire", "about")).response()
    await pass_by(hall.clock, HOUR / 4)
    for one in discord.owed:
        there, _ = found(discord, one)
        assert there == 1 or (way is Way.DIRECT and there == 0), one.fault
    assert all(one.met for one in discord.owed)


@pytest.mark.parametrize("lasts", [Lasts.ONCE, long(Lasts.AN_HOUR)])
async def test_each_follow_up_arrives_with_the_next_press_at_the_latest(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, lasts: Lasts
) -> None:
    discord = await disturbed(hall, monkeypatch, Way.FOLLOW_UP, lasts)
    await discord.press()
    await pass_by(hall.clock, HOUR / 4)
    for one in discord.owed:
        was_taken = getattr(one.fault, "moment", None) is Moment.AFTER
        in_doubt = one.fault in DISTURBED
        assert found(discord, one) == (1 + was_taken, not in_doubt or was_taken), one.fault
    assert all(one.met for one in discord.owed)


@pytest.mark.parametrize("lasts", [Lasts.ONCE, long(Lasts.AN_HOUR)])
async def test_each_edit_is_made_unless_what_refuses_it_lasts(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, lasts: Lasts
) -> None:
    discord = await disturbed(hall, monkeypatch, Way.EDIT, lasts)
    for one in discord.owed:
        status = getattr(one.fault, "status", 429)
        lasts_long = lasts is Lasts.AN_HOUR and (
            status in {400, 413, 429} or one.code in {10008, *CLOSED[Way.POST]}
        )
        if one.fault not in REFUSALS or not lasts_long:
            assert text(discord.there(one)[0]).endswith("changed"), one.fault
    assert all(one.met for one in discord.owed)
