from __future__ import annotations

import copy
from typing import Any

import pytest

from bot.standin.checks.messages import check_created
from bot.standin.errors import ApiError, ErrorResponse
from bot.standin.request_body import RequestBody, Upload

V2 = 1 << 15
WHO = {"id": "1", "type": "user"}


def button(custom_id: str | None = "a", **changes: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": custom_id, **changes}


def menu(count: int = 2, **changes: Any) -> dict[str, Any]:
    options = [{"label": f"L{n}", "value": str(n)} for n in range(count)]
    return {"type": 3, "custom_id": "menu", "options": options, **changes}


def row(*children: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"type": 1, "components": list(children), **changes}


def text(words: str = "words") -> dict[str, Any]:
    return {"type": 10, "content": words}


def gallery(url: str = "attachment://a.png", **changes: Any) -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": url}, **changes}]}


def section(accessory: dict[str, Any], *texts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 9, "components": list(texts) or [text()], "accessory": accessory}


def upload(index: int = 0, name: str = "a.png", size: int = 10) -> Upload:
    return Upload(index, name, "image/png", b"x" * size)


def codes(payload: dict[str, Any], *files: Upload, limit: int = 100) -> set[str]:
    before = copy.deepcopy(payload)
    found = {problem.code for problem in check_created(RequestBody(payload, files), limit)}
    assert payload == before
    return found


def classic(*components: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"content": "x", "components": list(components), **changes}


def v2(*components: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"flags": V2, "components": list(components), **changes}


@pytest.mark.parametrize(
    "payload",
    [
        classic(row(button("a"), button("b")), row(menu())),
        classic(row({"type": 2, "style": 5, "label": "Out", "url": "https://example.org"})),
        classic(row(button(label=None, emoji={"name": "🔥", "id": None, "animated": False}))),
        classic(row({"type": 5, "custom_id": "who", "default_values": [WHO]})),
        classic(embeds=[{"title": "t", "image": {"url": "attachment://a.png"}}]),
        classic(allowed_mentions={"parse": ["roles"], "users": ["1"]}),
        classic(attachments=[{"id": 0, "filename": "b c.png", "description": "alt"}]),
        v2(
            {"type": 17, "accent_color": 0, "components": [text(), gallery(), row(button())]},
            section(button("b")),
            section({"type": 11, "media": {"url": "https://example.org/x.png"}}),
            {"type": 14, "divider": True, "spacing": 2},
            {"type": 13, "file": {"url": "attachment://a.png"}},
        ),
        v2(*[row(button(f"{n}")) for n in range(20)]),
    ],
)
def test_what_discord_takes_is_not_complained_about(payload: dict[str, Any]) -> None:
    assert codes(payload, upload()) == set()


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        (classic(*[row(button(f"{n}")) for n in range(6)]), "BASE_TYPE_BAD_LENGTH"),
        (classic(row(*[button(f"{n}") for n in range(6)])), "BASE_TYPE_BAD_LENGTH"),
        (classic(row()), "BASE_TYPE_BAD_LENGTH"),
        (classic(row(button()), row(button())), "COMPONENT_CUSTOM_ID_DUPLICATED"),
        (classic(row(button(id=4)), row(button("b", id=4))), "COMPONENT_ID_DUPLICATED"),
        (classic(row(menu(), button())), "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
        (classic(row(text())), "BASE_TYPE_CHOICES"),
        (classic(text()), "BASE_TYPE_CHOICES"),
        (classic(button()), "BASE_TYPE_CHOICES"),
        (classic(row(button(colour=1))), "UNKNOWN_KEY"),
        (classic(row(button(), gap=1)), "UNKNOWN_KEY"),
        (classic(row(menu(hint="x"))), "UNKNOWN_KEY"),
        (classic(row(button(custom_id=None))), "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED"),
        (classic(row(button(style=5))), "BUTTON_COMPONENT_URL_REQUIRED"),
        (classic(row(button(style=6))), "BUTTON_COMPONENT_SKU_ID_REQUIRED"),
        (classic(row(button(url="https://example.org"))), "BUTTON_COMPONENT_FORBIDDEN_FIELD"),
        (classic(row(button(style=9))), "BASE_TYPE_CHOICES"),
        (classic(row(button(label=""))), "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"),
        (classic(row(button(label="x" * 81))), "BASE_TYPE_BAD_LENGTH"),
        (classic(row(button("x" * 101))), "BASE_TYPE_BAD_LENGTH"),
        (classic(row(button(emoji={"name": "", "id": None}))), "BUTTON_COMPONENT_INVALID_EMOJI"),
        (classic(row(menu(min_values=3, max_values=2))), "SELECT_COMPONENT_MIN_ABOVE_MAX"),
        (classic(row(menu(min_values=2))), "SELECT_COMPONENT_MIN_ABOVE_MAX"),
        (classic(row(menu(max_values=3))), "BASE_TYPE_BAD_LENGTH"),
        (classic(row(menu(26))), "BASE_TYPE_BAD_LENGTH"),
        (classic(row(menu(0))), "BASE_TYPE_BAD_LENGTH"),
        (classic(row(menu(placeholder="x" * 151))), "BASE_TYPE_BAD_LENGTH"),
        (
            classic(row(menu(options=[{"label": "a", "value": "1"}] * 2))),
            "SELECT_OPTION_VALUE_DUPLICATED",
        ),
        (
            classic(
                row(
                    menu(
                        options=[
                            {"label": f"{n}", "value": f"{n}", "default": True} for n in range(2)
                        ]
                    )
                )
            ),
            "SELECT_COMPONENT_TOO_MANY_DEFAULTS",
        ),
        (classic(row(menu(options=[{"label": "a" * 101, "value": "1"}]))), "BASE_TYPE_BAD_LENGTH"),
        (classic(row(menu(options=[{"label": "a", "value": "1", "icon": "x"}]))), "UNKNOWN_KEY"),
        (classic(row({"type": 8, "custom_id": "w", "default_values": [WHO]})), "BASE_TYPE_CHOICES"),
        (
            classic(row({"type": 5, "custom_id": "w", "default_values": [WHO] * 2})),
            "SELECT_COMPONENT_TOO_MANY_DEFAULTS",
        ),
        (classic(content="x" * 2001), "BASE_TYPE_BAD_LENGTH"),
        (classic(nonce="x" * 26), "BASE_TYPE_BAD_LENGTH"),
        (classic(contents="x"), "UNKNOWN_KEY"),
        (classic(embeds=[{"title": "x"}] * 11), "BASE_TYPE_BAD_LENGTH"),
        (classic(embeds=[{"title": "x" * 257}]), "BASE_TYPE_BAD_LENGTH"),
        (classic(embeds=[{"description": "x" * 3001}] * 2), "MAX_EMBED_SIZE_EXCEEDED"),
        (classic(embeds=[{"image": {"url": "attachment://b.png"}}]), "UNFURLED_MEDIA_NOT_FOUND"),
        (
            classic(allowed_mentions={"parse": ["users"], "users": ["1"]}),
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        ),
        (classic(allowed_mentions={"everyone": True}), "UNKNOWN_KEY"),
        (classic(attachments=[{"id": 3}]), "ATTACHMENT_NOT_FOUND"),
        (classic(attachments=[{"id": 0}, {"id": 0}]), "ATTACHMENT_DUPLICATED"),
        (classic(attachments=[{"id": 0, "description": "x" * 1025}]), "BASE_TYPE_BAD_LENGTH"),
        (classic(attachments=[{"id": 0, "alt": "x"}]), "UNKNOWN_KEY"),
        (v2(text(), content="x"), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
        (
            v2(text(), embeds=[{"title": "x"}]),
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        ),
        (v2(text(), poll={"x": 1}), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
        (v2(*[text()] * 41), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
        (v2(*[row(button(f"{n}")) for n in range(21)]), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
        (v2(text("x" * 2001), text("x" * 2000)), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
        (v2(text("")), "BASE_TYPE_BAD_LENGTH"),
        (v2(button()), "BASE_TYPE_CHOICES"),
        (v2({"type": 11, "media": {"url": "https://example.org"}}), "BASE_TYPE_CHOICES"),
        (
            v2({"type": 17, "components": [{"type": 17, "components": [text()]}]}),
            "BASE_TYPE_CHOICES",
        ),
        (v2({"type": 17, "components": []}), "BASE_TYPE_BAD_LENGTH"),
        (v2({"type": 17, "components": [text()], "accent_color": 1 << 24}), "NUMBER_TYPE_RANGE"),
        (v2({"type": 14, "spacing": 3}), "BASE_TYPE_CHOICES"),
        (v2(section(menu())), "BASE_TYPE_CHOICES"),
        (v2(section(button(), *[text()] * 4)), "BASE_TYPE_BAD_LENGTH"),
        (v2(section(button(), gallery())), "BASE_TYPE_CHOICES"),
        (v2(gallery("attachment://b.png")), "UNFURLED_MEDIA_NOT_FOUND"),
        (v2(gallery("ftp://example.org")), "URL_TYPE_INVALID_SCHEME"),
        (v2(gallery("")), "BASE_TYPE_REQUIRED"),
        (v2(gallery(description="x" * 1025)), "BASE_TYPE_BAD_LENGTH"),
        (v2(gallery(alt="x")), "UNKNOWN_KEY"),
        (v2({"type": 12, "items": []}), "BASE_TYPE_BAD_LENGTH"),
        (v2({"type": 13, "file": {"url": "https://example.org"}}), "INVALID_MEDIA_URL"),
        (v2({"type": 13, "file": {"url": "attachment://c.txt"}}), "UNFURLED_MEDIA_NOT_FOUND"),
    ],
)
def test_what_discord_refuses_is_named(payload: dict[str, Any], code: str) -> None:
    assert code in codes(payload, upload())


def test_a_stored_name_is_what_a_layout_must_point_at() -> None:
    spaced = upload(name="my board.png")
    assert codes(v2(gallery("attachment://my_board.png")), spaced) == set()
    assert codes(v2(gallery("attachment://my board.png")), spaced) == {"UNFURLED_MEDIA_NOT_FOUND"}


def test_ten_files_are_the_limit() -> None:
    files = [upload(n, f"{n}.png") for n in range(11)]
    assert codes({"content": "x"}, *files[:10]) == set()
    assert "BASE_TYPE_BAD_LENGTH" in codes({"content": "x"}, *files)
    assert codes({"content": "x"}, files[0], files[0]) == {"FILE_INDEX_DUPLICATED"}


def test_a_file_beyond_the_limit_is_refused_as_a_whole() -> None:
    with pytest.raises(ApiError) as refused:
        codes({"content": "x"}, upload(size=101))
    assert refused.value.response is ErrorResponse.TOO_LARGE
