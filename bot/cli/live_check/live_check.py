"""`bonfire live-check`: plays what the stand-in guesses against the real Discord."""

import argparse
import asyncio
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.cli import start_errors
from bot.cli.live_check.account import BannedError, UnplayableError
from bot.cli.live_check.check import DISCORD, Target, all_probes, play, visiting
from bot.cli.live_check.person import AtTheTerminal, Nobody, Volunteer
from bot.cli.live_check.probing import LiveProbe
from bot.cli.live_check.record import (
    CheckRecordError,
    Outcomes,
    ProbeOutcome,
    differences,
    read,
    written,
)
from bot.runtime import settings
from bot.runtime.settings import Settings
from bot.runtime.shell import operator
from bot.runtime.shell.arguments import an_id
from bot.runtime.shell.errors import TryAgainError, UsageError
from bot.runtime.shell.files import file_argument, output_file, read_text

_WIDTH: Final = 31
"""Characters of a line before what a probe does or found."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire live-check` takes."""
    parser.add_argument(
        "server",
        type=an_id,
        nargs="?",
        metavar="SERVER",
        help="ID of a server of your own with both bots (default: none, only list the probes)",
    )
    parser.add_argument(
        "--probe",
        action="append",
        metavar="NAME",
        help="a probe to play, several times for more (default: all)",
    )
    file_argument(parser, "--compare", "earlier record to compare with (default: none)")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """List the probes, or play them and write the record; raises SettingsError, UsageError."""
    picked = _picked(chosen.probe)
    before = None if chosen.compare is None else _read(chosen.compare)
    if chosen.server is None:
        for probe in picked:
            print(f"{probe.name:<{_WIDTH}}{probe.does}{_takes(probe)}")
        return 0
    variables = settings.environment()
    wanted, second = settings.load(variables), settings.second_token(variables)
    if wanted.api_base is None and not sys.stdin.isatty():
        raise UsageError("This command asks Discord and a person: start it in a terminal.")
    target = Target(
        wanted.token.reveal(), second.reveal(), chosen.server, wanted.api_base or DISCORD
    )
    file = output_file(Path(f"live-check-{operator.stamp()}.json"), force=False)
    person = AtTheTerminal() if sys.stdin.isatty() else Nobody()
    outcomes: dict[str, ProbeOutcome] = {}
    try:
        _ask(wanted, target, picked, person, outcomes)
    finally:  # also where the operator stops it
        if outcomes:
            against = "Discord" if wanted.api_base is None else "the stand-in"
            file.write(written(outcomes, datetime.now(UTC), against))
            print(f"Written: {file.path}")
    if before is not None:
        _print_differences(differences(before, outcomes))
    return 0


def _picked(names: Sequence[str] | None) -> list[LiveProbe]:
    known = all_probes()
    if unknown := [name for name in names or () if name not in known]:
        raise UsageError(f"there is no probe {unknown[0][:_WIDTH]!r}; bonfire live-check lists all")
    return [probe for name, probe in known.items() if names is None or name in names]


def _takes(probe: LiveProbe) -> str:
    if probe.person:
        return " (takes a person)"
    return f" ({probe.minutes} minutes)" if probe.minutes else ""


def _read(file: Path) -> Outcomes:
    try:
        return read(read_text(file))
    except CheckRecordError as error:
        raise UsageError(f"{file} cannot be read: {error}") from error


def _ask(
    wanted: Settings,
    target: Target,
    picked: Sequence[LiveProbe],
    person: Volunteer,
    outcomes: dict[str, ProbeOutcome],
) -> None:
    """Play the probes, tell what each found, and fill it into `outcomes`."""

    def tell(probe: LiveProbe, found: ProbeOutcome) -> None:
        outcomes[probe.name] = found
        said = f"not played: {found.unplayed}" if found.unplayed else f"{len(found.facts)} facts"
        print(f"{probe.name:<{_WIDTH}}{said}", flush=True)

    async def visit() -> None:
        async with visiting(target, person, asyncio.sleep) as visited:
            await play(visited, picked, tell)

    try:
        asyncio.run(visit())
    except UnplayableError as error:
        raise UsageError(str(error)) from error
    except BannedError as error:
        raise TryAgainError(
            "Discord takes nothing from this machine for about an hour. Wait, as each request "
            "prolongs that."
        ) from error
    except start_errors.START_ERRORS as error:
        raise start_errors.failure(error, wanted) from error


def _print_differences(lines: Iterable[str]) -> None:
    found = list(lines)
    print("\n".join(found) if found else "Nothing differs.")
