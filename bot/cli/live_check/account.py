"""An account of a bot at Discord's HTTP API: requests, and answers as Discord gave them."""

import json
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Final, TypeAlias

import aiohttp

AGENT: Final = f"DiscordBot (https://docs.aiohttp.org, {aiohttp.__version__})"
Sleep: TypeAlias = Callable[[float], Awaitable[None]]
_LIMIT_PREFIX: Final = "x-ratelimit-"
_TRIES: Final = 5


class UnplayableError(Exception):
    """A probe cannot be played here; the text says why."""


class BannedError(Exception):
    """Discord's front takes nothing from this machine for a while; each request prolongs that."""


@dataclass(frozen=True, slots=True)
class File:
    """A file to upload."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: status, headers, and the body, which is JSON or a text."""

    status: int
    headers: Mapping[str, str]
    body: Any

    @property
    def code(self) -> int:
        """Discord's code for an error; 0 where it gives none."""
        return int(self.body.get("code", 0)) if isinstance(self.body, dict) else 0

    @property
    def verdict(self) -> str:
        """The status, and Discord's code behind it where the request was refused."""
        return str(self.status) if self.status < 400 else f"{self.status} {self.code}"

    @property
    def faults(self) -> list[str]:
        """The codes of all faults of a body that was refused, each once."""
        errors = self.body.get("errors") if isinstance(self.body, dict) else None
        return sorted(set(_codes(errors)))

    @property
    def limits(self) -> dict[str, str]:
        """The headers about rate limits in small letters, without their common beginning."""
        small = {name.lower(): value for name, value in self.headers.items()}
        return {
            name.removeprefix(_LIMIT_PREFIX): value
            for name, value in small.items()
            if name.startswith(_LIMIT_PREFIX)
        }

    def granted(self) -> Any:
        """The body; raises UnplayableError where the request was refused."""
        if self.status >= 400:
            said = self.body.get("message", "") if isinstance(self.body, dict) else "no JSON"
            told = " ".join((self.verdict, str(said), *self.faults))
            raise UnplayableError(f"Discord refused the preparation: {told}")
        return self.body


@dataclass(slots=True)
class Account:
    """Asks as one bot; waits and asks again where a rate limit without a code says so."""

    session: aiohttp.ClientSession
    base: str
    token: str = field(repr=False)
    sleep: Sleep

    async def ask(
        self, method: str, path: str, body: object = None, files: Sequence[File] = ()
    ) -> Answer:
        """Send a request with a JSON body, and files beside it. Raises BannedError."""
        headers = {"Authorization": f"Bot {self.token}"}
        for _ in range(_TRIES):
            form = _form(body, files)
            sent = {"data": form} if form is not None else {} if body is None else {"json": body}
            async with self.session.request(
                method, self.base + path, headers=headers, **sent
            ) as said:
                answer = Answer(said.status, dict(said.headers), await _body(said))
            if answer.status != 429 or answer.code:
                return answer
            if not isinstance(answer.body, dict):
                raise BannedError
            await self.sleep(float(answer.body["retry_after"]))
        raise UnplayableError("Discord's rate limit never ended")


def _form(body: object, files: Sequence[File]) -> aiohttp.FormData | None:
    if not files:
        return None
    form = aiohttp.FormData()
    form.add_field("payload_json", json.dumps(body or {}), content_type="application/json")
    for number, file in enumerate(files):
        data = BytesIO(file.data)
        form.add_field(f"files[{number}]", data, filename=file.name, content_type="image/png")
    return form


async def _body(said: aiohttp.ClientResponse) -> Any:
    text = await said.text(errors="replace")
    return json.loads(text) if text and said.content_type == "application/json" else text


def _codes(errors: object) -> Iterator[str]:
    if isinstance(errors, dict):
        for key, value in errors.items():
            if key == "_errors":
                yield from (str(one["code"]) for one in value)
            else:
                yield from _codes(value)
