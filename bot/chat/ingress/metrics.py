"""Figures about the bot for Prometheus: how much and how fast, nothing about anybody."""

import asyncio
import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from prometheus_client import CollectorRegistry, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from bot.chat.client import BonfireClient
from bot.model.telemetry import ENVIRONMENT, TALLIED, TALLY
from bot.runtime.backups import BACKUPS_FOLDER, copies_of
from bot.runtime.health import LoopWatch
from bot.runtime.settings import Settings
from bot.runtime.version import version
from bot.store.store import Transaction

_LOGGER = logging.getLogger(__name__)

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
_SECONDS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0, 10.0, 30.0)
"""Bounds within which times are counted; after three seconds Discord no longer waits."""
_PATIENCE: Final = 2.0
"""Seconds that the database has to answer, until its figures are left out."""


_Reasons = tuple[str, ...]


class _Stored(NamedTuple):
    """Figures of the database: its oldest waiting post, its newest backup (0: none), its bytes."""

    oldest_post: float | None
    backup: float
    bytes: int


class Metrics(Collector):
    """The figures of this process; the counts of its services are read off on each request."""

    def __init__(
        self, client: BonfireClient, settings: Settings, refused: Mapping[str, int], loop: LoopWatch
    ) -> None:
        """Tell about a client with its services, and how many requests were `refused` and why."""
        self._registry = CollectorRegistry()
        self._client = client
        self._settings = settings
        self._refused = refused
        self._loop = loop
        self._version = {name: str(value) for name, value in version()._asdict().items()}
        self._stored: _Stored | None = None
        traffic = client.services.traffic
        traffic.on_first_answer = self._histogram(
            "bonfire_first_answer_seconds", "From a press to the bot's first answer to it"
        ).observe
        traffic.on_last_answer = self._histogram(
            "bonfire_press_seconds", "From a press to all that it leads to"
        ).observe
        client.services.store.on_write = self._histogram(
            "bonfire_transaction_seconds", "From a change of the database to its commit"
        ).observe
        self._registry.register(self)
        ProcessCollector(registry=self._registry)

    async def text(self) -> bytes:
        """All figures as Prometheus reads them; those of a database that fails are left out."""
        try:
            async with asyncio.timeout(_PATIENCE):
                self._stored = await self._client.services.store.read(self._look)
        except Exception as error:  # noqa: BLE001 - whatever keeps the database from answering
            ENVIRONMENT.explains(error)
            _LOGGER.warning("reading figures of the database failed: %r", error)
            self._stored = None
        return generate_latest(self._registry)

    async def _look(self, tx: Transaction) -> _Stored:
        if self._settings.server is not None:
            size, backup = await tx.meta.size_on_server(), await tx.meta.backup() or 0.0
        else:
            file = self._settings.database.resolve()
            size = sum(map(_bytes_of, (file, file.with_name(f"{file.name}-wal"))))
            copies = copies_of(file, self._settings.data / BACKUPS_FOLDER)
            backup = max((copy.stat().st_mtime for copy in copies), default=0.0)
        return _Stored(await tx.posts.oldest_waiting(), backup, size)

    def _histogram(self, name: str, meaning: str) -> Histogram:
        return Histogram(name, meaning, buckets=_SECONDS, registry=self._registry)

    def describe(self) -> Iterator[Metric]:
        """Nothing beforehand: the figures name themselves."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        """All of it."""
        services = self._client.services
        traffic, outbox, pictures = services.traffic, services.outbox, services.pictures
        counted = (
            ("bonfire_presses", "Presses and commands that were answered", traffic.all),
            ("bonfire_presses_late", "Those that came too late to be answered", traffic.late),
            ("bonfire_presses_rivaled", "Those that another process had answered", traffic.rivaled),
            ("bonfire_posts", "Posts that Discord has taken", outbox.sent),
            ("bonfire_pictures", "Pictures that were drawn", pictures.drawn),
        )
        at_hand = (
            ("bonfire_presses_at_work", "Presses that are being answered", traffic.count),
            ("bonfire_posts_waiting", "Posts that wait to be sent", outbox.queue_size),
            ("bonfire_pictures_waiting", "Pictures that wait to be drawn", pictures.queue_size),
            ("bonfire_games_in_memory", "Games in memory", services.games.cached),
            ("bonfire_leads", "Whether this worker does what one does alone", self._client.leads),
            (
                "bonfire_environment_fails",
                "Whether the disk, the database or memory has failed within a minute",
                ENVIRONMENT.fails,
            ),
            ("bonfire_jobs_failing", "Jobs that fail now", len(self._client.jobs.failing)),
            ("bonfire_servers", "Servers that the gateway has told of", len(self._client.guilds)),
            (
                "bonfire_loop_late_seconds",
                "By how much the event loop was late at worst since this was read last",
                self._loop.take(),
            ),
            *self._of_the_database(),
        )
        for name, meaning, count in counted:
            yield CounterMetricFamily(name, meaning, value=count)
        for what in TALLIED.values():
            counts = {tuple(why): times for (kind, *why), times in TALLY.items() if kind is what}
            yield _by_reasons(f"bonfire_{what.name}", what.meaning, what.labels, counts)
        refused, restarts = self._refused, self._client.jobs.restarts
        for name, meaning, label, times in (
            ("bonfire_requests_refused", "Requests that were refused", "reason", refused),
            ("bonfire_job_restarts", "How often a job has begun again", "job", restarts),
        ):
            single: Mapping[_Reasons, float] = {(why,): often for why, often in times.items()}
            yield _by_reasons(name, meaning, (label,), single)
        for name, meaning, now in at_hand:
            yield GaugeMetricFamily(name, meaning, value=now)
        complaints = GaugeMetricFamily(
            "bonfire_doctor_complains",
            "Whether a check of `bonfire doctor` fails",
            labels=["check"],
        )
        for check, complains in services.complaints.items():
            complaints.add_metric([check], complains)
        yield complaints
        yield InfoMetricFamily("bonfire", "Which Bonfire this is", value=self._version)

    def _of_the_database(self) -> Iterator[tuple[str, str, float]]:
        if self._stored is not None:
            oldest = self._stored.oldest_post
            age = 0.0 if oldest is None else max(0.0, time.time() - oldest)
            meaning = "For how long the oldest waiting post has waited; 0 without any"
            yield "bonfire_oldest_post_waiting_seconds", meaning, age
            yield "bonfire_database_bytes", "Size of the database", self._stored.bytes
            meaning = "When the newest backup was made; 0 without any"
            yield "bonfire_last_backup_timestamp_seconds", meaning, self._stored.backup


def _by_reasons(
    name: str, meaning: str, labels: Sequence[str], counts: Mapping[_Reasons, float]
) -> CounterMetricFamily:
    if not labels:
        return CounterMetricFamily(name, meaning, value=sum(counts.values()))
    family = CounterMetricFamily(name, meaning, labels=labels)
    for reasons, times in sorted(counts.items()):
        family.add_metric(reasons, times)
    return family


def _bytes_of(file: Path) -> int:
    """The bytes of a file, 0 where there is none."""
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0
