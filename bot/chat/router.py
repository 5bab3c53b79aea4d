"""Answers the presses of buttons and menus by the handlers that declare them.

Buttons are answered after a restart as before it, because nothing about them is remembered.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping

from discord import ComponentType, Interaction

from bot.chat.interaction.context import Context
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.respond import Responder
from bot.chat.messages.components import data_of
from bot.chat.routes import ButtonRoute, method_of, routes_of
from bot.model import log_context
from bot.model.custom_ids import read_press

Found = tuple[ButtonRoute, object]
"""A kind of button as a handler declares it, and this handler."""


def button_table(handlers: Iterable[object]) -> Mapping[type, Found]:
    """Every kind of button with its handler; raises ValueError for a kind that has two."""
    table: dict[type, Found] = {}
    for handler in handlers:
        for route in routes_of(handler):
            if isinstance(route, ButtonRoute):
                if route.kind in table:
                    raise ValueError(f"two methods answer {route.kind.__name__}")
                table[route.kind] = route, handler
    return table


class Router:
    """Answers the presses of buttons and menus."""

    def __init__(
        self,
        handlers: Iterable[object],
        respond: Responder,
        must_be_shown: Callable[[Context, int], Awaitable[None]],
    ) -> None:
        """Answer by these handlers; `must_be_shown` raises UserError for a hidden game."""
        self._respond = respond
        self._table = button_table(handlers)
        self._must_be_shown = must_be_shown

    async def dispatch(self, interaction: Interaction) -> None:
        """Answer a press; one that means nothing any more gets a kind word."""
        data = data_of(interaction)
        of_ours = data.get("component_type") == ComponentType.string_select.value
        chosen = (of_ours and data.get("values")) or (None,)
        press = read_press(str(data.get("custom_id", "")), chosen[0])
        log_context.note(command=type(press.value).__name__, game=press.game or None)
        route, handler = self._table[type(press.value)]
        mode = route.mode if isinstance(route.mode, ReplyMode) else route.mode(interaction)

        async def answer(ctx: Context) -> None:
            if press.game:
                await self._must_be_shown(ctx, press.game)
            await method_of(handler, route)(ctx, **route.arguments(interaction, press))

        await self._respond.answer(interaction, mode, answer)
