"""The sentences and catalog keys that stand in the sources of bot/ and renderer/."""

import ast
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache

from bot.chat import respond
from bot.model.errors import Problem
from tests.kit import sources

SENTENCE = re.compile(r"^[A-Z]\w*,? \w+,? \w+|\w+ \w+ \w+[.!?:](\s|$)|^[A-Z]\w+ \w+$")
"""Three words that begin like a sentence or end like one, or two that stand like a label."""
PAGE_SAYS = re.compile(
    r"(?:\bsay\(|\bsilent = |problemOf\(answer, |\bdata-(?:say|label)=)([^,)>]*)"
)
"""The expressions that say something: a key, or a choice of two."""
DOOR_SAYS = re.compile(r'\btext\["(\w+)"\]')
QUOTED = re.compile(r'"(\w+)"')
SAYERS = frozenset({"say", "phrase", "Phrase", "UserError"})
OPERATOR_PLACES = (
    "bot/chat/ingress",
    "bot/chat/command_sync.py",
    "bot/chat/doctor.py",
    "bot/runtime/box_file.py",
    "bot/runtime/box_writer.py",
    "bot/runtime/checks.py",
    "bot/__main__.py",
    "bot/cli/",
    "bot/runtime/health.py",
    "bot/standin/",
    "bot/model/database_errors.py",
    "bot/runtime/settings.py",
    "bot/store/",
)
SQL = re.compile(r"^(SELECT|INSERT INTO|UPDATE|DELETE FROM) ")
"""The beginning of what features say to the database."""
OF_DISCORD = frozenset({"Invalid emoji"})
"""The texts of Discord by which the bot tells its refusals apart."""
WITHOUT_CATALOG = frozenset({respond._LAST_WORDS})
"""What people read where the catalog fails as well."""
OPERATOR_CALLS = frozenset(
    {"debug", "info", "warning", "error", "exception", "critical", "log", "filterwarnings"}
    | {"tallied"}
)


@dataclass(frozen=True)
class Said:
    """A call that says a key: where, the key, and the names of the slots given."""

    place: str
    key: str
    slots: frozenset[str]
    open_ended: bool


@cache
def modules() -> tuple[tuple[str, ast.Module], ...]:
    """Every module of bot/ and renderer/ with its path."""
    files = (*sources.modules("bot"), *sources.modules("renderer"))
    return tuple(
        (str(file), sources.parsed((sources.ROOT / file).read_text("utf-8"))) for file in files
    )


def said_keys() -> Iterator[Said]:
    """Every call that says or refuses something with a literal key, or a problem's."""
    for place, tree in modules():
        for node in ast.walk(tree):
            match node:
                case ast.Call(func, [first, *others], slots) if _name(func) in SAYERS:
                    names = frozenset(word.arg for word in slots if word.arg)
                    many = bool(others) or any(word.arg is None for word in slots)
                    if key := _key(first):
                        yield Said(f"{place}:{node.lineno}", key, names, many)


def strings() -> Iterator[tuple[str, str]]:
    """Each place with the strings in it."""
    for place, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield place, node.value


def _key(said: ast.expr) -> str:
    match said:
        case ast.Constant(str(key)):
            return key
        case ast.Attribute(ast.Name("Problem"), name):
            return Problem[name]
        case _:
            return ""


def keys_made(keys: Collection[str]) -> Iterator[tuple[str, str]]:
    """Each place with the keys that a string in it is, or makes: f-strings, and `offered`."""

    @cache
    def matching(pattern: str) -> list[str]:
        return [key for key in keys if re.fullmatch(pattern, key)]

    for place, tree in modules():
        for node in ast.walk(tree):
            made: list[str] = []
            match node:
                case ast.Call(func=ast.Name("offered"), args=[ast.Constant(str(group)), *_]):
                    made = matching(re.escape(group) + r"\.\w+")
                case ast.Constant(str(key)) if key in keys:
                    made = [key]
                case ast.JoinedStr(parts):
                    pattern = "".join(
                        re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[\w.-]+"
                        for part in parts
                    )
                    if re.match(r"[a-z]{3}", pattern) and "." in pattern:
                        made = matching(pattern)
            yield from ((place, key) for key in made)


def page_keys() -> Iterator[str]:
    """Every key that the scripts of the page say, those of its markup, and of its locked door."""
    server = sources.ROOT / "bot" / "standin" / "page" / "server.py"
    for key in DOOR_SAYS.findall(server.read_text("utf-8")):
        yield f"page.{key}"
    folder = sources.ROOT / "bot" / "standin" / "static"
    for file in (*folder.glob("*.js"), *folder.glob("*.html")):
        for found in PAGE_SAYS.findall(file.read_text("utf-8")):
            yield from (f"page.{key}" for key in QUOTED.findall(found))


def sentences() -> Iterator[tuple[str, str]]:
    """String literals that read like sentences: no documentation, nothing for the operator."""
    for place, tree in modules():
        if place.startswith(OPERATOR_PLACES):
            continue
        spared = {id(node) for node in _spared(tree)}
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and id(node) not in spared
                and node.value not in OF_DISCORD | WITHOUT_CATALOG
                and SENTENCE.search(node.value)
                and not SQL.match(node.value)
            ):
                yield f"{place}:{node.lineno}", node.value


def _spared(tree: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant()):
                yield node.value
            case ast.Raise(exc=ast.expr() as raised):
                yield from ast.walk(raised)
            case ast.Call(func=func) if _name(func) in OPERATOR_CALLS:
                yield from ast.walk(node)
            case ast.Assert(msg=ast.expr() as message):
                yield from ast.walk(message)


def _name(func: ast.expr) -> str:
    match func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case _:
            return ""
