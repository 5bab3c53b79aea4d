"""JSON values as the one text that hashes are made of, and their hash."""

import json
from hashlib import blake2b
from typing import Final

_DIGEST_BYTES: Final = 16


def canonical(value: object) -> bytes:
    """The one text of JSON values that hashes are made of: sorted keys, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def digest(value: object) -> str:
    """The hash of JSON values: BLAKE2b of their canonical text, in hexadecimal."""
    return blake2b(canonical(value), digest_size=_DIGEST_BYTES).hexdigest()
