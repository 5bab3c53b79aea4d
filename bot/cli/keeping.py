"""What the operator's commands have in common: the settings, the database, and dated names."""

from datetime import UTC, datetime
from pathlib import Path

from bot import settings
from bot.cli.complaint import Complaint
from bot.settings import Settings, SettingsError
from bot.store.copies import version_of_file
from bot.store.migrate import migrations


def operator_settings() -> Settings:
    """The settings, of which the operator's commands need no token.

    Raises Complaint, with a line for each fault.
    """
    try:
        return settings.load({**settings.environment(), settings.TOKEN: "none"})
    except SettingsError as error:
        raise Complaint("\n".join(error.problems)) from error


def checked_version(file: Path) -> int:
    """The version of a Bonfire database. Raises DatabaseError for one that cannot be used."""
    return version_of_file(file, len(migrations()))


def stamp() -> str:
    """The present moment (UTC) as part of a file's name."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H%M%S")
