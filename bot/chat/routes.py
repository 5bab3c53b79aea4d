"""Declares which buttons, slash commands and menus a handler answers.

A decorator above a method says so. The method takes the context, then by name what it needs:
`game` is the game of the message that was pressed, or of the channel where a command was typed;
`press` is the press itself; `people` and `message` were picked in a menu of Discord. A field of
the button has its own name, and so has an option of the command.

Presses are answered after a restart as before it, because nothing about a button is remembered.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from inspect import Parameter, signature
from typing import Any, Final, TypeVar

from discord import Interaction, Thread
from discord.app_commands import Choice

from bot.chat.interaction.context import picked_message, picked_people
from bot.chat.interaction.reply import ReplyMode
from bot.model import button_forms, messages
from bot.model.custom_ids import ButtonPress
from bot.words import Catalog

_Method = TypeVar("_Method", bound=Callable[..., Awaitable[None]])
Mode = ReplyMode | Callable[[Interaction], ReplyMode]
"""The way in which a press is answered; it can depend on the message of the button."""
Completer = Callable[[Any, Interaction, Catalog, str], Awaitable[Iterable[messages.Completion]]]
"""A method of the handler that offers values of an option, the best first."""

GAME: Final = "game"
PRESS_ARGUMENT: Final = "press"
_PEOPLE: Final = "people"
_MESSAGE: Final = "message"
LONGEST_OPTION: Final = 1000
"""Characters of the longest text that an option takes."""
_DECLARED: Final = "__routes__"
"""The attribute in which a method keeps its declarations."""


@cache
def taken_by(method: Callable[..., object]) -> Mapping[str, Parameter]:
    """The parameters of a handler's method, by name, after the handler and the context."""
    _handler, _context, *others = signature(method).parameters.values()
    return {parameter.name: parameter for parameter in others}


@dataclass(frozen=True, slots=True)
class ButtonRoute:
    """A kind of button, answered in a mode by a method, which also takes what is `given`."""

    kind: type[button_forms.ButtonValue]
    mode: Mode
    method: Callable[..., Awaitable[None]]
    given: Mapping[str, object]

    @property
    def name(self) -> str:
        """The name of the kind."""
        return self.kind.__name__

    def arguments(self, interaction: Interaction, press: ButtonPress[Any]) -> dict[str, Any]:
        """The arguments of the method for a press."""
        said = {name: getattr(press.value, name) for name in self.field_names}
        known = {GAME: press.game, PRESS_ARGUMENT: press, **said, **self.given}
        taken = taken_by(self.method)
        if _PEOPLE in taken:
            known[_PEOPLE] = picked_people(interaction)
        return {name: known[name] for name in taken if name in known}

    @property
    def field_names(self) -> frozenset[str]:
        """The names of what the button says."""
        return frozenset(each.name for each in fields(self.kind))

    def __post_init__(self) -> None:
        """Raise TypeError for a parameter that no press can fill."""
        known = {GAME, PRESS_ARGUMENT, _PEOPLE, *self.given, *self.field_names}
        _refuse_unknown(self.method, known, self.name)


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a command: the key of its text, and what can be chosen or is offered for it.

    Where the method takes its options by `**`, `parameter` says how this one is typed.
    """

    text: str
    choices: Sequence[Choice[str]] = ()
    complete: Completer | None = None
    parameter: Parameter | None = None


@dataclass(frozen=True, slots=True)
class CommandRoute:
    """A slash command by its full name, answered in a mode by a method."""

    name: str
    text: str
    """The key of its description."""
    mode: ReplyMode
    method: Callable[..., Awaitable[None]]
    options: Mapping[str, Option]
    given: Mapping[str, object] = field(default_factory=dict)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The options as discord.py reads them, in the order in which people see them."""
        taken = taken_by(self.method)
        found = (taken.get(name, option.parameter) for name, option in self.options.items())
        return tuple(each for each in found if each is not None)

    def __post_init__(self) -> None:
        """Raise TypeError for a parameter that is neither an option nor given."""
        _refuse_unknown(self.method, {GAME, *self.given, *self.options}, self.name)
        if {each.name for each in self.parameters} != set(self.options):
            raise TypeError(f"{self.name}: an option is not a parameter of its method")


