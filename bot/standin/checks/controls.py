"""The demands of Discord on buttons and menus, in messages and in forms alike."""

from __future__ import annotations

from bot.standin import model
from bot.standin.checks.findings import Findings
from bot.standin.errors import Where
from bot.standin.layout import ComponentKind

LONGEST_CUSTOM_ID = 100
MOST_OPTIONS = 25
_LINK, _PREMIUM = 5, 6

_BUTTON_KEYS = frozenset(
    {"type", "id", "style", "label", "emoji", "custom_id", "sku_id", "url", "disabled"}
)
_SELECT_KEYS = frozenset(
    {"type", "id", "custom_id", "placeholder", "min_values", "max_values", "disabled", "required"}
)
_OWN_KEYS = {
    ComponentKind.STRING_SELECT: frozenset({"options"}),
    ComponentKind.USER_SELECT: frozenset({"default_values"}),
    ComponentKind.ROLE_SELECT: frozenset({"default_values"}),
    ComponentKind.MENTIONABLE_SELECT: frozenset({"default_values"}),
    ComponentKind.CHANNEL_SELECT: frozenset({"default_values", "channel_types"}),
}
_PRESET = {
    ComponentKind.USER_SELECT: ("user",),
    ComponentKind.ROLE_SELECT: ("role",),
    ComponentKind.MENTIONABLE_SELECT: ("user", "role"),
    ComponentKind.CHANNEL_SELECT: ("channel",),
}
"""The kinds of preset values in a menu (components/reference: Select Default Value)."""
_OPTION_KEYS = frozenset({"label", "value", "description", "emoji", "default"})


def check_button(findings: Findings, where: Where, button: model.Json) -> None:
    """One button: what it must carry and must not carry depends on its style."""
    findings.keys(where, button, _BUTTON_KEYS)
    style = button.get("style")
    if not findings.one_of((*where, "style"), style, range(1, _PREMIUM + 1)):
        return
    findings.maybe_text((*where, "label"), button.get("label"), 80)
    check_emoji(findings, where, button)
    needed = {_LINK: "url", _PREMIUM: "sku_id"}.get(button["style"], "custom_id")
    if not button.get(needed):
        code = "BUTTON_COMPONENT_" + needed.upper() + "_REQUIRED"
        findings.add(where, code, f"A button of this style must have a {needed}.")
    for key in {"url", "sku_id", "custom_id"} - {needed}:
        if button.get(key):
            words = f"A button of this style cannot have a {key}."
            findings.add((*where, key), "BUTTON_COMPONENT_FORBIDDEN_FIELD", words)
    findings.maybe_text((*where, "custom_id"), button.get("custom_id"), LONGEST_CUSTOM_ID, least=1)
    findings.maybe_text((*where, "url"), button.get("url"), 512, least=1)
    if style != _PREMIUM and not button.get("label") and not button.get("emoji"):
        words = "A button must have a label or an emoji."
        findings.add(where, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", words)


def check_emoji(findings: Findings, where: Where, lock: model.Json) -> None:
    """The emoji of a button or option, if it has one: a character, or one that the app has."""
    emoji = lock.get("emoji")
    if emoji is None:
        return
    findings.keys((*where, "emoji"), emoji, ("id", "name", "animated"))
    number = str(emoji.get("id") or "")
    if number and not (number.isdecimal() and int(number) in findings.emojis):
        findings.add((*where, "emoji", "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
    elif not number and not emoji.get("name"):
        findings.add((*where, "emoji", "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def check_select(findings: Findings, where: Where, select: model.Json) -> None:
    """One menu of a message."""
    kind = ComponentKind(select["type"])
    findings.keys(where, select, _SELECT_KEYS | _OWN_KEYS[kind])
    findings.text((*where, "custom_id"), select.get("custom_id"), LONGEST_CUSTOM_ID)
    findings.maybe_text((*where, "placeholder"), select.get("placeholder"), 150)
    check_counts(findings, where, select, MOST_OPTIONS)
    if kind is ComponentKind.STRING_SELECT:
        check_options(findings, where, select, MOST_OPTIONS)


def check_counts(findings: Findings, where: Where, field: model.Json, most: int) -> None:
    """Check the bounds of the number of chosen values."""
    findings.number((*where, "min_values"), field.get("min_values"), 0, most)
    findings.number((*where, "max_values"), field.get("max_values"), 1, most)
    low, high = field.get("min_values"), field.get("max_values")
    if (1 if low is None else low) > (1 if high is None else high):
        words = "min_values must not be greater than max_values."
        findings.add((*where, "min_values"), "SELECT_COMPONENT_MIN_ABOVE_MAX", words)
    defaults = field.get("default_values") or ()
    preset = _PRESET.get(field["type"], ())
    for place, default in enumerate(defaults):
        at = (*where, "default_values", place)
        findings.keys(at, default, ("id", "type"))
        findings.one_of((*at, "type"), default.get("type"), preset)
    if len(defaults) > (1 if high is None else high):
        words = "More values are preset than may be chosen."
        findings.add((*where, "default_values"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", words)


def check_options(
    findings: Findings, where: Where, field: model.Json, most: int, *, least: int = 1
) -> None:
    """The lines to choose from; a menu needs as many as may be chosen at most."""
    options: list[model.Json] = field.get("options") or []
    high = field.get("max_values") or 1
    inner = (*where, "options")
    findings.size(inner, options, most, least=max(least, high))
    for place, option in enumerate(options):
        at = (*inner, place)
        findings.keys(at, option, _OPTION_KEYS)
        findings.text((*at, "label"), option.get("label"), 100)
        findings.text((*at, "value"), option.get("value"), 100)
        findings.maybe_text((*at, "description"), option.get("description"), 100)
        check_emoji(findings, at, option)
    findings.unique(inner, [o.get("value") for o in options], "SELECT_OPTION_VALUE_DUPLICATED")
    if sum(bool(o.get("default")) for o in options) > high:
        words = "More options are preset than may be chosen."
        findings.add(inner, "SELECT_COMPONENT_TOO_MANY_DEFAULTS", words)
