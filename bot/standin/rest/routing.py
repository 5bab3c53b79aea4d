"""Routes: a verb and a path template of the OpenAPI file, and the function that answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.standin import model
from bot.standin.core import Core
from bot.standin.errors import ApiError, BodyProblem, ErrorResponse, invalid
from bot.standin.posting import Posting
from bot.standin.request_body import RequestBody


@dataclass(frozen=True, slots=True)
class Call:
    """One request, understood: the parameters of its path, its query and its body."""

    core: Core
    posting: Posting
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: RequestBody

    def number(self, name: str) -> int:
        """A snowflake of the path; refuses anything else (50035)."""
        value = self.params[name]
        if not value.isdecimal():
            words = f'Value "{value}" is not snowflake.'
            raise invalid([BodyProblem((name,), "NUMBER_TYPE_COERCE", words)])
        return int(value)

    def flag(self, name: str) -> bool:
        """A boolean of the query."""
        return self.query.get(name, "").lower() in ("1", "true")

    @property
    def json(self) -> model.Json:
        """The JSON object of the body, empty if there is none."""
        payload = self.body.payload
        if payload is None:
            return {}
        if not isinstance(payload, dict):
            words = "Only dictionaries may be used in a DictType."
            raise invalid([BodyProblem((), "DICT_TYPE_CONVERT", words)])
        return payload


@dataclass(frozen=True, slots=True)
class Response:
    """An answer: a JSON body and a status; no body for 204."""

    body: object = None
    status: int = 200


NO_CONTENT = Response(None, 204)
Handler = Callable[[Call], Response]


@dataclass(frozen=True, slots=True)
class Route:
    """`needs_token` is False where the path itself carries an interaction's token."""

    method: str
    template: str
    handler: Handler
    needs_token: bool = True
    pattern: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        expression = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.template)
        object.__setattr__(self, "pattern", re.compile(f"^{expression}$"))


@dataclass(slots=True)
class Routes:
    """All routes; the more literal one wins, as `@original` before a message identifier."""

    routes: tuple[Route, ...]

    def find(self, method: str, path: str) -> tuple[Route, dict[str, str]]:
        """The route of a request; refuses unknown paths (404) and verbs (405)."""
        hits = [(r, m) for r in self.routes if (m := r.pattern.match(path))]
        if not hits:
            raise ApiError(ErrorResponse.NOT_FOUND)
        hits.sort(key=lambda hit: len(hit[1].groups()))
        for route, match in hits:
            if route.method == method:
                return route, match.groupdict()
        raise ApiError(ErrorResponse.METHOD_NOT_ALLOWED)

    def template(self, method: str, path: str) -> str:
        """The path template of a request, empty if there is no route for it."""
        try:
            return self.find(method, path)[0].template
        except ApiError:
            return ""
