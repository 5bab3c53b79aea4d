"""Requests that were made up: each is answered or hung up on, and none leaves a traceback."""

import asyncio
import copy
import json
import logging
import os
import random
import time
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from tests.bot.chat.ingress.kit import Entrance
from tests.kit.marks import soak

SEED: Final = int(os.environ.get("BONFIRE_FUZZ_SEED", "20261125"))
REQUESTS: Final = int(os.environ.get("BONFIRE_FUZZ_REQUESTS", "200000"))
PATIENCE: Final = 0.1
"""Seconds that each client waits, for the rest of its own request too."""
AT_ONCE: Final = 64
ODD: Final[tuple[Any, ...]] = (
    None, True, 0, -1, 2**63, 10**30, 1e308, float("nan"), "", "x", "\ud800", "\x00", "💥" * 50,
    [], {}, [None], {"id": None}, "9" * 40, "1" * 5000, [[[[]]]],
)  # fmt: skip
METHODS: Final = (b"GET", b"POST", b"PUT", b"HEAD", b"OPTIONS", b"BREW", b"post", b"", b"\xff")
PATHS: Final = (
    b"/interactions", b"/interactions/", b"/", b"/healthz", b"*", b"//", b"/../etc/passwd",
    b"/%00", b"/\xff", b"http://other/interactions", b"interactions", b"/?" + b"a" * 9000, b"",
)  # fmt: skip
HEADERS: Final = (
    b"Host: other", b"Content-Length: 5", b"Content-Length: -1", b"Content-Length: x",
    b"Content-Length: 99999999999999999999", b"Transfer-Encoding: chunked", b"Transfer-Encoding: x",
    b"Content-Encoding: gzip", b"Content-Encoding: br", b"Expect: 100-continue", b"Upgrade: h2c",
    b"Connection: upgrade", b"Connection: keep-alive", b"Content-Type: multipart/form-data",
    b"Content-Type: text/html; charset=none", b"Cookie: " + b"a=b;" * 500, b": x", b"x", b" folded",
    b"X: " + b"y" * 9000, b"\xff: \xff", b"X-Signature-Ed25519: \xc3\xa9", b"Host", b"A: \x00",
    b"X-Signature-Timestamp: " + b"9" * 5000, b"Sec-WebSocket-Key: x", b"Range: bytes=0-",
)  # fmt: skip


