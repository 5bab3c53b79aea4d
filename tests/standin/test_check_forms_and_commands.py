from __future__ import annotations

from typing import Any

import pytest

from bot.standin.checks.commands import check_choices, check_commands, command_size
from bot.standin.checks.modals import check_modal
from bot.standin.options import OptionKind


def label(component: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"type": 18, "label": "Field", "component": component, **changes}


def field(**changes: Any) -> dict[str, Any]:
    return {"type": 4, "custom_id": "f", "style": 1, **changes}


def choice(kind: int, count: int, **changes: Any) -> dict[str, Any]:
    options = [{"label": f"{n}", "value": f"{n}"} for n in range(count)]
    return {"type": kind, "custom_id": "f", "options": options, **changes}


def modal(*components: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"custom_id": "m", "title": "Title", "components": list(components), **changes}


@pytest.mark.parametrize(
    "data",
    [
        modal(label(field(min_length=1, max_length=10, value="x", placeholder="y"))),
        modal({"type": 10, "content": "words"}, label(choice(3, 25, required=False, min_values=0))),
        modal({"type": 1, "components": [field(label="Old")]}),
        modal(label(choice(21, 2)), label({"type": 23, "custom_id": "box"})),
        modal(label(choice(22, 10, max_values=4)), label({"type": 19, "custom_id": "file"})),
    ],
)
def test_a_good_form_is_taken(data: dict[str, Any]) -> None:
    assert check_modal(data) == []


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (modal(), "BASE_TYPE_BAD_LENGTH"),
        (modal(*[label(field(custom_id=f"{n}")) for n in range(6)]), "BASE_TYPE_BAD_LENGTH"),
        (modal(label(field()), title="x" * 46), "BASE_TYPE_BAD_LENGTH"),
        (modal(label(field()), custom_id="x" * 101), "BASE_TYPE_BAD_LENGTH"),
        (modal(label(field(), label="x" * 46)), "BASE_TYPE_BAD_LENGTH"),
        (modal(label(field(), description="x" * 101)), "BASE_TYPE_BAD_LENGTH"),
        (modal(label(field()), label(field())), "COMPONENT_CUSTOM_ID_DUPLICATED"),
        (modal(label(field(min_length=5, max_length=4))), "TEXT_INPUT_MIN_ABOVE_MAX"),
        (modal(label(field(max_length=4001))), "NUMBER_TYPE_RANGE"),
        (modal(label(field(value="x" * 11, max_length=10))), "BASE_TYPE_BAD_LENGTH"),
        (modal(label(field(placeholder="x" * 101))), "BASE_TYPE_BAD_LENGTH"),
        (modal(label(field(style=3))), "BASE_TYPE_CHOICES"),
        (modal(label(field(hint="x"))), "UNKNOWN_KEY"),
        (modal(label(choice(21, 1))), "BASE_TYPE_BAD_LENGTH"),
        (modal(label(choice(22, 11))), "BASE_TYPE_BAD_LENGTH"),
        (modal(label(choice(3, 3, min_values=0))), "SELECT_COMPONENT_REQUIRED_MIN_VALUES"),
        (modal(label({"type": 2, "custom_id": "b", "style": 1})), "BASE_TYPE_CHOICES"),
        (modal({"type": 17, "components": []}), "BASE_TYPE_CHOICES"),
        (modal({"type": 1, "components": [field()]}), "BASE_TYPE_REQUIRED"),
        (modal({"type": 1, "components": [choice(3, 2)]}), "BASE_TYPE_CHOICES"),
        (modal(label(field()), name="x"), "UNKNOWN_KEY"),
    ],
)
def test_a_faulty_form_is_named(data: dict[str, Any], code: str) -> None:
    assert code in {problem.code for problem in check_modal(data)}


def command(*options: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"name": "bonfire", "description": "words", "options": list(options), **changes}


