"""What presses and commands have in common: who, where, in which language, and how to answer."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import discord
from discord import app_commands

from bot import health, present
from bot.agree import AgreeService, BotSeats, LeavingService
from bot.gallery import Shown, hang
from bot.history import history
from bot.lobby import LobbyService, OpenLobby
from bot.lost.whereabouts import PlaceService
from bot.outbox import Outbox
from bot.painting import Wish
from bot.people.forgetting import ForgetService
from bot.people.preferences import Look
from bot.people.speech import SpeechService
from bot.people.wishes import WishService
from bot.pictures import Pictures, Slot
from bot.places import Place, Press
from bot.plans.notebook import Notebook
from bot.plans.rehearsals import Rehearsals
from bot.posting import Body
from bot.prompt import CHOICE_LIMIT, TEXT_LIMIT, Picture, PictureKind, Post, Row
from bot.reply import Manner, Reply
from bot.rights import lacking, via_of
from bot.service import GameService
from bot.store import PersonRow, Status, Store, Via
from bot.tables import Table
from bot.traffic import Traffic
from bot.trouble import SorryError, bug
from bot.turnstile import Line
from bot.waiting.timekeeper import Timekeeper
from bot.waiting.votes import VoteService
from bot.widgets import Control, Drawn, Kept, Scope, Sheet
from bot.wizard import Page, Wizard
from bot.words import Catalog, catalog
from bot.words.conditions import condition_phrase
from bot.words.text import clip
from engine import Refused
from engine.events import Event
from engine.ids import Seat
from renderer import Options, text_board


@dataclass(frozen=True, slots=True)
class Visit:
    """One interaction being answered: what was pressed by whom, the language, and the reply."""

    interaction: discord.Interaction
    press: Press
    words: Catalog
    reply: Reply
    look: Look

    @property
    def hanging(self) -> dict[str, discord.Attachment]:
        """The pictures, by name, of a message that the answer edits."""
        message = self.interaction.message
        if message is None or self.reply.manner is not Manner.UPDATE:
            return {}
        return {one.filename: one for one in message.attachments}


Work = Callable[[Visit], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Desk:
    """The services behind every button and command."""

    store: Store
    games: GameService
    wizard: Wizard
    lobbies: LobbyService
    outbox: Outbox
    pictures: Pictures
    traffic: Traffic
    timekeeper: Timekeeper
    votes: VoteService
    agree: AgreeService
    leaving: LeavingService
    forgetting: ForgetService
    bots: BotSeats
    wishes: WishService
    rehearsals: Rehearsals
    notebook: Notebook
    speech: SpeechService
    places: PlaceService

    async def serve(self, interaction: discord.Interaction, manner: Manner, work: Work) -> None:
        """Answer an interaction with `work`; whatever goes wrong there is told kindly."""
        words = words_of(interaction)
        async with Reply(interaction, manner) as reply:
            try:
                with self.traffic.one():
                    press = press_of(interaction)
                    wishes = await self.wishes.here(press.person.id, press.place.guild)
                    await self.speech.heard(press.person.id, wishes, words.locale)
                    words = catalog(wishes.language or words.locale, wishes.look.numbers)
                    await work(Visit(interaction, press, words, reply, wishes.look))
            except SorryError as sorry:
                await reply.tell(words.say(sorry.trouble, **sorry.slots))
            except Refused as refused:
                await reply.tell(present.refusal_text(refused.refusal, words))
            except Exception as error:  # noqa: BLE001 - the one place where bugs end
                found = bug(error)
                await reply.tell(words.say(found.trouble, **found.slots))
            finally:
                self.outbox.kick()
                self.bots.kick()
                if interaction.channel_id and via_of(interaction) is Via.FOLLOWUP:
                    await self.outbox.open_door(interaction.channel_id, interaction)

    async def words_for(self, interaction: discord.Interaction) -> Catalog:
        """The catalog of what a person is offered while they type."""
        client = words_of(interaction).locale
        return catalog(await self.speech.of_person(interaction.user.id, client))

    async def game_here(self, visit: Visit) -> int:
        """The running or else the last game of the channel of a visit; raises SorryError."""
        return await self.games.game_in(visit.press.place.channel)

    async def show_page(self, visit: Visit, page: Page, scope: Scope = Scope.WIZARD) -> None:
        """Show a page of the wizard, or of a try; then deliver what it led to."""
        control = Control(scope, page.game, page.revision, page.token, "")
        async with self.games.table(page.game) as table:
            wishes = _wishes(visit, table, page.prompt.pictures, page.prompt.changes)
        try:
            if page.ends and visit.reply.manner is Manner.UPDATE:
                await visit.reply.vanish()
                return
            hanging = visit.hanging if page.follows else {}
            new = [one for one in wishes if one.file_name not in hanging]
            kept = [Kept(hanging[one.file_name]) for one in wishes if one.file_name in hanging]
            shown = await hang(self.pictures, _privately(visit, page.game), new)
            text = shown.beside(page.prompt.text)
            sheet = Sheet(text, page.prompt.rows, control, (*kept, *shown.pictures))
            await visit.reply.show(sheet)
        finally:
            if page.done is not None:
                self.outbox.attach(page.done.posts, visit.interaction)

    async def show_text(
        self, visit: Visit, game: int, text: str, rows: tuple[Row, ...] = ()
    ) -> None:
        """Show a private text about a game."""
        control = Control(Scope.TABLE, game, 0, "", "")
        await visit.reply.show(Sheet(text, rows, control))

    async def show_status(self, visit: Visit, game: int) -> None:
        """Show whose turn it is and what remains to be had, privately."""
        async with self.games.table(game) as table:
            text = _of_its_time(table, visit.words)
            text += present.status_text(table.game, table.people, visit.words)
        await self.show_text(visit, game, text)

    async def show_score(self, visit: Visit, game: int) -> None:
        """Show the score by source as if the game ended now, privately."""
        async with self.games.table(game) as table:
            text = _of_its_time(table, visit.words)
            text += present.score_text(table.game, table.people, visit.words)
        await self.show_text(visit, game, text)

    async def show_described(self, visit: Visit, game: int) -> None:
        """Show the whole table in words, privately; as a file where it is too long."""
        async with self.games.table(game) as table:
            options = Options(
                visit.words.translate,
                names_of(table, visit.words),
                describe=lambda condition: visit.words.spell(condition_phrase(condition)),
            )
            text = text_board(table.view, options)
        if len(text) <= TEXT_LIMIT:
            await visit.reply.show(Sheet(text))
            return
        file = Drawn("bonfire.txt", text.encode(), "")
        await visit.reply.show(Sheet(visit.words.say("shell.described"), pictures=(file,)))

    async def show_about(self, visit: Visit) -> None:
        """Show what this bot is and how it feels."""
        text = visit.words.say("shell.about", memory=round(health.memory().now))
        await visit.reply.show(Sheet(text))

    async def complete_players(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        """The players of a channel's game whose name fits what is typed."""
        words = await self.words_for(interaction)
        try:
            game = await self.games.game_in(interaction.channel_id or 0)
            async with self.games.table(game) as table:
                names = names_of(table, words)
        except SorryError:
            return []
        wanted = typed.casefold().strip()
        return [
            app_commands.Choice(name=clip(name, CHOICE_LIMIT), value=str(seat))
            for seat, name in enumerate(names)
            if wanted in name.casefold()
        ]

    async def show_log(self, visit: Visit, game: int, page: int) -> None:
        """Show a page of what has happened, the newest first, with buttons to the others."""
        async with self.games.table(game) as table:
            log = await self.store.read(lambda tables: tables.games.log(game))
            told = history(table.game, log)
            prompt = present.log_page(table.game, told, table.owners, visit.words, page)
            goes_back = table.can_go_back(visit.press.person.id)
        rows = (*prompt.rows, present.back_row(visit.words)) if goes_back else prompt.rows
        await self.show_text(visit, game, prompt.text, rows)

    async def leave_lobby(self, visit: Visit) -> None:
        """Let the person stand up; the last one closes the table."""
        lobby = await self.lobbies.leave(visit.press)
        if lobby is None:
            await visit.reply.show(Sheet(visit.words.say("shell.lobby_closed")))
        else:
            await visit.reply.show(lobby_sheet(lobby))

    async def show_picture(self, visit: Visit, game: int, seat: Seat | None) -> None:
        """Show the main board, or the city of a seat, privately."""
        async with self.games.table(game) as table:
            view = table.view
            names = names_of(table, visit.words)
            notice = _notice(table, visit.words)
        kind = PictureKind.BOARD if seat is None else PictureKind.CITY
        wish = Wish(Picture(kind, view, seat), visit.words, names, look=visit.look)
        shown = await hang(self.pictures, _privately(visit, game), (wish,))
        control = Control(Scope.TABLE, game, 0, "", "")
        sheet = Sheet(shown.beside(notice.text), notice.rows, control, shown.pictures)
        await visit.reply.show(sheet)

    async def draw(self, body: Body) -> Shown:
        """The pictures of a post, of the newest state of its game."""
        if not body.pictures:
            return Shown(())
        async with self.games.table(body.game) as table:
            view = table.view
            words, guild = table.words, table.place.guild
            names = names_of(table, words)
            changes = tuple(
                event for move in table.game.moves[body.since :] for event in move.events
            )
        look = (await self.wishes.of_server(guild)).look
        wishes = [
            Wish(Picture(one.kind, view, one.seat), words, names, changes, look)
            for one in body.pictures
            if look.shows(one.kind)
        ]
        return await hang(self.pictures, (Line.POSTS, body.game), wishes)


