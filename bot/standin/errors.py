"""The error responses of the REST API (Discord, topics/opcodes-and-status-codes)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from bot.standin.model import Json

Where = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class BodyProblem:
    """An invalid field of a request body: where it stands, Discord's code for it, and words."""

    where: Where
    code: str
    message: str


class ErrorResponse(Enum):
    """Every error response of the stand-in, as (HTTP status, JSON error code, message)."""

    UNAUTHORIZED = (401, 0, "401: Unauthorized")
    NOT_FOUND = (404, 0, "404: Not Found")
    METHOD_NOT_ALLOWED = (405, 0, "405: Method Not Allowed")
    UNKNOWN_CHANNEL = (404, 10003, "Unknown Channel")
    UNKNOWN_GUILD = (404, 10004, "Unknown Guild")
    UNKNOWN_MEMBER = (404, 10007, "Unknown Member")
    UNKNOWN_MESSAGE = (404, 10008, "Unknown Message")
    UNKNOWN_USER = (404, 10013, "Unknown User")
    UNKNOWN_EMOJI = (404, 10014, "Unknown Emoji")
    UNKNOWN_WEBHOOK = (404, 10015, "Unknown Webhook")
    UNKNOWN_INTERACTION = (404, 10062, "Unknown interaction")
    UNKNOWN_COMMAND = (404, 10063, "Unknown application command")
    TOO_MANY_PINS = (400, 30003, "Maximum number of pins reached for the channel (250)")
    TOO_MANY_EMOJIS = (400, 30008, "Maximum number of emojis reached (2000)")
    TOO_MANY_THREAD_MEMBERS = (
        400,
        30033,
        "Maximum number of thread participants has been reached (1000)",
    )
    OLD_EDITS = (
        429,
        30046,
        "Maximum number of edits to messages older than 1 hour reached. Try again later",
    )
    TOO_LARGE = (413, 40005, "Request entity too large")
    ALREADY_ACKNOWLEDGED = (400, 40060, "Interaction has already been acknowledged.")
    UNKNOWN_TAG = (404, 10087, "Unknown Tag")
    SAME_TAG_NAMES = (400, 40061, "Tag names must be unique")
    TAG_REQUIRED = (400, 40067, "A tag is required to create a forum post in this channel")
    TOO_MANY_FOLLOWUPS = (
        400,
        40094,
        "This interaction has reached the maximum number of follow up messages.",
    )
    MISSING_ACCESS = (403, 50001, "Missing Access")
    NOT_ON_DM = (403, 50003, "Cannot execute action on a DM channel")
    NOT_YOUR_MESSAGE = (403, 50005, "Cannot edit a message authored by another user")
    EMPTY_MESSAGE = (400, 50006, "Cannot send an empty message")
    NOT_A_TEXT_CHANNEL = (400, 50008, "Cannot send messages in a non-text channel")
    DMS_CLOSED = (403, 50007, "Cannot send messages to this user")
    MISSING_PERMISSIONS = (403, 50013, "Missing Permissions")
    WRONG_CHANNEL_KIND = (
        400,
        50024,
        "Cannot execute action on this channel type",
    )
    INVALID_TOKEN = (401, 50027, "Invalid Webhook Token")
    INVALID_FORM = (400, 50035, "Invalid Form Body")
    ARCHIVED = (400, 50083, "Thread is archived")
    ARCHIVED_FOR_GUEST = (403, 50083, "Thread is archived")
    INVALID_JSON = (400, 50109, "The request body contains invalid JSON.")
    NO_MUTUAL_GUILD = (
        403,
        50278,
        "Cannot send messages to this user due to having no mutual guilds",
    )
    CANNOT_REPLY = (400, 160002, "Cannot reply without permission to read message history")
    THREAD_EXISTS = (400, 160004, "A thread has already been created for this message")
    THREAD_LOCKED = (403, 160005, "This thread is locked")
    TOO_MANY_THREADS = (400, 160006, "Maximum number of active threads reached")
    TOO_MANY_NEWS_THREADS = (400, 160007, "Maximum number of active announcement threads reached")
    BLOCKED_MESSAGE = (400, 200000, "Message was blocked by automatic moderation")
    BLOCKED_TITLE = (400, 200001, "Title was blocked by automatic moderation")
    HARMFUL_LINK = (400, 240000, "Message blocked by harmful links filter")

    @property
    def status(self) -> int:
        """The HTTP status."""
        return int(self.value[0])

    @property
    def code(self) -> int:
        """Discord's JSON error code; 0 for a general error."""
        return int(self.value[1])

    @property
    def message(self) -> str:
        """Discord's words."""
        return str(self.value[2])


@dataclass(slots=True)
class ApiError(Exception):
    """Refuses a request; `problems` are the faults of an invalid body."""

    response: ErrorResponse
    problems: Sequence[BodyProblem] = ()
    extra: Json = field(default_factory=dict)

    def as_problems(self) -> tuple[BodyProblem, ...]:
        """The faults of the body, or the error response itself as one."""
        whole = BodyProblem((), str(self.response.code), self.response.message)
        return tuple(self.problems) or (whole,)

    def body(self) -> Json:
        """The JSON answer, with the faults nested by key as Discord does."""
        answer: Json = {"message": self.response.message, "code": self.response.code, **self.extra}
        if self.problems:
            answer["errors"] = _nested(self.problems)
        return answer


def invalid(problems: Sequence[BodyProblem]) -> ApiError:
    """The ApiError of a faulty body (50035)."""
    return ApiError(ErrorResponse.INVALID_FORM, tuple(problems))


def _nested(problems: Sequence[BodyProblem]) -> Json:
    root: Json = {}
    for problem in problems:
        node = root
        for step in problem.where:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": problem.code, "message": problem.message})
    return root
