"""The figures of `/metrics`, and the alert rules over them."""

import asyncio
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import discord
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.chat.components import ImageFile
from bot.chat.delivery.failures import counted_failure
from bot.model import rows
from bot.model.errors import report_bug
from bot.model.telemetry import PROCESSES_LOST, count, tallied
from tests.bot.chat.ingress.kit import Entrance
from tests.kit.brought import brought_rows
from tests.kit.sources import ROOT

ALERTS = ROOT / "docs" / "deploy" / "alerts.yaml"
TEXTS = ("summary", "description")
PROMTOOL = shutil.which("promtool")
LABELS = {
    "cause",
    "check",
    "code",
    "le",
    "reason",
    "pool",
    "connection",
    "job",
    "goal",
    "step",
    "version",
    "commit",
    "schema",
}
"""None of them has a value for each game, person or place."""


def refusal(code: int) -> discord.HTTPException:
    answer: Any = SimpleNamespace(status=403, reason="Forbidden", headers={})
    return discord.HTTPException(answer, {"code": code, "message": ""})


async def figures(entrance: Entrance) -> dict[str, dict[tuple[str, ...], float]]:
    """Each sample by its name and the values of its labels."""
    found: dict[str, dict[tuple[str, ...], float]] = {}
    for family in text_string_to_metric_families(await entrance.page("metrics")):
        for sample in family.samples:
            found.setdefault(sample.name, {})[tuple(sample.labels.values())] = sample.value
    return found


async def test_names_are_those_that_prometheus_recommends(tmp_path: Path) -> None:
    async with Entrance.opened(tmp_path) as entrance:
        report_bug(RuntimeError("of a test"))
        families = tuple(text_string_to_metric_families(await entrance.page("metrics")))
    names = [family.name for family in families]
    assert len(names) == len(set(names))
    for family in families:
        assert re.fullmatch(r"(bonfire|process)(_[a-z]+)*", family.name), family.name
        assert family.documentation, family.name
        assert family.type in {"counter", "gauge", "histogram"}, family.name
        assert not re.search(r"(milli|minutes|hours|_mb|_kb)", family.name), family.name
        for sample in family.samples:
            if family.type == "counter":
                assert sample.name.endswith("_total")
                assert sample.value >= 0
            assert set(sample.labels) <= LABELS, sample.labels


async def test_each_figure_follows_what_it_counts(tmp_path: Path) -> None:
    async with Entrance.opened(tmp_path) as entrance:
        before = await figures(entrance)
        report_bug(RuntimeError("of a test"))
        ImageFile("board.png", b"12345", "").file()
        for error in (refusal(50001), refusal(987_654), refusal(0), ConnectionResetError()):
            counted_failure(error, rows.Via.CHANNEL)
        count(PROCESSES_LOST, "paint")
        for kind, label in brought_rows("COUNTED").items():
            count(kind, label)
        entrance.hall.client.services.complaints.update(clock=True, disk=False)
        for body in (b"{}", b"[]"):
            await entrance.answer(entrance.request(body, {"X-Signature-Timestamp": "0"}))
        copies = tmp_path / "backups"
        copies.mkdir()
        (copies / "bonfire-2026-01-02.db").touch()
        os.utime(copies / "bonfire-2026-01-02.db", (1000, 1000))
        await entrance.hall.client.services.store.write(lambda tx: tx.meta.instance())
        after = await figures(entrance)

    def grown(name: str, *labels: str) -> float:
        return after[name][labels] - before.get(name, {}).get(labels, 0.0)

    assert grown("bonfire_bugs_total") == 1
    assert grown("bonfire_uploaded_bytes_total") == 5
    assert grown("bonfire_transaction_seconds_count") == 1
    assert grown("bonfire_requests_refused_total", "unsigned") == 2
    assert grown("bonfire_posts_failed_total", "50001", "closed") == 1
    assert grown("bonfire_posts_failed_total", "other", "post") == 1
    assert grown("bonfire_posts_failed_total", "none", "post") == 2
    assert after["bonfire_processes_lost_total"]["paint",] >= 1
    for kind, label in brought_rows("COUNTED").items():
        assert grown(f"bonfire_{kind.name}_total", label) == 1
    assert after["bonfire_doctor_complains"] == {("clock",): 1, ("disk",): 0}
    assert after["bonfire_database_bytes"][()] > 0
    assert after["bonfire_oldest_post_waiting_seconds"][()] == 0
    assert before["bonfire_last_backup_timestamp_seconds"][()] == 0
    assert after["bonfire_last_backup_timestamp_seconds"][()] == 1000
    assert list(after["bonfire_info"].values()) == [1]


