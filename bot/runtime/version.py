"""Which Bonfire this is."""

from importlib import metadata
from typing import NamedTuple

from bot.store.migrate import migrations


class Version(NamedTuple):
    """The release, the commit (empty where unknown), and the number of the newest tables."""

    version: str
    commit: str
    schema: int


def version() -> Version:
    """The version of this program."""
    return Version(metadata.version("bonfire-discord"), "", len(migrations()))
