"""The app of one person, in places without the bot: rights, follow-ups, and the filter there."""

from bot.cli.live_check.person import WORD, Type, TypingPlace
from bot.cli.live_check.probing import Facts, probe
from bot.cli.live_check.visit import EPHEMERAL, HeardAct, Visit

_COMMAND = ("bonfire", "help")
"""A command that the app offers everywhere; the bot itself is stopped meanwhile."""
_SIX = 6
"""Follow-ups, one more than Discord allows a guest."""
_ATTACH, _SEND = 1 << 15, 1 << 11


async def _typed(visit: Visit, place: TypingPlace) -> HeardAct:
    return await visit.interaction(Type(place, _COMMAND))


def _rights(typed: HeardAct) -> Facts:
    have = int(typed.data["app_permissions"])
    owners = typed.data["authorizing_integration_owners"]
    return {
        "owners": sorted(owners),
        "context": typed.data["context"],
        "may attach": bool(have & _ATTACH),
        "may send": bool(have & _SEND),
    }


@probe(person=True)
async def guest_in_a_server(visit: Visit) -> Facts:
    """Answers in a server without the bot, and sends six follow-ups."""
    typed = await _typed(visit, TypingPlace.GUEST_SERVER)
    answered = await typed.answer(4, {"content": "x"})
    followed = [await typed.follow_up({"content": "x"}) for _ in range(_SIX)]
    posted = await visit.post(typed.data["channel_id"], {"content": "x"})
    return {
        **_rights(typed),
        "answering": answered.verdict,
        "follow-ups": [said.verdict for said in followed],
        "posting": posted.verdict,
    }


@probe(person=True)
async def guest_in_a_group(visit: Visit) -> Facts:
    """Answers in a group of direct messages."""
    typed = await _typed(visit, TypingPlace.GUEST_GROUP)
    answered = await typed.answer(4, {"content": "x"})
    return {**_rights(typed), "answering": answered.verdict}


@probe(person=True)
async def guest_without_external_apps(visit: Visit) -> Facts:
    """Answers where people may not use external apps."""
    typed = await _typed(visit, TypingPlace.NO_EXTERNAL_APPS)
    answered = await typed.answer(4, {"content": "x"})
    message = answered.granted()["resource"]["message"]
    return {"answering": answered.verdict, "private": bool(message["flags"] & EPHEMERAL)}


@probe(person=True)
async def filter_of_a_guest(visit: Visit) -> Facts:
    """Answers with a word that AutoMod blocks in a server without the bot."""
    typed = await _typed(visit, TypingPlace.FILTERED_SERVER)
    answered = await typed.answer(4, {"content": WORD})
    followed = await typed.follow_up({"content": WORD})
    private = None
    if answered.status < 400:
        private = bool(answered.body["resource"]["message"]["flags"] & EPHEMERAL)
    return {"answering": answered.verdict, "private": private, "follow-up": followed.verdict}
