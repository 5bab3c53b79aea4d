"""The content of the sentences of moments between people, which no game in memory reaches.

A vote, a lost channel or a rematch needs Discord and people. Their sentences are said with what
stands in them then: names, moments, permissions; a slot has one example, a key its own where the
same name means something else in it.
"""

from collections.abc import Mapping
from datetime import date
from typing import Final

from bot.words import Catalog, Counted, phrase, pieces
from bot.words.text import signed
from engine import bag, ids
from engine.agents.levels import Level
from engine.data import box
from engine.data.standard import STANDARD_BOX

SECOND: Final = "1767225600"
DAY: Final = date(2026, 11, 23)
MOMENT: Final = phrase("notice.moment", at=SECOND)
PERMISSIONS: Final = (
    phrase("shell.permission.view_channel"),
    phrase("shell.permission.send_messages"),
)
TILES: Final = bag.ActionTiles.of(ids.ActionType.PATH, ids.ActionType.PATH, ids.ActionType.GUARDIAN)
GOODS: Final = bag.Resources.of(ids.Resource.HERB, ids.Resource.HERB, ids.Resource.GOLD)
TASK: Final = STANDARD_BOX.tasks[-1]
SEATS: Final = (
    phrase("results.seat.played", who="Ada", points="61"),
    phrase("results.seat.played", who="Bo", points="56"),
)

LEVELS: Final = {Level.HARD: 74, Level.MEDIUM: 52}

