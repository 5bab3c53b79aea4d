"""The figures of `/metrics`, and the alert rules over them."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from prometheus_client.parser import text_string_to_metric_families

from bot.chat.components import ImageFile
from bot.model.errors import report_bug
from bot.model.telemetry import Tallied, count
from tests.ingress.kit import Entrance
from tests.standin.reference import ROOT

ALERTS = ROOT / "docs" / "deploy" / "alerts.yaml"
TEXTS = ("summary", "description")
LABELS = {
    "check",
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
        count(Tallied.POSTS_FAILED, "post")
        count(Tallied.PROCESSES_LOST, "paint")
        count(Tallied.LESSON_STEPS, "sail")
        count(Tallied.EXERCISES_SOLVED, "home")
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
    assert after["bonfire_posts_failed_total"]["post",] >= 1
    assert after["bonfire_processes_lost_total"]["paint",] >= 1
    assert grown("bonfire_lesson_steps_total", "sail") == 1
    assert grown("bonfire_exercises_solved_total", "home") == 1
    assert after["bonfire_doctor_complains"] == {("clock",): 1, ("disk",): 0}
    assert after["bonfire_database_bytes"][()] > 0
    assert after["bonfire_oldest_post_waiting_seconds"][()] == 0
    assert before["bonfire_last_backup_timestamp_seconds"][()] == 0
    assert after["bonfire_last_backup_timestamp_seconds"][()] == 1000
    assert list(after["bonfire_info"].values()) == [1]


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


async def test_alerts_are_made_of_figures_that_there_are(tmp_path: Path) -> None:
    async with Entrance.opened(tmp_path) as entrance:
        text = await entrance.page("metrics")
    kinds = dict(re.findall(r"^# TYPE (\w+) (\w+)$", text, re.MULTILINE))
    histograms = {f"{name}_bucket" for name, kind in kinds.items() if kind == "histogram"}
    told = tuple(rules())
    assert len({rule["alert"] for rule in told}) == len(told) > 10
    for rule in told:
        names = re.findall(r"(?:bonfire|process)_\w+", rule["expr"])
        assert names, rule
        assert set(names) <= kinds.keys() | histograms, rule
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
        for text in (rule["expr"], rule["summary"]):  # else YAML would read it otherwise
            assert text[0] + text[-1] == '""' or not re.search(r": |#|^[^\w]", text), rule
