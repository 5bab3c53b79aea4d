"""The REST API's server: route, token, injected faults, answer, and the record of it all."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from email.utils import formatdate

from aiohttp import web

from bot.standin import fault_injection, model, request_body
from bot.standin.core import Core, InvalidRequest, LoggedRequest
from bot.standin.errors import ApiError, ErrorResponse
from bot.standin.posting import Posting
from bot.standin.rate_limits import Admission, refusal_headers
from bot.standin.request_body import RequestBody
from bot.standin.rest import basics, channels, commands, emojis, interactions, messages
from bot.standin.rest.routing import Call, Response, Routes
from bot.standin.rest.second_bot import SECOND_ROUTES

API_PREFIX = "/api/v10"
ALL_ROUTES = Routes(
    basics.BASIC_ROUTES
    + commands.COMMAND_ROUTES
    + emojis.EMOJI_ROUTES
    + interactions.INTERACTION_ROUTES
    + messages.MESSAGE_ROUTES
    + channels.CHANNEL_ROUTES
)
_MISTAKES = frozenset(
    {
        ErrorResponse.INVALID_FORM,
        ErrorResponse.INVALID_JSON,
        ErrorResponse.EMPTY_MESSAGE,
        ErrorResponse.NOT_FOUND,
        ErrorResponse.METHOD_NOT_ALLOWED,
        ErrorResponse.TOO_LARGE,
    }
)
_NO_JSON = "<html><head><title>Error</title></head></html>"
_BANNED = "<html><head><title>Access denied | Cloudflare</title></head></html>"


@dataclass(frozen=True, slots=True)
class _Outcome:
    status: int
    body: object
    code: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    scope: fault_injection.RateLimitScope | None = None


class RestServer:
    """Answers every HTTP request under the API prefix."""

    def __init__(self, core: Core, posting: Posting) -> None:
        self._core = core
        self._posting = posting

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer one request, or let the fault happen that was planned for it."""
        await self._travel()
        path, routes = request.path.removeprefix(API_PREFIX), self._routes(request)
        template = routes.template(request.method, path)
        admission = Admission()
        if routes is ALL_ROUTES:
            admission = self._admit(request.method, path, template)
        body = RequestBody()
        if admission.refusal is not None:
            outcome = _limited(admission.refusal)
        else:
            try:
                body, outcome = await self._taken(request, path, routes)
            except ConnectionError:  # a bot that ends in the middle of a request hears no answer
                return web.Response(status=400)
        date = {"Date": formatdate(self._core.clock.now(), usegmt=True)}
        outcome = replace(outcome, headers={**date, **admission.headers, **outcome.headers})
        self._record(request.method, path, template, body, outcome)
        await self._travel()
        return _response(outcome)

    async def _travel(self) -> None:
        latency = self._core.limits.latency
        if latency is not None:
            await asyncio.sleep(latency.one_way())

    def _routes(self, request: web.Request) -> Routes:
        """The routes of the bot that asks: the app, or the second one."""
        second = self._core.second
        if second is None or request.headers.get("Authorization") != f"Bot {second.token}":
            return ALL_ROUTES
        return SECOND_ROUTES

    def _admit(self, method: str, path: str, template: str) -> Admission:
        core = self._core
        if core.limits.rate_limits is None:
            return Admission()
        limits, now = core.limits.rate_limits, core.clock.now()
        admission = core.rate_limiter.admit(limits, method, path, template, now)
        asked = core.registry.by_token(path.rpartition("/")[2])
        if admission.refusal or asked is None or (method, template) != interactions.FOLLOW_UP:
            return admission
        return core.rate_limiter.admit_follow_up(limits, asked.channel.id, admission, now)

    async def _taken(
        self, request: web.Request, path: str, routes: Routes
    ) -> tuple[RequestBody, _Outcome]:
        """Answer a request that was let in."""
        fault = self._core.fault_injector.fault_for(request.method, path)
        body = RequestBody()
        outcome = await _inject(fault, fault_injection.Moment.BEFORE, request)
        if outcome is None:
            try:
                body = await request_body.read(request)
                outcome = self._answer(request, path, routes, body)
            except ApiError as error:
                outcome = self._refused(request.method, path, error)
        return body, await _inject(fault, fault_injection.Moment.AFTER, request) or outcome

    def _answer(
        self, request: web.Request, path: str, routes: Routes, body: RequestBody
    ) -> _Outcome:
        route, params = routes.find(request.method, path)
        if route.needs_token and routes is ALL_ROUTES:
            self._check_token(request)
        if self._core.openapi is not None:
            self._core.openapi.check_request(route.method, route.template, body.payload)
        call = Call(self._core, self._posting, params, dict(request.query), body)
        response: Response = route.handler(call)
        return _Outcome(response.status, response.body)

    def _check_token(self, request: web.Request) -> None:
        wanted = f"Bot {self._core.world.application.token}"
        if request.headers.get("Authorization") != wanted:
            raise ApiError(ErrorResponse.UNAUTHORIZED)

    def _refused(self, method: str, path: str, error: ApiError) -> _Outcome:
        if error.response in _MISTAKES:
            self._core.invalid_requests.extend(
                InvalidRequest(method, path, p) for p in error.as_problems()
            )
        headers: dict[str, str] = {}
        if error.response.status == 429:
            headers = refusal_headers(fault_injection.RateLimited(error.extra["retry_after"]))
        return _Outcome(error.response.status, error.body(), error.response.code, headers)

    def _record(
        self, method: str, path: str, template: str, body: RequestBody, outcome: _Outcome
    ) -> None:
        limits, now = self._core.limits.rate_limits, self._core.clock.now()
        self._core.rate_limiter.count(limits, outcome.status, outcome.scope, now)
        names = tuple(upload.filename for upload in body.files)
        logged = LoggedRequest(
            method=method,
            path=path,
            template=template,
            status=outcome.status,
            code=outcome.code,
            payload=body.payload,
            files=names,
            answer=outcome.body,
        )
        self._core.requests.append(logged)
        self._core.changes.notify()


