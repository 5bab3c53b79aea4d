"""A check of the bot as it is installed: it draws, thinks, writes, and asks Discord.

Each check says what it found, or complains in the sentence that mends it. The checks use the same
processes as the bot, so that they meet what keeps these from working.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from functools import partial
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp
import discord

from bot.chat.delivery.failures import NETWORK
from bot.chat.handlers.services import Services
from bot.chat.owner import warn_owner
from bot.chat.pictures.painting import PictureRequest, RenderPool
from bot.model import pictures
from bot.model.clock import Clock
from bot.model.database_errors import DatabaseError, UnavailableError
from bot.runtime import checks
from bot.runtime.backups import Unhurried
from bot.runtime.checks import ComplaintError
from bot.runtime.housekeeping import DAY_SECONDS
from bot.runtime.jobs import Job, Wakeup
from bot.runtime.settings import Settings, Workforce
from bot.services.games.thinker import Thinker
from bot.words import catalog
from engine import Game, GameOptions

_LOGGER = logging.getLogger(__name__)

_AFTER: Final = 10.0
"""Seconds from the start of a bot to its first checks: the first presses come before them."""
_ANSWERS_WITHIN: Final = 10.0
"""Seconds that Discord has to answer."""
_AGENT: Final = f"DiscordBot (https://github.com/Rapptz/discord.py {discord.__version__})"
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_INSTALLATION: Final = 'In the Developer Portal, on the page "Installation",'
INTERACTIONS: Final = "/interactions"
"""The path where `bonfire serve` takes presses."""
_SERVER: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    create_private_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""The permissions that the bot asks of a server."""
_INSTALLS: Final = (
    ("0", "Guild Install", {"applications.commands", "bot"}, _SERVER),
    ("1", "User Install", {"applications.commands"}, discord.Permissions.none()),
)
"""For each installation context: its key, name, scopes and permissions (resources/application)."""
_Application = Mapping[str, Any]
_NOTHING_ASKED: Final[_Application] = {"scopes": (), "permissions": "0"}
_PRIVILEGED: Final = sum(1 << bit for bit in (12, 13, 14, 15, 18, 19))
"""The flags of the three privileged intents, limited or not (resources/application)."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of a check: what it says, and whether that is a complaint.

    `passes` says of a complaint that nobody need do anything.
    """

    check: str
    text: str
    complains: bool = False
    passes: bool = False


@dataclass(frozen=True, slots=True)
class Doctor:
    """Checks an installation by its settings, with the processes that draw and think for it.

    `over_http` says how its presses come. Without a token (`asks_discord` is False) Discord is left
    out.
    """

    settings: Settings
    pool: RenderPool
    thinker: Thinker
    clock: Clock
    over_http: bool
    asks_discord: bool = True

    async def watch(
        self,
        complaints: dict[str, bool],
        calm: Callable[[], Awaitable[None]],
        warn: Callable[[Sequence[str]], Awaitable[None]],
    ) -> None:
        """Check all beside a running bot, at the start and once a day, until cancelled.

        What complains is logged, noted among `complaints`, and given to `warn` unless it passes by
        itself. Each check waits for `calm`.
        """
        wakeup = Wakeup(self.clock)
        await self.clock.sleep(_AFTER)
        while True:
            await calm()
            lasting = []
            async for finding in self.findings():
                complaints[finding.check] = finding.complains
                if finding.complains:
                    _LOGGER.warning("%s: %s", finding.check, finding.text)
                    lasting += [] if finding.passes else [f"{finding.check}: {finding.text}"]
                await calm()
            if lasting:
                await warn(lasting)
            await wakeup.rest(DAY_SECONDS)

    async def findings(self) -> AsyncIterator[Finding]:
        """The outcome of each check, one after the other."""
        settings, thread = self.settings, asyncio.to_thread
        yield await _found("disk", thread(checks.check_disk, settings.data))
        yield await _found("picture", self._draw())
        yield await _found("thought", self._think())
        if settings.server is not None:
            async for finding in self._of_server(settings.server.reveal()):
                yield finding
        else:
            yield await _found("lock", thread(checks.check_lock, settings.database))
            yield await _found("backup", self._read_backup())
        yield await _found("descriptors", thread(checks.check_descriptors))
        yield await _found("memory", thread(checks.check_memory, settings))
        if not self.asks_discord:
            yield Finding("token", "there is none, so Discord is not asked")
            return
        try:
            application, date = await self._ask_discord()
        except ComplaintError as complaint:
            yield Finding("token", str(complaint), complains=True, passes=complaint.passes)
            return
        yield Finding("token", "Discord takes it")
        here = self.clock.now()
        yield await _found("clock", thread(checks.check_clock, here, date, "Discord"))
        yield await _found("installation", thread(check_installation, application))
        yield await _found("intents", thread(check_intents, application))
        address = application.get("interactions_endpoint_url")
        yield await _found("address", thread(check_address, address, over_http=self.over_http))

    async def _draw(self) -> str:
        view = Game.new(GameOptions(players=2), 0).view()
        city = pictures.Picture(pictures.PictureKind.CITY, view, 0)
        request = PictureRequest(city, catalog(), ("1", "2"), preview=True)
        try:
            picture = await self.pool.paint(request)
        except Exception as error:
            raise _no_process("draws", "Posts show words in place of pictures", error) from error
        if not picture.png.startswith(_PNG):
            raise ComplaintError("A picture was drawn and is none. Install Bonfire again.")
        return f"{len(picture.png) / 1024:.0f} kB drawn"

    async def _think(self) -> str:
        try:
            await self.thinker.try_out()
        except Exception as error:
            raise _no_process(
                "thinks", "The bot plays badly and suggests nothing", error
            ) from error
        return "a turn was found"

    async def _read_backup(self) -> str:
        pace = Unhurried()
        reading = partial(checks.check_backup, self.settings, self.clock.now(), pace)
        try:
            return await asyncio.to_thread(reading)
        except asyncio.CancelledError:
            pace.stop()
            raise

    async def _of_server(self, address: str) -> AsyncIterator[Finding]:
        from bot.store.postgres.probe import probe  # noqa: PLC0415 - an extra

        try:
            found = await probe(address)
        except DatabaseError as error:
            passes = isinstance(error, UnavailableError)
            yield Finding("database", str(error), complains=True, passes=passes)
            return
        thread, now = asyncio.to_thread, self.clock.now()
        yield await _found("database", thread(checks.check_flush, found.flush))
        yield await _found("its clock", thread(checks.check_clock, now, found.now, "PostgreSQL"))
        yield await _found("backup", thread(checks.check_noted_backup, found.backup, now))

    async def _ask_discord(self) -> tuple[_Application, float]:
        """The application as Discord knows it, and the time there; raises ComplaintError."""
        headers = {"Authorization": f"Bot {self.settings.token.reveal()}", "User-Agent": _AGENT}
        url = f"{self.settings.api_base or discord.http.Route.BASE}/applications/@me"
        try:
            async with (
                asyncio.timeout(_ANSWERS_WITHIN),
                aiohttp.ClientSession() as session,
                session.get(url, headers=headers) as answer,
            ):
                if answer.status == 401:
                    raise ComplaintError(
                        'Discord refuses the token. Press "Reset Token" on the page "Bot" of the '
                        "Developer Portal, and put the new one into DISCORD_TOKEN."
                    )
                answer.raise_for_status()
                date = parsedate_to_datetime(answer.headers["Date"]).timestamp()
                return await answer.json(), date
        except (*NETWORK, KeyError, ValueError) as error:
            raise ComplaintError(
                "Discord cannot be asked just now. Check that this machine is on the internet and "
                f"can open connections to discord.com ({type(error).__name__}).",
                passes=True,
            ) from error