@dataclass(frozen=True, slots=True)
class MenuRoute:
    """A command in the menu of a person or of a message, by the key of its text."""

    name: str
    mode: ReplyMode
    method: Callable[..., Awaitable[None]]

    def arguments(self, interaction: Interaction) -> dict[str, object]:
        """The picked people or message, under the name by which the method takes it."""
        if self.of_people:
            return {_PEOPLE: picked_people(interaction)}
        return {_MESSAGE: picked_message(interaction)}

    @property
    def of_people(self) -> bool:
        """Say whether it is in the menu of a person."""
        return _PEOPLE in taken_by(self.method)

    def __post_init__(self) -> None:
        """Raise TypeError for a method that does not take just what was picked."""
        if list(taken_by(self.method)) not in ([_PEOPLE], [_MESSAGE]):
            raise TypeError(f"{self.name}: the method takes neither people nor a message")


HandlerRoute = ButtonRoute | CommandRoute | MenuRoute
_Found = tuple[ButtonRoute, object]
"""A kind of button as a handler declares it, and this handler."""


def on(
    kind: type[button_forms.ButtonValue], mode: Mode = ReplyMode.EPHEMERAL, **given: object
) -> Callable[[_Method], _Method]:
    """Answer a kind of button by the method below."""

    def declare(method: _Method) -> _Method:
        return _noted(method, ButtonRoute(kind, mode, method, given))

    return declare


def command(
    name: str,
    text: str,
    mode: ReplyMode = ReplyMode.EPHEMERAL,
    given: Mapping[str, object] | None = None,
    /,
    **options: Option,
) -> Callable[[_Method], _Method]:
    """Answer the slash command `/name`, described by the text under a key, by the method below.

    The method takes what is `given` too. People see the options in the order of these.
    """

    def declare(method: _Method) -> _Method:
        return _noted(method, CommandRoute(name, text, mode, method, options, given or {}))

    return declare


def menu(name: str, mode: ReplyMode = ReplyMode.EPHEMERAL) -> Callable[[_Method], _Method]:
    """Answer a command in the menu of people or messages by the method below."""

    def declare(method: _Method) -> _Method:
        return _noted(method, MenuRoute(name, mode, method))

    return declare


def _noted(method: _Method, route: HandlerRoute) -> _Method:
    setattr(method, _DECLARED, (*getattr(method, _DECLARED, ()), route))
    return method


def _refuse_unknown(method: Callable[..., object], known: Iterable[str], of: str) -> None:
    for name, parameter in taken_by(method).items():
        variable = parameter.kind is Parameter.VAR_KEYWORD
        if name not in known and not variable and parameter.default is Parameter.empty:
            raise TypeError(f"{of}: nothing fills the parameter {name} of {method.__qualname__}")


def routes_of(handler: object) -> Iterator[HandlerRoute]:
    """All that the methods of a handler declare."""
    for method in vars(type(handler)).values():
        yield from getattr(method, _DECLARED, ())


def method_of(handler: object, route: HandlerRoute) -> Callable[..., Awaitable[None]]:
    """The method of this handler that a route leads to."""
    method: Callable[..., Awaitable[None]] = getattr(handler, route.method.__name__)
    return method


def in_place(interaction: Interaction) -> ReplyMode:
    """Edit a private message; answer a press on any other by a new private message.

    So a made-up press never touches a public post.
    """
    message = interaction.message
    private = message is not None and message.flags.ephemeral
    return ReplyMode.EDIT if private else ReplyMode.EPHEMERAL


def in_lobby(interaction: Interaction) -> ReplyMode:
    """Edit the message of a lobby; in an archived thread a new one must wake the thread."""
    channel = interaction.channel
    asleep = isinstance(channel, Thread) and channel.archived
    return ReplyMode.PUBLIC if asleep else ReplyMode.EDIT


def on_private_page(interaction: Interaction) -> ReplyMode:
    """Edit a private page as the message of a lobby; leave a public post as it is."""
    private = in_place(interaction) is ReplyMode.EDIT
    return in_lobby(interaction) if private else ReplyMode.PUBLIC


def button_table(handlers: Iterable[object]) -> Mapping[type, _Found]:
    """Every kind of button with its handler; raises ValueError for a kind that has two."""
    table: dict[type, _Found] = {}
    for handler in handlers:
        for route in routes_of(handler):
            if isinstance(route, ButtonRoute):
                if route.kind in table:
                    raise ValueError(f"two methods answer {route.kind.__name__}")
                table[route.kind] = route, handler
    return table
