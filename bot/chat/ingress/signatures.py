"""Checks that a request is new and Discord's own (Discord, interactions/overview: Security)."""

import re
import time
from collections.abc import Callable
from typing import Final

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from bot.model.clock import Clock

_SECONDS: Final = re.compile(r"[1-9][0-9]{0,11}")
MOST_AGE: Final = 60.0
"""Seconds by which the time of a request and the machine's clock may differ."""


class NotDiscordError(Exception):
    """A request that Discord has not signed, or not of late."""


class ReplayedError(Exception):
    """A request that has come before."""


class Signatures:
    """Checks requests against the public key of the application, and remembers the newest.

    Steps of the machine's clock let nothing pass twice: what is remembered is forgotten by a
    stopwatch, and whatever was signed no later than something forgotten does not pass again.
    """

    def __init__(
        self,
        public_key: str,
        clock: Clock,
        stopwatch: Callable[[], float] = time.monotonic,
    ) -> None:
        """Trust what the owner of `public_key` (64 hexadecimal digits) has signed.

        `stopwatch` gives seconds that no step of the `clock` touches.
        """
        self._key = VerifyKey(bytes.fromhex(public_key))
        self._clock = clock
        self._stopwatch = stopwatch
        self._seen: dict[bytes, tuple[float, int]] = {}
        """Signatures: when they came by the stopwatch, oldest first, and when they were made."""
        self._forgotten = 0
        """Time of the newest signature that was forgotten."""

    def check(self, signature: str, timestamp: str, body: bytes) -> None:
        """Let a request pass, by the values of its headers.

        Raises NotDiscordError, and ReplayedError for one that has passed before.
        """
        if not _SECONDS.fullmatch(timestamp):
            raise NotDiscordError("not signed at any time")
        try:
            signed = bytes.fromhex(signature)
            self._key.verify(timestamp.encode() + body, signed)
        except (BadSignatureError, ValueError) as error:
            raise NotDiscordError("not signed by Discord") from error
        made = int(timestamp)
        if abs(self._clock.now() - made) > MOST_AGE:
            raise NotDiscordError("signed too long ago, or in the future")
        now = self._stopwatch()
        self._forget(now)
        if signed in self._seen or made <= self._forgotten:
            raise ReplayedError
        self._seen[signed] = now, made

    def _forget(self, now: float) -> None:
        """Forget requests that can pass again only where the clock was put back."""
        while self._seen:
            oldest = next(iter(self._seen))
            came, made = self._seen[oldest]
            if came >= now - 2 * MOST_AGE:
                return
            self._forgotten = max(self._forgotten, made)
            del self._seen[oldest]