def watching(client: discord.Client, of: Services, settings: Settings, *, over_http: bool) -> Job:
    """The job that examines a running bot with these services.

    A bot that is alone tells its owner what complains; several workers have alerts for that.
    """
    clock = of.games.clock
    doctor = Doctor(settings, of.pictures.pool, of.games.thinker, clock, over_http)

    async def warn(complaints: Sequence[str]) -> None:
        if settings.workers is Workforce.ONE:
            await warn_owner(client, of.store, clock, complaints)

    return partial(doctor.watch, of.complaints, of.calm, warn)


async def _found(check: str, looking: Awaitable[str]) -> Finding:
    try:
        return Finding(check, await looking)
    except ComplaintError as complaint:
        return Finding(check, str(complaint), complains=True, passes=complaint.passes)
    except OSError as error:
        return Finding(check, f"It could not be looked at: {error}.", complains=True)


def _no_process(does: str, therefore: str, error: Exception) -> ComplaintError:
    reason = str(error) or type(error).__name__
    return ComplaintError(
        f"A process that {does} cannot work ({reason}). {therefore}. Compare the bot's unit or "
        "container with those in docs, and give it more memory if it has little."
    )


def check_installation(application: _Application) -> str:
    """Compare how people install the application with docs/operating.md, *On Discord*."""
    if application.get("bot_require_code_grant"):
        raise ComplaintError(
            'Nobody can add the bot to a server. In the Developer Portal, switch off "Requires '
            'OAuth2 Code Grant" on the page "Bot".'
        )
    config = application.get("integration_types_config") or {}
    older = {"0": application.get("install_params")}
    for key, name, scopes, permissions in _INSTALLS:
        if key not in config:
            raise ComplaintError(f"{_INSTALLATION} tick {name}.")
        asked = config[key].get("oauth2_install_params") or older.get(key) or _NOTHING_ASKED
        if missing := sorted(scopes.difference(asked["scopes"])):
            raise ComplaintError(
                f"{_INSTALLATION} add to {name} the scopes that it lacks: {', '.join(missing)}."
            )
        lacking = discord.Permissions(permissions.value & ~int(asked["permissions"]))
        if names := [flag.replace("_", " ").title() for flag, on in lacking if on]:
            raise ComplaintError(
                f"{_INSTALLATION} add to {name} the permissions that it lacks: {', '.join(names)}."
            )
    return "as docs/operating.md has it"


def check_intents(application: _Application) -> str:
    """Look whether the bot could hear more than it needs."""
    if int(application.get("flags") or 0) & _PRIVILEGED:
        raise ComplaintError(
            "The bot needs no privileged intent. In the Developer Portal, switch off all three on "
            'the page "Bot".'
        )
    return "none is privileged"


def check_address(address: str | None, *, over_http: bool) -> str:
    """Look whether Discord sends presses by the way on which the bot waits for them.

    `address` is the one in the portal.
    """
    field = 'on the page "General Information", the field "Interactions Endpoint URL"'
    if over_http and (not address or urlsplit(address).path != INTERACTIONS):
        sends = f"sends presses to {address}" if address else "sends no press over HTTP yet"
        raise ComplaintError(
            f"Discord {sends}. In the Developer Portal, {field} needs "
            f"https://your.name{INTERACTIONS}."
        )
    if address and not over_http:
        raise ComplaintError(
            f"Discord sends presses to an address, and `bonfire run` hears none. In the Developer "
            f"Portal, {field} must be empty."
        )
    return "presses come over HTTP" if over_http else "presses come by the gateway"
