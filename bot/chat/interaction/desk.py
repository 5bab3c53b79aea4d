"""What presses and commands have in common: who, where, in which language, and how to answer."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import discord
from discord import app_commands

from bot.chat.delivery.outbox import Outbox
from bot.chat.interaction.permissions import lacking, via_of
from bot.chat.interaction.reply import Reply, ReplyMode
from bot.chat.interaction.traffic import Traffic
from bot.chat.messages.components import ClassicMessage, CustomId, ImageFile, KeptAttachment, Scope
from bot.chat.pictures.attach import RenderedPictures, render_all
from bot.chat.pictures.fair_semaphore import Lane
from bot.chat.pictures.queue import PictureQueue, Slot
from bot.chat.pictures.request import PictureRequest
from bot.model.errors import UserError, report_bug
from bot.model.game_log import logged_moves
from bot.model.invocation import ChannelRef, Invocation
from bot.model.messages import CHOICE_LIMIT, TEXT_LIMIT, Picture, PictureKind, Post, Row
from bot.model.preferences import Appearance
from bot.model.rows import PersonRow, Status, Via
from bot.model.stored_post import StoredPost
from bot.present.posts.consent_posts import back_row
from bot.present.posts.score_pages import log_page, score_text, status_text
from bot.present.posts.turn_posts import ended_post, lobby_post, turn_notice
from bot.present.refusals import refusal_text
from bot.runtime import health
from bot.services.calls.bot_seats import BotSeats
from bot.services.calls.channels import ChannelService
from bot.services.calls.reminders import ReminderService
from bot.services.consent.leaving import LeavingService
from bot.services.consent.questions import ConsentService
from bot.services.consent.votes import VoteService
from bot.services.games.service import GameService
from bot.services.games.table import PublicState, Table
from bot.services.people.forgetting import ForgetService
from bot.services.people.languages import LanguageService
from bot.services.people.preferences import PreferenceService
from bot.services.play.lobbies import LobbyService, OpenLobby
from bot.services.play.notes import NoteService
from bot.services.play.pages import WizardPage
from bot.services.play.tryouts import TryoutService
from bot.services.play.wizard import Wizard
from bot.store import Store
from bot.words import Catalog, catalog
from bot.words.conditions import condition_phrase
from bot.words.text import clip
from engine import IllegalAction
from engine.events import Event
from engine.ids import Seat
from renderer import Options, text_board


@dataclass(frozen=True, slots=True)
class Context:
    """One interaction being answered: what was pressed by whom, the language, and the reply."""

    interaction: discord.Interaction
    invocation: Invocation
    words: Catalog
    reply: Reply
    appearance: Appearance

    @property
    def hanging(self) -> dict[str, discord.Attachment]:
        """The pictures, by name, of a message that the answer edits."""
        message = self.interaction.message
        if message is None or self.reply.manner is not ReplyMode.UPDATE:
            return {}
        return {one.filename: one for one in message.attachments}


Work = Callable[[Context], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Desk:
    """The services behind every button and command."""

    store: Store
    games: GameService
    wizard: Wizard
    lobbies: LobbyService
    outbox: Outbox
    pictures: PictureQueue
    traffic: Traffic
    reminders: ReminderService
    votes: VoteService
    consent: ConsentService
    leaving: LeavingService
    forgetting: ForgetService
    bots: BotSeats
    preferences: PreferenceService
    tryouts: TryoutService
    notes: NoteService
    languages: LanguageService
    channels: ChannelService

    async def serve(self, interaction: discord.Interaction, manner: ReplyMode, work: Work) -> None:
        """Answer an interaction with `work`; whatever goes wrong there is told kindly."""
        words = words_of(interaction)
        async with Reply(interaction, manner, self.games.clock) as reply:
            try:
                with self.traffic.one():
                    invocation = invocation_of(interaction)
                    preferences = await self.preferences.here(
                        invocation.person.id, invocation.channel.guild
                    )
                    await self.languages.heard(invocation.person.id, preferences, words.locale)
                    words = catalog(
                        preferences.language or words.locale, preferences.appearance.numbers
                    )
                    await work(
                        Context(interaction, invocation, words, reply, preferences.appearance)
                    )
            except UserError as sorry:
                await reply.tell(words.say(sorry.problem, **sorry.slots))
            except IllegalAction as refused:
                await reply.tell(refusal_text(refused.refusal, words))
            except Exception as error:  # noqa: BLE001 - the one place where bugs end
                found = report_bug(error)
                await reply.tell(words.say(found.problem, **found.slots))
            finally:
                self.outbox.kick()
                self.bots.kick()
                if interaction.channel_id and via_of(interaction) is Via.FOLLOWUP:
                    await self.outbox.open_door(interaction.channel_id, interaction)

    async def words_for(self, interaction: discord.Interaction) -> Catalog:
        """The catalog of what a person is offered while they type."""
        client = words_of(interaction).locale
        return catalog(await self.languages.of_person(interaction.user.id, client))

    async def game_here(self, ctx: Context) -> int:
        """The running or else the last game of the channel of a visit; raises UserError."""
        return await self.games.game_in(ctx.invocation.channel.id)

    async def show_page(self, ctx: Context, page: WizardPage, scope: Scope = Scope.WIZARD) -> None:
        """Show a page of the wizard, or of a try; then deliver what it led to."""
        control = CustomId(scope, page.game, page.revision, page.token, "")
        requests = _requests(ctx, page.names, page.prompt.pictures, page.prompt.changes)
        try:
            if page.ends and ctx.reply.manner is ReplyMode.UPDATE:
                await ctx.reply.vanish()
                return
            hanging = ctx.hanging if page.follows else {}
            new = [one for one in requests if one.file_name not in hanging]
            kept = [
                KeptAttachment(hanging[one.file_name])
                for one in requests
                if one.file_name in hanging
            ]
            shown = await render_all(self.pictures, _privately(ctx, page.game), new)
            text = shown.beside(page.prompt.text)
            sheet = ClassicMessage(text, page.prompt.rows, control, (*kept, *shown.pictures))
            await ctx.reply.show(sheet)
        finally:
            if page.done is not None:
                self.outbox.attach(page.done.posts, ctx.interaction)

    async def show_text(
        self, ctx: Context, game: int, text: str, rows: tuple[Row, ...] = ()
    ) -> None:
        """Show a private text about a game."""
        control = CustomId(Scope.TABLE, game, 0, "", "")
        await ctx.reply.show(ClassicMessage(text, rows, control))

    async def show_status(self, ctx: Context, game: int) -> None:
        """Show whose turn it is and what remains to be had, privately."""
        async with self.games.table(game) as table:
            text = _of_its_time(table, ctx.words)
            text += status_text(table.game, table.people, ctx.words)
        await self.show_text(ctx, game, text)

    async def show_score(self, ctx: Context, game: int) -> None:
        """Show the score by source as if the game ended now, privately."""
        async with self.games.table(game) as table:
            text = _of_its_time(table, ctx.words)
            text += score_text(table.game, table.people, ctx.words)
        await self.show_text(ctx, game, text)

    async def show_described(self, ctx: Context, game: int) -> None:
        """Show the whole table in words, privately; as a file where it is too long."""
        async with self.games.table(game) as table:
            options = Options(
                ctx.words.translate,
                table.picture_names(ctx.words),
                describe=lambda condition: ctx.words.spell(condition_phrase(condition)),
            )
            text = text_board(table.view, options)
        if len(text) <= TEXT_LIMIT:
            await ctx.reply.show(ClassicMessage(text))
            return
        file = ImageFile("bonfire.txt", text.encode(), "")
        await ctx.reply.show(ClassicMessage(ctx.words.say("shell.described"), pictures=(file,)))

    async def show_about(self, ctx: Context) -> None:
        """Show what this bot is and how it feels."""
        text = ctx.words.say("shell.about", memory=round(health.memory().now))
        await ctx.reply.show(ClassicMessage(text))

    async def complete_players(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        """The players of a channel's game whose name fits what is typed."""
        words = await self.words_for(interaction)
        try:
            game = await self.games.game_in(interaction.channel_id or 0)
            async with self.games.table(game) as table:
                names = table.picture_names(words)
        except UserError:
            return []
        wanted = typed.casefold().strip()
        return [
            app_commands.Choice(name=clip(name, CHOICE_LIMIT), value=str(seat))
            for seat, name in enumerate(names)
            if wanted in name.casefold()
        ]

    async def show_log(self, ctx: Context, game: int, page: int) -> None:
        """Show a page of what has happened, the newest first, with buttons to the others."""
        async with self.games.table(game) as table:
            log = await self.store.read(lambda tx: tx.games.log(game))
            told = logged_moves(table.game, log)
            prompt = log_page(table.game, told, table.owners, ctx.words, page)
            goes_back = table.can_go_back(ctx.invocation.person.id)
        rows = (*prompt.rows, back_row(ctx.words)) if goes_back else prompt.rows
        await self.show_text(ctx, game, prompt.text, rows)

    async def leave_lobby(self, ctx: Context) -> None:
        """Let the person stand up; the last one closes the table."""
        lobby = await self.lobbies.leave(ctx.invocation)
        if lobby is None:
            await ctx.reply.show(ClassicMessage(ctx.words.say("shell.lobby_closed")))
        else:
            await ctx.reply.show(lobby_sheet(lobby))

    async def show_picture(self, ctx: Context, game: int, seat: Seat | None) -> None:
        """Show the main board, or the city of a seat, privately."""
        async with self.games.table(game) as table:
            view = table.view
            names = table.picture_names(ctx.words)
            notice = _notice(table, ctx.words)
        kind = PictureKind.BOARD if seat is None else PictureKind.CITY
        request = PictureRequest(
            Picture(kind, view, seat), ctx.words, names, appearance=ctx.appearance
        )
        shown = await render_all(self.pictures, _privately(ctx, game), (request,))
        control = CustomId(Scope.TABLE, game, 0, "", "")
        sheet = ClassicMessage(shown.beside(notice.text), notice.rows, control, shown.pictures)
        await ctx.reply.show(sheet)

    async def draw(self, body: StoredPost, known: PublicState | None) -> RenderedPictures:
        """The pictures of a post, of the newest state of its game: maybe what is `known` of it."""
        if not body.pictures:
            return RenderedPictures(())
        state = await self.games.public_state(body.game, known)
        appearance = (await self.preferences.of_server(state.guild)).appearance
        changes = state.changes(body.since)
        requests = [
            PictureRequest(
                Picture(one.kind, state.view, one.seat),
                state.words,
                state.names,
                changes,
                appearance,
            )
            for one in body.pictures
            if appearance.shows(one.kind)
        ]
        return await render_all(self.pictures, (Lane.POSTS, body.game), requests)


