"""What players are shown and asked, as plain data: see `bot.prompt` for how it is used."""

from bot.present.refusals import refusal_text
from bot.present.wizard import answer, begin, choices, chosen, finished, present

__all__ = ["answer", "begin", "choices", "chosen", "finished", "present", "refusal_text"]
