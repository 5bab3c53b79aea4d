"""The table shown to one person: the main board, a city, what changed, all of it in words."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from discord import Interaction
from discord.app_commands import Range

from bot.chat.delivery.permissions import via_of
from bot.chat.handlers.pages import PrivatePages, wanted_only
from bot.chat.interaction.context import Context, channel_of
from bot.chat.routes import Option, command, in_place, on
from bot.model.button_forms import number
from bot.model.buttons import AskInCity, AskOnBoard, ReadOn, ShowBoard, ShowCity, ShowSince
from bot.model.custom_ids import Binding
from bot.model.errors import Problem, UserError
from bot.model.messages import ROW_LIMIT, Completion, Picture, PictureKind, Post, Prompt, Row
from bot.model.people import escape_markdown
from bot.model.rows import Status
from bot.present.posts.described_page import described_page
from bot.present.posts.since_page import since_page
from bot.present.posts.turn_posts import ended_post, turn_notice
from bot.present.posts.what_page import found, in_city, menus, on_board, what_text
from bot.services.games.service import GameService
from bot.services.games.table import Table
from bot.words import Catalog
from bot.words.conditions import condition_phrase
from bot.words.text import folded
from engine.ids import Seat
from renderer import NO_HINTS, Hints, Options, text_board


@dataclass(frozen=True, slots=True)
class BoardHandlers:
    """Shows what can be seen of a table."""

    games: GameService
    pages: PrivatePages

    @on(ShowBoard)
    @on(AskOnBoard, in_place)
    async def show_board(self, ctx: Context, game: int, piece: str = "") -> None:
        """Show the main board; of a piece there, tell what it is and mark it."""
        await self._show(ctx, game, lambda _table: None, piece)

    @command("bonfire board", "command.bonfire.board")
    async def show_board_again(self, ctx: Context, game: int) -> None:
        """Show the main board, and post publicly what was lost of its game."""
        await self.show_board(ctx, game)
        await ctx.outbox.repost(game, via_of(ctx.interaction), ctx.interaction)

    @on(ShowCity)
    @on(AskInCity, in_place)
    async def show_city(self, ctx: Context, game: int, seat: Seat, piece: str = "") -> None:
        """Show the city of a seat; of a piece there, tell what it is and mark it."""
        await self._show(ctx, game, lambda _table: seat, piece)

    async def complete_players(
        self, interaction: Interaction, words: Catalog, typed: str
    ) -> list[Completion]:
        """The players of a channel's game whose name fits what is typed."""
        async with self.games.table(await self.games.game_in(channel_of(interaction))) as table:
            names = table.picture_names(words)
        wanted = folded(typed.strip())
        return [
            Completion(name, str(seat)) for seat, name in enumerate(names) if wanted in folded(name)
        ]

    @command(
        "bonfire city",
        "command.bonfire.city",
        player=Option("command.bonfire.option.player", complete=complete_players),
    )
    async def show_city_of(
        self, ctx: Context, game: int, player: Range[str, 1, 100] | None = None
    ) -> None:
        """Show the city of a player by seat or name; the person's own without either."""
        person = ctx.invocation.person.id
        await self._show(ctx, game, lambda table: _seat_of(table, player, person))

    async def _show(
        self, ctx: Context, game: int, seat_at: Callable[[Table], Seat | None], asked: str = ""
    ) -> None:
        """Show the city of the seat that is found at the table; the main board for none.

        Of a piece that is `asked` about it tells what it is, where it still lies there.
        """
        async with self.games.table(game) as table:
            seat = seat_at(table)
            view = table.view
            if seat not in (None, *range(len(view.seats))):
                raise UserError(Problem.OUTDATED)
            names = table.picture_names(ctx.words)
            notice = _notice(table, ctx.words)
            bound = Binding(game, table.revision)
            me = table.seat_of(ctx.invocation.person.id)
            things = on_board(table.game, view, me) if seat is None else in_city(view, seat)
        thing = found(things, asked)
        text, hints = notice.told, NO_HINTS
        if thing is not None:
            text, hints = what_text(thing, view, ctx.words), Hints(pointed=thing.at)
        elif asked:
            text = ctx.words.say("what.gone")
        kind = PictureKind.BOARD if seat is None else PictureKind.CITY
        rows: tuple[Row, ...] = (*notice.rows, *menus(things, ctx.words, seat))
        prompt = Prompt(text, rows[:ROW_LIMIT], (Picture(kind, view, seat, hints),))
        await self.pages.show_prompt(ctx, bound, names, prompt, {})

    @on(ShowSince)
    @command("bonfire since", "command.bonfire.calendar.since")
    async def show_since(self, ctx: Context, game: int) -> None:
        """Show what changed since a person's last turn; raises UserError for spectators."""
        async with self.games.table(game) as table:
            seat = table.seat_of(ctx.invocation.person.id)
            if seat is None:
                raise UserError(Problem.NOT_A_PLAYER)
            news = since_page(table.game, seat, table.people_in(ctx.words), ctx.words)
            names = table.picture_names(ctx.words)
        await self.pages.show_prompt(ctx, Binding(game), names, wanted_only(ctx, news), {})

    @on(ReadOn, in_place)
    @command("bonfire describe", "command.bonfire.describe")
    async def show_in_words(self, ctx: Context, game: int, page: int = 0) -> None:
        """Show a page of the whole table in words, from 0."""
        async with self.games.table(game) as table:
            options = Options(
                ctx.words.translate,
                tuple(map(escape_markdown, table.picture_names(ctx.words))),
                describe=lambda condition: ctx.words.spell(condition_phrase(condition)),
            )
            text = text_board(table.view, options)
        await ctx.show_prompt(described_page(text, page, ctx.words), game)


def _notice(table: Table, words: Catalog) -> Post:
    """Return the line on the next turn, on the winner, or on a game that goes on no more."""
    if table.status is Status.ABANDONED:
        return ended_post(words.say("result.early"), table.game, table.people_in(words), words)
    return turn_notice(table.game, table.people_in(words), words)


def _seat_of(table: Table, player: str | None, person: int) -> Seat:
    """The seat that was asked for by number or name; the person's own when nothing was typed."""
    if player is None:
        seat = table.seat_of(person)
        return 0 if seat is None else seat
    with suppress(ValueError):
        return number(player, most=table.game.options.seats - 1)
    wanted = folded(player)
    for seat, name in enumerate(table.picture_names(table.words)):
        if folded(name) == wanted:
            return seat
    raise UserError(Problem.UNKNOWN_PLAYER)
