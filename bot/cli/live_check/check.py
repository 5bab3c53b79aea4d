"""A check as a whole: two bots enter a server, play the probes, and leave nothing behind."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from importlib import import_module
from pkgutil import iter_modules
from traceback import extract_tb
from typing import Any, Final

import aiohttp

from bot.cli.live_check import probes
from bot.cli.live_check.account import AGENT, Account, Sleep, UnplayableError
from bot.cli.live_check.listener import Listener
from bot.cli.live_check.person import ROOM, Volunteer
from bot.cli.live_check.probing import PROBES, LiveProbe
from bot.cli.live_check.record import ProbeOutcome
from bot.cli.live_check.visit import Visit
from bot.runtime import settings
from bot.runtime.shell.errors import UsageError

DISCORD: Final = "https://discord.com/api/v10"
_ADMINISTRATOR: Final = 1 << 3
_UNEXPECTED: Final = (
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    OSError,
    aiohttp.ClientError,
)
"""Errors from an answer that a probe does not expect; one of them must not end the other probes."""


@dataclass(frozen=True, slots=True)
class Target:
    """The Discord that is asked, and the two bots and the server there."""

    token: str = field(repr=False)
    second_token: str = field(repr=False)
    server: int
    base: str = DISCORD


def all_probes() -> dict[str, LiveProbe]:
    """Every probe by its name, in the order of their files."""
    for module in iter_modules(probes.__path__):
        import_module(f"{probes.__name__}.{module.name}")
    return PROBES


@asynccontextmanager
async def visiting(target: Target, person: Volunteer, sleep: Sleep) -> AsyncIterator[Visit]:
    """Enter with both bots, and remove at the end all that was made.

    Raises UsageError for what the operator has to mend, UnplayableError for what Discord refuses
    without need, BannedError, and what a connection does.
    """
    async with aiohttp.ClientSession(headers={"User-Agent": AGENT}) as session:
        app = Account(session, target.base, target.token, sleep)
        second = Account(session, target.base, target.second_token, sleep)
        visit = Visit(
            app=app,
            second=second,
            server=str(target.server),
            app_id=await _own_id(app, settings.TOKEN),
            second_id=await _own_id(second, settings.SECOND_TOKEN),
            room="",
            listener=await _listener(app),
            person=person,
        )
        try:
            await _refuse_wrong_places(visit)
            visit.room = await _room(visit)
            await visit.listener.start()
            yield visit
        finally:
            await visit.listener.close()
            stayed = await visit.clear()
            if stayed:
                print(f"Remove by hand: {', '.join(stayed)}")


async def _room(visit: Visit) -> str:
    try:
        return await visit.channel(name=ROOM)
    except UnplayableError as error:
        raise UsageError(
            f"The second bot can't make a channel in server {visit.server}. Make it an "
            f"administrator there ({error})."
        ) from error


async def _own_id(account: Account, setting: str) -> str:
    said = await account.ask("GET", "/users/@me")
    if said.status == 401:
        raise UsageError(f"Discord refused the token in {setting}.")
    return str(said.granted()["id"])


async def _listener(app: Account) -> Listener:
    said = (await app.ask("GET", "/gateway")).granted()
    return Listener(app.session, said["url"], app.token)


async def _refuse_wrong_places(visit: Visit) -> None:
    """Raise UsageError where a bot is missing, or the bot under test may do everything."""
    if visit.app_id == visit.second_id:
        raise UsageError("Both tokens are of one bot. The second needs an application of its own.")
    guild = await visit.app.ask("GET", f"/guilds/{visit.server}")
    if guild.status >= 400:
        raise UsageError(f"The bot isn't in server {visit.server} ({guild.verdict}).")
    member = await visit.app.ask("GET", f"/guilds/{visit.server}/members/{visit.app_id}")
    mine = set(member.granted()["roles"])
    granted = [role["permissions"] for role in guild.body["roles"] if role["id"] in mine]
    if any(int(permissions) & _ADMINISTRATOR for permissions in granted):
        raise UsageError(
            f"The bot is an administrator of server {visit.server}, so nothing is denied to it. "
            "Take that from it; the second bot needs it."
        )


async def play(
    visit: Visit, chosen: Sequence[LiveProbe], tell: Callable[[LiveProbe, ProbeOutcome], None]
) -> None:
    """Play probes: long ones beside the others, and those that take a person at the end.

    Raises BannedError.
    """

    async def played(one: LiveProbe) -> None:
        tell(one, await _outcome(visit, one))

    long = [asyncio.create_task(played(one)) for one in chosen if one.minutes]
    try:
        for brief in sorted((one for one in chosen if not one.minutes), key=_takes_a_person):
            await played(brief)
        await asyncio.gather(*long)
    finally:
        for task in long:
            task.cancel()
        await asyncio.gather(*long, return_exceptions=True)


def _takes_a_person(one: LiveProbe) -> bool:
    return one.person


async def _outcome(visit: Visit, one: LiveProbe) -> ProbeOutcome:
    notes: dict[str, Any] = {}
    try:
        return ProbeOutcome(await one.play(replace(visit, notes=notes)), notes)
    except UnplayableError as error:
        return ProbeOutcome(unplayed=str(error))
    except _UNEXPECTED as error:
        # Not the words of the error, which may have a token in them.
        line = extract_tb(error.__traceback__)[1].lineno
        kind = type(error).__name__
        return ProbeOutcome(unplayed=f"an answer was unlike any expected: {kind} in line {line}")
