"""The bot without one of its features: the rest is there, and nothing leads to what is not."""

import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from discord.app_commands import CommandTree

from bot.chat.client import BonfireClient
from bot.chat.feature import Feature, all_handlers
from bot.chat.routes import ButtonRoute, CommandRoute, routes_of
from bot.features.listed import FEATURES
from bot.model.buttons import ShowLog, ShowScore
from bot.model.custom_ids import read_press
from bot.standin import Channel, Message, UserClient
from bot.standin.layout import text
from bot.words import catalog
from engine import GameOptions
from tests.kit.evening import Evening
from tests.kit.hall import opened_hall
from tests.kit.pages import looked
from tests.kit.whole import Player, controls


def commands(tree: CommandTree[BonfireClient]) -> set[str]:
    return {command.qualified_name for command in tree.walk_commands()}


def kinds_on(message: Message) -> Iterator[type]:
    """The kinds of the buttons under a message, and of the options of its menus."""
    for control in controls(message):
        yield type(read_press(control.custom_id, control.value).value)


async def looked_at(person: UserClient, table: Channel, post: Message) -> AsyncIterator[Message]:
    """The pages of the game of a post to which features add something."""
    for value in (ShowScore(), ShowLog()):
        yield await looked(person, table, value)
    yield await (await person.use_on_message(post, catalog().say("menu.then"))).response()


@pytest.mark.parametrize("left_out", FEATURES, ids=lambda feature: feature.name)
async def test_a_feature_is_left_out(tmp_path: Path, left_out: Feature) -> None:
    rest = tuple(feature for feature in FEATURES if feature is not left_out)
    async with opened_hall(tmp_path, features=rest) as hall:
        client, ada = hall.client, hall.ada
        own = [
            route for handler in left_out.handlers(client.services) for route in routes_of(handler)
        ]
        typed = {route.name for route in own if isinstance(route, CommandRoute)}
        kinds = {route.kind for route in own if isinstance(route, ButtonRoute)}
        assert typed.isdisjoint(commands(client.tree))
        assert kinds.isdisjoint(client.respond.kinds)
        everything = all_handlers(client.services, FEATURES)
        wanted = {
            route.name
            for handler in everything
            for route in routes_of(handler)
            if isinstance(route, CommandRoute)
        }
        assert wanted - typed <= commands(client.tree)
        ended = await Evening(hall).last_answer(GameOptions(2))
        begun = await (await ada.slash(hall.table, "bonfire", "solo")).response()
        if left_out.kind is not None:
            assert left_out.kind.name not in client.services.games.kinds
        assert catalog().say("shell.started") in text(begun)
        player = Player(ada, hall.table, random.Random(1))
        first = await player.my_post(ended.id)
        await player.take_turn(first)
        second = await player.my_post(first.id)
        for post in (ended, first, second):
            assert kinds.isdisjoint(kinds_on(post))
        async for page in looked_at(ada, hall.table, second):
            assert kinds.isdisjoint(kinds_on(page))
