"""The core that every part of the stand-in shares: world, clock, gateway, record of requests.

Beside it stand the signal of changes, the registry of interactions, and the latency.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Generic, Protocol, TypeVar

from bot.standin import fault_injection, model
from bot.standin.api_objects import ApiObjects
from bot.standin.clock import WorldClock
from bot.standin.errors import BodyProblem
from bot.standin.gateway import Gateway, Intent
from bot.standin.ids import Snowflakes
from bot.standin.moderation import Moderator
from bot.standin.openapi import OpenApi
from bot.standin.rate_limits import RateLimiter, RateLimits
from bot.standin.rights import Rights
from bot.standin.world import World

_Seen = TypeVar("_Seen")

_TICK = 0.1
"""Seconds between looks when nothing changes, so that a running clock's deadlines are noticed."""


class ChangeSignal:
    """A condition variable: `notify` after a change of the world wakes all waiters."""

    def __init__(self) -> None:
        self._waiters: set[asyncio.Future[None]] = set()

    def notify(self) -> None:
        """Wake every waiter: something changed."""
        waiters, self._waiters = self._waiters, set()
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    async def wait_for(self, look: Callable[[], _Seen | None], timeout: float) -> _Seen:
        """Return the first answer of `look` that is not None.

        `timeout` is in seconds of real time. Raises TimeoutError after it, and any error of `look`.
        """
        async with asyncio.timeout(timeout):
            while (found := look()) is None:
                await self._next_change()
        return found

    async def _next_change(self) -> None:
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.add(waiter)
        try:
            await asyncio.wait((waiter,), timeout=_TICK)
        finally:
            self._waiters.discard(waiter)


_MOST_KEPT: Final = 20_000


class Sent(Protocol):
    """A value that is found again by its token."""

    @property
    def token(self) -> str:
        """The token that Discord hands out with it."""
        ...


_Kept = TypeVar("_Kept", bound=Sent)


class Registry(Generic[_Kept]):
    """The newest interactions, `most` of them; tokens die by the clock, not by removal."""

    def __init__(self) -> None:
        self.most = _MOST_KEPT
        self._by_token: dict[str, _Kept] = {}

    def add(self, interaction: _Kept) -> None:
        """Remember a new interaction, and forget the oldest where they are too many."""
        self._by_token[interaction.token] = interaction
        if len(self._by_token) > self.most:
            del self._by_token[next(iter(self._by_token))]

    def by_token(self, token: str) -> _Kept | None:
        """The interaction that a token belongs to."""
        return self._by_token.get(token)

    def all(self) -> tuple[_Kept, ...]:
        """All interactions, oldest first."""
        return tuple(self._by_token.values())


_LEAST_SECONDS: Final = 0.08
_MOST_SECONDS: Final = 0.25
"""Seconds there and back (guessed: what bots measure from machines in Europe and America)."""


@dataclass(frozen=True, slots=True)
class Latency:
    """Times on the way, drawn evenly between two bounds by dice with a seed; in seconds."""

    least: float = _LEAST_SECONDS
    most: float = _MOST_SECONDS
    seed: int = 0
    _dice: Random = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_dice", Random(self.seed))  # noqa: S311 - no secret

    def one_way(self) -> float:
        """The next time from one to the other, half of the way there and back."""
        return self._dice.uniform(self.least, self.most) / 2


_REQUESTS_KEPT = 20_000


@dataclass(frozen=True, slots=True)
class Limits:
    """The platform's numbers that a test may want to tighten; times in seconds.

    `v2_uploads_in_edits` True mends a reported fault of the platform: new files for a Components
    V2 layout are not found when they come with the edit of an interaction's message, or with the
    first follow-up of a deferral, which is an edit too (discord-api-docs issue 7529, still open).
    `rate_limits` None lets the bot ask for as much as it likes; `latency` None lets requests
    arrive at once. It alone is real time, whatever the clock says. A press on a page that is open
    before the app waits for it while `app_starts_within` lasts.
    """

    app_starts_within: float = 30.0
    acknowledge_within: float = 3.0
    token_lives: float = 15 * 60.0
    message_is_old_after: float = 3600.0
    old_edits: int = 3
    old_edits_within: float = 20.0
    nonce_remembered: float = 300.0
    followups_as_guest: int = 5
    active_threads: int = 1000
    thread_members: int = 1000
    v2_uploads_in_edits: bool = False
    rate_limits: RateLimits | None = None
    latency: Latency | None = None


