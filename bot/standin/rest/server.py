"""The HTTP door: finds the route, lets trouble happen, checks the token, writes the answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass

from aiohttp import web

from bot.standin import forms
from bot.standin.core import Core, Entry, Fault
from bot.standin.errors import ApiError, Refusal
from bot.standin.forms import Form
from bot.standin.model import Json
from bot.standin.posting import Posting
from bot.standin.rest import basics, channels, commands, interactions, messages
from bot.standin.rest.routing import Call, Reply, Routes
from bot.standin.trouble import Delayed, Mishap, Moment, RateLimited, Reset, Scope, ServerError

API_PREFIX = "/api/v10"
ROUTES = Routes(
    basics.ROUTES + commands.ROUTES + interactions.ROUTES + messages.ROUTES + channels.ROUTES
)
_RECORDED_AS_FAULT = frozenset(
    {
        Refusal.INVALID_FORM,
        Refusal.INVALID_JSON,
        Refusal.EMPTY_MESSAGE,
        Refusal.NOT_FOUND,
        Refusal.METHOD_NOT_ALLOWED,
        Refusal.TOO_LARGE,
    }
)
_BANNED = "<html><head><title>Access denied | Cloudflare</title></head></html>"


@dataclass(frozen=True, slots=True)
class _Outcome:
    status: int
    body: object
    code: int = 0
    headers: Mapping[str, str] | None = None


class Door:
    """Answers every request under the API prefix."""

    def __init__(self, core: Core, posting: Posting) -> None:
        self._core = core
        self._posting = posting

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer one request, or meet the trouble that was planned for it."""
        path = request.path.removeprefix(API_PREFIX)
        mishap = self._core.trouble.meet(request.method, path)
        form = Form()
        early = await self._before(mishap, request)
        if early is None:
            try:
                form = await forms.read(request)
                outcome = self._answer(request, path, form)
            except ApiError as error:
                outcome = self._refused(request.method, path, error)
        else:
            outcome = early
        late = await self._after(mishap, request)
        outcome = late or outcome
        self._record(request.method, path, form, outcome)
        return _response(outcome)

    def _answer(self, request: web.Request, path: str, form: Form) -> _Outcome:
        route, params = ROUTES.find(request.method, path)
        if route.needs_token:
            self._check_token(request)
        if self._core.openapi is not None:
            self._core.openapi.check_request(route.method, route.template, form.payload)
        call = Call(self._core, self._posting, params, dict(request.query), form)
        reply: Reply = route.handler(call)
        return _Outcome(reply.status, reply.body)

    def _check_token(self, request: web.Request) -> None:
        wanted = f"Bot {self._core.world.application.token}"
        if request.headers.get("Authorization") != wanted:
            raise ApiError(Refusal.UNAUTHORIZED)

    def _refused(self, method: str, path: str, error: ApiError) -> _Outcome:
        if error.refusal in _RECORDED_AS_FAULT:
            self._core.faults.extend(Fault(method, path, p) for p in error.as_problems())
        headers: dict[str, str] = {}
        if error.refusal.status == 429:
            headers = _limit_headers(error.extra["retry_after"], Scope.USER)
        return _Outcome(error.refusal.status, error.body(), error.refusal.code, headers)

    def _record(self, method: str, path: str, form: Form, outcome: _Outcome) -> None:
        names = tuple(upload.filename for upload in form.files)
        entry = Entry(
            method=method,
            path=path,
            template=ROUTES.template(method, path),
            status=outcome.status,
            code=outcome.code,
            payload=form.payload,
            files=names,
            answer=outcome.body,
        )
        self._core.requests.append(entry)
        self._core.pulse.beat()

    async def _before(self, mishap: Mishap | None, request: web.Request) -> _Outcome | None:
        match mishap:
            case RateLimited():
                return _limited(mishap)
            case Delayed(seconds, Moment.BEFORE):
                await asyncio.sleep(seconds)
            case ServerError(status, Moment.BEFORE):
                return _broken(status)
            case Reset(Moment.BEFORE):
                return _cut(request)
            case _:
                pass
        return None

    async def _after(self, mishap: Mishap | None, request: web.Request) -> _Outcome | None:
        match mishap:
            case Delayed(seconds, Moment.AFTER):
                await asyncio.sleep(seconds)
            case ServerError(status, Moment.AFTER):
                return _broken(status)
            case Reset(Moment.AFTER):
                return _cut(request)
            case _:
                pass
        return None


def _limit_headers(retry_after: float, scope: Scope) -> dict[str, str]:
    headers = {
        "Via": "1.1 stand-in",
        "Retry-After": str(retry_after),
        "X-RateLimit-Scope": scope.value,
        "X-RateLimit-Reset-After": str(retry_after),
    }
    if scope is Scope.GLOBAL:
        headers["X-RateLimit-Global"] = "true"
    return headers


def _limited(mishap: RateLimited) -> _Outcome:
    if not mishap.via:
        return _Outcome(429, _BANNED, headers={"Content-Type": "text/html"})
    body: Json = {
        "message": "You are being rate limited.",
        "retry_after": mishap.retry_after,
        "global": mishap.scope is Scope.GLOBAL,
    }
    return _Outcome(429, body, headers=_limit_headers(mishap.retry_after, mishap.scope))


def _broken(status: int) -> _Outcome:
    return _Outcome(status, {"message": f"{status}: Server Error", "code": 0})


def _cut(request: web.Request) -> _Outcome:
    if request.transport is not None:
        request.transport.abort()
    return _Outcome(0, None)


def _response(outcome: _Outcome) -> web.Response:
    headers = dict(outcome.headers or {})
    if outcome.status in (0, 204):
        return web.Response(status=204, headers=headers)
    if isinstance(outcome.body, str):
        return web.Response(body=outcome.body.encode(), status=outcome.status, headers=headers)
    headers["Content-Type"] = "application/json"
    return web.Response(
        body=json.dumps(outcome.body).encode(), status=outcome.status, headers=headers
    )
