"""The demands of Discord on command definitions and of completions.

Discord, interactions/application-commands.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from bot.standin.checks.findings import Findings
from bot.standin.errors import BodyProblem, Where
from bot.standin.model import CommandKind, Json
from bot.standin.options import OptionKind

_MOST_COMMANDS: dict[int, int] = {
    CommandKind.SLASH: 100,
    CommandKind.USER: 15,
    CommandKind.MESSAGE: 15,
}
_MOST_OPTIONS = 25
_MOST_CHOICES = 25
_TOTAL_LIMIT = 8000
_SAFE_INTEGER = 2**53
# Letters and digits of every script, and - _ ' ; Python's \w has no Devanagari and Thai marks,
# which Discord allows too.
_NAME = re.compile(r"^[-_'\w\u0900-\u097f\u0e00-\u0e7f]{1,32}$")
LOCALES = frozenset(
    [
        "id",
        "da",
        "de",
        "en-GB",
        "en-US",
        "es-ES",
        "es-419",
        "fr",
        "hr",
        "it",
        "lt",
        "hu",
        "nl",
        "no",
        "pl",
        "pt-BR",
        "ro",
        "fi",
        "sv-SE",
        "vi",
        "tr",
        "cs",
        "el",
        "bg",
        "ru",
        "uk",
        "hi",
        "th",
        "zh-CN",
        "ja",
        "zh-TW",
        "ko",
    ]
)
_COMMAND_KEYS = frozenset(
    {
        "id",
        "type",
        "name",
        "name_localizations",
        "description",
        "description_localizations",
        "options",
        "default_member_permissions",
        "dm_permission",
        "default_permission",
        "integration_types",
        "contexts",
        "nsfw",
        "handler",
    }
)
_OPTION_KEYS = frozenset(
    {
        "type",
        "name",
        "name_localizations",
        "description",
        "description_localizations",
        "required",
        "choices",
        "options",
        "channel_types",
        "min_value",
        "max_value",
        "min_length",
        "max_length",
        "autocomplete",
    }
)
_WITH_CHOICES = frozenset({OptionKind.STRING, OptionKind.INTEGER, OptionKind.NUMBER})


def check_commands(
    commands: Sequence[Json], installs: Collection[int] = (0, 1)
) -> list[BodyProblem]:
    """The faults of a whole list of commands; `where` starts with the place in the list.

    `installs` are the kinds of installation that the application offers. The refusal of
    others is documented, its code is guessed.
    """
    findings = Findings()
    kinds = Counter(_kind(command) for command in commands)
    for kind, count in kinds.items():
        most = _MOST_COMMANDS.get(kind, 0)
        if count > most:
            words = f"Maximum number of application commands of type {kind} reached ({most})."
            findings.add((), "APPLICATION_COMMAND_TOO_MANY", words)
    names = [(_kind(command), command.get("name")) for command in commands]
    findings.unique((), names, "APPLICATION_COMMANDS_DUPLICATE_NAME")
    for place, command in enumerate(commands):
        _command(findings, (place,), command, installs)
    return findings.problems


def check_choices(data: Json, kind: OptionKind) -> list[BodyProblem]:
    """The faults of an autocomplete answer for an option of this kind."""
    findings = Findings()
    findings.keys(("data",), data, ("choices",))
    _choices(findings, ("data",), data, kind)
    if "choices" not in data:
        findings.add(("data", "choices"), "BASE_TYPE_REQUIRED", "This field is required")
    return findings.problems


def _command(findings: Findings, where: Where, command: Json, installs: Collection[int]) -> None:
    findings.keys(where, command, _COMMAND_KEYS)
    if _kind(command) == CommandKind.SLASH:
        _named(findings, where, command)
        _options(findings, where, command, depth=0)
    else:
        _in_a_menu(findings, where, command)
    for key, allowed in (("integration_types", installs), ("contexts", (0, 1, 2))):
        given = command.get(key)
        if given is not None:
            _subset(findings, (*where, key), given, allowed)
    size = command_size(command)
    if size > _TOTAL_LIMIT:
        words = f"Command exceeds maximum size ({_TOTAL_LIMIT}), it has {size}."
        findings.add(where, "APPLICATION_COMMAND_TOO_LARGE", words)


def _kind(command: Json) -> int:
    return int(command.get("type") or CommandKind.SLASH)


def _in_a_menu(findings: Findings, where: Where, command: Json) -> None:
    """A command of a menu has a name of any letters and blanks, and nothing to be filled in."""
    findings.text((*where, "name"), command.get("name"), 32)
    for locale, words in (command.get("name_localizations") or {}).items():
        at = (*where, "name_localizations", locale)
        findings.one_of(at, locale, LOCALES)
        findings.text(at, words, 32)
    for key in ("description", "options"):
        if command.get(key):
            words = f"Context menu commands cannot have {key}"
            findings.add((*where, key), f"APPLICATION_COMMAND_INVALID_{key.upper()}", words)


def _subset(
    findings: Findings, where: Where, given: Collection[object], allowed: Collection[object]
) -> None:
    for value in given:
        findings.one_of(where, value, allowed)
    if not given:
        findings.add(where, "BASE_TYPE_BAD_LENGTH", "Must not be empty.")


def _named(findings: Findings, where: Where, node: Json) -> None:
    _name(findings, (*where, "name"), node.get("name"))
    findings.text((*where, "description"), node.get("description"), 100)
    for key in ("name", "description"):
        translations = node.get(f"{key}_localizations") or {}
        for locale, words in translations.items():
            at = (*where, f"{key}_localizations", locale)
            findings.one_of(at, locale, LOCALES)
            if key == "name":
                _name(findings, at, words)
            else:
                findings.text(at, words, 100)


def _name(findings: Findings, where: Where, name: object) -> None:
    if not isinstance(name, str) or not _NAME.match(name) or name != name.lower():
        words = "Command name is invalid"
        findings.add(where, "APPLICATION_COMMAND_INVALID_NAME", words)


def _options(findings: Findings, where: Where, node: Json, depth: int) -> None:
    options: list[Json] = node.get("options") or []
    inner = (*where, "options")
    findings.size(inner, options, _MOST_OPTIONS)
    names = [o.get("name") for o in options]
    findings.unique(inner, names, "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE")
    _localized_names(findings, inner, options)
    branches = [o.get("type") in (OptionKind.SUBCOMMAND, OptionKind.GROUP) for o in options]
    if any(branches) and not all(branches):
        words = "Subcommands stand beside subcommands only."
        findings.add(inner, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words)
    optional_seen = False
    for place, option in enumerate(options):
        at = (*inner, place)
        if option.get("required") and optional_seen:
            words = "Required options must be placed before non-required options"
            findings.add(at, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", words)
        optional_seen = optional_seen or not option.get("required")
        _option(findings, at, option, depth)


def _localized_names(findings: Findings, where: Where, options: Sequence[Json]) -> None:
    """Options differ in each language, also from the plain names of the others."""
    names = Counter(option.get("name") for option in options)
    for locale in LOCALES:
        translations = [(o.get("name_localizations") or {}).get(locale) for o in options]
        translated = Counter(translations)
        for place, translation in enumerate(translations):
            if translation is None:
                continue
            others = names[translation] - (options[place].get("name") == translation)
            if others or translated[translation] > 1:
                at = (*where, place, "name_localizations", locale)
                code = "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE"
                findings.add(at, code, f"{translation!r} is there more than once.")


def _option(findings: Findings, where: Where, option: Json, depth: int) -> None:
    findings.keys(where, option, _OPTION_KEYS)
    _named(findings, where, option)
    if not findings.one_of((*where, "type"), option.get("type"), tuple(OptionKind)):
        return
    kind = OptionKind(option["type"])
    if kind in (OptionKind.SUBCOMMAND, OptionKind.GROUP):
        deepest = 1 if kind is OptionKind.SUBCOMMAND else 0
        if depth > deepest:
            words = "Groups are one level deep."
            findings.add(where, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words)
        if kind is OptionKind.GROUP and not option.get("options"):
            findings.add(where, "BASE_TYPE_REQUIRED", "A group needs a subcommand.")
        _options(findings, where, option, depth + 1)
        return
    _bounds(findings, where, option, kind)
    choices = _choices(findings, where, option, kind)
    names = [c.get("name") for c in choices]
    code = "APPLICATION_COMMAND_OPTIONS_CHOICES_NAME_DUPLICATE"
    findings.unique((*where, "choices"), names, code)
    if option.get("autocomplete") and (option.get("choices") or kind not in _WITH_CHOICES):
        words = "Autocomplete needs a text or number option without choices."
        findings.add(where, "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", words)


def _bounds(findings: Findings, where: Where, option: Json, kind: OptionKind) -> None:
    for key in ("min_length", "max_length"):
        findings.number((*where, key), option.get(key), 0, 6000)
    for key in ("min_value", "max_value"):
        findings.number((*where, key), option.get(key), -_SAFE_INTEGER, _SAFE_INTEGER)
    for noun, fitting in (
        ("length", {OptionKind.STRING}),
        ("value", {OptionKind.INTEGER, OptionKind.NUMBER}),
    ):
        low, high = option.get(f"min_{noun}"), option.get(f"max_{noun}")
        if (low is not None or high is not None) and kind not in fitting:
            words = f"min_{noun} and max_{noun} do not fit this type."
            findings.add(where, "APPLICATION_COMMAND_OPTIONS_BOUNDS_INVALID", words)
        if low is not None and high is not None and low > high:
            words = f"min_{noun} must not be greater than max_{noun}."
            findings.add(where, "APPLICATION_COMMAND_OPTIONS_BOUNDS_INVALID", words)


def _choices(findings: Findings, where: Where, lock: Json, kind: OptionKind) -> list[Json]:
    choices: list[Json] = lock.get("choices") or []
    inner = (*where, "choices")
    findings.size(inner, choices, _MOST_CHOICES)
    for place, choice in enumerate(choices):
        at = (*inner, place)
        findings.keys(at, choice, ("name", "name_localizations", "value"))
        findings.text((*at, "name"), choice.get("name"), 100)
        _choice_value(findings, (*at, "value"), choice.get("value"), kind)
    return choices


def _choice_value(findings: Findings, where: Where, value: object, kind: OptionKind) -> None:
    match kind, value:
        case (OptionKind.STRING, str()):
            findings.text(where, value, 100)
        case (OptionKind.INTEGER, int()):
            findings.number(where, value, -_SAFE_INTEGER, _SAFE_INTEGER)
        case (OptionKind.NUMBER, int() | float()):
            findings.number(where, value, -_SAFE_INTEGER, _SAFE_INTEGER)
        case _:
            findings.add(where, "BASE_TYPE_BAD_TYPE", f"{value!r} is of the wrong type.")


def command_size(node: Json) -> int:
    """Characters that count towards the 8000 of a command: its longest wording."""
    return sum(_sizes(node))


def _sizes(node: Json) -> Iterator[int]:
    for key in ("name", "description"):
        wordings = [node.get(key) or "", *(node.get(f"{key}_localizations") or {}).values()]
        yield max(map(len, wordings))
    for choice in node.get("choices") or ():
        wordings = [choice.get("name") or "", *(choice.get("name_localizations") or {}).values()]
        yield max(map(len, wordings)) + len(str(choice.get("value")))
    for option in node.get("options") or ():
        yield from _sizes(option)
