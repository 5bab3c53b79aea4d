"""Tables before the start: how they are opened, who sits down, and what the host chooses."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import discord
from discord import Thread
from discord.utils import MISSING

from bot.chat import routes
from bot.chat.delivery.permissions import answers_alone
from bot.chat.handlers.lobby_posts import lobby_message
from bot.chat.handlers.rooms import REFUSED, NewPost, ThreadOpener, add_people
from bot.chat.handlers.services import Handlers
from bot.chat.handlers.starting import StartHandlers, warn_of_permissions
from bot.chat.interaction.context import Context, PickedPerson
from bot.chat.interaction.reply import ReplyMode
from bot.model import button_choices, buttons, rows
from bot.model.errors import Problem, UserError
from bot.model.invocation import Invocation
from bot.model.people import to_person, visible
from bot.present.posts.channel_posts import began_directly, full_prompt
from bot.services.games import saving
from bot.services.games.challenge import CHALLENGE
from bot.services.games.kind import CASUAL
from bot.services.play.open_lobby import MOST_PLAYERS, OpenLobby, new_lobby, options_of
from bot.words import catalog
from engine.agents.levels import Level


@dataclass(frozen=True, slots=True)
class NewGameChoices:
    """The choices for a new game; `language` is None where it is left to the place."""

    options: frozenset[button_choices.TableOption] = frozenset()
    language: str | None = None
    private: bool = False
    """True for a table of invited people; the Discord users `guests` are invited at once."""
    guests: tuple[int, ...] = ()

    thread: bool | None = None
    """True for a game with a thread of its own; None leaves it to the bot."""
    bots: tuple[rows.PersonRow, ...] = ()
    """Bots that sit at the table from the beginning."""


_PLAIN: Final = NewGameChoices()
_OF_A_CHANNEL: Final = frozenset({button_choices.THREAD})
"""The options that a table in a thread has no use for."""


class OpeningHandlers(Handlers):
    """Opens lobbies and games: with others, alone, or again; typed, or by a button."""

    @routes.on(buttons.OpenNewLobby, ReplyMode.PUBLIC)
    async def open_lobby(self, ctx: Context, chosen: NewGameChoices = _PLAIN) -> None:
        """Open a table that others can join; raises UserError.

        Where the server has a forum, it is a post there.
        """
        invocation = await self._allowed(ctx, chosen)
        if chosen.private:
            await self._open_private(ctx, invocation, chosen)
            return
        opening = await self._lobby_post(ctx, invocation, chosen)
        async with self.of.rooms.room(ctx, opening) as room:
            place = replace(room.channel, locale=invocation.channel.locale)
            by_default = _OF_A_CHANNEL if self._takes_thread(ctx, chosen) else frozenset()
            options = chosen.options - _OF_A_CHANNEL if room.is_new else chosen.options | by_default
            lobby = await self.of.lobbies.open(
                replace(invocation, channel=place), options, bots=chosen.bots
            )
        if room.is_new:
            # The first message of a post has the number of its thread (Discord, topics/threads).
            await self.of.lobbies.note_shown(place.id, place.id)
            words, thread = catalog(lobby.row.locale), f"<#{place.id}>"
            host = to_person(invocation.person).name
            await ctx.show_text(words.say("forum.opened", host=host, thread=thread))
            return
        await self.of.lobby_posts.show(ctx, lobby)
        if room.sorry is not None:
            await ctx.tell(room.sorry.problem, **room.sorry.slots)
        await warn_of_permissions(ctx)

    async def open_here(self, ctx: Context) -> OpenLobby:
        """Open a plain table in this very channel, without showing it; raises UserError."""
        options = _OF_A_CHANNEL if self._takes_thread(ctx, _PLAIN) else _PLAIN.options
        return await self.of.lobbies.open(await self._allowed(ctx, _PLAIN), options)

    def _takes_thread(self, ctx: Context, chosen: NewGameChoices) -> bool:
        """Say whether a game of several gets a thread, which keeps its channel free for talk."""
        return chosen.thread is None and self.of.rooms.has_public_threads(ctx)

    async def _allowed(self, ctx: Context, chosen: NewGameChoices) -> Invocation:
        """The opening of a table, in its language; raises UserError where it is not allowed."""
        if ctx.interaction.guild_id is None and ctx.interaction.context.dm_channel:
            raise UserError("shell.lobby_in_dm")
        must_be_seen(ctx)
        await self.of.preferences.may_open(ctx.invocation)
        self.of.limits.open(ctx.invocation.person.id)
        return await self.of.languages.opening(ctx.invocation, chosen.language)

    async def _lobby_post(
        self, ctx: Context, invocation: Invocation, chosen: NewGameChoices
    ) -> ThreadOpener | None:
        """The opening of a lobby's post in the forum of its server, None where it stays here."""
        forum = await self.of.rooms.forum(ctx)
        if forum is None:
            return None
        row = new_lobby(invocation, chosen.options - _OF_A_CHANNEL, bots=chosen.bots)
        lobby = OpenLobby(row)
        title = catalog(lobby.row.locale).say("forum.title", host=visible(invocation.person))
        post = NewPost(forum, title, lobby_message(lobby), rows.GameStage.OPEN)
        return partial(self.of.rooms.post, wanted=post)

    async def _open_private(
        self, ctx: Context, invocation: Invocation, chosen: NewGameChoices
    ) -> None:
        """Open a table in a private thread, which the first message brings the guests into.

        Whom the bot mentions in a thread of its own becomes a member (reported: docs issue 5295).
        """
        host, words = invocation.person, catalog(invocation.channel.locale)
        guests = tuple(dict.fromkeys(guest for guest in chosen.guests if guest != host.id))
        if 1 + len(guests) + len(chosen.bots) > MOST_PLAYERS:
            raise UserError("bots.sorry.room")
        if self.of.limits.heard(host.id, guests) != guests:
            raise UserError("limit.invited")  # nobody is brought into a thread in silence
        self.of.limits.call(host.id, guests)
        name = words.say("forum.title", host=visible(host))
        opening = partial(self.of.rooms.private_thread, name=name)
        async with self.of.rooms.room(ctx, opening) as room:
            if room.sorry is not None or room.thread is None:
                raise room.sorry or UserError("private.sorry.failed")
            place = replace(room.channel, locale=invocation.channel.locale)
            options = chosen.options - _OF_A_CHANNEL
            lobby = await self.of.lobbies.open(
                replace(invocation, channel=place), options, bots=chosen.bots
            )
            mentions = tuple(f"<@{guest}>" for guest in guests)
            key = "private.invited" if guests else "private.alone"
            invitation = words.say(key, host=f"<@{host.id}>", guests=mentions)
            called = [discord.Object(person) for person in (host.id, *guests)]
            shown = lobby_message(lobby)
            try:
                await room.thread.send(
                    invitation, allowed_mentions=discord.AllowedMentions(users=called)
                )
                sent = await room.thread.send(
                    shown.content(), view=shown.view() or MISSING, suppress_embeds=True
                )
            except REFUSED as error:
                await self.of.lobbies.close(place.id)
                raise UserError("private.sorry.failed") from error
            await self.of.lobbies.note_shown(place.id, sent.id)
        await ctx.tell("private.opened", thread=f"<#{place.id}>")

    @routes.on(buttons.PlaySolo, routes.on_private_page)
    async def play_alone(
        self, ctx: Context, chosen: NewGameChoices = _PLAIN, *, challenge: bool = False
    ) -> None:
        """Start a game against bots or Tom, maybe the next challenge; raises UserError."""
        if challenge and chosen.bots:
            raise UserError("bots.sorry.challenge")
        invocation = await self._may_play_alone(ctx, chosen.language)
        kind, options = CASUAL, options_of(chosen.options, 1 + len(chosen.bots))
        if challenge:
            kind, options = await self.of.games.store.read(
                lambda tx: CHALLENGE.again(tx, options, ctx.invocation.person.id)
            )
        may = self.of.limits.alone(invocation)
        players = (invocation.person, *chosen.bots)
        try:
            await StartHandlers(self.of).start_alone(
                ctx, invocation, options, players, may, thread=bool(chosen.thread), kind=kind
            )
        except UserError as sorry:
            if sorry.problem != Problem.GAME_RUNNING or challenge or chosen != _PLAIN:
                raise
            places = [place for place in button_choices.Elsewhere if self._has_room(ctx, place)]
            if not places:
                raise
            await ctx.tell_prompt(full_prompt(places, ctx.words))

    def _has_room(self, ctx: Context, place: button_choices.Elsewhere) -> bool:
        """Say whether there is such a place beside the channel of a press."""
        match place:
            case button_choices.Elsewhere.THREAD:
                return self.of.rooms.has_public_threads(ctx)
            case button_choices.Elsewhere.DIRECT:
                return not ctx.interaction.context.dm_channel

    @routes.on(buttons.PlaySoloElsewhere, routes.in_place)
    async def play_alone_elsewhere(self, ctx: Context, where: button_choices.Elsewhere) -> None:
        """Start a game against Tom in a thread or in direct messages; raises UserError."""
        if where is button_choices.Elsewhere.THREAD:
            await self.play_alone(ctx, replace(_PLAIN, thread=True))
            return
        invocation = await self._may_play_alone(ctx, None)
        locale, may = invocation.channel.locale, self.of.limits.alone(invocation)
        room = await self.of.rooms.direct(ctx, locale, catalog(locale).say("place.begins_here"))
        done = await self.of.games.start(
            replace(invocation, channel=room),
            options_of(frozenset(), 1),
            (invocation.person,),
            also=may,
        )
        await ctx.show_prompt(began_directly(room.id, ctx.words))
        ctx.deliver(done)

    async def _may_play_alone(self, ctx: Context, language: str | None) -> Invocation:
        """The opening of a game of one person; raises UserError where it is not allowed."""
        await self.of.preferences.may_open(ctx.invocation)
        await self.of.limits.may_play_alone(ctx.invocation)
        self.of.limits.open(ctx.invocation.person.id)
        return await self.of.languages.opening(ctx.invocation, language)

    @routes.on(buttons.AskRematch, ReplyMode.PUBLIC)
    async def rematch(self, ctx: Context, game: int) -> None:
        """Open the lobby of a rematch, or start the next game without other people."""
        await self.of.preferences.may_open(ctx.invocation)
        async with self.of.games.hold(game) as table:
            for_others = table.is_shared
        if for_others:
            must_be_seen(ctx)
        may = self.of.limits.alone(ctx.invocation)
        opened = await self.of.lobbies.rematch(ctx.invocation, game, may)
        if isinstance(opened, saving.Saved):
            await ctx.say_done("shell.started", opened)
        else:
            await self.of.lobby_posts.show_rematch(ctx, opened)


