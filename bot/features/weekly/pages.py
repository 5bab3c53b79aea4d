"""The deal of a week in words: what it is, how one did oneself, and how all others did."""

from collections.abc import Iterator
from typing import Final

from bot.features.weekly import values
from bot.model import messages
from bot.model.people import escape_markdown, tidied
from bot.words import Catalog, Phrase, phrase
from bot.words.text import clip, signed

_NAME_LIMIT: Final = 20
"""Characters of a name in the list."""
_MOST_LISTED: Final = 15
"""People who are listed."""


def weekly_page(page: values.WeeklyPage, words: Catalog) -> messages.Prompt:
    """The page, with the buttons to begin and to the deals before and behind it."""
    lines = [phrase("weekly.heading", at=_moment(values.opening(page.week))), *_own(page)]
    if page.results is not None:
        lines += _results(page.results, page.attempt)
    return messages.Prompt(
        clip("\n".join(map(words.spell, lines)), messages.TEXT_LIMIT), _rows(page, words)
    )


def fairness_page(page: values.WeeklyPage, words: Catalog) -> messages.Prompt:
    """Return the commitment of a deal; when the deal has closed, also the seed behind it."""
    lines = [phrase("weekly.fair"), phrase("weekly.commitment", digest=page.commitment)]
    if page.deal is not None:
        seed, salt = page.deal.seed, page.deal.salt
        lines.append(phrase("weekly.seed", week=str(page.week), seed=seed, salt=salt))
    back = messages.Button(words.say("weekly.back"), values.ShowWeekly(page.week))
    return messages.Prompt("\n".join(map(words.spell, lines)), ((back,),))


def no_weekly_page(words: Catalog, week: int) -> messages.Prompt:
    """Return the page of a week in which nobody asked for a deal."""
    text = words.say("weekly.none", at=_moment(values.opening(week)))
    return messages.Prompt(
        text, ((messages.Button(words.say("weekly.later"), values.ShowWeekly(week + 1)),),)
    )


def _moment(time: float) -> str:
    """A time as Discord's markdown takes it: digits alone."""
    return str(round(time))


def _own(page: values.WeeklyPage) -> Iterator[Phrase]:
    """Yield what the viewer can do or has done."""
    last, end = _moment(values.opening(page.week + 1)), _moment(values.closing(page.week))
    match page.attempt:
        case None if page.phase is values.Phase.OPEN:
            yield phrase("weekly.what")
            yield phrase("weekly.until", last=last, end=end)
        case None if page.phase is values.Phase.ENDING:
            yield phrase("weekly.too_late", end=end)
        case None:
            yield phrase("weekly.over")
        case values.Attempt(over=False):
            yield phrase("weekly.running", end=end)
        case values.Attempt(total=None):
            yield phrase("weekly.given_up")
        case values.Attempt(total=total, tom=tom, helped=helped):
            yield phrase("weekly.played", points=total, tom=tom)
            if helped:
                yield phrase("weekly.helped")


def _results(results: values.WeeklyResults, own: values.Attempt | None) -> Iterator[Phrase]:
    """Yield the results: par, the viewer among all, and the people of the server."""
    if results.par:
        yield phrase("weekly.par", levels=tuple(map(_par, results.par)))
    others = results.people - 1
    if own is not None and own.total is not None and others > 0:
        if others == 1:
            yield phrase("weekly.ahead" if results.beaten else "weekly.not_ahead")
        else:
            percent = round(100 * results.beaten / others)
            yield phrase("weekly.better", percent=percent, n=others)
    place = 0
    for number, attempt in enumerate(results.attempts[:_MOST_LISTED], 1):
        before = results.attempts[number - 2] if number > 1 else None
        place = place if before is not None and before.lead == attempt.lead else number
        yield _line(place, attempt)
    if (unlisted := len(results.attempts) - _MOST_LISTED) > 0:
        yield phrase("mygames.more", n=unlisted)


def _par(par: values.Par) -> Phrase:
    lead = signed(par.lead)
    return phrase("weekly.level", level=par.level, lead=lead, points=par.total, tom=par.tom)


def _line(place: int, attempt: values.Attempt) -> Phrase:
    who = escape_markdown(clip(tidied(attempt.name) or "…", _NAME_LIMIT))
    if attempt.lead is None:
        return phrase("weekly.line_given_up", who=who)
    key = "weekly.line_helped" if attempt.helped else "weekly.line"
    told = {"lead": signed(attempt.lead), "points": attempt.total, "tom": attempt.tom}
    return phrase(key, place=place, who=who, **told)


def _rows(page: values.WeeklyPage, words: Catalog) -> tuple[messages.Row, ...]:
    buttons = []
    if page.attempt is None and page.phase is values.Phase.OPEN:
        buttons.append(
            messages.Button(words.say("weekly.play"), values.PlayWeekly(), messages.Style.GO)
        )
    buttons.append(messages.Button(words.say("weekly.earlier"), values.ShowWeekly(page.week - 1)))
    if page.phase is not values.Phase.OPEN:
        buttons.append(messages.Button(words.say("weekly.later"), values.ShowWeekly(page.week + 1)))
    buttons.append(messages.Button(words.say("weekly.how_fair"), values.ShowFairness(page.week)))
    return (tuple(buttons),)
