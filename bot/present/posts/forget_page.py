"""Forgetting a person on request: the question, and what has been done."""

from bot.model.buttons import ConfirmForget
from bot.model.messages import Button, Prompt, Style
from bot.model.people import Known
from bot.words import Catalog


def forget_prompt(known: Known, words: Catalog) -> Prompt:
    """What will be forgotten and what will stay, to be confirmed."""
    lines = (
        words.say("forgetting.goes"),
        words.say("forgetting.games", n=known.games) if known.games else "",
        words.say("forgetting.running", n=known.running) if known.running else "",
        words.say("forgetting.stays"),
    )
    button = Button(words.say("forgetting.sure"), ConfirmForget(), Style.STOP)
    return Prompt("\n".join(filter(None, lines)), ((button,),))


def forgotten_text(known: Known, words: Catalog) -> str:
    """What has been done."""
    done = words.say("forgetting.done")
    return f"{done} {words.say('forgetting.renamed', n=known.games)}" if known.games else done
