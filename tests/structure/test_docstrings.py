"""A docstring has its subject first: it does not begin as a question or by pointing elsewhere.

"Whether a seat may pay" leaves a reader to guess the sentence around it, and "The same for Tom" to
look for what it is the same as. Private names (`_name`) are known to one file and do not count.
"""

import ast
import re
from collections.abc import Iterator

from tests.kit.sources import ROOT, modules, parsed

PROGRAM = ("bot", "engine", "renderer")
_QUESTION = re.compile(
    r"(?:What|Who|Whoever|Whose|Whether|How|When|Where|Why|Which|The same)\b(?!-)"
)
_Defined = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def questions(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and first words of each public docstring that begins as a question."""
    yield from _questions(parsed(source))


def _questions(node: ast.Module | _Defined) -> Iterator[tuple[int, str]]:
    text = ast.get_docstring(node)
    if text is not None and _QUESTION.match(text):
        yield node.body[0].lineno, text.partition("\n")[0]
    for part in ast.iter_child_nodes(node):
        if isinstance(part, _Defined) and not part.name.startswith("_"):
            yield from _questions(part)


def test_public_docstrings_begin_with_their_subject() -> None:
    found = [
        f"{file}:{line} begins with a question: {text}"
        for folder in PROGRAM
        for file in modules(folder)
        for line, text in questions((ROOT / file).read_text("utf-8"))
    ]
    assert not found, "\n".join(found)


def test_a_question_is_found_in_modules_classes_and_functions() -> None:
    source = (
        '"""What a box holds."""\n'
        "class Box:\n"
        '    """A box."""\n'
        "    async def full(self):\n"
        '        """Whether it is full.\n\n        Of pieces."""\n'
        '    def _own(self):\n        """How it is made."""\n'
        'class _Lid:\n    """The same."""\n'
        'def size():\n    """However large, its size."""\n'
        'def hue():\n    """The same for colours."""\n'
    )
    assert [text for _, text in questions(source)] == [
        "What a box holds.",
        "Whether it is full.",
        "The same for colours.",
    ]
