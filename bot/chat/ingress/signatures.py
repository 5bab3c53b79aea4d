"""Whether a request comes from Discord, and is new (Discord, interactions/overview: Security)."""

from collections import OrderedDict
from typing import Final

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from bot.model.clock import Clock

MOST_AGE: Final = 60.0
"""Seconds by which the time of a request and the machine's clock may differ."""


class NotDiscordError(Exception):
    """A request that Discord has not signed, or not of late."""


class ReplayedError(Exception):
    """A request that has come before."""


class Signatures:
    """Checks requests against the public key of the application, and remembers the newest."""

    def __init__(self, public_key: str, clock: Clock) -> None:
        """Trust what the owner of `public_key` (64 hexadecimal digits) has signed."""
        self._key = VerifyKey(bytes.fromhex(public_key))
        self._clock = clock
        self._seen: OrderedDict[str, float] = OrderedDict()
        """The signatures of late and when they came, the oldest first."""

    def check(self, signature: str, timestamp: str, body: bytes) -> None:
        """Let a request pass, by the values of its headers.

        Raises NotDiscordError, and ReplayedError for one that has passed before.
        """
        now = self._clock.now()
        try:
            self._key.verify(timestamp.encode() + body, bytes.fromhex(signature))
            age = abs(now - int(timestamp))
        except (BadSignatureError, ValueError) as error:
            raise NotDiscordError("not signed by Discord") from error
        if age > MOST_AGE:
            raise NotDiscordError(f"signed {age:.0f} s ago")
        self._forget(now)
        if signature in self._seen:
            raise ReplayedError
        self._seen[signature] = now

    def _forget(self, now: float) -> None:
        """A request that is older than twice the age cannot pass again."""
        while self._seen and next(iter(self._seen.values())) < now - 2 * MOST_AGE:
            self._seen.popitem(last=False)
