"""What players are shown and asked, as plain data: see `bot.prompt` for how it is used."""

from bot.present.public import lobby_post, turn_notice, turn_post
from bot.present.refusals import refusal_text
from bot.present.sheets import log_page, score_text, status_text
from bot.present.wizard import answer, begin, choices, chosen, finished, present

__all__ = [
    "answer",
    "begin",
    "choices",
    "chosen",
    "finished",
    "lobby_post",
    "log_page",
    "present",
    "refusal_text",
    "score_text",
    "status_text",
    "turn_notice",
    "turn_post",
]