def _notice(table: Table, words: Catalog) -> Post:
    """Whose turn it is, who has won, or that nothing more is played."""
    if table.status is Status.ABANDONED:
        return ended_post(words.say("result.early"), table.game, table.people, words)
    return turn_notice(table.game, table.people, words)


def _of_its_time(table: Table, words: Catalog) -> str:
    """What must be said before how a game stands: that it stood so when it was broken off."""
    return f"{words.say('result.early')}\n" if table.status is Status.ABANDONED else ""


def _privately(ctx: Context, game: int) -> Slot:
    return (Lane.PAGES, game, ctx.invocation.person.id)


async def hung(
    desk: Desk,
    ctx: Context,
    table: Table,
    pictures: tuple[Picture, ...],
    changes: tuple[Event, ...],
) -> RenderedPictures:
    """Pictures of a table for a person, those that they want to see, with changes marked."""
    requests = _requests(ctx, table.picture_names(ctx.words), pictures, changes)
    return await render_all(desk.pictures, _privately(ctx, table.id), requests)


def _requests(
    ctx: Context,
    names: tuple[str, ...],
    pictures: tuple[Picture, ...],
    changes: tuple[Event, ...],
) -> tuple[PictureRequest, ...]:
    return tuple(
        PictureRequest(one, ctx.words, names, changes, ctx.appearance)
        for one in pictures
        if ctx.appearance.shows(one.kind)
    )


