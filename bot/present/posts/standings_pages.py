"""Pages of leaderboards in words: games of several people, and challenges against Tom."""

from collections.abc import Iterable

from bot.model.buttons import ShowStandings
from bot.model.messages import LABEL_LIMIT, Button, Prompt
from bot.model.results import Board, BoardPage, SoloStanding, Standing
from bot.present.posts.results_pages import listed_name, signed
from bot.words import Catalog, Phrase, phrase
from bot.words.text import clip, page_heading


def standings_page(shown: BoardPage, words: Catalog) -> Prompt:
    """A page of a leaderboard, with buttons to the pages beside it and to the other board."""
    board, page = shown.board, shown.page
    lines = [_standing_line(line, words) for line in shown.lines]
    heading = page_heading(words.say(f"standings.heading.{board}"), page, shown.pages, words)
    buttons = [
        _button(words.say(f"standings.{way}"), board, to)
        for way, to in (("before", page - 1), ("behind", page + 1))
        if 0 <= to < shown.pages
    ]
    buttons.append(_button(words.say(f"standings.show.{board.other}"), board.other, 0))
    text = "\n".join((heading, *(lines or (words.say(f"standings.none.{board}"),))))
    return Prompt(text, (tuple(buttons),))


def _button(label: str, board: Board, page: int) -> Button:
    return Button(clip(label, LABEL_LIMIT), ShowStandings(board, page))


def _standing_line(line: Standing | SoloStanding, words: Catalog) -> str:
    return _standing(line, words) if isinstance(line, Standing) else _solo_standing(line, words)


def _standing(line: Standing, words: Catalog) -> str:
    parts = [phrase("standings.games", wins=line.wins, n=line.games)]
    if line.means:
        means = (words.say(f"standings.with.{players}", mean=mean) for players, mean in line.means)
        parts.append(phrase("standings.means", means=", ".join(means)))
    if line.best is not None:
        parts.append(phrase("standings.best", best=line.best))
    return _line(line.place, line.name, parts, words)


def _solo_standing(line: SoloStanding, words: Catalog) -> str:
    parts = []
    if line.rung is not None:
        parts.append(phrase("standings.rung", rung=signed(line.rung)))
    if line.challenges:
        parts.append(phrase("standings.challenges", wins=line.challenge_wins, n=line.challenges))
    if line.games:
        key = "others" if line.challenges else "games"
        parts.append(phrase(f"standings.{key}", wins=line.wins, n=line.games))
    if line.mean is not None:
        parts.append(phrase("standings.mean", mean=line.mean))
    if line.best is not None:
        parts.append(phrase("standings.best", best=line.best))
    return _line(line.place, line.name, parts, words)


def _line(place: int, name: str, parts: Iterable[Phrase], words: Catalog) -> str:
    details = "; ".join(map(words.spell, parts))
    return words.say("standings.line", place=place, who=listed_name(name), parts=details)