async def _inject(
    fault: fault_injection.InjectedFault | None,
    moment: fault_injection.Moment,
    request: web.Request,
) -> _Outcome | None:
    """Return the answer by a fault that is planned for this moment, None without one."""
    match fault:
        case fault_injection.RateLimited() if moment is fault_injection.Moment.BEFORE:
            return _limited(fault)
        case fault_injection.Delayed(seconds, planned) if planned is moment:
            await asyncio.sleep(seconds)
        case fault_injection.ServerError(status, planned) if planned is moment:
            return _Outcome(status, {"message": f"{status}: Server Error", "code": 0})
        case fault_injection.Refused(status, code) if moment is fault_injection.Moment.BEFORE:
            if not code:
                return _Outcome(status, _NO_JSON, headers={"Content-Type": "text/html"})
            return _Outcome(status, {"message": "Refused as planned", "code": code}, code)
        case fault_injection.Odd(body, status) if moment is fault_injection.Moment.AFTER:
            via = {"Via": "1.1 google", "Content-Type": "text/html"}
            return _Outcome(status, body, headers=via)
        case fault_injection.Reset(planned) if planned is moment:
            return _cut(request)
        case _:
            pass
    return None


def _limited(refusal: fault_injection.RateLimited) -> _Outcome:
    headers = refusal_headers(refusal)
    if not refusal.via:
        return _Outcome(429, _BANNED, headers={**headers, "Content-Type": "text/html"})
    who = "The resource is" if refusal.scope is fault_injection.RateLimitScope.SHARED else "You are"
    body: model.Json = {
        "message": f"{who} being rate limited.",
        "retry_after": refusal.retry_after,
        "global": refusal.scope is fault_injection.RateLimitScope.GLOBAL,
    }
    if refusal.code:
        body["code"] = refusal.code
    return _Outcome(429, body, refusal.code, headers, refusal.scope)


def _cut(request: web.Request) -> _Outcome:
    if request.transport is not None:
        request.transport.abort()
    return _Outcome(0, None)


def _response(outcome: _Outcome) -> web.Response:
    headers = dict(outcome.headers)
    if outcome.status in (0, 204):
        return web.Response(status=204, headers=headers)
    if isinstance(outcome.body, str):
        return web.Response(body=outcome.body.encode(), status=outcome.status, headers=headers)
    headers["Content-Type"] = "application/json"
    return web.Response(
        body=json.dumps(outcome.body).encode(), status=outcome.status, headers=headers
    )
