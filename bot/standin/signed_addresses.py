"""Signed addresses of attachments (Discord, reference: Signed Attachment CDN URLs)."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from secrets import token_bytes
from typing import Final

from bot.standin.clock import WorldClock

_LIVES: Final = 24 * 3600
"""Seconds from issue to expiry (reported: what addresses bear; documented only as "preset")."""


class AddressSigner:
    """Adds to addresses when they were issued and expire, and a signature over both."""

    def __init__(self, clock: WorldClock) -> None:
        self._clock = clock
        self._key = token_bytes(16)

    def signed(self, path: str) -> str:
        """A path with `ex`, `is` and `hm`; moments are hexadecimal seconds of Unix time."""
        issued = int(self._clock.now())
        expires, since = f"{issued + _LIVES:x}", f"{issued:x}"
        return f"{path}?ex={expires}&is={since}&hm={self._signature(path, expires, since)}&"

    def accepts(self, path: str, query: Mapping[str, str]) -> bool:
        """Say whether these parameters were issued for this path, and have not expired."""
        expires, since = query.get("ex", ""), query.get("is", "")
        ours = self._signature(path, expires, since)
        if not hmac.compare_digest(ours.encode(), query.get("hm", "").encode()):
            return False
        return self._clock.now() < int(expires, 16)

    def _signature(self, path: str, expires: str, since: str) -> str:
        signed = f"{path}\n{expires}\n{since}".encode()
        return hmac.new(self._key, signed, hashlib.sha256).hexdigest()
