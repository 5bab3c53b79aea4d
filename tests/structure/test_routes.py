"""What handlers declare: one table of all of it, and parameters that fit what fills them."""

from dataclasses import fields
from types import UnionType
from typing import Annotated, Union, get_args, get_origin
from unittest.mock import Mock

import pytest
from discord import AppCommandOptionType
from discord.app_commands import Transformer

from bot.chat import routes
from bot.chat.feature import all_handlers
from bot.chat.interaction.context import Context
from bot.features.listed import FEATURES
from bot.model import buttons
from bot.model.custom_ids import ButtonPress
from tests.structure.routes import FILE, listing

TYPED = {AppCommandOptionType.string: str, AppCommandOptionType.integer: int}
BUTTONS = tuple(
    route
    for handler in all_handlers(Mock(), FEATURES)
    for route in routes.routes_of(handler)
    if isinstance(route, routes.ButtonRoute)
)


def alternatives(annotation: object) -> frozenset[object]:
    """The types that an annotation allows, without what Discord is told beside them."""
    if isinstance(annotation, Transformer):
        return frozenset({TYPED[annotation.type]})
    if get_origin(annotation) is Annotated:
        return alternatives(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        return frozenset().union(*map(alternatives, get_args(annotation)))
    return frozenset({annotation})


def misfits(route: routes.ButtonRoute) -> list[str]:
    """The parameters of a method that cannot take what the button fills in."""
    given = {field.name: field.type for field in fields(route.kind)}
    given |= {routes.GAME: int, routes.PRESS_ARGUMENT: ButtonPress[route.kind]}  # type: ignore[name-defined]
    return [
        name
        for name, parameter in routes.taken_by(route.method).items()
        if name in given and not alternatives(given[name]) <= alternatives(parameter.annotation)
    ]


def test_the_table_of_all_routes_is_up_to_date() -> None:
    assert FILE.read_text("utf-8") == listing(), "run python -m tests.structure.routes"


@pytest.mark.parametrize("route", BUTTONS, ids=lambda route: route.name)
def test_a_method_takes_what_its_button_says(route: routes.ButtonRoute) -> None:
    assert misfits(route) == []


def test_a_misfit_is_found() -> None:
    async def follow(_self: object, _ctx: Context, game: str, seat: str) -> None: ...

    assert misfits(routes.ButtonRoute(buttons.ShowCity, Mock(), follow, {})) == ["game", "seat"]


def test_a_parameter_that_nothing_fills_is_refused() -> None:
    async def follow(_self: object, _ctx: Context, level: int) -> None: ...

    with pytest.raises(TypeError, match="level"):
        routes.on(buttons.ShowCity)(follow)
    with pytest.raises(TypeError, match="level"):
        routes.command("bonfire x", "x")(follow)
    with pytest.raises(TypeError, match="neither"):
        routes.menu("x")(follow)


def test_an_option_without_a_parameter_is_refused() -> None:
    async def follow(_self: object, _ctx: Context) -> None: ...

    with pytest.raises(TypeError, match="option"):
        routes.command("bonfire x", "x", level=routes.Option("x"))(follow)
