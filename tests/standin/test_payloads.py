from __future__ import annotations

import pytest

from bot.standin import Channel, Interaction, Message, StandIn, UserClient, layout, model
from bot.standin.payloads import Payloads
from bot.standin.stored_layout import stored_components

# Discord, interactions/receiving-and-responding: Interaction Structure.
ALWAYS = {
    "id",
    "application_id",
    "type",
    "data",
    "channel",
    "channel_id",
    "token",
    "version",
    "app_permissions",
    "locale",
    "entitlements",
    "authorizing_integration_owners",
    "context",
    "attachment_size_limit",
}
IN_A_GUILD = {"guild", "guild_id", "guild_locale", "member"}


def _message(
    server: StandIn, channel: Channel, origin: model.InteractionMetadata | None = None
) -> Message:
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
    message = Message(
        server.core.ids.next(),
        channel.id,
        server.world.application.id,
        server.clock.now(),
        components=stored_components([row]),
        origin=origin,
    )
    server.world.messages.setdefault(channel.id, {})[message.id] = message
    return message


async def _press(server: StandIn, person: UserClient, channel: Channel) -> Interaction:
    return await person.press(_message(server, channel), "Go")


def _payload(server: StandIn, asked: Interaction) -> model.Json:
    return Payloads(server.core).interaction(asked)


async def test_a_press_in_a_guild_has_every_documented_field() -> None:
    async with StandIn() as server:
        ada = server.person("Ada", locale="pl")
        guild = server.guild("Club", ada, locale="de")
        asked = await _press(server, ada, server.text_channel(guild, "table"))
        payload = _payload(server, asked)
        assert set(payload) == ALWAYS | IN_A_GUILD | {"message"}
        assert payload["type"] == 3
        assert payload["version"] == 1
        assert (payload["locale"], payload["guild_locale"]) == ("pl", "de")
        assert payload["context"] == 0
        assert payload["authorizing_integration_owners"] == {"0": str(guild.id)}
        assert payload["data"] == {"custom_id": "go", "component_type": 2, "id": 2}
        assert payload["member"]["user"]["id"] == str(ada.id)
        assert "permissions" in payload["member"]
        assert payload["message"]["id"] == str(asked.source.id if asked.source else 0)


async def test_a_press_in_a_dm_comes_from_a_user() -> None:
    async with StandIn() as server:
        ada = server.person("Ada")
        server.guild("Club", ada)
        payload = _payload(server, await _press(server, ada, ada.dm()))
        assert set(payload) == ALWAYS | {"user", "message"}
        assert payload["context"] == 1
        assert payload["authorizing_integration_owners"] == {"0": "0"}
        assert not int(payload["app_permissions"]) & (1 << 11)


async def test_a_press_on_a_guests_message_carries_the_installation_it_came_by() -> None:
    async with StandIn() as server:
        ada, bo = server.person("Ada"), server.person("Bo")
        room = server.conversation(ada, bo)
        owners = {"1": str(ada.id)}
        brought = _message(server, room, model.InteractionMetadata(1, 2, ada.id, owners, "toy"))
        payload = _payload(server, await bo.press(brought, "Go"))
        assert payload["context"] == 2
        assert payload["authorizing_integration_owners"] == owners
        assert payload["user"]["id"] == str(bo.id)


async def test_without_a_bot_nobody_hears_and_nobody_answers() -> None:
    async with StandIn() as server:
        ada = server.person("Ada")
        table = server.text_channel(server.guild("Club", ada), "table")
        asked = await _press(server, ada, table)
        assert asked.sessions_reached == 0
        assert server.interactions == (asked,)
        with pytest.raises(TimeoutError):
            await asked.acknowledged(timeout=0.05)
        assert [b.custom_id for b in layout.buttons(ada.sees(table)[0])] == ["go"]