class Inventor:
    """Makes requests up, by the numbers of one seed."""

    def __init__(self, entrance: Entrance, press: dict[str, Any], seed: int) -> None:
        self._dice = random.Random(seed)
        self._entrance = entrance
        self._press = press

    def request(self) -> bytes:
        dice = self._dice
        match dice.randrange(4):
            case 0:
                return self._head()
            case 1:
                return self._garbled(self._entrance.request(self._body()))
            case 2:
                return self._entrance.request(self._body(), self._odd_signature())
            case _:
                return self._entrance.request(self._body())

    def _head(self) -> bytes:
        dice = self._dice
        body = dice.choice((b"", b"{}", b"5\r\nhello\r\n0\r\n\r\n", b"zz\r\n", dice.randbytes(50)))
        version = dice.choice((b"HTTP/1.1", b"HTTP/1.1", b"HTTP/1.0", b"HTTP/2", b"HTTP/9.9", b"x"))
        first = b" ".join((dice.choice(METHODS), dice.choice(PATHS), version))
        headers = [b"Host: bot", *dice.choices(HEADERS, k=dice.randrange(4))]
        end = dice.choice((b"\r\n", b"\r\n", b"\n", b"\r"))
        return end.join((first, *headers, b"", b"")) + body

    def _garbled(self, request: bytes) -> bytes:
        """A good request with some bytes changed, lost or doubled."""
        dice, garbled = self._dice, bytearray(request)
        for _ in range(dice.randrange(1, 6)):
            at = dice.randrange(len(garbled) or 1)
            match dice.randrange(4):
                case 0:
                    garbled[at : at + 1] = dice.randbytes(1)
                case 1:
                    del garbled[at : at + dice.randrange(1, 40)]
                case 2:
                    garbled[at:at] = garbled[at : at + dice.randrange(1, 40)]
                case _:
                    garbled = garbled[: at + 1]
        return bytes(garbled)

    def _odd_signature(self) -> dict[str, str]:
        dice, signed = self._dice, self._entrance.signed(b"{}")
        changed = dice.choice(tuple(signed))
        odd = ("", "0", "é", "-1", " ", "z" * 128, "0" * 127, "f" * 128, signed[changed].upper())
        return {**signed, changed: dice.choice(odd)}

    def _body(self) -> bytes:
        dice = self._dice
        if dice.randrange(8) == 0:
            return dice.choice(
                (
                    b"",
                    b"null",
                    b"[" * 5000,
                    b"{" + b'"a":{' * 900,
                    dice.randbytes(200),
                    b"\xef\xbb\xbf{}",
                )
            )
        press = copy.deepcopy(self._press)
        press["id"] = str(dice.randrange(2**60))
        for _ in range(dice.randrange(1, 4)):
            self._mutate(press)
        return json.dumps(press).encode()

    def _mutate(self, value: Any) -> None:
        """Change one thing, somewhere in a tree."""
        dice = self._dice
        while True:
            keys = tuple(value) if isinstance(value, dict) else tuple(range(len(value)))
            if not keys:
                return
            key = dice.choice(keys)
            if isinstance(value[key], dict | list) and value[key] and dice.random() < 0.7:
                value = value[key]
                continue
            if dice.random() < 0.2:
                del value[key]
            else:
                value[key] = (
                    copy.deepcopy(dice.choice(ODD))
                    if dice.randrange(3)
                    else dice.choice((dice.randrange(6), str(dice.randrange(2**62))))
                )
            return


async def usual_press(entrance: Entrance) -> dict[str, Any]:
    """A command as Discord sends it."""
    sent: list[dict[str, Any]] = []
    core = entrance.hall.server.core
    core.endpoint = sent.append
    await entrance.hall.people[0].slash(
        entrance.hall.table, "bonfire", "rules", options={"term": "x"}
    )
    core.endpoint = None
    return sent[0]


@pytest.mark.parametrize("count", [500, soak(REQUESTS)])
async def test_made_up_requests_leave_no_traceback(
    tmp_path: Path, count: int, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    tracebacks: list[str] = []

    class Watch(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.exc_info:
                tracebacks.append(logging.Formatter().format(record))

    watch, began, answers = Watch(), time.monotonic(), Counter[str]()
    logging.getLogger().addHandler(watch)
    hangs: list[bytes] = []
    try:
        async with Entrance.opened(tmp_path) as entrance:
            inventor = Inventor(entrance, await usual_press(entrance), SEED)

            async def send(request: bytes) -> None:
                try:
                    answer = await entrance.answer(request, PATIENCE)
                except TimeoutError:
                    hangs.append(request)
                else:
                    answers[answer[9:12].decode("ascii", "replace") or "none"] += 1

            for done in range(0, count, AT_ONCE):
                requests = [inventor.request() for _ in range(min(AT_ONCE, count - done))]
                await asyncio.gather(*map(send, requests))
                caplog.clear()
                entrance.hall.server.core.requests.clear()
            assert await entrance.status(entrance.request(b'{"type": 1}')) == 200
            entrance.hall.server.invalid_requests.clear()  # what was made up leads anywhere
    finally:
        logging.getLogger().removeHandler(watch)
    seconds = time.monotonic() - began
    with capsys.disabled():
        print(  # noqa: T201 - figures
            f"\nfuzz of requests: seed {SEED}, {count} requests in {seconds:.0f} s, answers"
            f" {dict(answers)}, {len(tracebacks)} tracebacks, {len(hangs)} hangs"
        )
    assert tracebacks == []
    assert hangs == []