def option(kind: int = 3, name: str = "tile", **changes: Any) -> dict[str, Any]:
    return {"type": kind, "name": name, "description": "words", **changes}


@pytest.mark.parametrize(
    "commands",
    [
        [command(option(required=True), option(4, "seats", min_value=1, max_value=4))],
        [command(option(2, "table", options=[option(1, "join", options=[option()])]))],
        [command(name="grüße", name_localizations={"de": "grüße", "pl": "ognisko"})],
        [command(contexts=[0, 1, 2], integration_types=[0, 1], dm_permission=True)],
        [command(option(choices=[{"name": "Red", "value": "r"}])), {"type": 2, "name": "Look At"}],
        [{"type": 3, "name": "Look At", "name_localizations": {"de": "Näher ansehen"}}],
        [{"type": kind, "name": f"Look {n}"} for kind in (2, 3) for n in range(15)],
        [command(option(10, "weight", choices=[{"name": "Half", "value": 0.5}]))],
    ],
)
def test_good_commands_are_taken(commands: list[dict[str, Any]]) -> None:
    assert check_commands(commands) == []


@pytest.mark.parametrize(
    ("commands", "code"),
    [
        ([command(name="Loud")], "APPLICATION_COMMAND_INVALID_NAME"),
        ([command(name="two words")], "APPLICATION_COMMAND_INVALID_NAME"),
        ([command(name="x" * 33)], "APPLICATION_COMMAND_INVALID_NAME"),
        ([command(name_localizations={"de": "Laut"})], "APPLICATION_COMMAND_INVALID_NAME"),
        ([command(name_localizations={"xx": "laut"})], "BASE_TYPE_CHOICES"),
        ([command(description="")], "BASE_TYPE_BAD_LENGTH"),
        ([command(description_localizations={"de": "x" * 101})], "BASE_TYPE_BAD_LENGTH"),
        ([command(), command()], "APPLICATION_COMMANDS_DUPLICATE_NAME"),
        ([{"type": 3, "name": "x" * 33}], "BASE_TYPE_BAD_LENGTH"),
        (
            [{"type": 2, "name": "x", "name_localizations": {"de": "x" * 33}}],
            "BASE_TYPE_BAD_LENGTH",
        ),
        ([{"type": 2, "name": "x", "name_localizations": {"xx": "x"}}], "BASE_TYPE_CHOICES"),
        (
            [{"type": 2, "name": "x", "description": "y"}],
            "APPLICATION_COMMAND_INVALID_DESCRIPTION",
        ),
        ([{**command(option()), "type": 3}], "APPLICATION_COMMAND_INVALID_OPTIONS"),
        ([{"type": 3, "name": "x", "contexts": [3]}], "BASE_TYPE_CHOICES"),
        ([{"type": 2, "name": "x"}] * 2, "APPLICATION_COMMANDS_DUPLICATE_NAME"),
        ([{"type": 3, "name": f"{n}"} for n in range(16)], "APPLICATION_COMMAND_TOO_MANY"),
        ([command(name=f"c{n}") for n in range(101)], "APPLICATION_COMMAND_TOO_MANY"),
        ([command(option(), option())], "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE"),
        (
            [command(option(), option(name="b", required=True))],
            "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        ),
        ([command(*[option(name=f"o{n}") for n in range(26)])], "BASE_TYPE_BAD_LENGTH"),
        ([command(option(1, "a"), option())], "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
        (
            [command(option(2, "a", options=[option(2, "b", options=[option(1, "c")])]))],
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        ),
        ([command(option(2, "a"))], "BASE_TYPE_REQUIRED"),
        ([command(option(12))], "BASE_TYPE_CHOICES"),
        ([command(option(hint="x"))], "UNKNOWN_KEY"),
        ([command(secret=True)], "UNKNOWN_KEY"),
        (
            [command(option(choices=[{"name": "a", "value": f"{n}"} for n in range(2)]))],
            "APPLICATION_COMMAND_OPTIONS_CHOICES_NAME_DUPLICATE",
        ),
        (
            [command(option(choices=[{"name": f"{n}", "value": f"{n}"} for n in range(26)]))],
            "BASE_TYPE_BAD_LENGTH",
        ),
        ([command(option(choices=[{"name": "a", "value": 1}]))], "BASE_TYPE_BAD_TYPE"),
        (
            [command(option(autocomplete=True, choices=[{"name": "a", "value": "1"}]))],
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
        ),
        (
            [command(option(6, autocomplete=True))],
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
        ),
        (
            [command(option(4, min_value=3, max_value=2))],
            "APPLICATION_COMMAND_OPTIONS_BOUNDS_INVALID",
        ),
        ([command(option(3, min_value=3))], "APPLICATION_COMMAND_OPTIONS_BOUNDS_INVALID"),
        ([command(option(4, max_value=2**53 + 1))], "NUMBER_TYPE_RANGE"),
        ([command(contexts=[3])], "BASE_TYPE_CHOICES"),
        ([command(integration_types=[])], "BASE_TYPE_BAD_LENGTH"),
    ],
)
def test_faulty_commands_are_named(commands: list[dict[str, Any]], code: str) -> None:
    assert code in {problem.code for problem in check_commands(commands)}


def test_localised_option_names_are_told_apart() -> None:
    clash = command(option(name="a", name_localizations={"de": "b"}), option(name="b"))
    (problem,) = check_commands([clash])
    assert problem.code == "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE"


def test_a_command_counts_its_longest_wording() -> None:
    plain = command(option(choices=[{"name": "Red", "value": "r"}]))
    assert command_size(plain) == len("bonfire" + "words" + "tile" + "words" + "Red" + "r")
    told = command(description_localizations={"de": "viele Worte"})
    assert command_size(told) == len("bonfire") + len("viele Worte")


def test_eight_thousand_characters_are_the_limit() -> None:
    choices = [{"name": f"{n:0>99}", "value": f"{n:0>99}"} for n in range(25)]
    fits = command(option(name="a", choices=choices))
    assert check_commands([fits]) == []
    twice = command(option(name="a", choices=choices), option(name="b", choices=choices))
    (problem,) = check_commands([twice])
    assert problem.code == "APPLICATION_COMMAND_TOO_LARGE"


@pytest.mark.parametrize(
    ("choices", "kind", "code"),
    [
        ([{"name": "a", "value": "1"}] * 26, OptionKind.STRING, "BASE_TYPE_BAD_LENGTH"),
        ([{"name": "a" * 101, "value": "1"}], OptionKind.STRING, "BASE_TYPE_BAD_LENGTH"),
        ([{"name": "", "value": "1"}], OptionKind.STRING, "BASE_TYPE_BAD_LENGTH"),
        ([{"name": "a", "value": "x" * 101}], OptionKind.STRING, "BASE_TYPE_BAD_LENGTH"),
        ([{"name": "a", "value": "1"}], OptionKind.INTEGER, "BASE_TYPE_BAD_TYPE"),
        ([{"name": "a", "value": 1}], OptionKind.STRING, "BASE_TYPE_BAD_TYPE"),
        ([{"name": "a", "value": "1", "tip": "x"}], OptionKind.STRING, "UNKNOWN_KEY"),
    ],
)
def test_faulty_suggestions_are_named(
    choices: list[dict[str, Any]], kind: OptionKind, code: str
) -> None:
    found = check_choices({"choices": choices}, kind)
    assert {problem.code for problem in found} == {code}


def test_good_suggestions_are_taken() -> None:
    assert check_choices({"choices": []}, OptionKind.STRING) == []
    assert check_choices({"choices": [{"name": "One", "value": 1}]}, OptionKind.INTEGER) == []
    (missing,) = check_choices({}, OptionKind.STRING)
    assert missing.code == "BASE_TYPE_REQUIRED"