def _notice(table: Table, words: Catalog) -> Post:
    """Whose turn it is, who has won, or that nothing more is played."""
    if table.status is Status.ABANDONED:
        return present.ended_post(words.say("result.early"), table.game, table.people, words)
    return present.turn_notice(table.game, table.people, words)


def _of_its_time(table: Table, words: Catalog) -> str:
    """What must be said before how a game stands: that it stood so when it was broken off."""
    return f"{words.say('result.early')}\n" if table.status is Status.ABANDONED else ""


def _privately(visit: Visit, game: int) -> Slot:
    return (Line.PAGES, game, visit.press.person.id)


async def hung(
    desk: Desk,
    visit: Visit,
    table: Table,
    pictures: tuple[Picture, ...],
    changes: tuple[Event, ...],
) -> Shown:
    """Pictures of a table for a person, those that they want to see, with changes marked."""
    wishes = _wishes(visit, table, pictures, changes)
    return await hang(desk.pictures, _privately(visit, table.id), wishes)


def _wishes(
    visit: Visit, table: Table, pictures: tuple[Picture, ...], changes: tuple[Event, ...]
) -> tuple[Wish, ...]:
    names = names_of(table, visit.words)
    return tuple(
        Wish(one, visit.words, names, changes, visit.look)
        for one in pictures
        if visit.look.shows(one.kind)
    )


