"""Tournaments: one deal at several tables, opened in a channel, played in private threads."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final

from discord.app_commands import Range

from bot.chat import routes
from bot.chat.command_names import offered
from bot.chat.components import ClassicMessage
from bot.chat.feature import Feature
from bot.chat.handlers.lobby import must_be_seen
from bot.chat.handlers.lobby_posts import Renewing, edit
from bot.chat.handlers.rooms import add_people
from bot.chat.handlers.services import Handlers, Services
from bot.chat.interaction.context import Context
from bot.chat.interaction.reply import ReplyMode
from bot.features.tournament import values
from bot.features.tournament.pages import begun_text, gathering_prompt
from bot.features.tournament.service import TournamentGame, TournamentService
from bot.features.tournament.tables import FORGET_MEMBERS, KEPT_TOURNAMENTS
from bot.model import button_choices
from bot.model.errors import UserError
from bot.model.offers import HelpLine, Offers
from bot.services.games import saving
from bot.words import catalog
from engine.agents.levels import Level


@dataclass(frozen=True, slots=True)
class TournamentHandlers(Handlers):
    """Opens tournaments, and begins their tables."""

    tournaments: TournamentService

    @routes.command(
        "bonfire tournament",
        "command.tournament.text",
        ReplyMode.PUBLIC,
        seats=routes.Option("command.tournament.seats"),
        level=routes.Option("command.tournament.level", offered("level", Level)),
    )
    async def open(self, ctx: Context, seats: Range[int, 2, 4], level: Level) -> None:
        """Open a tournament in a text channel, where it can have its threads.

        Discord asks for the size of its tables and the level of its bots: neither is obvious.
        """
        must_be_seen(ctx)
        self.of.rooms.must_have_private_threads(ctx)
        await self.of.preferences.may_open(ctx.invocation)
        self.of.limits.open(ctx.invocation.person.id)
        invocation = await self.of.languages.opening(ctx.invocation, None)
        await self._show(ctx, await self.tournaments.open(invocation, seats, level))

    @routes.on(values.JoinTournament, routes.in_lobby)
    async def join(self, ctx: Context, tournament: int) -> None:
        """Let the person take part."""
        await self._show(ctx, await self.tournaments.join(ctx.invocation, tournament))

    @routes.on(values.LeaveTournament, routes.in_lobby)
    async def leave(self, ctx: Context, tournament: int) -> None:
        """Let the person take part no longer."""
        left = await self.tournaments.leave(ctx.invocation, tournament)
        if left is None:
            await ctx.say("tournament.closed")
        else:
            await self._show(ctx, left)

    @routes.on(values.StartTournament, routes.in_lobby)
    async def start(self, ctx: Context, tournament: int) -> None:
        """Begin every table that has not begun, each in a private thread of its own.

        Where Discord stops that halfway, the next press goes on with the others.
        """
        begun: list[saving.Saved] = []
        try:
            async with self.tournaments.starting(tournament):
                self.of.rooms.must_have_private_threads(ctx)
                dealt = await self.tournaments.deal(ctx.invocation, tournament)
                for table in await self.tournaments.missing(dealt):
                    begun.append(await self._begin(ctx, dealt, table))  # noqa: PERF401 - kept
            await ctx.show_text(begun_text(dealt, catalog(dealt.locale)))
        finally:
            for done in begun:
                ctx.deliver(done)

    async def _begin(self, ctx: Context, tournament: values.Tournament, table: int) -> saving.Saved:
        name = catalog(tournament.locale).say("tournament.thread", table=str(table + 1))
        opening = partial(self.of.rooms.private_thread, name=name)
        async with self.of.rooms.room(ctx, opening) as room:
            if room.thread is None or room.sorry is not None:
                raise room.sorry or UserError("private.sorry.failed")
            done = await self.tournaments.begin(ctx.invocation, tournament, table, room.channel)
        people = tuple(one for one in tournament.players(table) if one.level is None)
        await add_people(room.thread, await self.of.preferences.undisturbed(people))
        return done

    async def _show(self, ctx: Context, tournament: values.Tournament) -> None:
        await ctx.reply.show(_message(tournament))
        await self.tournaments.note_shown(tournament, ctx.reply.message)


def _message(tournament: values.Tournament) -> ClassicMessage:
    prompt = gathering_prompt(tournament, catalog(tournament.locale))
    return ClassicMessage(prompt.text, prompt.rows)


def _renewing(of: Services) -> Renewing:
    """What renews the messages in which people join, once one of these is forgotten."""
    tournaments = TournamentService(of.store, of.games)

    @asynccontextmanager
    async def renewed(ctx: Context, person: int) -> AsyncIterator[None]:
        before = await tournaments.gathering(person)
        yield
        for one in before:
            now = await tournaments.look(one.id)
            closed = ClassicMessage(catalog(one.locale).say("tournament.closed"))
            await edit(ctx, one.channel, one.message, closed if now is None else _message(now))

    return renewed


def _handlers(of: Services) -> tuple[TournamentHandlers, ...]:
    return (TournamentHandlers(of, TournamentService(of.store, of.games)),)


TOURNAMENT: Final = Feature(
    "tournament",
    handlers=_handlers,
    renewing=_renewing,
    forgets=FORGET_MEMBERS,
    kept=KEPT_TOURNAMENTS,
    kind=TournamentGame,
    offers=Offers(help=(HelpLine(button_choices.HelpPage.BETWEEN, "tournament.help"),)),
)
