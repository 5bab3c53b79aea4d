"""The rules of style in CONTRIBUTING that a program can see, over all that people read."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from bot.words import DEFAULT, languages, read_language
from tests.kit.parsers import COMMANDS
from tests.kit.sources import FENCED, ROOT, modules, parsed, tracked_files
from tests.kit.texts import forms

FORBIDDEN: Final[dict[str, dict[str, str]]] = tomllib.loads(
    Path(__file__).with_name("forbidden.toml").read_text("utf-8")
)
UNREAD: Final = ("typed_word.", "rules.also.", "command_name.", "option_name.")
"""Words that are typed or searched for, and stand in no sentence."""
OF_BUILDERS: Final = {"CHANGELOG.md", "EXPERIMENTS.md", "RULINGS.md", "routes.md"}
CODE: Final = re.compile(r"`[^`]*`")
DOTTED: Final = re.compile(r"\*[^*\n]+…\*")
"""The name of a button, which people read as it stands there."""
LEVELS: Final = {"debug", "info", "warning", "error", "exception"}
FAILURES: Final = {"error", "exception"}
GREPPED: Final = re.compile(r"\b(?:failed|errors?|retrying|bug)\b")


def wrong(text: str, language: str) -> Iterator[str]:
    """What a text has of the words and shapes that its language forbids."""
    for shape, instead in FORBIDDEN.get(language, {}).items():
        if found := re.search(shape, text):
            yield f"{found[0]!r}: write {instead}"


def catalog_texts(language: str) -> Iterator[tuple[str, str]]:
    for key, entry in read_language(language).items():
        if not key.startswith(UNREAD):
            yield from ((key, CODE.sub("", text)) for text in forms(entry))


def documents() -> Iterator[tuple[str, str, str]]:
    """Each document: its name, its language, and its prose with each paragraph in one line."""
    for file in tracked_files():
        if (file.suffix == ".md" and file.name not in OF_BUILDERS) or file.suffix == ".example":
            ending = file.name.split(".")[-2]
            text = FENCED.sub("", (ROOT / file).read_text("utf-8"))
            prose = DOTTED.sub("", CODE.sub("", text))
            flowing = re.sub(r"(?<!\n)\n(?!\n|#+ |[-|]|\d+\. )[# ]*", " ", prose)
            yield str(file), ending if ending in languages() else DEFAULT, flowing


def logged(source: str) -> Iterator[tuple[int, str, str]]:
    """The line, level and message of each call of a logger."""
    for node in ast.walk(parsed(source)):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in LEVELS
            and re.fullmatch(r"_?LOG(?:GER)?", ast.unparse(node.func.value))
        ):
            message = node.args[0]
            if isinstance(message, ast.Constant):
                yield node.lineno, node.func.attr, str(message.value)


def log_messages() -> list[tuple[str, str, str]]:
    return [
        (f"{file}:{line}", level, message)
        for folder in ("bot", "renderer")
        for file in modules(folder)
        for line, level, message in logged((ROOT / file).read_text("utf-8"))
    ]


@pytest.mark.parametrize("language", languages())
def test_no_sentence_of_the_bot_has_a_forbidden_word(language: str) -> None:
    texts = list(catalog_texts(language))
    assert len(texts) > 1000
    assert [(key, one) for key, text in texts for one in wrong(text, language)] == []


def test_no_document_has_a_forbidden_word() -> None:
    assert [
        (name, one)
        for name, language, text in documents()
        for line in text.splitlines()
        for one in wrong(line, language)
    ] == []


def test_no_help_of_the_command_line_has_a_forbidden_word() -> None:
    assert [
        (command, one)
        for command, parser in COMMANDS.items()
        for text in (parser.description, *(argument.help for argument in parser._actions))
        for one in wrong(text or "", DEFAULT)
    ] == []


def test_no_line_of_the_log_has_a_forbidden_word() -> None:
    messages = log_messages()
    assert len(messages) > 50
    assert [(place, one) for place, _, text in messages for one in wrong(text, DEFAULT)] == []


def test_the_log_calls_a_failure_one() -> None:
    """An operator searches the log for these words."""
    assert [
        (place, text)
        for place, level, text in log_messages()
        if level in FAILURES and text != "%s" and not GREPPED.search(text)
    ] == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Whoever starts is told."),
        ("en", "Who joins, plays. Then it ends."),
        ("en", "That is no file."),
        ("en", "It brings 3 points."),
        ("en", "The colour of a fate tile"),
        ("de", "Ändern…"),
        ("pl", "3 punkty"),
    ],
)
def test_a_forbidden_word_is_found(language: str, text: str) -> None:
    assert list(wrong(text, language))


@pytest.mark.parametrize("text", ["Who joins?", "What it contains", "There is no room.", "Color"])
def test_a_question_and_a_heading_may_begin_so(text: str) -> None:
    assert not list(wrong(text, DEFAULT))
