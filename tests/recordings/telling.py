"""Requests as text that is the same each time: ids, tokens and times have names instead."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tests.recordings.leaving import Request, Upload
from tests.recordings.program import Channel, Interaction, Message, StandIn

Json = Any

ID: Final = re.compile(r"(?<![0-9A-Za-z.])\d{17,20}(?![0-9A-Za-z])")
DRAFT: Final = re.compile(r"(?<=\|)[0-9a-f]{8}(?=\|)")
"""What a custom id calls the draft that it belongs to."""
PICTURE: Final = re.compile(r"-[0-9a-f]{8}(?=\.png)")
"""What the name of a picture ends with, so that no two pictures share one."""
SIGNATURE: Final = re.compile(r"(?<=\.png)\?ex=[0-9a-f]+&is=[0-9a-f]+&hm=[0-9a-f]+&")
"""What the address of a picture bears, so that it expires: the key is another each time."""
MOMENT: Final = re.compile(r"(?<=<t:)\d+")
MEMORY: Final = re.compile(r"\b\d+(?= MB)")
NONCE: Final = re.compile(r"^.*-(?=\d+$)")
"""What a nonce says of the database that it comes from."""
ANSWERED: Final = re.compile(r"^/(?:interactions/\d+|webhooks/\d+)/([^/?]+)")
IN_CHANNEL: Final = re.compile(r"^/channels/(\d+)")
NOWHERE: Final = "the app"


@dataclass(slots=True)
class Names:
    """The names of everything that has another id each time."""

    server: StandIn
    begin: float
    """The moment that times are counted from."""
    _named: dict[str, str] = field(default_factory=dict)
    _counts: Counter[str] = field(default_factory=Counter)
    _drafts: dict[str, str] = field(default_factory=dict)
    _tokens: dict[str, Interaction] = field(default_factory=dict)

    def begun(self, interaction: Interaction) -> str:
        """Give a name to what somebody has just done."""
        self._tokens[interaction.token] = interaction
        name = self._next("interaction")
        self._named[str(interaction.id)] = name
        return name

    def tell(self, requests: Sequence[Request]) -> Iterator[str]:
        """Requests that left between two deeds, one channel after the other, each in order."""
        for request in sorted(requests, key=self._where):
            yield self._told(request)

    def text(self, text: str) -> str:
        """A text with names in place of what changes."""
        text = text.replace(self.server.base_url, "<discord>")
        text = ID.sub(lambda found: self._id(found[0]), text)
        text = DRAFT.sub(lambda found: self._draft(found[0]), text)
        text = SIGNATURE.sub("", PICTURE.sub("-*", text))
        return MOMENT.sub(lambda found: f"{int(found[0]) - int(self.begin):+d}", text)

    def _where(self, request: Request) -> str:
        """The place that a request belongs to; those of one place happen one after the other."""
        if found := ANSWERED.match(request.path):
            return self._channel(self._tokens[found[1]].channel)
        if found := IN_CHANNEL.match(request.path):
            return self._id(found[1])
        return NOWHERE

    def _told(self, request: Request) -> str:
        path = request.path
        if found := ANSWERED.match(path):
            path = path.replace(found[1], "<token>")
        self._name_messages(request.answer)
        lines = [f"{request.method} {self.text(path)} -> {request.status}"]
        if request.payload is not None:
            lines.append(self._json(request.payload))
        lines += [self._file(one) for one in request.files]
        return "\n".join(lines)

    def _json(self, payload: Json) -> str:
        if isinstance(payload, dict) and "nonce" in payload:
            payload = {**payload, "nonce": NONCE.sub("<database>-", str(payload["nonce"]))}
        told = json.dumps(_quoted(payload), ensure_ascii=False, indent=1, sort_keys=True)
        return MEMORY.sub("<memory>", self.text(told))

    def _file(self, upload: Upload) -> str:
        return f"file {self.text(upload.name)}: {self.text(upload.content)}"

    def _name_messages(self, answer: Json) -> None:
        """Name the messages and files that Discord tells of."""
        for told in _walk(answer):
            if "attachments" in told and "author" in told:
                self._name_message(told)

    def _name_message(self, message: Json) -> None:
        came_by = (message.get("interaction_metadata") or {}).get("id")
        if message["id"] not in self._named:
            place = int(came_by or message["channel_id"])
            self._named[message["id"]] = self._message_name(place)
        for one in message["attachments"]:
            name = PICTURE.sub("-*", one["filename"])
            self._named.setdefault(one["id"], f"<file {name} of {self._named[message['id']]}>")

    def _message_name(self, place: int) -> str:
        return self._next(f"message of {self._id(str(place))}")

    def _id(self, number: str) -> str:
        if number not in self._named:
            self._named[number] = self._name_of(int(number))
        return self._named[number]

    def _name_of(self, number: int) -> str:
        world = self.server.world
        if number == world.application.id:
            return "<app>"
        if number in world.users:
            return f"<{world.users[number].display_name}>"
        if number in world.channels:
            return self._channel(world.channels[number])
        if number in world.guilds:
            return f"<server {world.guilds[number].name}>"
        if number in world.commands:
            return f"<command {world.commands[number].name}>"
        for room in world.messages.values():
            if number in room:
                return self._message_name(self._place_of(room[number]))
        raise KeyError(f"{number} has no name")

    @staticmethod
    def _place_of(message: Message) -> int:
        return message.channel_id if message.origin is None else message.origin.interaction_id

    def _channel(self, channel: Channel) -> str:
        people = (self.server.world.users[one].display_name for one in channel.recipient_ids)
        found = self._named.get(str(channel.id))
        if found is None:
            found = self._next(f"channel {channel.name or ' and '.join(people)}")
            self._named[str(channel.id)] = found
        return found

    def _draft(self, token: str) -> str:
        return self._drafts.setdefault(token, f"<draft {len(self._drafts) + 1}>")

    def _next(self, kind: str) -> str:
        self._counts[kind] += 1
        return f"<{kind} {self._counts[kind]}>"


def _quoted(value: Json) -> Json:
    """The same with ids as texts, which their names will be."""
    match value:
        case dict():
            return {key: _quoted(one) for key, one in value.items()}
        case list():
            return [_quoted(one) for one in value]
        case int() if ID.fullmatch(str(value)):
            return str(value)
        case _:
            return value


def _walk(value: Json) -> Iterator[dict[str, Json]]:
    """Every object in an answer, outer ones first."""
    match value:
        case dict():
            yield value
            inner: Iterable[Json] = value.values()
        case list():
            inner = value
        case _:
            inner = ()
    for one in inner:
        yield from _walk(one)
