"""Figures about the bot for Prometheus: how much and how fast, nothing about anybody."""

from collections.abc import Iterator
from typing import Final, Self

from prometheus_client import CollectorRegistry, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from bot.chat.client import BonfireClient
from bot.runtime.health import LoopWatch

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
SECONDS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0, 10.0, 30.0)
"""Bounds within which times are counted; after three seconds Discord no longer waits."""


class Metrics:
    """The figures of this process; use it as a context manager while it works."""

    def __init__(self, client: BonfireClient) -> None:
        """Tell about a client with its services."""
        self._registry = CollectorRegistry()
        self._watch = LoopWatch()
        traffic = client.services.traffic
        traffic.on_first_answer = self._histogram(
            "bonfire_first_answer_seconds", "From a press to the bot's first answer to it"
        ).observe
        traffic.on_last_answer = self._histogram(
            "bonfire_press_seconds", "From a press to all that it leads to"
        ).observe
        self._registry.register(_Counts(client, self._watch))
        ProcessCollector(registry=self._registry)

    async def __aenter__(self) -> Self:
        await self._watch.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._watch.__aexit__()

    def text(self) -> bytes:
        """All figures as Prometheus reads them."""
        return generate_latest(self._registry)

    def _histogram(self, name: str, meaning: str) -> Histogram:
        return Histogram(name, meaning, buckets=SECONDS, registry=self._registry)


class _Counts(Collector):
    """What the services have counted, read off when it is asked for."""

    def __init__(self, client: BonfireClient, watch: LoopWatch) -> None:
        self._client = client
        self._watch = watch

    def collect(self) -> Iterator[Metric]:
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
            ("bonfire_servers", "Servers that the gateway has told of", len(self._client.guilds)),
            (
                "bonfire_loop_late_seconds",
                "By how much the event loop was late at worst since this was read last",
                self._watch.take(),
            ),
        )
        for name, meaning, count in counted:
            yield CounterMetricFamily(name, meaning, value=count)
        for name, meaning, now in at_hand:
            yield GaugeMetricFamily(name, meaning, value=now)
