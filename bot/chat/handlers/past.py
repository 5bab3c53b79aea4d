"""Looks again at what a message of a game showed: its turn, and the table at that time."""

import asyncio
from dataclasses import dataclass

from bot.chat.handlers.pages import PrivatePages
from bot.chat.interaction.context import Context
from bot.chat.interaction.picked import PickedMessage
from bot.chat.interaction.visibility import Visibility
from bot.chat.routes import in_place, menu, on
from bot.model.buttons import ShowBoard, ShowCityThen
from bot.model.custom_ids import Binding, ButtonPress
from bot.model.errors import Problem, UserError
from bot.model.game_log import game_at
from bot.model.people import Person
from bot.present.posts.past_pages import explained_turn, table_then
from bot.services.games.service import GameService
from bot.store import Store
from engine import Game
from engine.ids import Seat


@dataclass(frozen=True, slots=True)
class _Moment:
    """A game as it stood when a message was posted; `names` are those for pictures."""

    game: Game
    people: tuple[Person, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PastHandlers:
    """Answers by what the log of a game says of the revision that a message shows."""

    store: Store
    games: GameService
    pages: PrivatePages
    visibility: Visibility

    @menu("menu.explain")
    async def explain(self, ctx: Context, message: PickedMessage) -> None:
        """Tell the turn of a message again, with the rules that it used."""
        moment = await self._moment(ctx, _shown_by(message))
        await ctx.show_text(explained_turn(moment.game, moment.people, ctx.words))

    @menu("menu.then")
    async def show_table(self, ctx: Context, message: PickedMessage) -> None:
        """Show the board, and the city of who had moved, as they stood at a message."""
        await self._show(ctx, _shown_by(message), None)

    @on(ShowCityThen, in_place)
    async def show_city(self, ctx: Context, press: ButtonPress[ShowCityThen]) -> None:
        """Show another city at the same moment."""
        await self._show(ctx, press.bound, press.value.seat)

    async def _show(self, ctx: Context, shown: Binding, seat: Seat | None) -> None:
        moment = await self._moment(ctx, shown)
        if seat is not None and seat >= moment.game.options.seats:
            raise UserError(Problem.OUTDATED)
        prompt = table_then(
            moment.game, moment.people, ctx.words, self.games.offers.turns, city=seat
        )
        await self.pages.show_prompt(ctx, shown, moment.names, prompt)

    async def _moment(self, ctx: Context, shown: Binding) -> _Moment:
        """The game as it stood; raises UserError where it cannot, or must not, be told."""
        try:
            async with self.games.table(shown.game) as table:
                place = table.channel
                log = await self.store.read(lambda tx: tx.games.log(shown.game))
                # In a thread: to play a long game through would hold up the event loop.
                game = await asyncio.to_thread(game_at, table.game, log, shown.revision)
                moment = _Moment(game, table.owners_in(ctx.words), table.picture_names(ctx.words))
        except UserError as error:
            raise UserError(Problem.GAME_FORGOTTEN) from error
        except ValueError as error:
            raise UserError(Problem.BEFORE_NEW_RULES) from error
        await self.visibility.must_be_seen(ctx.interaction, ctx.invocation.channel, place)
        return moment


def _shown_by(message: PickedMessage) -> Binding:
    """The game and revision that a message shows; raises UserError where it shows no game.

    Every post of a game leads to its board. A private page does too, and shows no time of its own.
    """
    bound = (press.bound for press in message.presses if press.value == ShowBoard())
    shown = next(bound, None)
    if shown is None or message.is_private or not message.is_own:
        raise UserError(Problem.NO_POST)
    return shown
