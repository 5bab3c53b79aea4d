"""The message of a lobby: it has one, and what showed it before has no buttons any more."""

import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace

from bot.chat.components import ClassicMessage, notifying
from bot.chat.delivery.failures import FAILED
from bot.chat.interaction.context import Context
from bot.model import messages
from bot.model.custom_ids import Binding
from bot.model.links import jump_link
from bot.model.people import to_person
from bot.model.rows import PersonRow
from bot.present.posts.invitations import bot_menu, called_text, guest_menu
from bot.present.posts.turn_posts import lobby_post
from bot.services.people import PersonalLimits
from bot.services.play.lobbies import LobbyService
from bot.services.play.open_lobby import OpenLobby
from bot.words import catalog

_LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LobbyPosts:
    """Shows lobbies in public, and takes the buttons from the messages that no longer do.

    A person notifies the same other one a few times an hour (`limits`); more are silent.
    """

    lobbies: LobbyService
    limits: PersonalLimits

    async def show_invitation(
        self, ctx: Context, lobby: OpenLobby, called: Sequence[PersonRow], heard: Sequence[int]
    ) -> None:
        """Answer with a lobby that calls people; it notifies those who want to have `heard`."""
        words, guests = catalog(lobby.row.locale), tuple(map(to_person, called))
        call = called_text(to_person(lobby.host), guests, words)
        await self.show(ctx, lobby, call, heard)

    async def show_rematch(self, ctx: Context, lobby: OpenLobby) -> None:
        """Answer with the lobby of a rematch, which notifies the others when it is opened.

        Its bots sit there from the beginning.
        """
        is_new = len(lobby.people) == 1
        await self.show(ctx, lobby, heard=await self.lobbies.heard(lobby.awaited if is_new else ()))

    async def show(
        self, ctx: Context, lobby: OpenLobby, call: str = "", heard: Sequence[int] = ()
    ) -> None:
        """Answer with a lobby below a `call`, in the language of its table."""
        shown, words = lobby_message(lobby), catalog(lobby.row.locale)
        text = f"{call}\n{shown.text}" if call else shown.text
        ping = self.limits.call(ctx.invocation.person.id, heard)
        await ctx.reply.show(replace(shown, text=text, ping=ping))
        if (message := ctx.reply.message) is not None:
            before = await self.lobbies.note_shown(ctx.channel, message)
            link = jump_link(lobby.row.guild, ctx.channel, message)
            moved = ClassicMessage(words.say("lobby.moved", link=link))
            await edit(ctx, ctx.channel, before, moved)

    async def retire(self, ctx: Context, lobby: OpenLobby | None, key: str) -> None:
        """Say in the message of a lobby that is gone what became of it, unless the answer does."""
        if lobby is not None and lobby.row.message != ctx.reply.message:
            gone = ClassicMessage(catalog(lobby.row.locale).say(key))
            await edit(ctx, ctx.channel, lobby.row.message, gone)

    @asynccontextmanager
    async def renewed(self, ctx: Context, person: int) -> AsyncIterator[None]:
        """Renew the lobbies that know a person, once that person is forgotten."""
        before = await self.lobbies.knowing(person)
        yield
        for lobby in before:
            await self.renew(ctx, lobby)

    async def renew(self, ctx: Context, before: OpenLobby) -> None:
        """Let the message of a lobby show who is left there, or that nobody is."""
        now = await self.lobbies.look(before.row.channel)
        closed = ClassicMessage(catalog(before.row.locale).say("shell.lobby_closed"))
        lobby, shown = (before, closed) if now is None else (now, lobby_message(now))
        await edit(ctx, before.row.channel, lobby.row.message, shown)


Renewing = Callable[[Context, int], AbstractAsyncContextManager[None]]
"""Lets messages that people press in say who is left, once a person was forgotten within it."""


async def edit(ctx: Context, channel: int, message: int | None, now: ClassicMessage) -> None:
    """Let a message say and ask this alone; one that Discord does not let us change stays."""
    if message is None:
        return
    room = ctx.interaction.client.get_partial_messageable(channel)
    text = ctx.outbox.mentions.in_text(now.text, messages.TEXT_LIMIT)
    try:
        await room.get_partial_message(message).edit(
            content=text, view=now.view(), allowed_mentions=notifying(())
        )
    except FAILED as error:
        _LOGGER.info("updating message %d failed: %r", message, error)


def lobby_message(lobby: OpenLobby) -> ClassicMessage:
    """The public message of a lobby."""
    words = catalog(lobby.row.locale)
    post, shown = lobby_post(lobby.shown, words), lobby.shown
    bots, guests = bot_menu(shown, lobby.free, words), guest_menu(shown, lobby.free, words)
    rows: tuple[messages.Row, ...] = (*post.rows, *guests, *bots)
    return ClassicMessage(post.text, rows, Binding(revision=lobby.row.revision))
