"""The demands of Discord on forms (components/using-modal-components)."""

from __future__ import annotations

from collections.abc import Mapping

from bot.standin import model
from bot.standin.checks.controls import LONGEST_CUSTOM_ID, MOST_OPTIONS, check_counts, check_options
from bot.standin.checks.findings import Findings
from bot.standin.errors import BodyProblem, Where
from bot.standin.layout import SELECTS, ComponentKind, walk

_MOST_PARTS = 5
_MOST_BOXES = 10
_TEXT_LIMIT = 4000

_COMMON = frozenset({"type", "id", "custom_id", "required"})
_COUNTED = _COMMON | {"min_values", "max_values"}
_SELECT = _COUNTED | {"placeholder", "disabled"}
_FIELD_KEYS: Mapping[ComponentKind, frozenset[str]] = {
    ComponentKind.TEXT_INPUT: _COMMON
    | {"style", "label", "min_length", "max_length", "value", "placeholder"},
    ComponentKind.STRING_SELECT: _SELECT | {"options"},
    ComponentKind.USER_SELECT: _SELECT | {"default_values"},
    ComponentKind.ROLE_SELECT: _SELECT | {"default_values"},
    ComponentKind.MENTIONABLE_SELECT: _SELECT | {"default_values"},
    ComponentKind.CHANNEL_SELECT: _SELECT | {"default_values", "channel_types"},
    ComponentKind.FILE_UPLOAD: _COUNTED,
    ComponentKind.RADIO_GROUP: _COMMON | {"options"},
    ComponentKind.CHECKBOX_GROUP: _COUNTED | {"options"},
    ComponentKind.CHECKBOX: _COMMON | {"default"},
}


def check_modal(data: model.Json) -> list[BodyProblem]:
    """The faults of a form, its places below `data`."""
    findings = Findings()
    findings.keys(("data",), data, ("custom_id", "title", "components"))
    findings.text(("data", "custom_id"), data.get("custom_id"), LONGEST_CUSTOM_ID)
    findings.text(("data", "title"), data.get("title"), 45)
    components: list[model.Json] = data.get("components") or []
    where = ("data", "components")
    findings.size(where, components, _MOST_PARTS, least=1)
    for place, component in enumerate(components):
        _part(findings, (*where, place), component)
    every = list(walk(components))
    custom = [c["custom_id"] for c in every if c.get("custom_id")]
    findings.unique(where, custom, "COMPONENT_CUSTOM_ID_DUPLICATED")
    return findings.problems


def _part(findings: Findings, where: Where, component: model.Json) -> None:
    match component.get("type"):
        case ComponentKind.LABEL:
            allowed = ("type", "id", "label", "description", "component")
            findings.keys(where, component, allowed)
            findings.text((*where, "label"), component.get("label"), 45)
            description = component.get("description")
            findings.maybe_text((*where, "description"), description, 100, least=1)
            _field(findings, (*where, "component"), component.get("component") or {})
        case ComponentKind.ROW:
            _row(findings, where, component)
        case ComponentKind.TEXT:
            findings.text((*where, "content"), component.get("content"), _TEXT_LIMIT)
        case _:
            words = "A form holds labels and texts."
            findings.add((*where, "type"), "BASE_TYPE_CHOICES", words)


def _row(findings: Findings, where: Where, component: model.Json) -> None:
    """The older layout: a row with one text input that carries its own label."""
    children: list[model.Json] = component.get("components") or []
    inner = (*where, "components")
    findings.size(inner, children, 1, least=1)
    for place, child in enumerate(children):
        at = (*inner, place)
        if findings.one_of((*at, "type"), child.get("type"), (ComponentKind.TEXT_INPUT,)):
            findings.text((*at, "label"), child.get("label"), 45)
            _field(findings, at, child)


def _field(findings: Findings, where: Where, field: model.Json) -> None:
    if not findings.one_of((*where, "type"), field.get("type"), _FIELD_KEYS):
        return
    kind = ComponentKind(field["type"])
    findings.keys(where, field, _FIELD_KEYS[kind])
    findings.text((*where, "custom_id"), field.get("custom_id"), LONGEST_CUSTOM_ID)
    if kind is ComponentKind.TEXT_INPUT:
        _text_input(findings, where, field)
    elif kind in SELECTS:
        findings.maybe_text((*where, "placeholder"), field.get("placeholder"), 150)
        check_counts(findings, where, field, MOST_OPTIONS)
        _required(findings, where, field)
    elif kind in (ComponentKind.FILE_UPLOAD, ComponentKind.CHECKBOX_GROUP):
        _required(findings, where, field)
    if kind is ComponentKind.STRING_SELECT:
        check_options(findings, where, field, MOST_OPTIONS)
    elif kind is ComponentKind.CHECKBOX_GROUP:
        check_options(findings, where, {**field, "max_values": None}, _MOST_BOXES)
    elif kind is ComponentKind.RADIO_GROUP:
        check_options(findings, where, field, _MOST_BOXES, least=2)


def _required(findings: Findings, where: Where, field: model.Json) -> None:
    if field.get("required") is not False and field.get("min_values") == 0:
        words = "A required field needs at least one value."
        findings.add((*where, "min_values"), "SELECT_COMPONENT_REQUIRED_MIN_VALUES", words)


def _text_input(findings: Findings, where: Where, field: model.Json) -> None:
    findings.one_of((*where, "style"), field.get("style"), (1, 2))
    findings.number((*where, "min_length"), field.get("min_length"), 0, _TEXT_LIMIT)
    findings.number((*where, "max_length"), field.get("max_length"), 1, _TEXT_LIMIT)
    low, high = field.get("min_length") or 0, field.get("max_length") or _TEXT_LIMIT
    if low > high:
        words = "min_length must not be greater than max_length."
        findings.add((*where, "min_length"), "TEXT_INPUT_MIN_ABOVE_MAX", words)
    findings.maybe_text((*where, "value"), field.get("value"), high)
    findings.maybe_text((*where, "placeholder"), field.get("placeholder"), 100)
