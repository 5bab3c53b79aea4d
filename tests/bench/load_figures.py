"""The load that a bench puts on the bot, and the figures that it measured."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Final, NamedTuple

from bot.runtime.shell.output import Report
from tests.bench.bot_process import Health

STALLS: Final = 10
"""The report names this many stalls, the longest ones."""


class Scale(NamedTuple):
    """The load: games that are played for so many seconds, among others.

    Discord is as far away and limits rates as it does, unless it is `instant`. At further tables,
    `bots`, the bot plays every seat, one turn after the other; `films` are made meanwhile. People
    press ten times a second in all, or to `saturate` the machine as fast as they are answered. The
    clock starts after so many presses that `warm` the bot.
    """

    games: int
    finished: int
    waiting: int
    seconds: int
    instant: bool = False
    bots: int = 0
    films: bool = False
    saturate: bool = False
    warm: int = 0


class Work(NamedTuple):
    """The seconds of processors that processes have used, by what they do.

    `players` are the people who press, with their Discord.
    """

    bot: float = 0.0
    painters: float = 0.0
    advisers: float = 0.0
    thinkers: float = 0.0
    players: float = 0.0

    def since(self, before: "Work") -> "Work":
        """Return what was used since an earlier moment."""
        return Work(*(now - then for now, then in zip(self, before, strict=True)))


@dataclass(slots=True)
class Measured:
    """The figures over all games, in seconds, and in megabytes of the bot's memory.

    `acks` are from each press to its first answer, `posts` from those that end turns to the post;
    an ordinary turn takes three or four presses. `pages` are from each press to the last words of
    its page, by what was pressed, and `shown` to its picture, where one came; both end with the
    next press of the same person. `unanswered` counts presses that were not
    answered in time, `repeated` turns that were begun anew, as something on the way failed or
    their post did not come. `start` is from the start of the process to its first answer, `health`
    what its health line says. Second by second, `waiting` posts were in its outbox and
    `megabytes` in its memory, `most_megabytes` at most. `rate_limited` requests were refused for a
    rate limit, and `most_invalid` counted towards a ban at one time. The bot itself has played
    `bot_turns`, and `films` were made meanwhile. `kinds` are the seconds of first answers by what
    was pressed, `pictures` and `picture_bytes` those that came to Discord, `fresh` ones for the
    first time, of those that were `drawn`, and `work` tells who used the processors, of whose time
    a share was `busy`. The machine plays `speed` random games of two in a second. The host gave a
    share of the processors' time, `stolen`, to other machines; if that is much, the other
    figures say more about the host than about the bot.
    """

    acks: list[float] = field(default_factory=list)
    posts: list[float] = field(default_factory=list)
    unanswered: int = 0
    repeated: int = 0
    start: float = 0.0
    health: Health = field(default_factory=lambda: Health(0.0, (), 0.0, 0))
    waiting: list[int] = field(default_factory=list)
    megabytes: list[float] = field(default_factory=list)
    most_megabytes: float = 0.0
    rate_limited: int = 0
    most_invalid: int = 0
    bot_turns: int = 0
    films: int = 0
    pages: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    shown: list[float] = field(default_factory=list)
    kinds: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    pictures: int = 0
    picture_bytes: int = 0
    fresh: int = 0
    drawn: int = 0
    speed: float = 0.0
    work: Work = field(default_factory=Work)
    busy: float = 0.0
    stolen: float = 0.0

    def begin(self) -> None:
        """Forget the presses and the pictures so far: they belong to the start."""
        for seconds in (self.acks, self.posts, self.kinds, self.pages, self.shown):
            seconds.clear()
        self.pictures = self.picture_bytes = self.fresh = 0


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
    pages = [seconds for kind in measured.pages.values() for seconds in kind]
    for name, label, seconds, share in (
        ("ack", "press to first answer", acks, "999"),
        ("page", "press to its whole page", pages, "99"),
        ("picture", "press to the picture of its page", measured.shown, "99"),
        ("post", "end of turn to public post", posts, "99"),
    ):
        most = float(f"0.{share}")
        times = {"p50": _percentile(seconds, 0.5), f"p{share}": _percentile(seconds, most)}
        report.line(
            f"{label} (median, {100 * most:g} of 100)",
            "ms",
            **{f"{name}_{part}_ms": value for part, value in times.items()},
        )
    report.line(
        "posts in the outbox (at most, in the end)",
        "",
        queue_most=max(measured.waiting, default=0),
        queue_end=measured.waiting[-1] if measured.waiting else 0,
    )
    report.line("event loop late at worst", "ms", loop_max_ms=measured.health.late)
    report.tell(
        "longest stalls: " + (", ".join(measured.health.stalls[:STALLS]) or "none"),
        stalls=measured.health.stalls[:STALLS],
    )
    report.line("longest search for garbage", "ms", search_max_ms=measured.health.searched)
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
    _tell_cost(report, measured)
    report.line("random games of two that the machine plays in a second", "", speed=measured.speed)
    report.line("start of the process to its first answer", "s", start_seconds=measured.start)
    report.line("processor time that the machine's host took", "%", stolen_percent=measured.stolen)
    return report


def _tell_cost(report: Report, measured: Measured) -> None:
    """Tell what a press and a turn cost, who used the processors, and what people waited for."""
    presses, turns = max(1, len(measured.acks)), max(1, len(measured.posts))
    work, kibibytes = measured.work, measured.picture_bytes / 1024
    report.line(
        "processors a press (bot, painters, advisers, bots)",
        "ms",
        bot_cpu_ms=work.bot / presses,
        painters_cpu_ms=work.painters / presses,
        advisers_cpu_ms=work.advisers / presses,
        thinkers_cpu_ms=work.thinkers / presses,
        players_cpu_ms=work.players / presses,
    )
    report.line("all processors busy", "%", busy_percent=measured.busy)
    report.line(
        "pictures that were drawn, of them for nothing",
        "",
        drawn=measured.drawn,
        drawn_for_nothing=measured.drawn - measured.fresh,
    )
    report.tell(
        f"a press: {measured.pictures / presses:.2f} pictures, {kibibytes / presses:.0f} KiB; "
        f"a turn: {measured.pictures / turns:.2f} pictures, {kibibytes / turns:.0f} KiB",
        pictures_per_press=round(measured.pictures / presses, 2),
        kib_per_press=round(kibibytes / presses),
        pictures_per_turn=round(measured.pictures / turns, 2),
        kib_per_turn=round(kibibytes / turns),
    )
    waited = sum(measured.acks) or 1.0
    kinds = sorted(measured.kinds.items(), key=lambda kind: -sum(kind[1]))
    for name, seconds in kinds:
        report.tell(
            f"  {name}: {len(seconds)} presses, median {_percentile(seconds, 0.5) * 1e3:.0f} ms, "
            f"whole page {_percentile(measured.pages[name], 0.5) * 1e3:.0f} ms, "
            f"{sum(seconds) / waited:.0%} of all waiting"
        )
    report.tell(
        "(presses by kind: medians of first answer and whole page, share of all waiting)",
        kinds={
            name: {
                "presses": len(seconds),
                "p50_ms": round(_percentile(seconds, 0.5) * 1e3, 1),
                "page_p50_ms": round(_percentile(measured.pages[name], 0.5) * 1e3, 1),
                "share": round(sum(seconds) / waited, 3),
            }
            for name, seconds in kinds
        },
    )


def _percentile(seconds: Sequence[float], share: float) -> float:
    """The seconds within which this share of them lies; 0 where nothing was measured."""
    return sorted(seconds)[ceil(share * len(seconds)) - 1] if seconds else 0.0
