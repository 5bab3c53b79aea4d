"""The options of a command line, checked as Discord's own client does before it is sent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TypeAlias

from bot.standin import model

OptionValue: TypeAlias = "str | int | float | bool | model.User | model.Channel"


class OptionKind(IntEnum):
    """Command option types."""

    SUBCOMMAND = 1
    GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


SUBCOMMANDS = frozenset({OptionKind.SUBCOMMAND, OptionKind.GROUP})


class NotPossible(Exception):
    """The person's client would not let them do this."""


@dataclass(slots=True)
class Filled:
    """A command line turned into interaction data: options, and the people and things in them."""

    options: list[model.Json] = field(default_factory=list)
    users: list[model.User] = field(default_factory=list)
    channels: list[model.Channel] = field(default_factory=list)


def path_words(path: Sequence[str]) -> tuple[str, ...]:
    """`("bonfire", "new")` and `("bonfire new",)` alike."""
    return tuple(word for part in path for word in part.split())


def command_data(command: model.ApplicationCommand) -> model.Json:
    """Return the fields that begin the interaction data of every command."""
    data: model.Json = {"id": str(command.id), "name": command.name, "type": int(command.kind)}
    if command.guild_id is not None:
        data["guild_id"] = str(command.guild_id)
    return data


def find_leaf(command: model.ApplicationCommand, path: Sequence[str]) -> model.Json:
    """The definition that is called by a path; raises NotPossible for an unknown one."""
    node: model.Json = command.definition
    for word in path[1:]:
        inner = [o for o in node.get("options") or () if o["type"] <= OptionKind.GROUP]
        subcommand = next((o for o in inner if o["name"] == word), None)
        if subcommand is None:
            raise NotPossible(f"/{' '.join(path)} is no command")
        node = subcommand
    if any(o["type"] <= OptionKind.GROUP for o in node.get("options") or ()):
        raise NotPossible(f"/{' '.join(path)} needs a subcommand")
    return node


def fill(leaf: model.Json, values: Mapping[str, OptionValue]) -> Filled:
    """Check a complete command line; raises NotPossible for anything that the client refuses."""
    filled = _filled(leaf, values, focused=None)
    for option in leaf.get("options") or ():
        if option.get("required") and option["name"] not in values:
            raise NotPossible(f"option {option['name']} is required")
    return filled


def fill_partly(leaf: model.Json, values: Mapping[str, OptionValue], focused: str) -> Filled:
    """Check a command line that is still being typed, at the option `focused`."""
    known = {o["name"]: o for o in leaf.get("options") or ()}
    if focused not in known or not known[focused].get("autocomplete"):
        raise NotPossible(f"option {focused} has no completion")
    return _filled(leaf, values, focused)


def focused_kind(options: Sequence[model.Json]) -> OptionKind:
    """The type of the option that is being completed, in interaction data."""
    for option in options:
        if option.get("focused"):
            return OptionKind(option["type"])
        if option.get("options"):
            return focused_kind(option["options"])
    raise ValueError("nothing is being completed")


def nested(path: Sequence[str], options: list[model.Json]) -> list[model.Json]:
    """Wrap options in the subcommands that lead to them."""
    inner = options
    for depth in range(len(path) - 1, 0, -1):
        is_leaf = depth == len(path) - 1
        kind = OptionKind.SUBCOMMAND if is_leaf else OptionKind.GROUP
        inner = [{"type": int(kind), "name": path[depth], "options": inner}]
    return inner


def _filled(leaf: model.Json, values: Mapping[str, OptionValue], focused: str | None) -> Filled:
    known = {o["name"]: o for o in leaf.get("options") or ()}
    unknown = set(values) - set(known)
    if unknown:
        raise NotPossible(f"unknown options: {', '.join(sorted(unknown))}")
    filled = Filled()
    for name, value in values.items():
        option = known[name]
        shape: model.Json = {"type": option["type"], "name": name}
        if name == focused:
            filled.options.append({**shape, "value": str(value), "focused": True})
            continue
        _check(option, value)
        filled.options.append({**shape, "value": _json_value(option, value, filled)})
    return filled


def _json_value(option: model.Json, value: OptionValue, filled: Filled) -> str | int | float | bool:
    match value:
        case model.User():
            filled.users.append(value)
            return str(value.id)
        case model.Channel():
            filled.channels.append(value)
            return str(value.id)
        case _:
            return float(value) if option["type"] == OptionKind.NUMBER else value


def _check(option: model.Json, value: OptionValue) -> None:
    for fault in _option_faults(option, value):
        raise NotPossible(f"option {option['name']}: {fault}")


def _option_faults(option: model.Json, value: OptionValue) -> Iterator[str]:
    kind = OptionKind(option["type"])
    if not _fits(kind, value):
        yield f"{value!r} is no {kind.name.lower()}"
        return
    choices = option.get("choices")
    if choices and value not in [c["value"] for c in choices]:
        yield f"{value!r} is none of the choices"
    if isinstance(value, str):
        least, most = option.get("min_length") or 0, option.get("max_length") or 6000
        if not least <= len(value) <= most:
            yield f"its length is not within {least} to {most}"
    if isinstance(value, int | float) and not isinstance(value, bool):
        least, most = option.get("min_value"), option.get("max_value")
        if (least is not None and value < least) or (most is not None and value > most):
            yield f"{value} is not within {least} to {most}"
    allowed = option.get("channel_types")
    if isinstance(value, model.Channel) and allowed and value.kind not in allowed:
        yield f"{value.kind.name} is no channel type to choose"


def _fits(kind: OptionKind, value: OptionValue) -> bool:
    match kind:
        case OptionKind.STRING:
            return isinstance(value, str)
        case OptionKind.INTEGER:
            return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= 2**53
        case OptionKind.NUMBER:
            return isinstance(value, int | float) and not isinstance(value, bool)
        case OptionKind.BOOLEAN:
            return isinstance(value, bool)
        case OptionKind.USER | OptionKind.MENTIONABLE:
            return isinstance(value, model.User)
        case OptionKind.CHANNEL:
            return isinstance(value, model.Channel)
        case _:
            return False