def lobby_sheet(lobby: OpenLobby) -> Sheet:
    """The public message of a lobby, in the language of its table."""
    post = present.lobby_post(lobby.shown, catalog(lobby.locale))
    return Sheet(post.text, post.rows, Control(Scope.LOBBY, 0, lobby.revision, "", ""))


def names_of(table: Table, words: Catalog) -> tuple[str, ...]:
    """The names by seat for pictures, which know no formatting; Tom's in the words of a reader."""
    names = tuple(
        words.say("seat.bot", name=one.name) if seat in table.bots else one.name
        for seat, one in enumerate(table.players)
    )
    return (*names, words.say("term.tom")) if table.game.settings.solo else names


def words_of(interaction: discord.Interaction) -> Catalog:
    """The catalog of the language of a person's client."""
    return catalog(str(interaction.locale))


def press_of(interaction: discord.Interaction) -> Press:
    """Who did what where."""
    user = interaction.user
    locale = interaction.guild_locale or interaction.locale
    place = Place(
        channel=interaction.channel_id or 0,
        guild=interaction.guild_id,
        locale=str(locale),
        via=via_of(interaction),
    )
    manages = interaction.guild_id is not None and interaction.permissions.manage_guild
    return Press(interaction.id, PersonRow(user.id, user.display_name), place, manages)


async def warn(visit: Visit) -> None:
    """Say why the bot does not post by itself in this channel, if it does not."""
    missing = lacking(visit.interaction)
    if missing:
        names = visit.words.listed(visit.words.say(f"shell.permission.{one}") for one in missing)
        await visit.reply.tell(visit.words.say("shell.posts_as_answers", permissions=names))
    elif visit.press.place.via is Via.FOLLOWUP:
        await visit.reply.tell(visit.words.say("shell.answers_only"))