OF_SLOTS: Final[Mapping[str, object]] = {
    "actions": "path 1; pay 1 path; end",
    "asker": "Bo",
    "at": SECOND,
    "before": "Ada",
    "best": 61,
    "bots": (phrase("seat.player", name="Bot 1", level=Level.HARD),),
    "card": ids.TomCard.TASK_II,
    "cell": "c3",
    "cells": "c3-e3",
    "channel": "<#1>",
    "colours": phrase("colours_choice.contrast"),
    "command": "`/bonfire help`",
    "condition": phrase("condition.own.portals", n=3),
    "cost": (Counted(ids.Resource.HERB, 2), Counted(ids.Resource.GOLD, 1)),
    "digest": "8b5930eb",
    "day": phrase("results.day", at=SECOND),
    "end": ids.End.TOP,
    "exchange": phrase("lines.gains", gains=(Counted(ids.Resource.GOLD, 1),)),
    "forum": "<#2>",
    "gains": (Counted(ids.ActionType.PATH, 2), Counted(ids.Resource.GOLD, 1)),
    "gnome": STANDARD_BOX.specialists[0],
    "goods": GOODS,
    "guardian": ids.Guardian.NATURAL,
    "guests": ("Bo", "Cy"),
    "handicap": "+5",
    "have": 1,
    "here": "<#1>",
    "host": "Ada",
    "id": "4f1c",
    "island": ids.Resource.HERB,
    "kind": ids.ActionType.GUARDIAN,
    "language": "en",
    "last": SECOND,
    "lead": "+3",
    "least": 1,
    "letter": "B",
    "level": Level.HARD,
    "levels": tuple(
        phrase("weekly.level", level=level, lead=signed(n - 70), points=n, tom=70)
        for level, n in LEVELS.items()
    ),
    "left": 4,
    "line": "Ada 61 · Bo 56",
    "link": "https://discord.com/channels/1/2/3",
    "marks": phrase("log.by_bot"),
    "mean": 58,
    "meaning": phrase("option_means.strict_payment"),
    "means": (phrase("standings.with.2", mean=58), phrase("standings.with.3", mean=52)),
    "memory": 96,
    "mention": "<@1>",
    "mentions": phrase("page.mentions", n=2),
    "mine": 2,
    "most": 100,
    "moves": phrase("agree.moves", n=5),
    "n": 2,
    "name": "Ada",
    "names": ("Bo", "Cy"),
    "need": 2,
    "notice": phrase("notice_choice.message"),
    "now": "18:30",
    "number": 2,
    "numbers": "en",
    "offering": ids.Resource.FRUIT,
    "option": phrase("table_option.strict_payment"),
    "pace": phrase("pace.daily"),
    "page": 2,
    "pages": phrase("shell.no_pages"),
    "part": "path 2",
    "parts": (phrase("standings.games", wins=2, n=3), phrase("standings.best", best=61)),
    "passes": 4,
    "percent": 71,
    "permissions": PERMISSIONS,
    "posts": phrase("posts_choice.board"),
    "pictures": phrase("pictures_choice.board"),
    "pieces": TILES,
    "place": phrase("place.path", position=3),
    "players": "Ada, Bo, Cy",
    "points": pieces.points_phrase(3),
    "portal": ids.PortalKind.SUN,
    "portals": (ids.PortalKind.SUN, ids.PortalKind.MOON),
    "position": 3,
    "prices": tuple(
        phrase("alt.price", place=code, number=n) for code, n in (("A1", 1), ("B2", 2))
    ),
    "privacy": "https://example.org/privacy",
    "reason": phrase("refusal.path_full"),
    "resource": ids.Resource.HERB,
    "resources": GOODS,
    "room": "#table",
    "rung": "+5",
    "salt": "5a17",
    "seat": SEATS[0],
    "seats": SEATS,
    "seed": "7f3a",
    "side": ids.Side.LEFT,
    "since": MOMENT,
    "size": phrase("size_choice.large"),
    "slot": 3,
    "source": ids.PointSource.BONFIRES,
    "sources": (phrase("puzzle.more", source=ids.PointSource.BONFIRES, points=6),),
    "space": 4,
    "spaces": (2, 5),
    "start": "22:00",
    "stars": "★★☆",
    "step": phrase("choose.end"),
    "steps": phrase("choose.end"),
    "subject": phrase("subject.path"),
    "symbols": phrase("condition.own.portals", n=3),
    "task": TASK,
    "terms": "https://example.org/terms",
    "thread": "<#3>",
    "tile": box.PathTile(ids.Color.BLUE, ids.Resource.FRUIT),
    "tiles": TILES,
    "time": "18:30",
    "text": phrase("specialist.1.effect"),
    "title": phrase("specialist.1.title"),
    "told": "…",
    "tom": 70,
    "turn": 25,
    "turned": 12,
    "turns": phrase("agree.turns", n=2),
    "typed": "xyz",
    "until": MOMENT,
    "walks": phrase("alt.walk", guardian=ids.Guardian.PINK, place="3", number=2),
    "week": "2967",
    "way": phrase("vote.button.bot"),
    "why": phrase("lines.ready_now", task=TASK.id),
    "who": "Ada",
    "whose": "Bo",
    "wins": 1,
    "zone": "Europe/Berlin",
}
OF_KEYS: Final[Mapping[str, Mapping[str, object]]] = {
    "coach.idea.countdown": {"n": 7},
    "coach.setting": {"how": phrase("coach_choice.new")},
    "look.servers": {"value": phrase("size_choice.phone")},
    "look.words_first": {"how": phrase("coach_choice.on")},
    "coach.tip": {"text": phrase("coach.idea.fate_tile")},
    "lesson.choice": {"what": phrase("choose.sail", island="E3")},
    "lesson.heading": {"step": 2, "steps": 8},
    "lesson.left": {"step": 2},
    "lesson.aside_gains": {"gains": (pieces.points_phrase(2),)},
    "lesson.ended_post": {"name": "Ada"},
    "lesson.thread": {"name": "Ada"},
    "exercise.list": {"n": 5, "most": 18},
    "exercise.line": {"name": phrase("exercise.name.home"), "stars": "★★☆"},
    "exercise.heading": {"count": 6, "name": phrase("exercise.name.home")},
    "tournament.left": {"who": "Ada", "table": "2"},
    "tournament.ready": {"seats": 4},
    "tournament.bots": {"level": Level.MEDIUM},
    "tournament.thread": {"table": "2"},
    "tournament.table": {"table": "2"},
    "tournament.seat": {"seat": "2"},
    "tournament.line": {"who": "Ada", "table": "2", "points": 61, "most": 4},
    "tournament.line_alone": {"who": "Ada", "table": "2", "points": 61},
    "tournament.given_up": {"table": "2"},
    "weekly.until": {"last": SECOND, "end": SECOND},
    "weekly.too_late": {"end": SECOND},
    "weekly.running": {"end": SECOND},
    "weekly.line": {"place": 2, "who": "Ada", "lead": signed(-9), "points": 61, "tom": 70},
    "weekly.line_helped": {"place": 2, "who": "Ada", "lead": "+3", "points": 73, "tom": 70},
    "weekly.played": {"points": 61, "tom": 70},
    "weekly.level": {"level": Level.HARD, "points": 61, "tom": 70},
    "puzzle.heading": {"day": DAY},
    "puzzle.shared_first": {"day": DAY},
    "puzzle.shared": {"day": DAY},
    "puzzle.share": {"line": phrase("puzzle.shared", day=DAY, n=2, stars="★★☆")},
    "puzzle.more": {"points": 6},
    "puzzle.less": {"points": 1},
    "mygames.here": {"channel": "1"},
    "vote.taken": {"who": "Bo"},
    "page.added": {"who": "Bo"},
    "me.quiet": {"end": "07:00"},
    "server.opens": {"who": phrase("allowed.managers")},
    "server.aborts": {"who": phrase("allowed.own")},
    "place.lost": {"reason": phrase("place.reason.forbidden")},
    "place.lost_line": {"reason": phrase("place.reason.forbidden")},
    "place.offer": {"reason": phrase("place.reason.locked")},
    "standings.line": {"place": 1},
    "review.button.turn": {"cost": "4"},
    "review.seat": {"first": "55", "final": "61", "luck": "+1"},
    "review.expected": {"first": "55", "final": "61"},
    "review.sum.luck": {"points": "+1"},
    "review.sum.own": {"points": "+7"},
    "review.sum.others": {"points": "−2"},  # noqa: RUF001 - typography
    "review.sources.alone": {"source": "Bonfires", "points": "19", "levels": "17 / 20 / 24 / 28"},
    "review.sources.beside": {
        "source": "Bonfires",
        "points": "19",
        "mean": "22",
        "levels": "17 / 20 / 24 / 28",
    },
    "premove.unfit.price_now": {"before": TILES, "now": TILES},
    "premove.unfit.gain_now": {"before": TILES, "now": GOODS},
    "alt.curve": {"seats": phrase("alt.curve_seat", name="Ada", points="55")},
    "alt.curve_seat": {"points": phrase("alt.curve_point", n=55, turn=20)},
    "seat.player": {"name": "Bot 1"},
    "turn.begins_bots": {"names": ("Bot 1", "Bot 2"), "starter": "Ada"},
    "bots.dismiss": {"who": phrase("seat.player", name="Bot 1", level=Level.HARD)},
    "results.seat.played": {"points": 61},
    "results.seat.practised": {"points": 61},
}
"""The slots of a name that hold something else in some keys."""


class NoExampleError(KeyError):
    """A sentence that nobody says in a game has a slot without an example."""


def say_by_example(key: str, slots: frozenset[str], words: Catalog) -> None:
    """Say a sentence with what stands in it; raises NoExampleError where that is not known."""
    known = {**OF_SLOTS, **OF_KEYS.get(key, {})}
    if lacking := slots - known.keys():
        raise NoExampleError(f"{key} needs an example of {', '.join(sorted(lacking))}")
    words.translate(key, {slot: known[slot] for slot in slots})
