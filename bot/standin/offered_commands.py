"""The commands that Discord's client offers to a person, and the installations behind them.

Discord, interactions/application-commands.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.standin.core import Core
from bot.standin.model import ApplicationCommand, Channel, CommandKind, User
from bot.standin.payloads import Payloads


@dataclass(frozen=True, slots=True)
class OfferedCommands:
    """The commands that a person is offered."""

    core: Core
    payloads: Payloads
    user: User

    def of_kind(self, channel: Channel, kind: CommandKind) -> tuple[ApplicationCommand, ...]:
        """Return the commands of a kind in a channel."""
        every = (c for c in self.core.world.commands.values() if c.kind is kind)
        return tuple(command for command in every if self._is_offered(command, channel))

    def _is_offered(self, command: ApplicationCommand, channel: Channel) -> bool:
        definition = command.definition
        if command.guild_id is not None:
            return command.guild_id == channel.guild_id
        contexts = definition.get("contexts")
        if contexts is not None and self.payloads.context(channel) not in contexts:
            return False
        if not self.owners(command, channel):
            return False
        needed = definition.get("default_member_permissions")
        have = self.payloads.of_user(self.user, channel)
        return needed is None or int(needed) & have == int(needed)

    def owners(self, command: ApplicationCommand, channel: Channel) -> dict[str, str]:
        """The installations through which a command is there; those of guilds need one."""
        installs = command.definition.get("integration_types") or [0]
        owners = self.payloads.owners(self.user, channel)
        return {kind: owner for kind, owner in owners.items() if int(kind) in installs}
