"""The documents are short, their sentences too, and their links and examples hold."""

import doctest
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest

from bot.cli.engine_lines import Conversation
from engine import STANDARD_BOX, agenda, events
from tests.kit.sources import FENCED, LONGEST_SENTENCE, ROOT, tracked_files

MOST_WORDS = {"README.md": 700, "CONTRIBUTING.md": 1800}
PLAIN = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "docs/command-line.md",
    "docs/engine.md",
    "docs/languages.md",
    "docs/live-check.md",
    "docs/operating.md",
    "docs/playing.md",
    "docs/position.md",
    "docs/privacy.de.md",
    "docs/privacy.en.md",
    "docs/privacy.pl.md",
    "docs/scale.md",
    "docs/terms.de.md",
    "docs/terms.en.md",
    "docs/terms.pl.md",
    "docs/weekly.md",
)
"""Documents in which no sentence is longer than that."""
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
END = re.compile(r"(?<=[.!?:;])(?:\*\*|\*)?\s+|\n\n|\n\s*(?:[-|#]|\d+\.)\s| \| ")
"""What parts sentences: a stop, a blank line, an item of a list, a cell of a table."""


def read(name: str | Path) -> str:
    return (ROOT / name).read_text("utf-8")


def sentences(text: str) -> list[str]:
    return [one.strip() for one in END.split(FENCED.sub("", text)) if one.strip()]


def anchors(text: str) -> set[str]:
    """The names by which links lead to the headings of a document."""
    return {re.sub(r"[^\w -]", "", one).lower().replace(" ", "-") for one in HEADING.findall(text)}


def links() -> Iterator[tuple[Path, Path, str | None]]:
    """Each link within the repository: the document, the file that it names, and the heading."""
    for file in tracked_files():
        if file.suffix == ".md":
            for path, anchor in LINK.findall(read(file)):
                yield file, (ROOT / file.parent / path if path else ROOT / file), anchor or None


@pytest.mark.parametrize("name", MOST_WORDS)
def test_a_document_for_newcomers_stays_short(name: str) -> None:
    assert len(read(name).split()) <= MOST_WORDS[name]


@pytest.mark.parametrize("name", PLAIN)
def test_no_sentence_is_long(name: str) -> None:
    long = [one for one in sentences(read(name)) if len(one.split()) > LONGEST_SENTENCE]
    assert long == []


def test_every_link_leads_to_a_file_and_a_heading() -> None:
    dead = [
        f"{file} links {target.name}#{anchor}"
        for file, target, anchor in links()
        if not target.exists() or (anchor and anchor not in anchors(target.read_text("utf-8")))
    ]
    assert dead == []


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "docs/engine.md"])
def test_the_engine_does_what_a_document_shows(name: str) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", read(name), re.DOTALL)
    parsed = doctest.DocTestParser().get_doctest(example, {}, name, None, None)
    done = doctest.DocTestRunner().run(parsed)
    assert (done.failed, done.attempted) == (0, example.count(">>> "))


def test_the_lines_to_the_engine_get_the_answers_that_their_document_shows() -> None:
    (example,) = re.findall(r"```text\n(.*?)```", read("docs/engine.md"), re.DOTALL)
    talk = Conversation(STANDARD_BOX)
    exchanges = re.findall(r"^> (.*)\n(.*)$", example, re.MULTILINE)
    assert len(exchanges) == len(example.splitlines()) / 2
    assert [(line, talk.answer(line)) for line, _ in exchanges] == exchanges


def test_the_document_of_the_engine_lists_every_event_and_question() -> None:
    rows = set(re.findall(r"^\| (.+?) \|$", read("docs/engine.md"), re.MULTILINE))
    for event in get_args(events.Event):
        named = ", ".join(f"`{each.name}`" for each in fields(event))
        assert f"`{event.__name__}` | {named}" in rows
    asked = {name for row in rows for name in re.findall(r"`(\w+_(?:choice|payment|turn))`", row)}
    assert asked == {
        snake(each.__name__) for each in {*get_args(agenda.Decision)} - {agenda.CouncilChoice}
    }


def snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def test_the_workflow_pins_its_actions_and_may_only_read() -> None:
    workflow = read(".github/workflows/ci.yml")
    used = re.findall(r"uses: (\S+)", workflow)
    assert used
    assert all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action) for action in used)
    assert re.findall(r"^permissions:\n((?:  .+\n)+)", workflow, re.MULTILINE) == [
        "  contents: read\n"
    ]
    assert "run: .ci/run" in workflow
