"""What Discord asks of embeds (resources/message: Embed Limits)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.standin.checks.components import MessageComponents
from bot.standin.checks.findings import Findings
from bot.standin.errors import Where
from bot.standin.model import Json

MOST_EMBEDS = 10
MOST_FIELDS = 25
TOTAL_LIMIT = 6000


def _texts(embed: Json) -> Iterator[tuple[Where, object, int]]:
    """Every text of an embed with its place and limit."""
    yield ("title",), embed.get("title"), 256
    yield ("description",), embed.get("description"), 4096
    yield ("footer", "text"), (embed.get("footer") or {}).get("text"), 2048
    yield ("author", "name"), (embed.get("author") or {}).get("name"), 256
    for place, field in enumerate(embed.get("fields") or ()):
        yield ("fields", place, "name"), field.get("name"), 256
        yield ("fields", place, "value"), field.get("value"), 1024


def check_embeds(findings: Findings, embeds: Sequence[Json], media: MessageComponents) -> None:
    """All embeds of a message; `media` knows the files that they may show."""
    findings.size(("embeds",), embeds, MOST_EMBEDS)
    total = 0
    for place, embed in enumerate(embeds):
        where: Where = ("embeds", place)
        findings.size((*where, "fields"), embed.get("fields") or (), MOST_FIELDS)
        for tail, value, most in _texts(embed):
            findings.maybe_text((*where, *tail), value, most)
            total += len(value) if isinstance(value, str) else 0
        for key in ("image", "thumbnail"):
            if embed.get(key):
                media.media((*where, key, "url"), embed[key].get("url"))
    if total > TOTAL_LIMIT:
        words = f"Embed size exceeds maximum size of {TOTAL_LIMIT}"
        findings.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", words)