def test_no_kind_of_counts_is_declared_twice() -> None:
    with pytest.raises(ValueError, match="counted already"):
        tallied("bugs", "Something else")


async def test_without_a_database_its_figures_are_left_out(
    tmp_path: Path, monkeypatch: Any
) -> None:
    async with Entrance.opened(tmp_path) as entrance:

        async def fail(_: object) -> None:
            raise OSError("disk I/O error")

        monkeypatch.setattr(entrance.hall.client.services.store, "read", fail)
        told = await figures(entrance)
    assert "bonfire_database_bytes" not in told
    assert "bonfire_presses_total" in told


def rules() -> Iterator[dict[str, str]]:
    """The fields of each rule; raises AssertionError for a line that does not fit."""
    header, *lines = (line for line in ALERTS.read_text("utf-8").splitlines() if line[0] != "#")
    assert [header, *lines[:2]] == ["groups:", "  - name: bonfire", "    rules:"]
    rule: dict[str, str] = {}
    for line in lines[2:]:
        first = re.fullmatch(r"      - alert: (Bonfire\w+)", line)
        field = re.fullmatch(r"(?:        |          )(\w+):(?: (.+))?", line)
        if first:
            if rule:
                yield rule
            rule = {"alert": first[1]}
        elif field:
            assert field[1] not in rule, line
            rule[field[1]] = field[2] or ""
        else:
            assert line.startswith(" " * 12), line
            assert rule["description"].startswith(">-"), line
    yield rule


GROWS: Final = "0+60x200"
"""One a second, in the notation of promtool."""
SLOW: Final = ("3.0", "5.0", "10.0", "30.0", "+Inf")
"""Buckets that count what takes from two and a half to three seconds."""
BAD: Final[Mapping[str, Mapping[str, str | None]]] = {
    "BonfireDown": {"bonfire_info": None},
    "BonfireLeaderless": {"bonfire_leads": "0x200"},
    "BonfireEnvironmentFails": {"bonfire_environment_fails": "1x200"},
    "BonfireJobFails": {"bonfire_jobs_failing": "1x200"},
    "BonfireJobsRestart": {'bonfire_job_restarts_total{job="doctor"}': "0+1x200"},
    "BonfirePostsStuck": {"bonfire_oldest_post_waiting_seconds": "700x200"},
    "BonfirePostsFail": {'bonfire_posts_failed_total{reason="post",code="none"}': GROWS},
    "BonfireAnswersLate": {"bonfire_presses_late_total": GROWS, "bonfire_presses_total": GROWS},
    "BonfireAnswersSlow": {
        f'bonfire_first_answer_seconds_bucket{{le="{bound}"}}': GROWS for bound in SLOW
    },
    "BonfireTransactionsSlow": {
        f'bonfire_transaction_seconds_bucket{{le="{bound}"}}': GROWS for bound in SLOW
    },
    "BonfireLoopLate": {"bonfire_loop_late_seconds": "2x200"},
    "BonfireBugs": {"bonfire_bugs_total": "0+1x200"},
    "BonfireMalformed": {'bonfire_unreadable_total{connection="API"}': "0+1x200"},
    "BonfireProcessesLost": {'bonfire_processes_lost_total{pool="paint"}': "0+1x200"},
    "BonfireRequestsRefused": {'bonfire_requests_refused_total{reason="unsigned"}': "0+600x200"},
    "BonfireBackupOld": {"bonfire_last_backup_timestamp_seconds": "-200000x200"},
    "BonfireDoctorComplains": {'bonfire_doctor_complains{check="disk"}': "1x200"},
    "BonfireMixedVersions": {'bonfire_info{version="0.0.1"}': "1x200"},
    "BonfireDescriptorsShort": {"process_open_fds": "90x200", "process_max_fds": "100x200"},
}
"""For each alert the series that make it fire, as promtool writes values; None takes one away."""
HOURS: Final = 3
ASKED: Final = re.compile(r"(?:bonfire|process)_[a-z_]+")


