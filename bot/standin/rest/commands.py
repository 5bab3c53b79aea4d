"""Application commands, global and of one guild (Discord, interactions/application-commands)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from bot.standin import model
from bot.standin.checks.commands import check_commands
from bot.standin.errors import ApiError, BodyProblem, ErrorResponse, invalid
from bot.standin.rest.routing import NO_CONTENT, Call, Response, Route

_LISTS_KNOWN: Final = 16
"""Lists of commands whose faults are remembered: every bot that starts sends the same one."""

Commands = Mapping[tuple[str, int], model.ApplicationCommand]
"""Commands by what tells them apart: name and type."""


def _guild_id(call: Call) -> int | None:
    if call.number("application_id") != call.core.world.application.id:
        raise ApiError(ErrorResponse.MISSING_ACCESS)
    if "guild_id" not in call.params:
        return None
    guild = call.core.world.guild(call.number("guild_id"))
    if guild.bot_role is None:
        raise ApiError(ErrorResponse.MISSING_ACCESS)
    return guild.id


def _existing(call: Call) -> list[model.ApplicationCommand]:
    guild_id = _guild_id(call)
    return [c for c in call.core.world.commands.values() if c.guild_id == guild_id]


def _one(call: Call) -> model.ApplicationCommand:
    wanted = call.number("command_id")
    for command in _existing(call):
        if command.id == wanted:
            return command
    raise ApiError(ErrorResponse.UNKNOWN_COMMAND)


def _installs(call: Call) -> tuple[int, ...]:
    """The kinds of installation that are ticked for the application: 0 servers, 1 people."""
    app = call.core.world.application
    return tuple(kind for kind, on in enumerate((app.guild_install, app.user_install)) if on)


def listing(call: Call) -> Response:
    """All commands."""
    return Response([call.core.objects.command(c) for c in _existing(call)])


def overwrite(call: Call) -> Response:
    """Replace all commands; one of the same name and type keeps its identifier."""
    body = call.body.payload
    if not isinstance(body, list):
        raise invalid([BodyProblem((), "LIST_TYPE_CONVERT", "Only iterables may be used.")])
    problems = _faults(json.dumps(body), _installs(call))
    if problems:
        raise invalid(problems)
    before: Commands = {(c.name, c.kind): c for c in _existing(call)}
    for command in before.values():
        del call.core.world.commands[command.id]
    reply = Response([_put(call, definition, before) for definition in body])
    call.core.tell_watchers()
    return reply


@lru_cache(_LISTS_KNOWN)
def _faults(commands: str, installs: tuple[int, ...]) -> list[BodyProblem]:
    """Find the faults of a list of commands, given as JSON."""
    return check_commands(json.loads(commands), installs)


def _put(call: Call, definition: model.Json, before: Commands) -> model.Json:
    old = before.get((definition["name"], definition.get("type") or 1))
    core = call.core
    if old is not None and old.definition == definition:
        command = old
    else:
        command_id = core.ids.next() if old is None else old.id
        command = model.ApplicationCommand(command_id, core.ids.next(), definition, _guild_id(call))
    core.world.commands[command.id] = command
    return core.objects.command(command)


def create(call: Call) -> Response:
    """Add one command, or replace that of the same name and type."""
    others = [c for c in _existing(call) if c.name != call.json.get("name")]
    problems = check_commands([call.json, *(c.definition for c in others)], _installs(call))
    if problems:
        raise invalid([BodyProblem(p.where[1:], p.code, p.message) for p in problems])
    before: Commands = {(c.name, c.kind): c for c in _existing(call)}
    known = (call.json["name"], call.json.get("type") or 1) in before
    reply = Response(_put(call, call.json, before), 200 if known else 201)
    call.core.tell_watchers()
    return reply


def read(call: Call) -> Response:
    """One command."""
    return Response(call.core.objects.command(_one(call)))


def edit(call: Call) -> Response:
    """Change parts of one command."""
    command = _one(call)
    definition = {**command.definition, **call.json}
    problems = check_commands([definition], _installs(call))
    if problems:
        raise invalid([BodyProblem(p.where[1:], p.code, p.message) for p in problems])
    command.definition = definition
    command.version = call.core.ids.next()
    call.core.tell_watchers()
    return Response(call.core.objects.command(command))


def remove(call: Call) -> Response:
    """Delete one command."""
    del call.core.world.commands[_one(call).id]
    call.core.tell_watchers()
    return NO_CONTENT


_GLOBAL = "/applications/{application_id}/commands"
_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"
COMMAND_ROUTES = tuple(
    Route(method, base + tail, handler)
    for base in (_GLOBAL, _GUILD)
    for method, tail, handler in (
        ("GET", "", listing),
        ("PUT", "", overwrite),
        ("POST", "", create),
        ("GET", "/{command_id}", read),
        ("PATCH", "/{command_id}", edit),
        ("DELETE", "/{command_id}", remove),
    )
)
