"""Commands in the menus of people and messages, and menus of people (Discord, interactions)."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import pytest_asyncio
from discord import app_commands, ui

from bot.standin import NotPossible, Permission, model
from tests.kit.toy import Inter, data_of, row
from tests.standin.conftest import Stage

INVITE, EXPLAIN = "Invite Them", "Explain This"


@pytest_asyncio.fixture
async def heard(stage: Stage) -> list[Any]:
    """The targets of the toy's two commands; each answers with a word."""
    found: list[Any] = []

    async def invite(i: Inter, target: discord.User | discord.Member) -> None:
        found.append(target)
        await i.response.send_message("invited")

    async def explain(i: Inter, target: discord.Message) -> None:
        found.append(target)
        await i.response.send_message("explained", ephemeral=True)

    for name, callback in ((INVITE, invite), (EXPLAIN, explain)):
        stage.toy.tree.add_command(app_commands.ContextMenu(name=name, callback=callback))
    await stage.toy.tree.sync()
    return found


async def test_a_command_on_a_person_names_the_member(stage: Stage, heard: list[Any]) -> None:
    asked = await stage.ada.use_on_person(stage.table, stage.bo.user, INVITE)
    answer = await asked.response()
    (target,) = heard
    assert isinstance(target, discord.Member)
    assert (target.id, target.display_name) == (stage.bo.id, "Bo")
    assert target.resolved_permissions is not None
    assert target.resolved_permissions.send_messages
    assert asked.data["type"] == model.CommandKind.USER
    assert asked.data["target_id"] == str(stage.bo.id)
    assert "options" not in asked.data
    about = stage.server.core.objects.message(answer)["interaction_metadata"]
    assert (about["name"], about["command_type"]) == (INVITE, 2)
    assert about["target_user"]["id"] == str(stage.bo.id)


async def test_in_a_conversation_there_is_a_user_and_no_member(
    stage: Stage, heard: list[Any]
) -> None:
    stage.ada.user.has_installed_app = True
    asked = await stage.ada.use_on_person(stage.ada.dm(), stage.ada.user, INVITE)
    await asked.response()
    assert isinstance(heard[0], discord.User)
    with pytest.raises(NotPossible):
        await stage.ada.use_on_person(stage.ada.dm(), stage.bo.user, INVITE)


async def test_a_command_on_a_message_brings_the_whole_message(
    stage: Stage, heard: list[Any]
) -> None:
    @stage.toy.answers("post")
    async def post(i: Inter) -> None:
        await i.response.send_message("a post", view=row("Look"))

    shown = await (await stage.ask("post")).response()
    asked = await stage.bo.use_on_message(shown, EXPLAIN)
    answer = await asked.response()
    (target,) = heard
    assert target.id == shown.id
    assert target.content == "a post"
    assert target.author.id == stage.server.world.application.id
    assert target.components[0].children[0].custom_id == "look"
    assert answer.is_ephemeral
    assert answer.origin is not None
    assert answer.origin.target_message_id == shown.id


async def test_what_people_wrote_is_told_though_the_app_has_no_intent_for_it(
    stage: Stage, heard: list[Any]
) -> None:
    said = stage.ada.say(stage.table, "hello there")
    await (await stage.bo.use_on_message(said, EXPLAIN)).response()
    assert heard[0].content == "hello there"


async def test_a_menu_is_there_for_what_a_person_sees_and_may_use(
    stage: Stage, heard: list[Any]
) -> None:
    said = stage.ada.say(stage.table, "hello")
    for name, kind in ((EXPLAIN, model.CommandKind.USER), (INVITE, model.CommandKind.MESSAGE)):
        assert name not in [c.name for c in stage.bo.commands(stage.table, kind)]
    with pytest.raises(NotPossible):
        await stage.bo.use_on_message(said, INVITE)
    with pytest.raises(NotPossible):
        await stage.bo.slash(stage.table, EXPLAIN)
    stage.guild.everyone &= ~Permission.SEND_MESSAGES
    with pytest.raises(NotPossible):
        await stage.bo.use_on_message(said, EXPLAIN)
    stage.guild.everyone |= Permission.SEND_MESSAGES
    said.deleted = True
    with pytest.raises(NotPossible):
        await stage.bo.use_on_message(said, EXPLAIN)
    stranger = stage.server.person("Stranger")
    with pytest.raises(NotPossible):
        await stage.bo.use_on_person(stage.table, stranger.user, INVITE)
    assert heard == []


async def test_private_messages_have_no_commands(stage: Stage, heard: list[Any]) -> None:
    said = stage.ada.say(stage.table, "hello")
    private = await (await stage.bo.use_on_message(said, EXPLAIN)).response()
    assert model.MessageFlag.EPHEMERAL in private.flags
    with pytest.raises(NotPossible):
        await stage.bo.use_on_message(private, EXPLAIN)
    assert len(heard) == 1


async def test_the_people_chosen_in_a_menu_come_with_their_members(stage: Stage) -> None:
    @stage.toy.answers("post")
    async def post(i: Inter) -> None:
        view = ui.View(timeout=None)
        view.add_item(ui.UserSelect(custom_id="who", placeholder="Who?", max_values=2))
        view.stop()
        await i.response.send_message("choose", view=view)

    told: list[Any] = []

    @stage.toy.answers("who")
    async def who(i: Inter) -> None:
        told.append(data_of(i))
        await i.response.send_message("thanks")

    shown = await (await stage.ask("post")).response()
    people = [stage.ada.user, stage.bo.user]
    await (await stage.ada.select(shown, "Who?", people)).response()
    (data,) = told
    assert data["component_type"] == 5
    assert data["values"] == [str(one.id) for one in people]
    assert set(data["resolved"]["users"]) == set(data["resolved"]["members"]) == set(data["values"])
    stranger = stage.server.person("Stranger").user
    for wrong in ([stranger], [stage.bo.user] * 2, [], [*people, stage.server.person("Cy").user]):
        with pytest.raises(NotPossible):
            await stage.ada.select(shown, "who", wrong)
