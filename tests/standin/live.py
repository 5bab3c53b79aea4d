"""`bonfire live-check` against the stand-in: both bots, and people who do what it asks."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from bot.cli.live_check.check import Target, all_probes, play, visiting
from bot.cli.live_check.person import WORD, Act, Pick, Press, Send, Type, TypingPlace
from bot.cli.live_check.probing import LiveProbe
from bot.cli.live_check.record import ProbeOutcome
from bot.cli.live_check.visit import Visit
from bot.standin import (
    Channel,
    Guild,
    Interaction,
    Limits,
    ManualClock,
    Message,
    Permission,
    RateLimits,
    StandIn,
    UserClient,
)
from bot.standin.permissions import EVERYONE_DEFAULT
from tests.kit.sources import OPENAPI
from tests.standin.conftest import assert_answers_fit_the_specification

ARRIVES = 0.02
"""Seconds of the machine's clock in which events arrive."""
HELP = {
    "name": "bonfire",
    "description": "a bot",
    "integration_types": [0, 1],
    "contexts": [0, 1, 2],
    "options": [{"type": 1, "name": "help", "description": "help"}],
}


@dataclass
class Crowd:
    """Ada does at once whatever she is told, wherever it is."""

    server: StandIn
    guild: Guild
    ada: UserClient
    places: dict[TypingPlace, Channel]
    told_of: list[str] = field(default_factory=list)
    last: Interaction | None = None

    async def told(self, act: Act) -> None:
        self.told_of.append(act.sentence)
        match act:
            case Press(channel, message, button, first):
                if "nickname" in first:
                    self.guild.members[self.ada.id].nick = "Another"
                self.last = await self.ada.press(self.message(channel, message), button)
            case Pick(channel, message, menu, user):
                chosen = self.server.world.users[int(user)]
                await self.ada.select(self.message(channel, message), menu, [chosen])
            case Send():
                assert self.last is not None
                form = await self.last.modal()
                assert self.last.source is not None
                self.ada.dismiss(self.last.source)
                await self.ada.submit(form)
            case Type(place, command, channel):
                there = self.server.world.channels[int(channel)] if channel else self.places[place]
                await self.ada.slash(there, *command)

    def message(self, channel: str, message: str) -> Message:
        return self.server.world.messages[int(channel)][int(message)]

    async def skips(self) -> None:
        await asyncio.Event().wait()


def crowd(server: StandIn) -> Crowd:
    """Ada in the server of the check, and as a guest with the app in all other places."""
    ada, bo, cleo = (server.person(name) for name in ("Ada", "Bo", "Cleo"))
    ada.user.has_installed_app = True
    guild = server.guild("Club", bo, ada)
    elsewhere = server.guild("Elsewhere", ada, bot=None)
    closed = server.guild(
        "Closed", bo, ada, bot=None, everyone=EVERYONE_DEFAULT & ~Permission.USE_EXTERNAL_APPS
    )
    filtered = server.guild("Filtered", ada, bot=None)
    server.moderator.block(filtered, WORD)
    places = {
        TypingPlace.GUEST_SERVER: server.text_channel(elsewhere, "room"),
        TypingPlace.GUEST_GROUP: server.conversation(ada, bo, cleo),
        TypingPlace.NO_EXTERNAL_APPS: server.text_channel(closed, "room"),
        TypingPlace.FILTERED_SERVER: server.text_channel(filtered, "room"),
    }
    return Crowd(server, guild, ada, places)


@asynccontextmanager
async def checked() -> AsyncIterator[tuple[StandIn, Visit]]:
    """A check that has entered a stand-in with rate limits, whose time it turns by waiting."""
    clock = ManualClock()

    async def sleep(seconds: float) -> None:
        clock.advance(seconds)
        await asyncio.sleep(ARRIVES)

    limits = Limits(rate_limits=RateLimits())
    async with StandIn(clock=clock, spec=OPENAPI, limits=limits) as server:
        people = crowd(server)
        second = server.staff.second_bot(people.guild)
        target = Target(server.token, second, people.guild.id, server.api_base)
        async with visiting(target, people, sleep) as visit:
            path = f"/applications/{visit.app_id}/commands"
            (await visit.app.ask("PUT", path, [HELP])).granted()
            yield server, visit
        assert_answers_fit_the_specification(server)


async def outcomes_of(*names: str) -> dict[str, ProbeOutcome]:
    """Play probes by name; without one, all of them: the long ones by themselves."""
    found: dict[str, ProbeOutcome] = {}

    def tell(probe: LiveProbe, outcome: ProbeOutcome) -> None:
        found[probe.name] = outcome

    chosen = [one for name, one in all_probes().items() if not names or name in names]
    async with checked() as (_, visit):
        await play(visit, [one for one in chosen if not one.minutes], tell)
        for long in (one for one in chosen if one.minutes):
            await play(visit, [long], tell)
    return found
