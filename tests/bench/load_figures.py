"""The load that a bench puts on the bot, and the figures that it measured."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import NamedTuple

from bot.cli.bench.figures import Report


class Scale(NamedTuple):
    """The load: games that are played for so many seconds, among others.

    Discord is as far away and limits rates as it does, unless it is `instant`. At further tables,
    `bots`, the bot plays every seat, one turn after the other; `films` are made meanwhile.
    """

    games: int
    finished: int
    waiting: int
    seconds: int
    instant: bool = False
    bots: int = 0
    films: bool = False


@dataclass(slots=True)
class Measured:
    """The figures over all games, in seconds, and in megabytes of the bot's memory.

    `acks` are from each press to its first answer, `posts` from those that end turns to the post;
    an ordinary turn takes three or four presses. `unanswered` counts presses that were not
    answered in time, `repeated` turns that were begun anew, as something on the way failed or
    their post did not come. `start` is from the start of the process to its first answer, `late`
    how late its event loop was at worst. Second by second, `waiting` posts were in its outbox and
    `megabytes` in its memory, `most_megabytes` at most. `rate_limited` requests were refused for a
    rate limit, and `most_invalid` counted towards a ban at one time. The bot itself has played
    `bot_turns`, and `films` were made meanwhile. The host gave a share of the
    processors' time, `stolen`, to other machines; where that is much, the other figures tell of
    the host.
    """

    acks: list[float] = field(default_factory=list)
    posts: list[float] = field(default_factory=list)
    unanswered: int = 0
    repeated: int = 0
    start: float = 0.0
    late: float = 0.0
    waiting: list[int] = field(default_factory=list)
    megabytes: list[float] = field(default_factory=list)
    most_megabytes: float = 0.0
    rate_limited: int = 0
    most_invalid: int = 0
    bot_turns: int = 0
    films: int = 0
    stolen: float = 0.0


def report_of(scale: Scale, measured: Measured) -> Report:
    """The figures as they are printed."""
    acks, posts, megabytes = measured.acks, measured.posts, measured.megabytes
    half = len(megabytes) // 2
    report = Report()
    report.tell(f"{scale.games} games played for {scale.seconds} seconds", **scale._asdict())
    report.line(
        "more games that wait, games that are over",
        "",
        waiting=scale.waiting,
        finished=scale.finished,
    )
    report.line(
        "tables of the bot alone, turns played there",
        "",
        bots=scale.bots,
        bot_turns=measured.bot_turns,
    )
    if scale.films:
        report.line("films that were made meanwhile", "", films_made=measured.films)
    report.line("moves (presses), turns that they ended", "", moves=len(acks), turns=len(posts))
    report.line(
        "not answered in time, turns begun anew",
        "",
        unanswered=measured.unanswered,
        repeated=measured.repeated,
    )
    report.line(
        "press to first answer (median, 99.9 of 100)",
        "ms",
        ack_p50_ms=_percentile(acks, 0.5),
        ack_p999_ms=_percentile(acks, 0.999),
    )
    report.line(
        "end of turn to public post (median, 99 of 100)",
        "ms",
        post_p50_ms=_percentile(posts, 0.5),
        post_p99_ms=_percentile(posts, 0.99),
    )
    report.line(
        "posts in the outbox (at most, in the end)",
        "",
        queue_most=max(measured.waiting, default=0),
        queue_end=measured.waiting[-1] if measured.waiting else 0,
    )
    report.line("event loop late at worst", "ms", loop_max_ms=measured.late)
    report.line(
        "memory at most (in all, first half, second half)",
        "MB",
        memory_mb=measured.most_megabytes,
        memory_first_half_mb=max(megabytes[: half + 1]),
        memory_second_half_mb=max(megabytes[half:]),
    )
    report.line(
        "refused for a rate limit, counted towards a ban",
        "",
        rate_limited=measured.rate_limited,
        most_invalid=measured.most_invalid,
    )
    report.line("start of the process to its first answer", "s", start_seconds=measured.start)
    report.line("processor time that the machine's host took", "%", stolen_percent=measured.stolen)
    return report


def _percentile(seconds: Sequence[float], share: float) -> float:
    """The seconds within which this share of them lies; 0 where nothing was measured."""
    return sorted(seconds)[ceil(share * len(seconds)) - 1] if seconds else 0.0
