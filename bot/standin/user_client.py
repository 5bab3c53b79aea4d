"""The UserClient: a person at a Discord client, who sees and acts, for tests and the page."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.standin import entered_values, layout
from bot.standin.core import Core
from bot.standin.gateway import Intent
from bot.standin.interaction import (
    ANSWER_SECONDS,
    AutocompleteChoice,
    Interaction,
    InteractionKind,
    Modal,
)
from bot.standin.layout import ComponentKind
from bot.standin.model import (
    ApplicationCommand,
    Channel,
    ChannelKind,
    CommandKind,
    Json,
    Message,
    User,
)
from bot.standin.offered_commands import OfferedCommands
from bot.standin.options import (
    NotPossible,
    OptionValue,
    command_data,
    fill,
    fill_partly,
    find_leaf,
    nested,
    path_words,
)
from bot.standin.payloads import Payloads
from bot.standin.permissions import Permission, writing_in
from bot.standin.posting import Posting
from bot.standin.threads import NewThread


@dataclass(frozen=True, slots=True)
class _UserAction:
    """An act of a person towards the app, sent as an Interaction."""

    kind: InteractionKind
    channel: Channel
    data: Json
    owners: dict[str, str]
    source: Message | None = None
    opened_by: Interaction | None = None


class UserClient:
    """A person on Discord: one account, and what its client shows and lets it do.

    `opens_sleeping_threads` makes it a client on the web or on a phone, which opens a thread
    before a press in it (reported); a desktop client leaves it archived.
    """

    def __init__(self, core: Core, posting: Posting, user: User) -> None:
        self.user = user
        self.opens_sleeping_threads = False
        self._core = core
        self._posting = posting
        self._payloads = Payloads(core)
        self._offered = OfferedCommands(core, self._payloads, user)

    @property
    def id(self) -> int:
        """The user's identifier."""
        return self.user.id

    @property
    def mention(self) -> str:
        """Return the mention by which a message names this person."""
        return f"<@{self.user.id}>"

    def dm(self) -> Channel:
        """The conversation with the app."""
        return self._posting.dm_with(self.user.id)

    def sees(self, channel: Channel) -> tuple[Message, ...]:
        """The messages of a channel that this person can see, oldest first."""
        if not self.may_view(channel):
            return ()
        return tuple(m for m in self._core.world.messages_in(channel.id) if self.can_see(m))

    def can_see(self, message: Message) -> bool:
        """Say whether a message exists and is public, or meant for this person."""
        return not message.deleted and message.ephemeral_for in (None, self.user.id)

    def may_view(self, channel: Channel) -> bool:
        """Say whether a channel is in this person's list."""
        if channel.is_private:
            return self.user.id in channel.recipient_ids
        return Permission.VIEW_CHANNEL in self._payloads.of_user(self.user, channel)

    def pings(self) -> tuple[Message, ...]:
        """The messages that notified this person, oldest first."""
        every = (m for room in self._core.world.messages.values() for m in room.values())
        mine = [m for m in every if self.user.id in m.pings]
        return tuple(sorted(mine, key=lambda m: m.id))

    async def waits_for(
        self,
        channel: Channel,
        wanted: Callable[[Message], bool],
        timeout: float = ANSWER_SECONDS,
    ) -> Message:
        """The newest visible message that is `wanted`, as soon as there is one."""

        def look() -> Message | None:
            if not self.may_view(channel):
                return None
            newest_first = self._core.world.newest_in(channel.id)
            return next((m for m in newest_first if self.can_see(m) and wanted(m)), None)

        return await self._core.changes.wait_for(look, timeout)

    def say(self, channel: Channel, content: str, reply_to: Message | None = None) -> Message:
        """Write an ordinary message, perhaps in reply to another."""
        self._require_text(channel)
        self._require(channel, writing_in(channel))
        return self._posting.say(channel, self.user.id, content, reply_to)

    def open_thread(self, channel: Channel, name: str, *, private: bool = False) -> Channel:
        """Open a thread without a message, of which this person is the only member."""
        create = Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
        self._require(channel, create)
        news = channel.kind is ChannelKind.ANNOUNCEMENT
        public = ChannelKind.ANNOUNCEMENT_THREAD if news else ChannelKind.PUBLIC_THREAD
        kind = ChannelKind.PRIVATE_THREAD if private else public
        return self._posting.threads.open(channel, NewThread(kind, name, self.user.id))

    def add_to_thread(self, thread: Channel, user: User) -> None:
        """Add a user to a thread, perhaps the app, without a mention."""
        self._require(thread, Permission.SEND_MESSAGES_IN_THREADS)
        self._posting.add_to_thread(thread, user.id, by=self.user.id)

    def dismiss(self, message: Message) -> None:
        """Take a private message off the screen; raises NotPossible for any other."""
        if message.ephemeral_for != self.user.id:
            raise NotPossible("only private messages can be dismissed")
        self._posting.delete(message)

    async def slash(
        self,
        channel: Channel,
        *path: str,
        options: Mapping[str, OptionValue] | None = None,
        **more: OptionValue,
    ) -> Interaction:
        """Send a command, as `slash(channel, "bonfire", "new", seats=3)`.

        Raises NotPossible where Discord's client would not let the person send it.
        """
        words = path_words(path)
        self._require_text(channel)
        self._require(channel, Permission.USE_APPLICATION_COMMANDS)
        command, leaf = self._command(channel, words)
        filled = fill(leaf, {**(options or {}), **more})
        data: Json = {"options": nested(words, filled.options)}
        resolved = self._payloads.resolved(self.user, channel, filled.users, filled.channels)
        if resolved:
            data["resolved"] = resolved
        return self._send_command(InteractionKind.COMMAND, channel, command, data)

    async def autocomplete(
        self,
        channel: Channel,
        *path: str,
        focused: str,
        typed: str = "",
        options: Mapping[str, OptionValue] | None = None,
        **more: OptionValue,
    ) -> tuple[AutocompleteChoice, ...]:
        """The suggestions while `typed` stands in the option `focused`.

        Raises NotPossible, or NotAnswered when the app is silent.
        """
        interaction = await self.begin_autocomplete(
            channel, *path, focused=focused, typed=typed, options={**(options or {}), **more}
        )
        return await interaction.suggestions()

    async def begin_autocomplete(
        self,
        channel: Channel,
        *path: str,
        focused: str,
        typed: str = "",
        options: Mapping[str, OptionValue] | None = None,
    ) -> Interaction:
        """Start to type as in `autocomplete`, without waiting for the suggestions."""
        words = path_words(path)
        command, leaf = self._command(channel, words)
        filled = fill_partly(leaf, {**(options or {}), focused: typed}, focused)
        data = {"options": nested(words, filled.options)}
        return self._send_command(InteractionKind.AUTOCOMPLETE, channel, command, data)

    async def use_on_person(self, channel: Channel, user: User, name: str) -> Interaction:
        """Choose a command of the app in the menu of a person, as they are shown in a channel.

        Raises NotPossible where Discord's client would not offer it.
        """
        if not self._payloads.is_there(user, channel):
            raise NotPossible(f"{user.username} is not in channel {channel.id}")
        resolved = self._payloads.resolved(self.user, channel, [user])
        return self._use(channel, CommandKind.USER, name, user.id, resolved)

    async def use_on_message(self, message: Message, name: str) -> Interaction:
        """Choose a command of the app in the menu of a message.

        A private message has none of these commands: it does not exist for anybody else, nor
        for the API (a guess).
        """
        self._require_visible(message)
        if message.is_ephemeral:
            raise NotPossible(f"message {message.id} is private")
        resolved = {"messages": {str(message.id): self._core.objects.message(message)}}
        channel = self._channel(message)
        return self._use(channel, CommandKind.MESSAGE, name, message.id, resolved)

    def _use(
        self, channel: Channel, kind: CommandKind, name: str, target: int, resolved: Json
    ) -> Interaction:
        """Send a command of a menu (Discord, interactions/application-commands).

        Beside the right to use commands it takes that to write (docs issue 6761).
        """
        self._require(channel, Permission.USE_APPLICATION_COMMANDS)
        self._require(channel, writing_in(channel))
        command = next((c for c in self.commands(channel, kind) if c.name == name), None)
        if command is None:
            raise NotPossible(f"{name!r} is not offered here")
        data = {"target_id": str(target), "resolved": resolved}
        return self._send_command(InteractionKind.COMMAND, channel, command, data)

    async def press(self, message: Message, button: str) -> Interaction:
        """Press a button, named by its custom_id or its label.

        Raises NotPossible when there is none, it is disabled, or the message is not visible.
        """
        self._require_visible(message)
        self._open_the_thread_of(message)
        buttons = [b for b in layout.buttons(message) if button in (b.custom_id, b.label)]
        if not buttons:
            raise NotPossible(f"no button {button!r} on message {message.id}")
        if len(buttons) > 1:
            raise NotPossible(f"{len(buttons)} buttons {button!r} on message {message.id}")
        if buttons[0].disabled or not buttons[0].custom_id:
            raise NotPossible(f"button {button!r} cannot be pressed")
        data: Json = {
            "custom_id": buttons[0].custom_id,
            "component_type": int(ComponentKind.BUTTON),
            "id": buttons[0].component_id,
        }
        return self._press(message, data)

    async def press_late(self, message: Message, custom_id: str) -> Interaction:
        """Press although the message may have changed since: its layout is not checked."""
        data: Json = {
            "custom_id": custom_id,
            "component_type": int(ComponentKind.BUTTON),
            "id": 1,
        }
        return self._press(message, data)

    async def forge(self, message: Message, kind: InteractionKind, data: Json) -> Interaction:
        """Send under a message what no client of Discord would, without any check."""
        return self._press(message, data, kind)

    async def replay(self, interaction: Interaction) -> None:
        """Send an interaction once more under its own identifier, which Discord never does."""
        self._tell_app(interaction)

    async def select(
        self, message: Message, custom_id: str, values: Sequence[str | User | Channel]
    ) -> Interaction:
        """Choose in a menu, named by its custom_id or placeholder.

        String menus take values (or labels) of their options. Raises NotPossible as `press`.
        """
        self._require_visible(message)
        self._open_the_thread_of(message)
        data = entered_values.selection(message, custom_id, values)
        users = [v for v in values if isinstance(v, User)]
        rooms = [v for v in values if isinstance(v, Channel)]
        channel = self._channel(message)
        if absent := [user for user in users if not self._payloads.is_there(user, channel)]:
            raise NotPossible(f"{absent[0].username} is not in channel {channel.id}")
        resolved = self._payloads.resolved(self.user, channel, users, rooms)
        if resolved:
            data["resolved"] = resolved
        return self._press(message, data)

    async def submit(
        self, modal: Modal, values: Mapping[str, entered_values.FieldValue] | None = None
    ) -> Interaction:
        """Send a form; fields are named by custom_id or label.

        Raises NotPossible when a field is unknown or its value not allowed.
        """
        opener = modal.opened_by
        if opener.user is not self.user:
            raise NotPossible("the form is open on somebody else's screen")
        data: Json = {
            "custom_id": modal.custom_id,
            "components": entered_values.fields(modal.components, values or {}),
        }
        return self._send(
            _UserAction(
                InteractionKind.MODAL, opener.channel, data, opener.owners, opener.source, opener
            )
        )

    def commands(
        self, channel: Channel, kind: CommandKind = CommandKind.SLASH
    ) -> tuple[ApplicationCommand, ...]:
        """The commands of a kind that this person is offered in a channel."""
        return self._offered.of_kind(channel, kind)

    def _press(
        self, message: Message, data: Json, kind: InteractionKind = InteractionKind.COMPONENT
    ) -> Interaction:
        owners = self._payloads.owners_of_source(self.user, message)
        return self._send(_UserAction(kind, self._channel(message), data, owners, message))

    def _send_command(
        self, kind: InteractionKind, channel: Channel, command: ApplicationCommand, data: Json
    ) -> Interaction:
        owners = self._offered.owners(command, channel)
        return self._send(_UserAction(kind, channel, {**command_data(command), **data}, owners))

    def _command(self, channel: Channel, words: Sequence[str]) -> tuple[ApplicationCommand, Json]:
        for command in self.commands(channel):
            if words and command.name == words[0]:
                return command, find_leaf(command, words)
        raise NotPossible(f"/{' '.join(words)} is not offered here")

    def _channel(self, message: Message) -> Channel:
        return self._core.world.channels[message.channel_id]

    def _require(self, channel: Channel, permission: Permission) -> None:
        if not self.may_view(channel):
            raise NotPossible(f"{self.user.username} cannot see channel {channel.id}")
        if permission not in self._payloads.of_user(self.user, channel):
            raise NotPossible(f"{self.user.username} lacks {permission.name}")

    @staticmethod
    def _require_text(channel: Channel) -> None:
        if channel.is_forum:
            raise NotPossible(f"channel {channel.id} holds posts only")

    def _require_visible(self, message: Message) -> None:
        if not self.can_see(message) or not self.may_view(self._channel(message)):
            raise NotPossible(f"{self.user.username} cannot see message {message.id}")

    def _open_the_thread_of(self, message: Message) -> None:
        """Open the thread before a press (reported: discord-api-docs issues 7900 and 8474).

        Controls of a locked thread are dead, and those of one that sleeps are for people who may
        write in it. Only clients on the web and on phones do open it.
        """
        channel = self._channel(message)
        thread = channel.thread
        if thread is None:
            return
        self._posting.let_sleep(channel)
        have = self._payloads.of_user(self.user, channel)
        if thread.locked and Permission.MANAGE_THREADS not in have:
            raise NotPossible(f"thread {channel.id} is locked")
        if not thread.archived:
            return
        if Permission.SEND_MESSAGES_IN_THREADS not in have:
            raise NotPossible(f"{self.user.username} may not open thread {channel.id}")
        if self.opens_sleeping_threads:
            self._posting.wake(channel)

    def _send(self, action: _UserAction) -> Interaction:
        core = self._core
        interaction = Interaction(
            core=core,
            id=core.ids.next(),
            token=secrets.token_urlsafe(48),
            kind=action.kind,
            user=self.user,
            channel=action.channel,
            data=action.data,
            created=core.clock.now(),
            owners=action.owners,
            public_allowed=self._payloads.may_answer_in_public(self.user, action.channel),
            source=action.source,
            opened_by=action.opened_by,
        )
        core.registry.add(interaction)
        if not core.fault_injector.loses_interaction():
            self._tell_app(interaction)
        core.changes.notify()
        return interaction

    def _tell_app(self, interaction: Interaction) -> None:
        payload = self._payloads.interaction(interaction)
        if self._core.endpoint is not None:
            interaction.sessions_reached = 1
            self._core.endpoint(payload)
            return
        guest = self._payloads.is_guest(interaction.channel)
        interaction.sessions_reached = self._core.gateway.dispatch(
            "INTERACTION_CREATE",
            payload,
            guild_id=None if guest else interaction.channel.guild_id,
            intent=Intent.NONE,
        )
