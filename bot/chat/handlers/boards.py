"""The table shown to one person, now or as a message showed it: its boards, and them in words."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bot.chat import routes
from bot.chat.delivery.permissions import via_of
from bot.chat.handlers.pages import wanted_only
from bot.chat.handlers.services import Handlers
from bot.chat.interaction.context import Context, PickedMessage
from bot.model import button_forms, messages
from bot.model.buttons import (
    AskInCity,
    AskOnBoard,
    ReadOn,
    ShowBoard,
    ShowBoardThen,
    ShowCities,
    ShowCity,
    ShowCityThen,
    ShowInWords,
    ShowKeepsakes,
    ShowMore,
    ShowSince,
)
from bot.model.custom_ids import Binding, ButtonPress
from bot.model.errors import Problem, UserError
from bot.model.game_log import game_at
from bot.model.people import Person, escape_markdown
from bot.model.rows import Status
from bot.present.posts.past_pages import explained_turn, table_then
from bot.present.posts.score_pages import described_page, status_text
from bot.present.posts.since_page import since_page
from bot.present.posts.turn_posts import in_words_first, keepsakes_page, page_rows, turn_notice
from bot.present.posts.what_page import (
    in_city,
    menus,
    on_board,
    place_of,
    thing_of,
    what_text,
)
from bot.services.games.table import Table
from bot.words import Catalog, pieces
from engine import Game, ids
from renderer import Options, text_board


class BoardHandlers(Handlers):
    """Shows what can be seen of a table."""

    @routes.on(ShowBoard)
    @routes.on(AskOnBoard, routes.in_place)
    async def show_board(self, ctx: Context, game: int, piece: str = "") -> None:
        """Show the main board; of a piece there, tell what it is and mark it."""
        await self._show(ctx, game, lambda _table: None, piece)

    @routes.command("bonfire board", "command.bonfire.board")
    async def show_board_again(self, ctx: Context, game: int) -> None:
        """Show the main board, and post publicly what was lost of its game."""
        await self.show_board(ctx, game)
        await ctx.outbox.repost(game, via_of(ctx.interaction), ctx.interaction)

    @routes.on(ShowCity)
    @routes.on(AskInCity, routes.in_place)
    async def show_city(self, ctx: Context, game: int, seat: ids.Seat, piece: str = "") -> None:
        """Show the city of a seat; of a piece there, tell what it is and mark it."""
        await self._show(ctx, game, lambda _table: seat, piece)

    @routes.on(ShowMore)
    async def show_more(self, ctx: Context, game: int) -> None:
        """Show all the buttons of a game."""
        async with self.of.games.hold(game) as table:
            prompt = _standing(table, ctx, ShowMore())
            bound = Binding(game, table.revision)
        await self.of.pages.show_prompt(ctx, bound, (), prompt)

    @routes.on(ShowKeepsakes)
    async def show_keepsakes(self, ctx: Context, game: int) -> None:
        """Show the ways in which a game that is over can be kept."""
        await ctx.show_prompt(keepsakes_page(ctx.words, self.of.games.offers), game)

    @routes.on(ShowCities)
    async def show_cities(self, ctx: Context, game: int) -> None:
        """Show a player's own city, and to others the first one."""
        person = ctx.invocation.person.id
        await self._show(ctx, game, lambda table: table.seat_of(person) or 0)

    async def _show(
        self, ctx: Context, game: int, seat_at: Callable[[Table], ids.Seat | None], asked: str = ""
    ) -> None:
        """Show the city of the seat that is found at the table; the main board for none.

        Of a piece that is `asked` about it tells what it is, where it still lies there.
        """
        async with self.of.games.hold(game) as table:
            seat = seat_at(table)
            page: button_forms.ButtonValue = ShowBoard() if seat is None else ShowCity(seat)
            if asked:
                page = AskOnBoard(asked) if seat is None else AskInCity(seat, asked)
            view = table.view
            if seat not in (None, *range(len(view.seats))):
                raise UserError("error.outdated_button")
            names = table.picture_names(ctx.words)
            prompt = _standing(table, ctx, page)
            bound = Binding(game, table.revision)
            me = table.seat_of(ctx.invocation.person.id)
            things = on_board(table.game, view, me) if seat is None else in_city(view, seat)
        thing = thing_of(things, asked)
        text = prompt.text
        if thing is not None:
            text = what_text(thing, view, ctx.words)
        elif asked:
            text = ctx.words.say("what.gone")
        below = menus(things, ctx.words, seat)
        rows = (*_fitted(prompt.rows, messages.ROW_LIMIT - len(below), ctx.words), *below)
        prompt = messages.Prompt(text, rows, place_of(thing, view, seat))
        await self.of.pages.show_prompt(ctx, bound, names, prompt)

    @routes.on(ShowSince)
    async def show_since(self, ctx: Context, game: int) -> None:
        """Show what changed since a person's last turn; raises UserError for spectators."""
        async with self.of.games.hold(game) as table:
            seat = table.seat_of(ctx.invocation.person.id)
            if seat is None:
                raise UserError(Problem.NOT_A_PLAYER)
            people = table.people_in(ctx.words)
            news = since_page(table.game, seat, people, ctx.words, table.offers)
            names = table.picture_names(ctx.words)
        await self.of.pages.show_prompt(ctx, Binding(game), names, wanted_only(ctx, news))

    @routes.on(ShowInWords)
    @routes.on(ReadOn, routes.in_place)
    async def show_in_words(self, ctx: Context, game: int, page: int = 0) -> None:
        """Show a page of the whole table in words, from 0."""
        async with self.of.games.hold(game) as table:
            options = Options(
                ctx.words.translate,
                tuple(map(escape_markdown, table.picture_names(ctx.words))),
                describe=lambda condition: ctx.words.spell(pieces.condition_phrase(condition)),
            )
            text = text_board(table.view, options)
        await ctx.show_prompt(described_page(text, page, ctx.words), game)


