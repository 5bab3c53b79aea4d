"""How near everything comes to Discord's limits in every language: never to nine tenths of one.

A translation, a name or a command more then still fits. The limits are those of Discord's pages
interactions/application-commands, components/reference and resources/message.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.chat.client import running
from bot.chat.command_names import CatalogTranslator
from bot.chat.delivery.forum_tags import tag_name
from bot.features.listed import FEATURES
from bot.model import rows
from bot.runtime.settings import load
from bot.words import catalog, languages, phrase, pieces
from engine import ids
from engine.data.standard import STANDARD_BOX
from renderer import ALT_LIMIT
from tests.kit.texts import Measured, forms, too_near
from tests.kit.tree import characters, nodes


@pytest.mark.parametrize("language", languages())
def test_forms_and_fixed_texts_have_a_margin(language: str) -> None:
    words = catalog(language)

    def measured() -> Iterator[Measured]:
        for task in STANDARD_BOX.tasks:
            for side in ids.Side:
                taking = phrase("choose.task", side=side, **pieces.task_slots(task))
                yield Measured("option", words.spell(taking))
        yield Measured("title of a form", words.say("note.title"))
        yield Measured("label of a form", words.say("note.label"))
        for stage in rows.GameStage:
            yield Measured("tag of a forum", tag_name(stage, words))
        for group in ("shell", "forgetting", "place", "forum", "refusal", "error"):
            for sentence in words.part(group).values():
                for text in forms(sentence):
                    yield Measured("private text", text)

    assert too_near(measured()) == []


def in_language(node: dict[str, Any], field: str, language: str) -> str:
    """A text of a command; what stands in a menu has no description."""
    spoken = node.get(f"{field}_localizations") or {}
    return str(spoken.get(language, node.get(field, "")))


async def test_commands_have_a_margin(tmp_path: Path) -> None:
    settings = load({"DISCORD_TOKEN": "a.b.c", "BONFIRE_DATA": str(tmp_path)})
    async with running(settings, FEATURES) as client:
        translator = CatalogTranslator()
        await client.tree.set_translator(translator)
        commands: list[dict[str, Any]] = [
            await command.get_translated_payload(client.tree, translator)
            for command in client.tree.get_commands()
        ]

    def measured() -> Iterator[Measured]:
        for command in commands:
            yield Measured("command", " " * characters(command))
            for node in nodes(command):
                for language in languages():
                    yield Measured("name of a command", in_language(node, "name", language))
                    description = in_language(node, "description", language)
                    yield Measured("description of a command", description)
                    for choice in node.get("choices", ()):
                        chosen = in_language(choice, "name", language)
                        yield Measured("choice of a command", chosen)

    assert too_near(measured()) == []


def test_what_is_too_near_is_found() -> None:
    texts = (Measured("label", "a" * 72), Measured("label", "b" * 73), Measured("alt text", "c"))
    assert too_near(iter(texts)) == [("label", 73, "b" * 73)]
    full = (Measured("alt text", "d" * ALT_LIMIT), Measured("alt text", "e" * (ALT_LIMIT + 1)))
    assert [text[0] for _, _, text in too_near(iter(full))] == ["e"]
