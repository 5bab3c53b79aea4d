"""Validation against Discord's own OpenAPI file, when it is at hand.

Two relaxations, both measured on what the real API accepts: a union whose members differ
by `type` is judged by the member that `type` names (so that findings point at the fault),
and identifiers may be integers.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.standin import model
from bot.standin.errors import BodyProblem, invalid

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator, ValidationError

_BODIES_KNOWN = 512
"""The number of remembered verdicts: every bot that starts sends the same long commands."""
_SPECIFICATION = "urn:discord"
"""The name by which the schemas of bodies refer to the components."""
_UNIONS = ("oneOf", "anyOf")
_CODES = {
    "required": "BASE_TYPE_REQUIRED",
    "type": "BASE_TYPE_BAD_TYPE",
    "maxLength": "BASE_TYPE_BAD_LENGTH",
    "minLength": "BASE_TYPE_BAD_LENGTH",
    "maxItems": "BASE_TYPE_BAD_LENGTH",
    "minItems": "BASE_TYPE_BAD_LENGTH",
    "enum": "BASE_TYPE_CHOICES",
    "maximum": "NUMBER_TYPE_RANGE",
    "minimum": "NUMBER_TYPE_RANGE",
}


class _Judges(NamedTuple):
    """The judges of one body: `quick` only says whether it is allowed, `precise` says why not."""

    quick: Any
    precise: Draft202012Validator


@functools.cache
def load(path: Path) -> OpenApi:
    """The specification in a file, read once a process."""
    return OpenApi(path)


class OpenApi:
    """The specification, its validators made when they are first needed.

    Needs the packages jsonschema and jsonschema-rs. Raises OSError or ValueError for an unreadable
    file.
    """

    def __init__(self, path: Path) -> None:
        document: model.Json = json.loads(path.read_text(encoding="utf-8"))
        self._paths: model.Json = document["paths"]
        schemas: model.Json = document["components"]["schemas"]
        schemas["SnowflakeType"] = {"type": ["string", "integer"]}
        self._schemas: model.Json = {}
        self._schemas.update(
            {name: _told_apart(schema, schemas) for name, schema in schemas.items()}
        )
        self._raw = schemas
        self._components: model.Json = {"components": {"schemas": self._schemas}}
        self._judges: Callable[[str, str, str], _Judges | None] = functools.cache(self._make_judges)
        self._request_faults: Callable[[str, str, str], list[BodyProblem]] = functools.lru_cache(
            _BODIES_KNOWN
        )(self._find_request_faults)

    def check_request(self, method: str, template: str, payload: object) -> None:
        """Refuse (50035) a body that the specification does not allow."""
        if payload is None:
            return
        problems = self._request_faults(method, template, json.dumps(payload))
        if problems:
            raise invalid(problems)

    def response_faults(
        self, method: str, template: str, status: int, body: object
    ) -> list[BodyProblem]:
        """The faults of an answer of this server, for its own tests."""
        return self._faults(method, template, str(status), body)

    def knows(self, method: str, template: str) -> bool:
        """Say whether the specification has this operation, with any names of parameters."""
        return self._operation(method, template) is not None

    def _find_request_faults(self, method: str, template: str, text: str) -> list[BodyProblem]:
        return self._faults(method, template, "request", json.loads(text))

    def _faults(self, method: str, template: str, part: str, body: object) -> list[BodyProblem]:
        judges = self._judges(method, template, part)
        if judges is None or judges.quick.is_valid(body):
            return []
        return [_problem(e) for e in _precise(judges.precise.iter_errors(body))]

    def _operation(self, method: str, template: str) -> model.Json | None:
        wanted = shape(template)
        for path, operations in self._paths.items():
            if shape(path) == wanted and method.lower() in operations:
                operation: model.Json = operations[method.lower()]
                return operation
        return None

    def _make_judges(self, method: str, template: str, part: str) -> _Judges | None:
        import jsonschema_rs  # noqa: PLC0415 - only tests have these two
        from jsonschema import Draft202012Validator  # noqa: PLC0415

        operation = self._operation(method, template)
        if operation is None:
            return None
        lock = operation.get("requestBody")
        if part != "request":
            lock = operation["responses"].get(part)
        content = (lock or {}).get("content", {}).get("application/json")
        if content is None:
            return None
        schema = _told_apart(content["schema"], self._raw)
        elsewhere = json.loads(json.dumps(schema).replace('"#/', f'"{_SPECIFICATION}#/'))
        quick = jsonschema_rs.Draft202012Validator(elsewhere, registry=self._registry)
        return _Judges(quick, Draft202012Validator({**schema, **self._components}))

    @functools.cached_property
    def _registry(self) -> Any:
        """All components, compiled once: a quick judge with its own took six megabytes."""
        import jsonschema_rs  # noqa: PLC0415 - only tests have it

        return jsonschema_rs.Registry([(_SPECIFICATION, self._components)])


def shape(template: str) -> tuple[str, ...]:
    """The parts of a path, with any names of parameters."""
    return tuple("{}" if part.startswith("{") else part for part in template.split("/"))


def _told_apart(node: model.Json, schemas: model.Json) -> model.Json:
    """A copy in which unions by `type` name the schema of each type, at every depth."""
    copied: model.Json = {}
    for key, value in node.items():
        if isinstance(value, dict):
            copied[key] = _told_apart(value, schemas)
        elif isinstance(value, list):
            copied[key] = [_told_apart(v, schemas) if isinstance(v, dict) else v for v in value]
        else:
            copied[key] = value
    for union in _UNIONS:
        branches = _branches(node.get(union), schemas)
        if branches:
            del copied[union]
            copied["allOf"] = [*copied.get("allOf", ()), *_by_type(branches)]
    return copied


def _branches(union: object, schemas: model.Json) -> dict[int, str]:
    """The members of a union by their `type`, empty unless that tells them all apart."""
    branches: dict[int, str] = {}
    for member in union if isinstance(union, list) else ():
        ref = member.get("$ref", "") if isinstance(member, dict) else ""
        target = schemas.get(ref.rpartition("/")[2], {})
        kinds = target.get("properties", {}).get("type", {}).get("enum")
        if not kinds or branches.keys() & set(kinds):
            return {}
        branches.update(dict.fromkeys(kinds, ref))
    return branches


def _by_type(branches: dict[int, str]) -> list[model.Json]:
    """The schemas that judge a value of a union by the one that its `type` names."""

    def typed(*kinds: int) -> model.Json:
        named = {"type": {"enum": sorted(kinds)}}
        return {"type": "object", "properties": named, "required": ["type"]}

    chosen = [{"if": typed(kind), "then": {"$ref": ref}} for kind, ref in branches.items()]
    return [typed(*branches), *chosen]


def _precise(errors: Iterable[ValidationError]) -> Iterator[ValidationError]:
    """The innermost faults: of a union those of the member that fits best."""
    for error in errors:
        members: dict[object, list[ValidationError]] = {}
        for inner in error.context or ():
            members.setdefault(inner.schema_path[0], []).append(inner)
        if members:
            yield from _precise(min(members.values(), key=_distance))
        else:
            yield error


def _distance(errors: Iterable[ValidationError]) -> tuple[bool, int]:
    """Return the distance of a value from a member of a union; another type is furthest."""
    innermost = tuple(errors)
    return any(e.validator == "type" and not e.path for e in innermost), len([*_precise(innermost)])


def _problem(error: ValidationError) -> BodyProblem:
    code = _CODES.get(str(error.validator), str(error.validator).upper())
    return BodyProblem(tuple(error.absolute_path), code, error.message[-160:])
