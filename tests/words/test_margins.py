"""How near everything comes to Discord's limits in every language: never to nine tenths of one.

A translation, a name or a command more then still fits. The limits are those of Discord's pages
interactions/application-commands, components/reference and resources/message.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from bot.chat.client import running
from bot.chat.command_names import CatalogTranslator
from bot.chat.delivery.forum_tags import tag_name
from bot.features.listed import FEATURES
from bot.model.messages import Page, Post, Prompt
from bot.model.rows import GameStage
from bot.runtime.settings import load
from bot.words import catalog, languages, phrase
from bot.words.pieces import task_slots
from engine.data.standard import STANDARD_BOX
from engine.ids import Side
from renderer import ALT_LIMIT
from tests.bot.test_commands import characters, nodes
from tests.shown_games import components_of
from tests.words.test_catalogs import forms

MARGIN: Final = 0.9
"""What may be used of a limit."""
LIMITS: Final = {
    "command": 8000,
    "name of a command": 32,
    "description of a command": 100,
    "choice of a command": 100,
    "label": 80,
    "option": 100,
    "hint of an option": 100,
    "placeholder": 150,
    "title of a form": 45,
    "label of a form": 45,
    "alt text": ALT_LIMIT,
    "private text": 2000,
    "rule": 2000,
    "post": 4000,
    "tag of a forum": 20,
}
CUT_ON_PURPOSE: Final = {
    "hint of an option": "as many hints as there is room for, the last ones first",
    "alt text": "as many sentences as there is room for, and where to read the rest",
}
"""What fills its room, and leaves out what has no place in it."""


class Measured(NamedTuple):
    """A text with what it is measured as."""

    kind: str
    text: str

    @property
    def used(self) -> float:
        """The share of its limit."""
        return len(self.text) / LIMITS[self.kind]


def too_near(measured: Iterator[Measured]) -> list[tuple[str, int, str]]:
    """What uses more than it may, the kinds that are cut on purpose only beyond their limit."""
    return sorted(
        {
            (one.kind, len(one.text), one.text)
            for one in measured
            if one.used > (1 if one.kind in CUT_ON_PURPOSE else MARGIN)
        }
    )


def controls(message: Page | Prompt | Post) -> Iterator[Measured]:
    for one in components_of(message.rows):
        yield Measured("label", one.get("label") or "")
        yield Measured("placeholder", one.get("placeholder") or "")
        for option in one.get("options", ()):
            yield Measured("option", option["label"])
            yield Measured("hint of an option", option.get("description") or "")


@pytest.mark.parametrize("language", languages())
def test_forms_and_fixed_texts_have_a_margin(language: str) -> None:
    words = catalog(language)

    def measured() -> Iterator[Measured]:
        for task in STANDARD_BOX.tasks:
            for side in Side:
                taking = phrase("choose.task", side=side, **task_slots(task))
                yield Measured("option", words.spell(taking))
        yield Measured("title of a form", words.say("note.title"))
        yield Measured("label of a form", words.say("note.label"))
        for stage in GameStage:
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