def good(page: str) -> dict[str, str]:
    """The series of a scrape, as they stay while a leader works and backups come."""
    found: dict[str, str] = {}
    for family in text_string_to_metric_families(page):
        for sample in family.samples:
            labels = ",".join(f'{name}="{value}"' for name, value in sample.labels.items())
            name = f"{sample.name}{{{labels}}}" if labels else sample.name
            found[name] = f"{0 if 'age' in name else sample.value}x200"
    return found | {
        "bonfire_leads": "1x200",
        "bonfire_last_backup_timestamp_seconds": "0+60x200",  # just now, again and again
    }


def altered(series: Mapping[str, str], bad: Mapping[str, str | None]) -> dict[str, str]:
    """The same with what is bad in it, or without."""
    gone = [name for name, values in bad.items() if values is None]
    kept = {
        name: values
        for name, values in series.items()
        if not any(name.partition("{")[0] == one for one in gone)
    }
    return kept | {name: values for name, values in bad.items() if values is not None}


def firing(cases: Mapping[str, Mapping[str, str]], *, fires: bool) -> list[dict[str, Any]]:
    """The tests of promtool: whether an alert fires at the end of its series."""
    count = 'count(ALERTS{{alertname="{}",alertstate="firing"}}) > bool 0 or vector(0)'
    return [
        {
            "interval": "1m",
            "input_series": [{"series": name, "values": way} for name, way in series.items()],
            "promql_expr_test": [
                {
                    "expr": count.format(alert),
                    "eval_time": f"{HOURS}h",
                    "exp_samples": [{"labels": "{}", "value": int(fires)}],
                }
            ],
        }
        for alert, series in cases.items()
    ]


@pytest.mark.skipif(
    not PROMTOOL and "CI" not in os.environ, reason="promtool is missing (Debian: prometheus)"
)
@pytest.mark.long
async def test_each_alert_fires_for_what_it_tells_and_not_for_a_bot_that_is_well(
    tmp_path: Path,
) -> None:
    async with Entrance.opened(tmp_path) as entrance:
        page = await entrance.page("metrics")
    well = good(page)
    names = [rule["alert"] for rule in rules()]
    assert names == list(BAD)
    cases = firing(dict.fromkeys(names, well), fires=False)
    cases += firing({name: altered(well, BAD[name]) for name in names}, fires=True)
    no_backup = {"bonfire_last_backup_timestamp_seconds": None}
    cases += firing({"BonfireBackupOld": altered(well, no_backup)}, fires=True)
    asked = {"rule_files": [str(ALERTS)], "evaluation_interval": "1m", "tests": cases}
    (tmp_path / "asked.yaml").write_text(json.dumps(asked))  # YAML too
    words = ["promtool", "test", "rules", str(tmp_path / "asked.yaml")]
    done = await asyncio.to_thread(
        subprocess.run, words, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


async def test_alerts_are_made_of_figures_that_there_are_from_the_start(tmp_path: Path) -> None:
    """A series that begins with its first event has not grown, so that no alert sees that one."""
    async with Entrance.opened(tmp_path) as entrance:
        text = await entrance.page("metrics")
    samples = {
        sample.name for family in text_string_to_metric_families(text) for sample in family.samples
    }
    told = tuple(rules())
    assert len({rule["alert"] for rule in told}) == len(told) > 10
    for rule in told:
        names = ASKED.findall(rule["expr"])
        assert names, rule
        assert set(names) <= samples | {"bonfire_doctor_complains"}, rule
        for changing in re.findall(r"(?:rate|increase)\((\w+)", rule["expr"]):
            assert changing.endswith(("_total", "_bucket")), rule
        assert rule["expr"].count("(") == rule["expr"].count(")"), rule


def test_alert_rules_are_whole() -> None:
    for rule in rules():
        assert rule.keys() <= {"alert", "expr", "for", "labels", "annotations", *TEXTS}, rule
        assert rule["labels"] in {"{severity: page}", "{severity: ticket}"}, rule
        assert re.fullmatch(r"[0-9]+[mh]", rule.get("for", "1m")), rule
        assert rule["annotations"] == "", rule
        assert rule["summary"], rule
        assert rule["description"] == ">-", "each says what to do"
        for text in (rule["expr"], rule["summary"]):  # else YAML would read it otherwise
            assert text[0] + text[-1] == '""' or not re.search(r": |#|^[^\w]", text), rule