def lobby_sheet(lobby: OpenLobby) -> ClassicMessage:
    """The public message of a lobby, in the language of its table."""
    post = lobby_post(lobby.shown, catalog(lobby.locale))
    return ClassicMessage(post.text, post.rows, CustomId(Scope.LOBBY, 0, lobby.revision, "", ""))


def words_of(interaction: discord.Interaction) -> Catalog:
    """The catalog of the language of a person's client."""
    return catalog(str(interaction.locale))


def invocation_of(interaction: discord.Interaction) -> Invocation:
    """Who did what where."""
    user = interaction.user
    locale = interaction.guild_locale or interaction.locale
    channel = ChannelRef(
        id=interaction.channel_id or 0,
        guild=interaction.guild_id,
        locale=str(locale),
        via=via_of(interaction),
    )
    manages = interaction.guild_id is not None and interaction.permissions.manage_guild
    return Invocation(interaction.id, PersonRow(user.id, user.display_name), channel, manages)


async def warn(ctx: Context) -> None:
    """Say why the bot does not post by itself in this channel, if it does not."""
    missing = lacking(ctx.interaction)
    if missing:
        names = ctx.words.listed(ctx.words.say(f"shell.permission.{one}") for one in missing)
        await ctx.reply.tell(ctx.words.say("shell.posts_as_answers", permissions=names))
    elif ctx.invocation.channel.via is Via.FOLLOWUP:
        await ctx.reply.tell(ctx.words.say("shell.answers_only"))
