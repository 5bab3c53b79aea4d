"""The content of an outbox row: a post as JSON text, its pictures only named.

The pictures are drawn when the post is sent, from the newest state of the game.

>>> board = PictureRef(PictureKind.BOARD, seat=None)
>>> post = StoredPost(3, 41, "Ada built a path.", (), (board,), ping=(), since=40)
>>> StoredPost.load(post.dump()) == post
True
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Self

from bot.model.button_forms import Family
from bot.model.custom_ids import read_button, write_button
from bot.model.messages import Button, LinkButton, Style, paragraphs
from bot.model.people import renamed, spelled
from bot.model.pictures import PictureKind
from engine.ids import Seat, SeatColor


@dataclass(frozen=True, slots=True)
class PictureRef:
    """A picture to be drawn of the newest state; `seat` is the city's, None for the board."""

    kind: PictureKind
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class StoredPost:
    """A stored post: `game` and `revision` go into its buttons, `ping` are Discord users.

    The revision is that of the position which the post shows.

    `since` is the first answer that the post tells: its pictures mark what has changed since.
    `direct` are users who get a direct message with a link once the post is out. The `foot` stands
    below the pictures, and the `note` under it: what has come of the post. It appears in the colour
    `accent`, that of a seat.
    """

    game: int
    revision: int
    text: str
    rows: tuple[tuple[Button, ...], ...]
    pictures: tuple[PictureRef, ...]
    ping: tuple[int, ...]
    since: int
    direct: tuple[int, ...] = ()
    note: str = ""
    foot: str = ""
    accent: SeatColor | None = None
    links: tuple[LinkButton, ...] = ()

    @property
    def below(self) -> str:
        """The text of the post below its pictures."""
        return paragraphs(self.foot, self.note)

    @property
    def told(self) -> str:
        """All that the post says."""
        return paragraphs(self.text, self.below)

    @property
    def shown(self) -> Self:
        """The post as people read it; a stored one has the names of people in slots."""
        return self._reworded(spelled)

    def without(self, person: int, name: str) -> Self:
        """Return the post with a forgotten person called `name` from now on."""
        post = self._reworded(lambda text: renamed(text, person, name))
        ping, direct = (
            tuple(one for one in people if one != person) for people in (self.ping, self.direct)
        )
        return replace(post, ping=ping, direct=direct)

    def _reworded(self, change: Callable[[str], str]) -> Self:
        rows = tuple(
            tuple(replace(button, label=change(button.label)) for button in row)
            for row in self.rows
        )
        text, note, foot = map(change, (self.text, self.note, self.foot))
        return replace(self, text=text, rows=rows, note=note, foot=foot)

    def dump(self) -> str:
        """The post as JSON text, without what has its default: a later field stays out of it."""
        return json.dumps(self, default=_plain, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def load(cls, text: str) -> Self:
        """Read what `dump` wrote."""
        document = json.loads(text)
        document["rows"] = tuple(
            tuple(
                Button(label, read_button(Family.GAME, text), Style(style), disabled, *symbol)
                for label, text, style, disabled, *symbol in row
            )
            for row in document["rows"]
        )
        document["pictures"] = tuple(
            PictureRef(PictureKind(kind), seat) for kind, seat in document["pictures"]
        )
        document["links"] = tuple(LinkButton(*link) for link in document.get("links", ()))
        for users in ("ping", "direct"):
            document[users] = tuple(document.get(users, ()))
        if accent := document.get("accent"):
            document["accent"] = SeatColor(accent)
        return cls(**document)


def _plain(value: object) -> object:
    match value:
        case Button(label, asked, style, disabled, symbol):
            named = [symbol] if symbol else []
            return [label, write_button(asked), style, disabled, *named]
        case LinkButton(label, url):
            return [label, url]
        case PictureRef(kind, seat):
            return [kind, seat]
        case _:
            assert isinstance(value, StoredPost)
            held = ((field, getattr(value, field.name)) for field in fields(value))
            return {field.name: one for field, one in held if one != field.default}
