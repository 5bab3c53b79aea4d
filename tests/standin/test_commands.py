from __future__ import annotations

import discord
import pytest
from discord import app_commands

from bot.standin import Ack, NotPossible, Permission
from tests.kit.toy import Inter, file, row
from tests.standin.conftest import Stage


async def test_a_slash_command_reaches_the_bot_and_its_answer_the_person(stage: Stage) -> None:
    @stage.toy.answers("greet")
    async def greet(i: Inter) -> None:
        await i.response.send_message("hello", view=row("Pay"), file=file(), ephemeral=True)
        await i.followup.send("more")

    asked = await stage.ask("greet")
    message = await asked.response()
    assert await asked.acknowledged() is Ack.MESSAGE
    assert message.content == "hello"
    assert (await asked.followup()).content == "more"


async def test_a_user_option_comes_resolved_with_its_member(stage: Stage) -> None:
    heard: list[discord.User | discord.Member] = []

    @stage.toy.answers("look")
    async def look(i: Inter) -> None:
        heard.append(i.namespace.who)
        await i.response.send_message("seen")

    asked = await stage.ada.slash(stage.table, "toy do", what="look", who=stage.bo.user)
    await asked.response()
    assert isinstance(heard[0], discord.Member)
    assert heard[0].id == stage.bo.id


async def test_the_interaction_carries_what_the_documentation_lists(stage: Stage) -> None:
    _, inter = await stage.held()
    assert inter.guild_id == stage.guild.id
    assert inter.channel_id == stage.table.id
    assert inter.locale is discord.Locale.german
    assert inter.guild_locale is discord.Locale.american_english
    assert isinstance(inter.user, discord.Member)
    assert inter.user.id == stage.ada.id
    assert inter.is_guild_integration()
    assert not inter.is_user_integration()
    assert inter.app_permissions.send_messages
    assert inter.context.guild
    assert inter.filesize_limit == stage.guild.attachment_limit


async def test_completion_gives_the_suggestions_of_the_bot(stage: Stage) -> None:
    found = await stage.ada.autocomplete(stage.table, "toy", "do", focused="what", typed="ab")
    assert [(c.name, c.value) for c in found] == [("ab0", "0"), ("ab1", "1"), ("ab2", "2")]


@pytest.mark.parametrize(
    ("path", "options"),
    [
        (("toy",), {}),
        (("toy", "sing"), {}),
        (("other",), {}),
        (("toy", "do"), {}),
        (("toy", "do"), {"what": 3}),
        (("toy", "do"), {"what": "x", "times": 6}),
        (("toy", "do"), {"what": "x", "times": True}),
        (("toy", "do"), {"what": "x", "mood": "sad"}),
        (("toy", "do"), {"what": "x", "who": "Bo"}),
        (("toy", "do"), {"what": "x", "colour": "red"}),
    ],
)
async def test_what_the_client_would_not_send_is_not_sent(
    stage: Stage, path: tuple[str, ...], options: dict[str, str | int]
) -> None:
    with pytest.raises(NotPossible):
        await stage.ada.slash(stage.table, *path, options=options)


async def test_only_options_with_completion_are_completed(stage: Stage) -> None:
    with pytest.raises(NotPossible):
        await stage.ada.autocomplete(stage.table, "toy", "do", focused="times", typed="1")


async def test_an_unchanged_command_keeps_its_identifier_and_version(stage: Stage) -> None:
    before = {c.id: c.version for c in stage.server.world.commands.values()}
    await stage.toy.tree.sync()
    assert {c.id: c.version for c in stage.server.world.commands.values()} == before


async def test_a_changed_command_keeps_its_identifier_and_gets_a_new_version(
    stage: Stage,
) -> None:
    (before,) = stage.server.world.commands.values()
    group = stage.toy.tree.get_command("toy")
    assert isinstance(group, app_commands.Group)
    group.description = "another toy"
    await stage.toy.tree.sync()
    (after,) = stage.server.world.commands.values()
    assert after.id == before.id
    assert after.version != before.version


async def test_commands_can_be_read_changed_and_removed_one_by_one(stage: Stage) -> None:
    (command,) = await stage.toy.tree.fetch_commands()
    await command.edit(description="changed")
    again = await stage.toy.tree.fetch_command(command.id)
    assert again.description == "changed"
    await command.delete()
    assert await stage.toy.tree.fetch_commands() == []


async def test_a_guild_command_is_offered_in_its_guild_only(stage: Stage) -> None:
    @stage.toy.tree.command(name="local", description="here", guild=discord.Object(stage.guild.id))
    async def local(i: Inter) -> None:
        await i.response.send_message("here")

    await stage.toy.tree.sync(guild=discord.Object(stage.guild.id))
    asked = await stage.ada.slash(stage.table, "local")
    assert (await asked.response()).content == "here"
    elsewhere = stage.server.text_channel(stage.server.guild("Other", stage.ada), "room")
    with pytest.raises(NotPossible):
        await stage.ada.slash(elsewhere, "local")


async def test_a_command_for_managers_is_not_offered_to_others(stage: Stage) -> None:
    @stage.toy.tree.command(name="manage", description="for managers")
    @app_commands.default_permissions(manage_guild=True)
    async def manage(i: Inter) -> None:
        await i.response.send_message("done")

    await stage.toy.tree.sync()
    asked = await stage.ada.slash(stage.table, "manage")
    assert (await asked.response()).content == "done"
    with pytest.raises(NotPossible):
        await stage.bo.slash(stage.table, "manage")
    stage.guild.members[stage.bo.id].permissions = int(Permission.MANAGE_GUILD)
    assert "manage" in [c.name for c in stage.bo.commands(stage.table)]


async def test_faulty_commands_are_refused_and_noted(stage: Stage) -> None:
    with pytest.raises(discord.HTTPException) as refused:
        await stage.toy.http.bulk_upsert_global_commands(
            stage.server.world.application.id,
            [{"name": "Loud", "description": "x", "type": 1, "options": []}],
        )
    assert refused.value.code == 50035
    assert stage.pop_faults() == {"APPLICATION_COMMAND_INVALID_NAME"}
    assert [c.name for c in stage.server.world.commands.values()] == ["toy"]
