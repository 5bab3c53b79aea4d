"""What the recordings leave out: commands and answers of the bot that nobody gives in them."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from tests.recordings.stage import DEED, Control, controls_in

Json = Any

COMMANDS: Final = "/commands ->"
SENT: Final = re.compile(r" sends /([a-z -]+?)(?= [a-z_0-9]+=|$)(.*)$", re.DOTALL)
TYPED: Final = re.compile(r" types '.*' into (\w+) of /([a-z -]+?)(?= [a-z_0-9]+=|$)", re.DOTALL)
PRESSED: Final = re.compile(r" presses .*?: (\d\|[a-z](?:\|[^|]*){3}\|.*?)(?: = (.*))?$", re.DOTALL)
OPTION: Final = re.compile(r" ([a-z_0-9]+)=(\S*)")
GROUPS: Final = (1, 2)
SIGNS: Final = {"w": "=@#~+!<u?.*ts", "r": "=@#~+!<u?.*s%&bx"}
"""What the answers of the wizard and of a try begin with."""
BUTTONS: Final = {
    "t": "turn city board log score status since rematch vote:wait vote:bot vote:replace try note "
    "seat back agree:yes agree:no agree:withdraw sure:resign sure:abandon sure:back alone:on "
    "alone:win",
    "l": "join leave start options:beginner options:strict_payment options:specialist_18_at_once "
    "options:thread new solo",
    "h": "games standings",
    "p": "forget",
}
"""What the other answers begin with."""


def unused(told: Iterable[str]) -> Iterator[str]:
    """A line for each command and each kind of answer that is not used, or not even offered."""
    blocks = list(told)
    deeds = [block for block in blocks if block.startswith(DEED)]
    offered = {name for block in blocks for name in _written(block)}
    pressed = {name for deed in deeds for name in _pressed(deed)}
    for scope, answers in {**SIGNS, **{k: v.split() for k, v in BUTTONS.items()}}.items():
        for answer in answers:
            if not any(one.startswith(f"{scope} {answer}") for one in offered):
                yield f"never offered: {scope} {answer}"
    yield from (f"never pressed: {one}" for one in sorted(offered - pressed))
    commands = next(block for block in blocks if COMMANDS in block.partition("\n")[0])
    known = {name for each in json.loads(_json(commands)) for name in _uses(each, "")}
    used = {name for deed in deeds for name in _used(deed)}
    yield from (f"never used: /{one}" for one in sorted(known - used))


def _json(block: str) -> str:
    """The JSON of a request."""
    lines = block.split("\n")[1:]
    return "\n".join(line for line in lines if not line.startswith("file "))


def _written(block: str) -> Iterator[str]:
    """The kinds of answers that stand under the messages of a request."""
    if block.startswith(DEED) or "custom_id" not in block:
        return
    body = block.partition("\n")[2]
    payload, _ = json.JSONDecoder().raw_decode(body)
    for control in controls_in(payload.get("data", payload).get("components") or ()):
        yield control.family


def _pressed(deed: str) -> Iterator[str]:
    if found := PRESSED.search(deed):
        yield Control(found[1], "", found[2]).family


def _uses(node: Json, above: str) -> Iterator[str]:
    """A command, its options, what can be chosen there, and that they are completed."""
    name = f"{above} {node['name']}".strip()
    inner = [one for one in node.get("options") or () if one["type"] in GROUPS]
    for one in inner:
        yield from _uses(one, name)
    if inner:
        return
    yield name
    for option in node.get("options") or ():
        yield f"{name} {option['name']}="
        yield from (f"{name} {option['name']}={one['value']}" for one in option.get("choices", ()))
        if option.get("autocomplete"):
            yield f"{name} {option['name']}…"


def _used(deed: str) -> Iterator[str]:
    if found := TYPED.search(deed):
        yield f"{found[2]} {found[1]}…"
    if found := SENT.search(deed):
        yield found[1]
        for name, value in OPTION.findall(found[2]):
            yield f"{found[1]} {name}="
            yield f"{found[1]} {name}={value}"
