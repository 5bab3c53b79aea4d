"""AutoMod and the bot: posts, titles, edits and labels with a blocked word."""

from bot.cli.live_check.person import WORD
from bot.cli.live_check.probing import Facts, probe
from bot.cli.live_check.visit import Visit, row


@probe()
async def filter_of_posts(visit: Visit) -> Facts:
    """Posts a word that AutoMod blocks, in every part of a post."""
    room = await visit.channel()
    post = await visit.posted(room, {"content": "x"})
    await visit.filter(WORD)
    await visit.sleep(2.0)
    thread = {"name": WORD, "type": 11}
    return {
        "text": (await visit.post(room, {"content": WORD})).verdict,
        "embed": (await visit.post(room, {"embeds": [{"description": WORD}]})).verdict,
        "label": (await visit.post(room, {"components": [row(WORD)]})).verdict,
        "edit": (await visit.edit(post, {"content": WORD})).verdict,
        "title": (await visit.app.ask("POST", f"/channels/{room}/threads", thread)).verdict,
    }
