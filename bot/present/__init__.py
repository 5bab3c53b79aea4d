"""What players are shown and asked, as plain data: see `bot.prompt` for how it is used."""

from bot.present.agreeing import (
    abandon_post,
    abandon_prompt,
    agreed_note,
    alone_post,
    back_menu,
    back_prompt,
    back_row,
    back_text,
    hand_over_post,
    resign_prompt,
    take_back_post,
    turn_choices,
    votes_note,
)
from bot.present.calls import (
    direct_notice,
    free_seat_post,
    games_text,
    late_notice,
    pace_text,
    reminder,
    vote_post,
)
from bot.present.notes import beside_note
from bot.present.places import headed, missed_text, place_lost, placed_label, thread_name
from bot.present.public import ended_post, lobby_post, turn_notice, turn_post
from bot.present.refusals import refusal_text
from bot.present.sheets import log_page, score_text, status_text
from bot.present.since import since
from bot.present.table_names import leaders
from bot.present.wizard import answer, begin, choices, chosen, finished, present

__all__ = [
    "abandon_post",
    "abandon_prompt",
    "agreed_note",
    "alone_post",
    "answer",
    "back_menu",
    "back_prompt",
    "back_row",
    "back_text",
    "begin",
    "beside_note",
    "choices",
    "chosen",
    "direct_notice",
    "ended_post",
    "finished",
    "free_seat_post",
    "games_text",
    "hand_over_post",
    "headed",
    "late_notice",
    "leaders",
    "lobby_post",
    "log_page",
    "missed_text",
    "pace_text",
    "place_lost",
    "placed_label",
    "present",
    "refusal_text",
    "reminder",
    "resign_prompt",
    "score_text",
    "since",
    "status_text",
    "take_back_post",
    "thread_name",
    "turn_choices",
    "turn_notice",
    "turn_post",
    "vote_post",
    "votes_note",
]
