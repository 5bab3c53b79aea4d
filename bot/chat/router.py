"""Answers the presses of buttons and menus by the handlers that declare them.

Buttons are answered after a restart as before it, because nothing about them is remembered.
"""

from collections.abc import Iterable, Mapping

from discord import ComponentType, Interaction

from bot.chat.app import Services
from bot.chat.components import data_of
from bot.chat.interaction.context import Context
from bot.chat.interaction.reply import ReplyMode
from bot.chat.routes import ButtonRoute, method_of, routes_of
from bot.model.buttons import Outdated
from bot.model.custom_ids import read_press
from bot.model.telemetry import note_work

_Found = tuple[ButtonRoute, object]
"""A kind of button as a handler declares it, and this handler."""


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


class Router:
    """Answers the presses of buttons and menus."""

    def __init__(self, handlers: Iterable[object], services: Services) -> None:
        """Answer by these handlers."""
        self._table = button_table(handlers)
        self._respond = services.respond
        self._games = services.games
        self._visibility = services.visibility

    @property
    def kinds(self) -> frozenset[type]:
        """The kinds of buttons that a handler answers."""
        return frozenset(self._table)

    async def dispatch(self, interaction: Interaction) -> None:
        """Answer a press; one that means nothing any more gets a kind word."""
        data = data_of(interaction)
        of_ours = data.get("component_type") == ComponentType.string_select.value
        chosen = (of_ours and data.get("values")) or (None,)
        press = read_press(str(data.get("custom_id", "")), chosen[0])
        note_work(command=type(press.value).__name__, game=press.game or None)
        # A button of a feature that is left out hangs in channels all the same.
        route, handler = self._table.get(type(press.value)) or self._table[Outdated]
        mode = route.mode if isinstance(route.mode, ReplyMode) else route.mode(interaction)

        async def answer(ctx: Context) -> None:
            if press.game:
                await self._must_be_shown(ctx, press.game)
            await method_of(handler, route)(ctx, **route.arguments(interaction, press))

        await self._respond.answer(interaction, mode, answer)

    async def _must_be_shown(self, ctx: Context, game: int) -> None:
        """Raise UserError for a game elsewhere that the person neither plays nor sees.

        Anybody can make up a press for any game: that way nobody may learn even whether it is over.
        """
        place, players = await self._games.place(game)
        if all(player.id != ctx.invocation.person.id for player in players):
            await self._visibility.must_be_seen(ctx.interaction, ctx.invocation.channel, place)
