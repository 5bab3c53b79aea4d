from __future__ import annotations

import json
from typing import Any

import pytest

from bot.standin.errors import ApiError
from bot.standin.openapi import OpenApi, load
from bot.standin.rest.second_bot import SECOND_ROUTES
from bot.standin.rest.server import ALL_ROUTES
from tests.kit.sources import OPENAPI
from tests.tools.specification import excerpt, written

MESSAGES = "/channels/{channel_id}/messages"
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
COMMANDS = "/applications/{application_id}/commands"
WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"


@pytest.fixture
def openapi() -> OpenApi:
    return load(OPENAPI)


def test_every_route_of_the_stand_in_is_in_the_specification(openapi: OpenApi) -> None:
    routes = ALL_ROUTES.routes + SECOND_ROUTES.routes
    unknown = [(r.method, r.template) for r in routes if not openapi.knows(r.method, r.template)]
    assert unknown == []


def text(words: str) -> dict[str, Any]:
    return {"type": 10, "content": words}


@pytest.mark.parametrize(
    ("method", "template", "body"),
    [
        ("POST", MESSAGES, {"content": "x", "nonce": "1", "enforce_nonce": True}),
        (
            "POST",
            MESSAGES,
            {"flags": 1 << 15, "components": [{"type": 17, "components": [text("x")]}]},
        ),
        ("POST", MESSAGES, {"content": "x", "attachments": [{"id": 0, "description": "alt"}]}),
        ("POST", CALLBACK, {"type": 4, "data": {"content": "x", "flags": 64}}),
        ("POST", CALLBACK, {"type": 5, "data": {"flags": 64}}),
        ("POST", CALLBACK, {"type": 6}),
        ("POST", CALLBACK, {"type": 7, "data": {"components": []}}),
        ("POST", CALLBACK, {"type": 8, "data": {"choices": [{"name": "a", "value": "b"}]}}),
        ("POST", WEBHOOK, {"content": "x", "flags": 64}),
        ("PATCH", WEBHOOK + "/messages/@original", {"content": None}),
        ("POST", "/users/@me/channels", {"recipient_id": 5}),
        ("PUT", COMMANDS, [{"name": "a", "description": "b", "type": 1, "options": []}]),
    ],
)
def test_good_bodies_are_taken(openapi: OpenApi, method: str, template: str, body: Any) -> None:
    openapi.check_request(method, template, body)


@pytest.mark.parametrize(
    ("method", "template", "body", "where"),
    [
        ("POST", MESSAGES, {"content": "x" * 4001}, ("content",)),
        ("POST", MESSAGES, {"content": 5}, ("content",)),
        ("POST", MESSAGES, {"nonce": "x" * 26}, ("nonce",)),
        (
            "POST",
            MESSAGES,
            {"components": [{"type": 17, "components": [text("x" * 4001)]}]},
            ("components", 0, "components", 0, "content"),
        ),
        ("POST", MESSAGES, {"components": [{"type": 99}]}, ("components", 0, "type")),
        (
            "POST",
            MESSAGES,
            {"attachments": [{"id": 0, "description": "x" * 1025}]},
            ("attachments", 0, "description"),
        ),
        ("POST", CALLBACK, {"type": 99}, ("type",)),
        (
            "POST",
            CALLBACK,
            {"type": 9, "data": {"title": "x" * 46, "custom_id": "a", "components": [text("x")]}},
            ("data", "title"),
        ),
        (
            "POST",
            CALLBACK,
            {"type": 8, "data": {"choices": [{"name": "x" * 101, "value": "a"}]}},
            ("data", "choices", 0, "name"),
        ),
        (
            "POST",
            CALLBACK,
            {"type": 8, "data": {"choices": [{"name": "x", "value": "a"}] * 26}},
            ("data", "choices"),
        ),
        ("POST", CALLBACK, {"type": 4, "data": {"content": "x" * 2001}}, ("data", "content")),
        ("POST", WEBHOOK, {"content": "x" * 2001}, ("content",)),
        ("PUT", COMMANDS, [{"name": "a", "description": "x" * 101}], (0, "description")),
        (
            "PUT",
            COMMANDS,
            [{"name": "a", "description": "b", "options": [{"type": 3, "name": "c"}]}],
            (0, "options", 0),
        ),
    ],
)
def test_faulty_bodies_are_refused_where_the_fault_is(
    openapi: OpenApi, method: str, template: str, body: Any, where: tuple[str | int, ...]
) -> None:
    with pytest.raises(ApiError) as refused:
        openapi.check_request(method, template, body)
    assert [problem.where for problem in refused.value.problems] == [where]


def test_a_faulty_answer_is_found(openapi: OpenApi) -> None:
    faults = openapi.response_faults("GET", "/users/@me", 200, {"id": "1"})
    assert {f.code for f in faults} == {"BASE_TYPE_REQUIRED"}
    assert openapi.response_faults("GET", "/nowhere", 200, {}) == []


def test_the_excerpt_is_as_its_tool_writes_it() -> None:
    """So it has all operations of the stand-in, and nothing in it was changed by hand."""
    document = json.loads(OPENAPI.read_text("utf-8"))
    assert written(excerpt(document)) == OPENAPI.read_text("utf-8")