class LobbyHandlers(Handlers):
    """Every change of a lobby."""

    @routes.on(buttons.ShowLobby, ReplyMode.PUBLIC)
    async def show(self, ctx: Context) -> None:
        """Show the lobby of the channel again; raises UserError where there is none."""
        must_be_seen(ctx)
        lobby = await self.of.lobbies.look(ctx.channel)
        if lobby is None:
            raise UserError("error.lobby_gone")
        await self.of.lobby_posts.show(ctx, lobby)

    @routes.on(buttons.JoinLobby, routes.in_lobby)
    async def join(self, ctx: Context) -> None:
        """Let the person sit down."""
        must_be_seen(ctx)
        await self.of.lobby_posts.show(ctx, await self.of.lobbies.join(ctx.invocation))

    @routes.on(buttons.LeaveLobby, routes.in_lobby)
    async def leave(self, ctx: Context) -> None:
        """Let the person stand up; the last one closes the table."""
        before = await self.of.lobbies.look(ctx.channel)
        lobby = await self.of.lobbies.leave(ctx.invocation)
        if lobby is None:
            await ctx.say("shell.lobby_closed")
            await self.of.lobby_posts.retire(ctx, before, "shell.lobby_closed")
        else:
            await self.of.lobby_posts.show(ctx, lobby)

    @routes.on(buttons.ToggleOption, routes.in_lobby)
    async def toggle(self, ctx: Context, option: button_choices.TableOption) -> None:
        """Turn an option on or off."""
        await self.of.lobby_posts.show(ctx, await self.of.lobbies.toggle(ctx.invocation, option))

    @routes.on(buttons.SeatBot, routes.in_lobby)
    async def seat_bot(self, ctx: Context, level: Level) -> None:
        """Let a bot sit down that plays at a level."""
        await self.of.lobby_posts.show(ctx, await self.of.lobbies.seat_bot(ctx.invocation, level))

    @routes.on(buttons.DismissBot, routes.in_lobby)
    async def dismiss_bot(self, ctx: Context, bot: int) -> None:
        """Take the bot with this number away again."""
        await self.of.lobby_posts.show(ctx, await self.of.lobbies.dismiss_bot(ctx.invocation, bot))


