from __future__ import annotations

from typing import Any

import pytest

from bot.standin import Channel, ChannelKind, NotPossible, User, layout, model
from bot.standin.entered_values import FieldValue, fields, selection
from bot.standin.options import OptionKind, fill, fill_partly, find_leaf, focused_kind, nested
from bot.standin.stored_layout import stored_components

BO = User(7, "bo", "Bo")
ROOM = Channel(8, ChannelKind.TEXT, "room", guild_id=1)


def option(kind: OptionKind, **changes: Any) -> dict[str, Any]:
    return {"options": [{"type": int(kind), "name": "o", "description": "d", **changes}]}


@pytest.mark.parametrize(
    ("kind", "changes", "value", "sent"),
    [
        (OptionKind.STRING, {}, "x", "x"),
        (OptionKind.STRING, {"min_length": 2}, "xy", "xy"),
        (OptionKind.INTEGER, {"min_value": 1, "max_value": 3}, 3, 3),
        (OptionKind.NUMBER, {}, 2, 2.0),
        (OptionKind.BOOLEAN, {}, True, True),
        (OptionKind.USER, {}, BO, "7"),
        (OptionKind.MENTIONABLE, {}, BO, "7"),
        (OptionKind.CHANNEL, {"channel_types": [0]}, ROOM, "8"),
    ],
)
def test_values_that_fit_are_sent(
    kind: OptionKind, changes: dict[str, Any], value: Any, sent: Any
) -> None:
    filled = fill(option(kind, **changes), {"o": value})
    assert filled.options == [{"type": int(kind), "name": "o", "value": sent}]
    assert [*filled.users, *filled.channels] == ([value] if value in (BO, ROOM) else [])


@pytest.mark.parametrize(
    ("kind", "changes", "value"),
    [
        (OptionKind.STRING, {"min_length": 2}, "x"),
        (OptionKind.STRING, {"max_length": 2}, "xyz"),
        (OptionKind.INTEGER, {}, 1.5),
        (OptionKind.INTEGER, {}, 2**54),
        (OptionKind.NUMBER, {"max_value": 1}, 1.5),
        (OptionKind.NUMBER, {}, False),
        (OptionKind.BOOLEAN, {}, 1),
        (OptionKind.USER, {}, ROOM),
        (OptionKind.CHANNEL, {}, BO),
        (OptionKind.CHANNEL, {"channel_types": [11]}, ROOM),
        (OptionKind.ROLE, {}, BO),
    ],
)
def test_values_that_do_not_fit_are_not_sent(
    kind: OptionKind, changes: dict[str, Any], value: Any
) -> None:
    with pytest.raises(NotPossible):
        fill(option(kind, **changes), {"o": value})


def test_commands_nest_in_groups() -> None:
    leaf = {"type": 1, "name": "join", "options": option(OptionKind.STRING)["options"]}
    group = {"type": 2, "name": "table", "options": [leaf]}
    command = model.ApplicationCommand(1, 1, {"name": "bonfire", "options": [group]})
    path = ("bonfire", "table", "join")
    assert find_leaf(command, path) is leaf
    partly = fill_partly(
        {"options": [{**leaf["options"][0], "autocomplete": True}]}, {"o": "a"}, "o"
    )
    data = nested(path, partly.options)
    assert [d["name"] for d in (data[0], data[0]["options"][0])] == ["table", "join"]
    assert focused_kind(data) is OptionKind.STRING
    with pytest.raises(ValueError, match="nothing"):
        focused_kind([])
    for wrong in (("bonfire", "table"), ("bonfire", "table", "leave")):
        with pytest.raises(NotPossible):
            find_leaf(command, wrong)


def message(*given: dict[str, Any]) -> model.Message:
    rows = [{"type": 1, "components": [component]} for component in given]
    return model.Message(1, 2, 3, 0.0, components=stored_components(rows))


def test_a_menu_of_channels_or_users_takes_what_it_is_for() -> None:
    shown = message(
        {"type": 5, "custom_id": "user"},
        {"type": 8, "custom_id": "room", "placeholder": "Where?"},
        {
            "type": 3,
            "custom_id": "off",
            "disabled": True,
            "options": [{"label": "a", "value": "a"}],
        },
    )
    assert selection(shown, "user", [BO])["values"] == ["7"]
    assert selection(shown, "Where?", [ROOM])["values"] == ["8"]
    for name, value in (("user", ROOM), ("room", BO), ("user", "Bo"), ("off", "a"), ("no", "a")):
        with pytest.raises(NotPossible):
            selection(shown, name, [value])


def form(*given: dict[str, Any]) -> list[dict[str, Any]]:
    labels = [{"type": 18, "label": f"L{n}", "component": c} for n, c in enumerate(given)]
    return stored_components(labels)


LINES = [{"label": "A", "value": "a"}, {"label": "B", "value": "b", "default": True}]


def test_untouched_fields_keep_what_was_preset() -> None:
    shown = form(
        {"type": 4, "custom_id": "text", "style": 1, "value": "preset"},
        {"type": 3, "custom_id": "menu", "options": LINES},
        {"type": 21, "custom_id": "radio", "options": LINES},
        {"type": 22, "custom_id": "boxes", "options": LINES},
        {"type": 23, "custom_id": "box", "default": True},
    )
    sent = [part["component"] for part in fields(shown, {})]
    assert [c.get("value", c.get("values")) for c in sent] == ["preset", ["b"], "b", ["b"], True]


def test_fields_take_what_fits_them() -> None:
    shown = form(
        {"type": 21, "custom_id": "radio", "options": LINES},
        {"type": 22, "custom_id": "boxes", "options": LINES, "max_values": 2},
        {"type": 23, "custom_id": "box"},
        {"type": 4, "custom_id": "text", "style": 1, "required": False, "min_length": 3},
    )
    values: dict[str, FieldValue] = {"radio": "a", "boxes": ["a", "b"], "L2": True}
    sent = [part["component"] for part in fields(shown, values)]
    assert [c.get("value", c.get("values")) for c in sent] == ["a", ["a", "b"], True, ""]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ({"type": 21, "custom_id": "f", "options": LINES}, "c"),
        ({"type": 21, "custom_id": "f", "options": LINES}, ["a"]),
        ({"type": 22, "custom_id": "f", "options": LINES}, ["c"]),
        ({"type": 22, "custom_id": "f", "options": LINES}, ["a", "b"]),
        ({"type": 3, "custom_id": "f", "options": LINES}, []),
        ({"type": 4, "custom_id": "f", "style": 1}, ""),
        ({"type": 4, "custom_id": "f", "style": 1, "min_length": 3}, "ab"),
        ({"type": 4, "custom_id": "f", "style": 1}, ["a"]),
    ],
)
def test_fields_refuse_what_does_not_fit_them(field: dict[str, Any], value: Any) -> None:
    with pytest.raises(NotPossible):
        fields(form(field), {"f": value})


def test_the_older_layout_of_a_form_is_filled_too() -> None:
    row = {"type": 1, "components": [{"type": 4, "custom_id": "f", "style": 1, "label": "Move"}]}
    (sent,) = fields(stored_components([row]), {"Move": "e4"})
    assert sent["components"][0]["value"] == "e4"


def test_embeds_and_every_kind_of_picture_are_read() -> None:
    embed = {"title": "T", "description": "D", "fields": [{"name": "N", "value": "V"}]}
    shown = model.Message(1, 2, 3, 0.0, content="C", embeds=[embed])
    assert layout.text(shown) == "C\nT\nD\nN: V"
