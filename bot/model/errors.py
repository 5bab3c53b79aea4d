"""The bot's answer when it cannot do what was asked: a key of the catalog with its slots."""

import logging
import secrets
from enum import StrEnum

from bot import __version__
from bot.model.telemetry import BUGS, ENVIRONMENT, count

_LOGGER = logging.getLogger(__name__)


class Problem(StrEnum):
    """Each value is a key of the catalog; the slots of its sentence stand behind it."""

    UNEXPECTED = "error.unexpected"  # id
    UNAVAILABLE = "error.unavailable"
    NOT_SHOWN = "error.not_shown"  # id
    SAVED_UNSHOWN = "error.saved_unshown"
    UNSURE = "error.unsure"
    STALE = "error.stale"
    SET_BACK = "error.set_back"
    ALREADY_DONE = "error.already_done"
    OUTDATED = "error.outdated_button"
    NOT_TAKEN = "error.not_taken"
    NO_GAME = "error.no_game_here"
    GAME_RUNNING = "error.game_running"
    NO_DIRECT = "place.sorry.no_direct"
    GAME_OVER = "error.game_over"
    NOT_A_PLAYER = "error.not_a_player"
    NOT_YOUR_TURN = "error.not_your_turn"  # who
    UNKNOWN_MOVE = "error.unknown_move"  # part
    MOVE_REFUSED = "error.move_refused"  # part, reason
    LOBBY_GONE = "error.lobby_gone"
    LOBBY_FULL = "error.lobby_full"
    LOBBY_JOINED = "error.lobby_joined"
    LOBBY_NOT_JOINED = "error.lobby_not_joined"
    LOBBY_HOST_ONLY = "error.lobby_host_only"  # host
    LOBBY_TOO_FEW = "error.lobby_too_few"
    LOBBY_OTHERS = "error.lobby_others"
    LOBBY_INVITED = "rematch.sorry.invited"
    SEATS_KEPT = "invite.sorry.kept"  # names
    REMATCH_SETTLED = "invite.sorry.settled"
    GUEST_SEATED = "invite.sorry.seated"  # who
    GUEST_ASKED = "invite.sorry.asked"  # who
    GUEST_DECLINED = "invite.sorry.declined"  # who
    GUEST_ABSENT = "invite.sorry.absent"  # who
    GUEST_IS_SELF = "invite.sorry.self"
    GUEST_IS_BOT = "invite.sorry.bot"
    BOT_GONE = "bots.sorry.gone"
    BOTS_NEED_ROOM = "bots.sorry.room"
    CHALLENGE_AGAINST_TOM = "bots.sorry.challenge"
    NO_SEATS_LEFT = "invite.sorry.no_seats"  # n
    NOT_INVITED = "invite.sorry.not_invited"
    NO_POST = "explain.sorry.no_post"
    GAME_ELSEWHERE = "explain.sorry.elsewhere"
    PAGE_TOO_EARLY = "game_page.sorry.running"
    FILM_TOO_EARLY = "film.sorry.running"
    REVIEW_TOO_EARLY = "review.sorry.running"
    PAGES_BUSY = "game_page.sorry.busy"
    GAME_FORGOTTEN = "explain.sorry.unknown"
    BEFORE_NEW_RULES = "explain.forgotten"
    LOBBY_AWAITS = "rematch.sorry.awaits"  # names
    RESULTS_ELSEWHERE = "results.sorry.elsewhere"
    STANDINGS_NOWHERE = "standings.sorry.nowhere"
    SHUTTING_DOWN = "error.shutting_down"
    TOO_FAST = "limit.presses"
    TOO_MANY_OPENINGS = "limit.openings"
    TOO_MANY_INVITED = "limit.invited"
    TOO_MANY_ALONE = "limit.alone"  # n
    LOBBY_IN_DM = "shell.lobby_in_dm"
    UNSEEN = "shell.unseen"
    TIMED_OUT = "shell.timed_out"  # until
    CHALLENGE_OPEN = "shell.challenge_open"
    NOT_POSSIBLE_NOW = "shell.not_possible_now"
    NOT_OVERDUE = "vote.sorry.not_overdue"
    OWN_TURN = "vote.sorry.own_turn"
    ALONE = "vote.sorry.alone"
    VOTE_OVER = "vote.sorry.over"
    SEAT_GONE = "vote.sorry.seat_gone"
    ALREADY_SEATED = "vote.sorry.seated"
    PREMOVE_OWN_TURN = "premove.sorry.own_turn"
    PREMOVE_TOO_LATE = "premove.sorry.too_late"
    BOT_PLAYS = "leaving.sorry.bot_plays"
    RESIGNED = "leaving.sorry.resigned"
    BOT_DOES_NOT_PLAY = "leaving.sorry.bot_does_not_play"
    LAST_PERSON = "leaving.sorry.last_person"
    NOT_ALONE = "leaving.sorry.not_alone"
    NO_BOT_ACCOUNTS = "leaving.sorry.bot_account"
    SEATED_THERE = "leaving.sorry.seated"  # who
    CHALLENGE_STAYS = "leaving.sorry.challenge"
    NO_LESSON = "lesson.none"
    WEEKLY_ONCE = "weekly.sorry.once"
    WEEKLY_BUSY = "weekly.sorry.busy"
    WEEKLY_ALONE = "weekly.sorry.alone"
    WEEKLY_SEALED = "weekly.sorry.sealed"  # at
    TOURNAMENT_GONE = "tournament.sorry.gone"
    TOURNAMENT_BEGUN = "tournament.sorry.begun"
    TOURNAMENT_JOINED = "tournament.sorry.joined"
    TOURNAMENT_NOT_JOINED = "tournament.sorry.not_joined"
    TOURNAMENT_FULL = "tournament.sorry.full"  # n
    TOURNAMENT_HOST_ONLY = "tournament.sorry.host_only"  # host
    TOURNAMENT_TOO_FEW = "tournament.sorry.too_few"
    TOURNAMENT_SEALED = "tournament.sorry.sealed"
    TOURNAMENT_STAYS = "tournament.sorry.stays"
    TOURNAMENT_NO_WAY_BACK = "tournament.sorry.no_way_back"
    TOURNAMENT_ELSEWHERE = "tournament.sorry.elsewhere"
    TURN_ENDED = "agree.sorry.turn_ended"
    NO_EARLIER_TURN = "agree.sorry.no_earlier_turn"
    CHALLENGE_GOES_ON = "agree.sorry.challenge"
    NOT_BEFORE_NEW_RULES = "agree.sorry.new_rules"
    QUESTION_OPEN = "agree.sorry.open"  # who
    QUESTION_OVER = "agree.sorry.over"
    NOT_ASKED = "agree.sorry.not_asked"  # names
    NOT_YOUR_QUESTION = "agree.sorry.not_yours"  # who
    UNKNOWN_ZONE = "me.sorry.zone"  # typed
    UNKNOWN_HOUR = "me.sorry.hour"  # typed
    NO_QUIET_HOURS = "me.sorry.quiet"
    UNKNOWN_DAY = "me.sorry.until"  # typed
    UNKNOWN_LANGUAGE = "me.sorry.numbers"  # typed
    NO_SERVER = "server.sorry.nowhere"
    MANAGERS_ONLY = "server.sorry.managers_only"
    MANAGERS_OPEN = "server.sorry.opens"
    MANAGERS_ABORT = "server.sorry.aborts"
    ALREADY_HERE = "place.sorry.here"
    MAY_NOT_POST = "place.sorry.may_not_post"
    READ_ALONE = "place.sorry.alone"
    OTHER_SERVER = "place.sorry.elsewhere"
    UNKNOWN_KIND = "place.sorry.kind"
    THREAD_LACKING = "place.thread_lacking"  # permissions
    THREAD_NOT_YOURS = "place.thread_not_yours"  # permissions
    THREAD_NOWHERE = "place.thread_nowhere"
    THREAD_FAILED = "place.thread_failed"
    FORUM_LACKING = "forum.sorry.lacking"  # forum, permissions
    FORUM_NOT_YOURS = "forum.sorry.not_yours"  # forum, permissions
    FORUM_GONE = "forum.sorry.gone"
    FORUM_TAG = "forum.sorry.tag"  # forum
    FORUM_FAILED = "forum.sorry.failed"  # forum
    FORUM_UNUSABLE = "forum.sorry.unusable"  # forum, permissions
    FORUM_HIDDEN = "forum.sorry.hidden"
    PRIVATE_LACKING = "private.sorry.lacking"  # permissions
    PRIVATE_NOT_YOURS = "private.sorry.not_yours"  # permissions
    PRIVATE_NOWHERE = "private.sorry.nowhere"
    PRIVATE_FAILED = "private.sorry.failed"


class UserError(Exception):
    """A kind refusal that changes nothing: `problem` and the slots of its sentence."""

    def __init__(self, problem: Problem, **slots: object) -> None:
        super().__init__(problem)
        self.problem = problem
        self.slots = slots


def report_bug(error: BaseException) -> UserError:
    """Log an unexpected error, and return the answer to the person.

    A bug gets a reference that the answer names, with the version of the program in it; a failure
    of the environment gets none.
    """
    if ENVIRONMENT.explains(error):
        return UserError(Problem.UNAVAILABLE)
    reference = f"{__version__}-{secrets.token_hex(4)}"
    _LOGGER.error("bug %s", reference, exc_info=error)
    count(BUGS)
    return UserError(Problem.UNEXPECTED, id=reference)
