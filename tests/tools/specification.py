"""Makes the excerpt of Discord's specification that the tests hold the stand-in to.

For a new route in `bot/standin/rest`: `python -m tests.tools.specification OPENAPI`, with the whole
file of the commit that `tests/standin/specification/SOURCE.md` names.
"""

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from bot.standin import model
from bot.standin.openapi import shape
from bot.standin.rest.second_bot import SECOND_ROUTES
from bot.standin.rest.server import ALL_ROUTES
from tests.kit.sources import OPENAPI

_READ: Final = ("requestBody", "responses")
_PROSE: Final = ("description", "title", "example", "examples", "deprecated")
_REFERENCE: Final = re.compile(r'"#/components/(\w+)/(\w+)"')


def excerpt(document: model.Json) -> model.Json:
    """The operations of all routes of the stand-in, with the components that they need."""
    routes = ALL_ROUTES.routes + SECOND_ROUTES.routes
    wanted = {(route.method.lower(), shape(route.template)) for route in routes}
    paths: model.Json = {}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if (method, shape(path)) in wanted:
                parts = {part: operation[part] for part in _READ if part in operation}
                paths.setdefault(path, {})[method] = _without_prose(parts)
    components: dict[str, model.Json] = {}
    asked = list(_references(paths))
    while asked:
        kind, name = asked.pop()
        if name not in components.setdefault(kind, {}):
            components[kind][name] = found = _without_prose(document["components"][kind][name])
            asked += _references(found)
    return {"openapi": document["openapi"], "paths": paths, "components": components}


def _references(node: object) -> Iterator[tuple[str, str]]:
    """The kinds and names of the components that a part asks for."""
    yield from _REFERENCE.findall(json.dumps(node))


def _without_prose(node: Any) -> Any:
    """Leave out what only people read; a property of such a name is a schema, and stays."""
    if isinstance(node, dict):
        return {
            key: {name: _without_prose(one) for name, one in value.items()}
            if key == "properties"
            else _without_prose(value)
            for key, value in node.items()
            if key not in _PROSE or isinstance(value, dict)
        }
    return [_without_prose(one) for one in node] if isinstance(node, list) else node


def written(document: model.Json) -> str:
    """The text of the file: a line for each path and each component."""

    def table(rows: model.Json) -> str:
        lines = (f"{json.dumps(key)}:{_compact(rows[key])}" for key in sorted(rows))
        return "{\n" + ",\n".join(lines) + "\n}"

    kinds = document["components"]
    components = ",\n".join(f"{json.dumps(kind)}:{table(kinds[kind])}" for kind in sorted(kinds))
    version = json.dumps(document["openapi"])
    paths = table(document["paths"])
    return f'{{"openapi":{version},\n"paths":{paths},\n"components":{{{components}}}}}\n'


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def main() -> None:
    """Write the excerpt of the file that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("openapi", type=Path, help="Discord's whole file")
    document = json.loads(parser.parse_args().openapi.read_text("utf-8"))
    OPENAPI.write_text(written(excerpt(document)), "utf-8")


if __name__ == "__main__":
    main()
