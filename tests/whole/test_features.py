"""The bot without one of its features: the rest is there, and old buttons are answered kindly."""

import random
from pathlib import Path

import pytest
from discord.app_commands import CommandTree

from bot.chat.client import BonfireClient
from bot.chat.feature import Feature, all_handlers
from bot.chat.routes import ButtonRoute, CommandRoute, routes_of
from bot.features.listed import FEATURES
from bot.standin import ManualClock, StandIn
from bot.standin.layout import text
from bot.words import catalog
from tests.bot.stage import bot_on
from tests.standin.reference import openapi_file
from tests.whole.kit import Player


def commands(tree: CommandTree[BonfireClient]) -> set[str]:
    return {command.qualified_name for command in tree.walk_commands()}


@pytest.mark.parametrize("left_out", FEATURES, ids=lambda feature: feature.name)
async def test_a_feature_is_left_out(tmp_path: Path, left_out: Feature) -> None:
    rest = tuple(feature for feature in FEATURES if feature is not left_out)
    async with StandIn(spec=openapi_file(), clock=ManualClock()) as server:
        ada = server.person("Ada")
        table = server.text_channel(server.guild("Club", ada), "table")
        async with bot_on(server, tmp_path, features=rest) as client:
            own = [
                route
                for handler in left_out.handlers(client.services)
                for route in routes_of(handler)
            ]
            typed = {route.name for route in own if isinstance(route, CommandRoute)}
            kinds = {route.kind for route in own if isinstance(route, ButtonRoute)}
            assert typed.isdisjoint(commands(client.tree))
            assert kinds.isdisjoint(client.router.kinds)
            everything = all_handlers(client.services, FEATURES)
            wanted = {
                route.name
                for handler in everything
                for route in routes_of(handler)
                if isinstance(route, CommandRoute)
            }
            assert wanted - typed <= commands(client.tree)
            begun = await (await ada.slash(table, "bonfire", "solo")).response()
            if left_out.kind is not None:
                assert left_out.kind.name not in client.services.games.kinds
            assert catalog().say("shell.started") in text(begun)
            player = Player(ada, table, random.Random(1))
            post = await player.my_post(0)
            await player.take_turn(post)
            await player.my_post(post.id)
