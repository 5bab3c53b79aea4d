"""The commands of `bonfire` that this feature brings."""

from typing import Final

from bot.runtime.shell.command import Command

COMMANDS: Final = (
    Command(
        "page",
        "export a record as a web page",
        "bot.features.finished.made:page_arguments",
        "game.json --language de",
    ),
    Command(
        "film",
        "export a record as a film (WebP and GIF)",
        "bot.features.finished.made:film_arguments",
        "game.json --out evening.webp",
    ),
)
