"""All buttons, slash commands and menus of the bot in one table.

`python -m tests.structure.routes` writes it to `docs/routes.md`, which a test keeps exact.
"""

from collections.abc import Iterator
from unittest.mock import Mock

from bot.chat import routes
from bot.chat.feature import all_handlers
from bot.chat.interaction.reply import ReplyMode
from bot.features.listed import FEATURES
from tests.kit.sources import ROOT

FILE = ROOT / "docs" / "routes.md"
HEAD = """\
# What the bot answers

Made by `python -m tests.structure.routes` of what the handlers declare (`bot/chat/routes.py`).
"""
TITLES: dict[type[routes.HandlerRoute], str] = {
    routes.CommandRoute: "Slash commands",
    routes.MenuRoute: "Menus of people and messages",
    routes.ButtonRoute: "Buttons and menus of messages",
}


def rows(kind: type[routes.HandlerRoute]) -> Iterator[tuple[str, str, str]]:
    """The name, the answer and the method of each route of a kind."""
    for handler in all_handlers(Mock(), FEATURES):
        for route in routes.routes_of(handler):
            if isinstance(route, kind):
                where = type(handler).__module__.removeprefix("bot.")
                method = f"{where}.{type(handler).__name__}.{route.method.__name__}"
                yield written(route), answered(route.mode), f"`{method}`"


def written(route: routes.HandlerRoute) -> str:
    """The name of a route, with the options of a command."""
    match route:
        case routes.CommandRoute():
            options = " ".join(parameter.name for parameter in route.parameters)
            return f"`/{route.name}`" + (f" `{options}`" if options else "")
        case _:
            return f"`{route.name}`"


def answered(mode: routes.Mode) -> str:
    """The mode of an answer in plain words."""
    name = mode.name if isinstance(mode, ReplyMode) else mode.__name__
    return name.lower().replace("_", " ")


def listing() -> str:
    """The whole document."""
    parts = [HEAD]
    for kind, title in TITLES.items():
        lines = [f"| {' | '.join(row)} |" for row in sorted(rows(kind))]
        parts.append("\n".join([f"## {title}\n", "| name | answer | method |", "|---|---|---|"]))
        parts[-1] += "\n" + "\n".join(lines) + "\n"
    return "\n".join(parts)


if __name__ == "__main__":
    FILE.write_text(listing(), "utf-8")