def _standing(table: Table, ctx: Context, page: button_forms.ButtonValue) -> messages.Prompt:
    """Return all the buttons of a game on a `page`, below the line on how the game stands.

    That is on the next turn, on the winner, or on a game that goes on no more.
    """
    words, plays = ctx.words, table.seat_of(ctx.invocation.person.id) is not None
    people, over = table.people_in(words), table.status is not Status.RUNNING
    rows = page_rows(table.game, people, words, table.offers, page, over=over, plays=plays)
    if ctx.words_first:
        rows = in_words_first(rows, words)
    if table.status is Status.ABANDONED:
        return messages.Prompt(words.say("result.early"), rows)
    if ctx.words_first:
        return messages.Prompt(status_text(table.game, people, words), rows)
    return messages.Prompt(turn_notice(table.game, people, words).told, rows)


def _fitted(rows: Iterable[messages.Row], count: int, words: Catalog) -> tuple[messages.Row, ...]:
    """Return buttons in so many rows; where they need more, the last one leads to them all."""
    buttons = [button for row in rows if isinstance(row, tuple) for button in row]
    room = count * messages.BUTTONS_IN_ROW
    if len(buttons) > room:
        buttons[room - 1 :] = [messages.Button(words.say("table_button.more"), ShowMore())]
    return messages.in_rows(buttons)


@dataclass(frozen=True, slots=True)
class _Moment:
    """A game as it stood when a message was posted; `names` are those for pictures."""

    game: Game
    people: tuple[Person, ...]
    names: tuple[str, ...]


class PastHandlers(Handlers):
    """Answers by what the log of a game says of the revision that a message shows."""

    @routes.menu("menu.explain")
    async def explain(self, ctx: Context, message: PickedMessage) -> None:
        """Tell the turn of a message again, with the rules that it used."""
        moment = await self._moment(ctx, _shown_by(message))
        await ctx.show_text(explained_turn(moment.game, moment.people, ctx.words))

    @routes.menu("menu.then")
    async def show_table(self, ctx: Context, message: PickedMessage) -> None:
        """Show the board, or the city that the turn changed most, as they stood at a message."""
        await self._show(ctx, _shown_by(message), None)

    @routes.on(ShowBoardThen, routes.in_place)
    async def show_board(self, ctx: Context, press: ButtonPress[ShowBoardThen]) -> None:
        """Show the main board at the same moment."""
        await self._show(ctx, press.bound, press.value)

    @routes.on(ShowCityThen, routes.in_place)
    async def show_city(self, ctx: Context, press: ButtonPress[ShowCityThen]) -> None:
        """Show another city at the same moment."""
        await self._show(ctx, press.bound, press.value)

    async def _show(
        self, ctx: Context, shown: Binding, wanted: ShowBoardThen | ShowCityThen | None
    ) -> None:
        moment = await self._moment(ctx, shown)
        if isinstance(wanted, ShowCityThen) and wanted.seat >= moment.game.options.seats:
            raise UserError("error.outdated_button")
        offers = self.of.games.offers.turns
        prompt = table_then(moment.game, moment.people, ctx.words, offers, wanted=wanted)
        await self.of.pages.show_prompt(ctx, shown, moment.names, prompt)

    async def _moment(self, ctx: Context, shown: Binding) -> _Moment:
        """The game as it stood; raises UserError where it cannot, or must not, be told."""
        try:
            async with self.of.games.hold(shown.game) as table:
                place = table.channel
                log = await self.of.store.read(lambda tx: tx.games.log(shown.game))
                # In a thread: to play a long game through would hold up the event loop.
                game = await asyncio.to_thread(game_at, table.game, log, shown.revision)
                moment = _Moment(game, table.owners_in(ctx.words), table.picture_names(ctx.words))
        except UserError as error:
            raise UserError("explain.sorry.unknown") from error
        except ValueError as error:
            raise UserError("explain.forgotten") from error
        await self.of.visibility.must_be_seen(ctx.interaction, ctx.invocation.channel, place)
        return moment


def _shown_by(message: PickedMessage) -> Binding:
    """The game and revision that a message shows; raises UserError where it shows no game.

    Every post of a game leads to its board. A private page does too, and shows no time of its own.
    """
    bound = (press.bound for press in message.presses if press.value == ShowBoard())
    shown = next(bound, None)
    if shown is None or message.is_private or not message.is_own:
        raise UserError("explain.sorry.no_post")
    return shown