@dataclass(frozen=True, slots=True)
class InvalidRequest:
    """A mistake of the bot: a request that Discord would not accept, and why."""

    method: str
    path: str
    problem: BodyProblem


@dataclass(frozen=True, slots=True)
class LoggedRequest:
    """A request to the REST API and its answer; status 0 means that no answer was sent.

    `template` is its path in the OpenAPI file, empty where no route was found.
    """

    method: str
    path: str
    template: str
    status: int
    code: int
    payload: object
    files: tuple[str, ...]
    answer: object


class Watcher(Protocol):
    """A listener that is called at every change of the World, as it happens."""

    def message_changed(self, message: model.Message) -> None:
        """A message, private ones included, was made, changed or deleted."""
        ...

    def world_changed(self) -> None:
        """Something else did: a channel, a thread, a person, the commands."""
        ...


@dataclass(frozen=True, slots=True)
class SecondBot:
    """Another bot with a token of its own, an administrator wherever it is a member."""

    user: model.User
    token: str


@dataclass(slots=True)
class Core:
    """The shared parts: state, services, and what tests read."""

    world: World
    clock: WorldClock
    limits: Limits
    openapi: OpenApi | None
    ids: Snowflakes
    objects: ApiObjects
    gateway: Gateway
    rights: Rights
    registry: Registry[Any]
    """Interactions: they know the core, which therefore cannot name their class."""
    changes: ChangeSignal = field(default_factory=ChangeSignal)
    fault_injector: fault_injection.FaultInjector = field(
        default_factory=fault_injection.FaultInjector
    )
    rate_limiter: RateLimiter = field(default_factory=RateLimiter)
    moderator: Moderator = field(default_factory=Moderator)
    invalid_requests: list[InvalidRequest] = field(default_factory=list)
    requests: deque[LoggedRequest] = field(default_factory=lambda: deque(maxlen=_REQUESTS_KEPT))
    nonces: dict[tuple[int, str], model.Message] = field(default_factory=dict)
    old_edits: dict[int, list[float]] = field(default_factory=dict)
    watchers: list[Watcher] = field(default_factory=list)
    second: SecondBot | None = None
    endpoint: Callable[[model.Json], None] | None = None
    """The sender of interactions to the app's address, None for the gateway: only one of the two
    gets them (Discord, interactions/receiving-and-responding)."""

    def tell_watchers(self, message: model.Message | None = None) -> None:
        """Report a changed message, or (None) a change of anything else."""
        for watcher in tuple(self.watchers):
            if message is None:
                watcher.world_changed()
            else:
                watcher.message_changed(message)

    def tell(self, event: str, channel: model.Channel, data: model.Json, intent: Intent) -> None:
        """Send a gateway event about a channel to the sessions that may hear it."""
        if not self.rights.hears(channel):
            return
        self.gateway.dispatch(event, data, guild_id=channel.guild_id, intent=intent)

    def remove(self, channel: model.Channel) -> None:
        """Delete a channel or thread of a guild, and report it."""
        event = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
        self.tell(event, channel, self.objects.removed(channel), Intent.GUILDS)
        self.world.forget(channel)
        self.tell_watchers()

    def tell_message(self, event: str, message: model.Message) -> None:
        """Send a message event; of ephemeral messages only the watchers hear."""
        self.tell_watchers(message)
        if message.is_ephemeral:
            return
        channel = self.world.channels[message.channel_id]
        intent = Intent.DIRECT_MESSAGES if channel.is_private else Intent.GUILD_MESSAGES
        self.tell(event, channel, self.objects.event_message(message), intent)
