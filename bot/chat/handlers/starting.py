"""The start of a game, here or in a thread of its own, and its later moves elsewhere."""

from dataclasses import replace
from functools import partial

from bot.chat.components import ClassicMessage
from bot.chat.delivery.permissions import lacking, needs_mention
from bot.chat.handlers.rooms import NewPost, Room, ThreadOpener, add_people, listed
from bot.chat.handlers.services import Handlers
from bot.chat.interaction.context import Context
from bot.chat.routes import in_lobby, in_place, on
from bot.model.buttons import GoOnHere, StartLobby, StartWithoutMissing
from bot.model.invocation import Invocation
from bot.model.messages import Prompt
from bot.model.offers import WayIn
from bot.model.people import seat_name, to_person, visible
from bot.model.rows import GameStage, PersonRow, Via
from bot.model.settings import MoveHere
from bot.present.posts.channel_posts import began_in_room, thread_name
from bot.services.games.kind import CASUAL, GameKind
from bot.services.games.saving import ExtraWrite, Saved, nothing
from bot.words import Catalog, catalog
from engine import GameOptions


class StartHandlers(Handlers):
    """Starts games, where they were asked for or in new threads."""

    @on(StartLobby, in_lobby)
    @on(StartWithoutMissing, in_lobby, without_missing=True)
    async def start_lobby(self, ctx: Context, *, without_missing: bool = False) -> None:
        """Start the game of a lobby, or the rematch of those who sit there; raises UserError."""
        async with self.of.lobbies.starting(ctx.channel):
            lobby = await self.of.lobbies.ready(ctx.invocation, without_missing=without_missing)
            may: ExtraWrite = nothing
            if len(lobby.people) == 1:
                await self.of.limits.may_play_alone(ctx.invocation)
                may = self.of.limits.alone(ctx.invocation)
            words, opening = catalog(lobby.row.locale), None
            if lobby.shown.thread:
                name = thread_name(lobby.players, words)
                opening = partial(self.of.rooms.public_thread, name=name)
            async with self.of.rooms.room(ctx, opening) as room:
                done = await self.of.lobbies.start(
                    ctx.invocation, room.channel, without_missing=without_missing, also=may
                )
        await self._say_begun(ctx, room, words, done)
        await self.of.lobby_posts.retire(ctx, lobby, "lobby.begun")
        await self._bring_in(room, lobby.people)

    async def start_alone(  # noqa: PLR0913 - who, against whom, where and how a game begins
        self,
        ctx: Context,
        invocation: Invocation,
        options: GameOptions,
        players: tuple[PersonRow, ...],
        may: ExtraWrite,
        *,
        thread: bool,
        kind: GameKind = CASUAL,
    ) -> None:
        """Start a game of one person, the first of the `players`, if they `may`.

        The others are bots; without any it is against Tom. Raises UserError.
        """
        opening = await self._alone(ctx, invocation, players, thread=thread)
        room = await self.start_in(
            ctx, invocation, opening, options, players, may=may, kind=kind, offering=True
        )
        if not room.is_new:
            await warn_of_permissions(ctx)

    async def start_in(  # noqa: PLR0913 - as above
        self,
        ctx: Context,
        invocation: Invocation,
        opening: ThreadOpener | None,
        options: GameOptions,
        players: tuple[PersonRow, ...],
        *,
        may: ExtraWrite,
        kind: GameKind,
        offering: bool = False,
    ) -> Room:
        """Start a game of one person in a new room, if it has an `opening`; returns the room.

        With `offering`, somebody who has played no game to its end sees what features offer.
        """
        async with self.of.rooms.room(ctx, opening) as room:
            place = replace(room.channel, locale=invocation.channel.locale)
            done = await self.of.games.start(
                replace(invocation, channel=place), options, players, also=may, kind=kind
            )
        person = invocation.person.id
        is_new_here = offering and not await self.of.store.read(lambda tx: tx.results.has(person))
        offers = self.of.games.offers.newcomers if is_new_here else ()
        await self._say_begun(ctx, room, ctx.words, done, offers)
        await self._bring_in(room, players[:1])
        return room

    async def _say_begun(
        self, ctx: Context, room: Room, words: Catalog, done: Saved, offers: tuple[WayIn, ...] = ()
    ) -> None:
        """Say that a game begins, and where, with buttons for the `offers`."""
        if room.is_new:
            begun = began_in_room(room.channel.guild, room.channel.id, words)
        else:
            begun = Prompt(words.say("shell.started"))
        buttons = tuple(offer.button(words) for offer in offers)
        await ctx.show_prompt(replace(begun, rows=(*begun.rows, buttons)) if buttons else begun)
        if room.sorry is not None:
            await ctx.tell(room.sorry.problem, **room.sorry.slots)
        ctx.deliver(done)

    async def _alone(
        self, ctx: Context, invocation: Invocation, players: tuple[PersonRow, ...], *, thread: bool
    ) -> ThreadOpener | None:
        """The opening of the room for a game of one person, None where it stays here."""
        words, name = catalog(invocation.channel.locale), visible(invocation.person)
        bots = tuple(seat_name(player, words) for player in players[1:])
        if (forum := await self.of.rooms.forum(ctx)) is not None:
            kind = "bots" if bots else "solo"
            title = words.say(f"forum.title_{kind}", name=name)
            first = ClassicMessage(
                words.say(f"forum.{kind}", name=to_person(invocation.person).name, bots=bots)
            )
            post = NewPost(forum, title, first, GameStage.RUNNING)
            return partial(self.of.rooms.post, wanted=post)
        if thread:
            return partial(self.of.rooms.public_thread, name=thread_name(players, words))
        return None

    async def _bring_in(self, room: Room, players: tuple[PersonRow, ...]) -> None:
        """Add those players to the thread whom the first post there does not mention.

        Discord writes a line there for each of them.
        """
        if room.thread is None:
            return
        await add_people(room.thread, await self.of.preferences.undisturbed(players))


class MovingHandlers(Handlers):
    """Brings games from one channel to another."""

    @on(MoveHere, in_place)
    async def move(self, ctx: Context, of: int) -> None:
        """Bring a game to where it was chosen."""
        await self._move(ctx, of)

    @on(GoOnHere)
    async def go_on(self, ctx: Context, game: int) -> None:
        """Bring a game here that has lost its place; raises UserError for one that has not."""
        await self.of.channels.must_be_lost(game)
        await self._move(ctx, game)

    async def _move(self, ctx: Context, game: int) -> None:
        done = await self.of.channels.move(ctx.invocation, game)
        await ctx.say("place.moved")
        self.of.reminders.kick()
        ctx.deliver(done)


async def warn_of_permissions(ctx: Context) -> None:
    """Say why the bot does not post by itself in this channel, if it does not."""
    if lacked := lacking(ctx.interaction):
        await ctx.tell("shell.posts_as_answers", permissions=listed(lacked, ctx.words))
    elif needs_mention(ctx.interaction):
        await ctx.tell("shell.mention_me", mention=f"<@{ctx.interaction.application_id}>")
    elif ctx.invocation.channel.via is Via.FOLLOWUP:
        await ctx.tell("shell.answers_only")
