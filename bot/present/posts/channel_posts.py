"""Posts about the place where a game is played: links to it, and what is done when it is lost."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import Final

from bot.model import button_choices, buttons, messages, rows
from bot.model.channel_loss import ChannelLoss, loss_of
from bot.model.links import jump_link
from bot.model.people import Person, visible
from bot.present.posts.turn_posts import story_of
from bot.words import Catalog
from bot.words.text import clip
from engine import Game

MOST_LINKS: Final = 25
"""Discord takes five rows of five buttons."""

Links = tuple[messages.LinkButton, ...]


def missed_text(
    game: Game, first: int, last: int, people: tuple[Person, ...], words: Catalog
) -> str:
    """The answers from number `first` up to `last`, told under a heading; empty without any."""
    events = tuple(event for move in game.moves[first:last] for event in move.events)
    if not events:
        return ""
    return f"{words.say('place.missed')}\n{story_of(events, game, people, words)}"


def with_headings(post: messages.Post, *heads: str) -> messages.Post:
    """A post with paragraphs before it; empty ones are left out."""
    room = messages.POST_LIMIT - len(messages.PARAGRAPH) - len(post.foot)
    return replace(post, text=clip(messages.paragraphs(*heads, post.text), room))


def calling_everybody(
    post: messages.Post, people: tuple[Person, ...], words: Catalog
) -> messages.Post:
    """The first post in a thread, which calls everybody: whom Discord calls there joins it."""
    others = tuple(seat for seat in range(len(people)) if seat not in post.ping)
    if all(people[seat].bot for seat in others):
        return post
    names = tuple(people[seat].mention for seat in others)
    foot = messages.paragraphs(post.foot, words.say("place.gathered", names=names))
    room = messages.POST_LIMIT - len(messages.PARAGRAPH) - len(post.text)
    return replace(post, foot=clip(foot, room), ping=(*post.ping, *others))


def place_lost(
    loss: ChannelLoss, games: int, words: Catalog, above: int | None = None, *, alone: bool = False
) -> messages.Post:
    """The direct message to a player whose games have lost their place.

    Of one game it says that the channel `above` has the button to go on. Who plays it `alone` may
    go on in the direct messages.
    """
    text = words.say("place.lost", n=games, reason=words.say(f"place.reason.{loss}"))
    if above is not None:
        text = f"{text} {words.say('place.lost_above', channel=f'<#{above}>')}"
    return messages.Post(text, (_go_on(words),) if alone else ())


def place_lost_here(names: tuple[str, ...], loss: ChannelLoss, words: Catalog) -> messages.Post:
    """Return the post in the channel above a lost thread, with the button to go on."""
    reason = words.say(f"place.reason.{loss}")
    return messages.Post(words.say("place.lost_here", names=names, reason=reason), (_go_on(words),))


def lobby_lost(words: Catalog) -> messages.Post:
    """The direct message to who had a seat at a table that goes with its channel."""
    reason = words.say(f"place.reason.{ChannelLoss.DELETED}")
    return messages.Post(words.say("place.lobby_lost", reason=reason))


def _go_on(words: Catalog) -> tuple[messages.Button, ...]:
    return (messages.Button(words.say("place.go_on"), buttons.GoOnHere(), messages.Style.GO),)


def place_left_post(guild: int | None, channel: int, words: Catalog) -> messages.Post:
    """Return the post at a game's old place; `guild` and `channel` are the new one."""
    text = words.say("place.there", channel=f"<#{channel}>")
    return messages.Post(text, links=(table_link(jump_link(guild, channel, None), words),))


def began_in_room(guild: int | None, thread: int, words: Catalog) -> messages.Prompt:
    """That a game begins in a thread or post of its own, for the channel above it."""
    text = words.say("place.began", thread=f"<#{thread}>")
    return messages.Prompt(text, links=(table_link(jump_link(guild, thread, None), words),))


def began_directly(channel: int, words: Catalog) -> messages.Prompt:
    """That a game begins in the direct messages, for the channel where it was asked for."""
    link = table_link(jump_link(None, channel, None), words)
    return messages.Prompt(words.say("place.began_direct"), links=(link,))


def full_prompt(places: Iterable[button_choices.Elsewhere], words: Catalog) -> messages.Prompt:
    """That the channel has no room for a game of one person, and the places that have."""
    row = tuple(
        messages.Button(
            words.say(f"place.button.{place}"), buttons.PlaySoloElsewhere(place), messages.Style.GO
        )
        for place in places
    )
    return messages.Prompt(words.say("place.full"), (row,))


def lost_line(line: str, code: int, words: Catalog) -> str:
    """A game of a list, with the reason why the bot cannot post there."""
    reason = words.say(f"place.reason.{loss_of(code)}")
    return words.say("place.lost_line", line=line, reason=reason)


def placed_label(names: tuple[str, ...], lost: int | None, words: Catalog) -> str:
    """A game as it is offered for a move: by its players, and why it needs one."""
    players = ", ".join(names)
    if lost is None:
        return clip(players, messages.CHOICE_LIMIT)
    reason = words.say(f"place.reason.{loss_of(lost)}")
    return clip(words.say("place.offer", players=players, reason=reason), messages.CHOICE_LIMIT)


def thread_name(players: Iterable[rows.PersonRow], words: Catalog) -> str:
    """Return the name of a game's thread, by the people who play."""
    people = ", ".join(visible(player) for player in players if player.level is None)
    return clip(words.say("place.thread_name", players=people), messages.CHOICE_LIMIT)


def table_link(url: str, words: Catalog) -> messages.LinkButton:
    """The button that leads to a table."""
    return messages.LinkButton(words.say("table_link.one"), url)


def linked(lines: Sequence[tuple[str, str | None]], words: Catalog) -> Iterator[tuple[str, Links]]:
    """The lines of a list, given with the addresses of their tables, with the buttons to these.

    Where there are several, numbers tell them apart. Lines for which there is no room have none.
    """
    several, numbers = sum(url is not None for _, url in lines) > 1, count(1)
    for line, url in lines:
        if url is None or (n := next(numbers)) > MOST_LINKS:
            yield line, ()
        elif several:
            button = messages.LinkButton(words.say("table_link.numbered", n=n), url)
            yield words.say("table_link.line", n=n, line=line), (button,)
        else:
            yield line, (table_link(url, words),)
