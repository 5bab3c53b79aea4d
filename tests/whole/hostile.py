"""People who press what they have no right to: stale, foreign, forged, malformed, replayed."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from bot.model import button_forms, buttons, settings
from bot.model.controls import Sign
from bot.model.custom_ids import CUSTOM_ID_LIMIT, SEPARATOR, Binding, read_press
from bot.standin import Interaction, Message, UserClient, model
from bot.standin.interaction import InteractionKind
from bot.standin.layout import ComponentKind
from tests.kit.brought import brought_each
from tests.kit.hanging import HANGING
from tests.kit.whole import Control, controls

FREE: Final = (
    buttons.OpenNewLobby,
    buttons.PlaySolo,
    buttons.PlaySoloElsewhere,
    settings.ConfirmForget,
    settings.ChooseSetting,
    settings.TypeSetting,
    buttons.WithdrawPremoves,
    *brought_each("FREE"),
)
"""The deeds that everybody may do anywhere: they are no attacks."""
LOBBY: Final = (
    buttons.DismissBot,
    buttons.JoinLobby,
    buttons.LeaveLobby,
    buttons.SeatBot,
    buttons.ShowLobby,
    buttons.StartLobby,
    buttons.ToggleOption,
)
MALFORMED: Final = (
    "",
    " ",
    "|||||",
    "1|",
    "1|t|",
    "0|t|1|1||turn",
    "\u0000",
    "1|w|1|1||",
    "💥" * 20,
)
LETTERS: Final = "|:=+-?@;0123456789abcdeftwrlhp ¹é\u202e"
LARGE: Final = (0, 999, 2**31, 2**63 - 1, 2**63, 10**30)
ODD_COMPONENTS: Final[tuple[object, ...]] = (
    [],
    [{}],
    [{"type": 18, "id": 1}],
    [{"type": 18, "id": 1, "component": {}}],
    [{"type": 18, "id": 1, "component": {"type": 4, "custom_id": "text"}}],
    [{"type": 1, "components": []}],
    [{"type": 99, "id": 1, "custom_id": "text", "value": "hello"}] * 2,
)
"""Contents of forms that the bot has never opened."""


@dataclass(frozen=True, slots=True)
class Attack:
    """One press: whose, under which message, of which kind, and what is sent."""

    person: UserClient
    message: Message
    kind: InteractionKind
    data: model.Json

    async def send(self) -> Interaction:
        """Send it."""
        return await self.person.forge(self.message, self.kind, self.data)


@dataclass(slots=True)
class Crowd:
    """Attacks by chance, none of which its sender has a right to."""

    dice: random.Random
    seats: dict[int, frozenset[int]]
    """The games in which people sit, by their Discord users."""
    places: dict[UserClient, list[Message]]
    """The people, and the messages of the bot that each can press."""
    manager: int
    """The person who may manage the server, and so may end any game in it."""
    seen: list[Control] = field(default_factory=list)
    """The controls that have hung under messages."""
    lobby: int = 0
    """The channel of an open lobby."""
    current: dict[int, set[str]] = field(default_factory=dict)
    """The steps of the newest private pages of each game, which their readers may press."""

    def saw(self, *messages: Message) -> None:
        """Remember what hangs under messages, however long ago it was."""
        for message in messages:
            self.seen += controls(message)

    def attack(self) -> Attack:
        """The next one."""
        while True:
            person = self.dice.choice(list(self.places))
            kind, data = self.dice.choice(self._ways())()
            message = self.dice.choice(self.places[person])
            if not self._has_a_right(person, message, data):
                return Attack(person, message, kind, data)

    def _ways(self) -> tuple[Callable[[], tuple[InteractionKind, model.Json]], ...]:
        return self._stale, self._stale, self._made_up, self._malformed, self._menu, self._form

    def _has_a_right(self, person: UserClient, message: Message, data: model.Json) -> bool:
        """Say whether somebody may do this: then the press is ordinary and can change things."""
        custom_id = str(data["custom_id"])
        option = next(iter(data.get("values", ())), None)
        press = read_press(custom_id, option)
        if isinstance(press.value, FREE):
            return True
        if isinstance(
            press.value, settings.ChangeSetting | settings.ChooseSetting | settings.TypeSetting
        ):
            if press.value.whose is settings.Whose.PERSON:
                return True
            if press.value.whose is settings.Whose.SERVER:
                return person.id == self.manager
        if isinstance(press.value, LOBBY):
            return message.channel_id == self.lobby
        if isinstance(press.value, buttons.ConfirmEndGame):
            return person.id == self.manager
        if press.game not in self.seats.get(person.id, ()):
            return False
        # A player may do everything at their table, try out what they like, and turn tips off, but
        # not press what has been overtaken.
        if not isinstance(press.value, buttons.WizardAnswer) or press.value.token in {
            Sign.QUIET,
            Sign.TRY,
        }:
            return True
        return press.bound.step in self.current.get(press.game, ())

    def _stale(self) -> tuple[InteractionKind, model.Json]:
        """Return a press on a control that has hung somewhere, in this game or in another's."""
        seen = self.dice.choice(self.seen)
        return _chosen(seen.custom_id, () if seen.value is None else (seen.value,))

    def _made_up(self) -> tuple[InteractionKind, model.Json]:
        """A custom id as the bot writes them, which it has never written."""
        value = self.dice.choice(list(HANGING.values()))
        games = [game for games in self.seats.values() for game in games]
        game, revision = self._number(games), self._number(range(40))
        step = f"{self.dice.randrange(16**8):08x}" if self.dice.random() < 0.5 else ""
        family = self.dice.choice([button_forms.FORMS[type(value)].family, *button_forms.Family])
        own = Binding(game, revision, step).custom_id(value)
        _, _, *rest = own.split(SEPARATOR, 2)
        return _chosen(SEPARATOR.join(("1", family, *rest))[:CUSTOM_ID_LIMIT])

    def _malformed(self) -> tuple[InteractionKind, model.Json]:
        """Something that the bot cannot have written."""
        text = self.dice.choice([*MALFORMED, *HANGING, self.dice.choice(self.seen).custom_id])
        for _ in range(self.dice.randrange(4)):
            at = self.dice.randrange(len(text) + 1)
            text = text[:at] + self.dice.choice(LETTERS) + text[at + self.dice.randrange(3) :]
        return _chosen(text * self.dice.choice((1, 1, 1, 9)))

    def _menu(self) -> tuple[InteractionKind, model.Json]:
        """Values that a menu has not offered, or a menu where none is."""
        custom_id = self.dice.choice([*HANGING, self.dice.choice(self.seen).custom_id])
        offered = [*HANGING, "back:1", "agree:1:yes", "city:9", "=end", "", "x" * 100, *MALFORMED]
        return _chosen(custom_id, self.dice.choices(offered, k=self.dice.randrange(1, 4)))

    def _form(self) -> tuple[InteractionKind, model.Json]:
        """A form that nobody has opened."""
        game = self._number([game for games in self.seats.values() for game in games])
        note = Binding(game).custom_id(buttons.WriteNote())
        custom_id = self.dice.choice([note, note, *HANGING, *MALFORMED])
        text = {"type": 4, "id": 2, "custom_id": "text", "value": "hostile"}
        right = [{"type": 18, "id": 1, "component": text}]
        data = {"custom_id": custom_id, "components": self.dice.choice([right, *ODD_COMPONENTS])}
        return InteractionKind.MODAL, data

    def _number(self, likely: "list[int] | range") -> int:
        """A number that there may be, or one that there is not."""
        return self.dice.choice(likely if self.dice.random() < 0.8 else LARGE)


def _chosen(
    custom_id: str, values: "list[str] | tuple[str, ...]" = ()
) -> tuple[InteractionKind, model.Json]:
    kind = ComponentKind.STRING_SELECT if values else ComponentKind.BUTTON
    data: model.Json = {"custom_id": custom_id, "component_type": int(kind), "id": 1}
    if values:
        data["values"] = list(values)
    return InteractionKind.COMPONENT, data
