"""The record of a check: a dated JSON of what came back, and what differs between two of them."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any, Final

from bot import __version__
from bot.cli.live_check.probing import Facts

_FORMAT: Final = "bonfire-live-check"
_FORM: Final = 1


@dataclass(frozen=True, slots=True)
class ProbeOutcome:
    """The finds of a probe; `unplayed` says why there are none."""

    facts: Facts = field(default_factory=dict)
    notes: Mapping[str, Any] = field(default_factory=dict)
    unplayed: str = ""


Outcomes = Mapping[str, ProbeOutcome]
"""By the name of the probe."""


class CheckRecordError(Exception):
    """A text is not a record of a check."""


def written(outcomes: Outcomes, at: datetime, against: str) -> str:
    """The JSON text of a record: when it was made, and against what."""
    record = {
        "format": _FORMAT,
        "form": _FORM,
        "date": at.isoformat(timespec="seconds"),
        "against": against,
        "version": __version__,
        "probes": {name: asdict(outcome) for name, outcome in sorted(outcomes.items())},
    }
    return json.dumps(record, indent=1, ensure_ascii=False) + "\n"


def read(text: str) -> Outcomes:
    """The outcomes of a record. Raises CheckRecordError."""
    try:
        record = json.loads(text)
        if (record["format"], record["form"]) != (_FORMAT, _FORM):
            raise CheckRecordError("it is a record of another form")
        return {name: ProbeOutcome(**outcome) for name, outcome in record["probes"].items()}
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise CheckRecordError("it is not a record of bonfire live-check") from error


def differences(before: Outcomes, now: Outcomes) -> Iterator[str]:
    """A line for each fact that differs; probes that one of both did not play are left out."""
    for name in sorted(before.keys() & now.keys()):
        old, new = before[name], now[name]
        if old.unplayed or new.unplayed:
            continue
        for fact in sorted(old.facts.keys() | new.facts.keys()):
            one, other = old.facts.get(fact), new.facts.get(fact)
            if one != other:
                yield f"{name}, {fact}: {_shown(one)} before, {_shown(other)} now"


def _shown(fact: object) -> str:
    return json.dumps(fact, ensure_ascii=False)
