"""The TableKey: the secret in the table's address, without which nobody is let in.

Every user of a machine reaches 127.0.0.1. The address shows the key once; the browser then keeps it
as a cookie. It lies beside the table, so that open pages go on after a restart.
"""

from __future__ import annotations

import os
from pathlib import Path
from secrets import compare_digest, token_urlsafe
from typing import Final

from aiohttp import web
from yarl import URL

_PARAMETER: Final = "key"
_BYTES: Final = 32
_MOST: Final = 128
"""Characters of a file that may be read: nobody has written more than a key into it."""
_LASTS: Final = 365 * 24 * 3600
"""Seconds that a browser keeps the cookie."""


class TableKey:
    """Lets in the people who have opened the table's whole address."""

    def __init__(self, path: Path) -> None:
        """Read the key from the file `path`, or make one that only its owner can read.

        Raises OSError where that cannot be done.
        """
        with os.fdopen(
            os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="ascii"
        ) as file:
            os.fchmod(file.fileno(), 0o600)
            self._key = file.read(_MOST)
            if len(self._key) < _BYTES:  # it is new, or a full disk has cut it
                self._key = token_urlsafe(_BYTES)
                file.seek(0)
                file.truncate()
                file.write(self._key)

    def address(self, page: str) -> str:
        """The address to open, where the page lies at another."""
        return str(URL(page).with_query({_PARAMETER: self._key}))

    def fits(self, request: web.Request) -> bool:
        """Say whether a request brings the key by its cookie."""
        return self._is(request.cookies.get(_cookie(request), ""))

    def taken(self, request: web.Request) -> web.Response | None:
        """The answer to a whole address: the page without the key, which the browser now keeps.

        None for a request whose address has no key, or another one.
        """
        if request.path != "/" or not self._is(request.query.get(_PARAMETER, "")):
            return None
        page = request.rel_url.without_query_params(_PARAMETER)
        answer = web.Response(status=303, headers={"Location": str(page)})
        answer.set_cookie(
            _cookie(request), self._key, max_age=_LASTS, httponly=True, samesite="Strict"
        )
        return answer

    def _is(self, given: str) -> bool:
        return compare_digest(given.encode(), self._key.encode())


def _cookie(request: web.Request) -> str:
    """The name of the cookie: a browser sends those of all ports of a machine to each."""
    return f"bonfire-{URL(f'http://{request.host}').port}"