def must_be_seen(ctx: Context) -> None:
    """Raise UserError where nobody else sees what the bot answers: a table needs others."""
    if answers_alone(ctx.interaction):
        raise UserError("shell.unseen")


class InvitationHandlers(Handlers):
    """Invites people, and takes their refusals; who says yes joins as anybody does."""

    @routes.menu("menu.invite", ReplyMode.PUBLIC)
    async def invite_here(self, ctx: Context, people: Sequence[PickedPerson]) -> None:
        """Invite people to the table of this channel; it is opened where there is none."""
        guests = _guests(ctx, people)
        is_new = await self.of.lobbies.look(ctx.channel) is None
        if is_new:
            await OpeningHandlers(self.of).open_here(ctx)
        await self._invite(ctx, guests)
        if is_new:
            await warn_of_permissions(ctx)

    @routes.on(buttons.InvitePeople, ReplyMode.PUBLIC)
    async def invite(self, ctx: Context, people: Sequence[PickedPerson]) -> None:
        """Invite people to the table in whose message they were chosen."""
        await self._invite(ctx, _guests(ctx, people))

    async def _invite(self, ctx: Context, guests: Sequence[rows.PersonRow]) -> None:
        must_be_seen(ctx)
        self.of.limits.invite(ctx.invocation.person.id, len(guests))
        lobby, heard = await self.of.lobbies.invite(ctx.invocation, guests)
        room = ctx.interaction.channel
        if isinstance(room, Thread) and room.is_private():
            # An answer to a press lets no mentioned person in (reported: docs issue 7786).
            brought = self.of.limits.heard(ctx.invocation.person.id, (guest.id for guest in guests))
            await add_people(room, (guest for guest in guests if guest.id in brought))
        await self.of.lobby_posts.show_invitation(ctx, lobby, guests, heard)

    @routes.on(buttons.DeclineInvitation, routes.in_lobby)
    async def decline(self, ctx: Context) -> None:
        """Say no to an invitation."""
        await self.of.lobby_posts.show(ctx, await self.of.lobbies.decline(ctx.invocation))


def _guests(ctx: Context, picked: Sequence[PickedPerson]) -> tuple[rows.PersonRow, ...]:
    """Those who were picked; raises UserError for nobody, and where one of them can never come.

    Discord's menu offers the person and bots as well: these are left out beside others.
    """
    if not picked:
        raise UserError("error.outdated_button")
    me = ctx.invocation.person.id
    guests = tuple(one for one in picked if one.row.id != me and not one.is_bot)
    if not guests:
        mine = any(one.row.id == me for one in picked)
        raise UserError("invite.sorry.self" if mine else "invite.sorry.bot")
    for one in guests:
        if not one.is_here:
            raise UserError("invite.sorry.absent", who=to_person(one.row).name)
    return tuple(one.row for one in guests)
