"""The command tree: within Discord's limits in every language, and in the catalog's words."""

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.chat import command_names, routes
from bot.chat.client import BonfireClient, running
from bot.chat.command_names import KEY, CatalogTranslator
from bot.chat.handlers.typed_turns import PLAYS, part_actions
from bot.features.listed import FEATURES
from bot.model import controls
from bot.present.spoken import ANSWERS
from bot.runtime.settings import load
from bot.words import Catalog, catalog, languages
from engine import Game, GameOptions, actions, agenda
from tests.kit.games import play_busily
from tests.kit.position import Position
from tests.kit.tree import Declared, characters, nodes

MOST_CHARACTERS, MOST_SUBCOMMANDS = 6000, 20
SLASH, OF_A_PERSON, OF_A_MESSAGE = 1, 2, 3


@pytest_asyncio.fixture
async def client(tmp_path: Path) -> AsyncIterator[BonfireClient]:
    settings = load({"DISCORD_TOKEN": "a.b.c", "BONFIRE_DATA": str(tmp_path)})
    async with running(settings, FEATURES) as made:
        await made.tree.set_translator(CatalogTranslator())
        yield made


async def everything(client: BonfireClient) -> list[Declared]:
    assert client.tree.translator is not None
    return [
        await command.get_translated_payload(client.tree, client.tree.translator)
        for command in client.tree.get_commands()
    ]


async def payload(client: BonfireClient) -> list[Declared]:
    """The slash commands."""
    return [command for command in await everything(client) if command["type"] == SLASH]


def test_a_choice_counts_in_its_longest_language() -> None:
    choice = {"name": "on", "name_localizations": {"pl": "tak"}, "value": "1"}
    assert characters({"name": "x", "description": "yz", "choices": [choice]}) == 1 + 2 + 3 + 1


async def test_every_command_leaves_room_below_discords_limits(client: BonfireClient) -> None:
    """Discord takes 8,000 characters and 25 subcommands."""
    for command in await payload(client):
        assert characters(command) <= MOST_CHARACTERS
        assert len(command["options"]) <= MOST_SUBCOMMANDS


async def test_counts_lengths_and_order_of_options(client: BonfireClient) -> None:
    commands = await payload(client)
    assert len(commands) <= 100
    for command in commands:
        for node in nodes(command):
            assert 1 <= len(node["name"]) <= 32
            assert node["name"] == node["name"].lower()
            assert 1 <= len(node["description"]) <= 100
            assert node["description"] != "…"
            options = node.get("options", [])
            assert len(options) <= 25
            assert len({option["name"] for option in options}) == len(options)
            required = [option.get("required", False) for option in options]
            assert required == sorted(required, reverse=True)
            assert len(node.get("choices", ())) <= 25


async def test_everything_that_is_typed_has_limits(client: BonfireClient) -> None:
    kinds = {3: ("min_length", "max_length"), 4: ("min_value", "max_value")}
    for command in await payload(client):
        for node in nodes(command):
            if node.get("type") in kinds and not node.get("choices"):
                least, most = (node.get(limit) for limit in kinds[node["type"]])
                assert least is not None, node["name"]
                assert most is not None, node["name"]
                assert most <= routes.LONGEST_OPTION, node["name"]


async def test_commands_work_in_servers_dms_and_as_a_user_app(client: BonfireClient) -> None:
    for command in await everything(client):
        assert command["integration_types"] == [0, 1]
        assert command["contexts"] == [0, 1, 2]


async def test_menus_hold_few_commands_with_short_names(client: BonfireClient) -> None:
    """Fifteen of each kind (Discord, interactions/application-commands)."""
    menus = [one for one in await everything(client) if one["type"] != SLASH]
    kinds = Counter(one["type"] for one in menus)
    assert set(kinds) <= {OF_A_PERSON, OF_A_MESSAGE}
    assert max(kinds.values()) <= 15
    for one in menus:
        assert not {"description", "options"} & one.keys()
        names = {locale.partition("-")[0]: n for locale, n in one["name_localizations"].items()}
        assert set(names) == set(languages()) - {"en"}
        for name in (one["name"], *names.values()):
            assert 1 <= len(name) <= 32
    for kind in kinds:
        for locale in (None, *menus[0]["name_localizations"]):
            named = [
                one["name_localizations"].get(locale, one["name"])
                for one in menus
                if one["type"] == kind
            ]
            assert len(set(named)) == len(named)


async def test_every_description_comes_from_the_catalog(client: BonfireClient) -> None:
    english = catalog()
    for command in client.tree.walk_commands():
        key = command._locale_description.extras[KEY]  # type: ignore[union-attr]
        assert command.description == english.say(key)


async def test_the_commands_are_those_that_the_game_needs(client: BonfireClient) -> None:
    names = {command.qualified_name for command in client.tree.walk_commands()}
    for name in ("new", "solo", "mygames", "board", "table", "settings", "undo", "export"):
        assert f"bonfire {name}" in names
    for name in ("rules", "results", "about", "help"):
        assert f"bonfire {name}" in names
    for name in (
        "fate",
        "path",
        "refresh",
        "sail",
        "task",
        "guardian",
        "procession",
        "great-bonfire",
    ):
        assert f"turn {name}" in names
    for name in ("gnome", "ignite", "council", "discard", "pass", "end", "move"):
        assert f"turn {name}" in names


def test_each_class_of_action_has_its_command() -> None:
    """What is no answer to a question that another command asks is begun by one of its own."""
    by_command = {play.subject for play in PLAYS}
    by_command |= {controls.Subject.END}  # Another method answers `/turn end`.
    begun = {kind for kind, row in ANSWERS.items() if row.subject in by_command}
    at_choices = {
        kind for kind, row in ANSWERS.items() if row.subject is not controls.Subject.ANSWER
    }
    for seed, players in ((1, 1), (2, 2), (3, 3), (4, 4)):
        game = Game.new(GameOptions(players), seed)
        while (asked := game.waiting) is not None:
            if isinstance(asked.decision, agenda.TurnChoice | agenda.AfterTurn):
                at_choices |= {type(action) for action in game.legal_actions()}
            play_busily(game, seed + game.move_count, 1)
    assert at_choices == begun


def test_a_path_display_of_one_color_is_replaced_by_a_command() -> None:
    game = Position().display("red herb", "red root", "red shell", "red fruit").tiles(path=1).game()
    (play,) = (play for play in PLAYS if play.name == "refresh")
    assert game.waiting is not None
    answers = part_actions(game, game.waiting.seat, play, (None,), catalog())
    assert answers == (actions.RefreshPaths(),)
    for action in answers:
        game.submit(game.waiting.seat, action)


async def test_no_command_has_the_name_of_every_music_bots_own(client: BonfireClient) -> None:
    """A list of `/play` that holds several bots is where people press the wrong one."""
    for command in await payload(client):
        names = {command["name"], *command["name_localizations"].values()}
        assert names.isdisjoint({"play", "spielen", "spiel", "graj", "zagraj"}), names


async def test_another_language_is_told_to_discord(
    client: BonfireClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = {"de": {"command.bonfire.new": "Einen Tisch eröffnen"}}
    monkeypatch.setattr(command_names, "catalog", lambda code: Catalog(code, said.get(code, {})))
    bonfire, *_ = await payload(client)
    new = next(option for option in bonfire["options"] if option["name"] == "new")
    assert new["description_localizations"] == {"de": "Einen Tisch eröffnen"}
    assert not bonfire.get("description_localizations")


def test_english_is_always_at_hand() -> None:
    assert languages()[0] == "en"
