"""Invitations to a table: from the menu of a person, and from the menu of a lobby."""

from collections.abc import Sequence
from dataclasses import dataclass

from discord import Thread

from bot.chat.handlers.lobby import OpeningHandlers, must_be_seen
from bot.chat.handlers.lobby_posts import LobbyPosts
from bot.chat.handlers.rooms import add_people
from bot.chat.handlers.starting import warn_of_permissions
from bot.chat.interaction.context import Context, PickedPerson
from bot.chat.interaction.reply import ReplyMode
from bot.chat.routes import in_lobby, menu, on
from bot.model.buttons import DeclineInvitation, InvitePeople
from bot.model.errors import Problem, UserError
from bot.model.people import to_person
from bot.model.rows import PersonRow
from bot.services.people.limits import PersonalLimits
from bot.services.play.lobbies import LobbyService


@dataclass(frozen=True, slots=True)
class InvitationHandlers:
    """Invites people, and takes their refusals; who says yes joins as anybody does."""

    lobbies: LobbyService
    posts: LobbyPosts
    limits: PersonalLimits
    opening: OpeningHandlers

    @menu("menu.invite", ReplyMode.PUBLIC)
    async def invite_here(self, ctx: Context, people: Sequence[PickedPerson]) -> None:
        """Invite people to the table of this channel; it is opened where there is none."""
        guests = _guests(ctx, people)
        is_new = await self.lobbies.look(ctx.channel) is None
        if is_new:
            await self.opening.open_here(ctx)
        await self._invite(ctx, guests)
        if is_new:
            await warn_of_permissions(ctx)

    @on(InvitePeople, ReplyMode.PUBLIC)
    async def invite(self, ctx: Context, people: Sequence[PickedPerson]) -> None:
        """Invite people to the table in whose message they were chosen."""
        await self._invite(ctx, _guests(ctx, people))

    async def _invite(self, ctx: Context, guests: Sequence[PersonRow]) -> None:
        must_be_seen(ctx)
        self.limits.invite(ctx.invocation.person.id, len(guests))
        lobby, heard = await self.lobbies.invite(ctx.invocation, guests)
        room = ctx.interaction.channel
        if isinstance(room, Thread) and room.is_private():
            # An answer to a press lets no mentioned person in (reported: docs issue 7786).
            brought = self.limits.heard(ctx.invocation.person.id, (guest.id for guest in guests))
            await add_people(room, (guest for guest in guests if guest.id in brought))
        await self.posts.show_invitation(ctx, lobby, guests, heard)

    @on(DeclineInvitation, in_lobby)
    async def decline(self, ctx: Context) -> None:
        """Say no to an invitation."""
        await self.posts.show(ctx, await self.lobbies.decline(ctx.invocation))


def _guests(ctx: Context, picked: Sequence[PickedPerson]) -> tuple[PersonRow, ...]:
    """Those who were picked; raises UserError for nobody, and where one of them can never come."""
    if not picked:
        raise UserError(Problem.OUTDATED)
    for one in picked:
        if one.row.id == ctx.invocation.person.id:
            raise UserError(Problem.GUEST_IS_SELF)
        if one.is_bot:
            raise UserError(Problem.GUEST_IS_BOT)
        if not one.is_here:
            raise UserError(Problem.GUEST_ABSENT, who=to_person(one.row).name)
    return tuple(one.row for one in picked)
