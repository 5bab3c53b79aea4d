"""The buttons and menus of the pages of settings, for a person, a server or a table."""

from bot.model.button_forms import ButtonValue, Family, RowNumber, ValueToken, written
from bot.model.settings import Setting, Whose


@written(Family.PERSON, "settings")
class ShowSettings(ButtonValue):
    """Show the settings of a person, a server or a table."""

    whose: Whose


@written(Family.PERSON, "change")
class ChangeSetting(ButtonValue):
    """Show how a setting can be changed."""

    whose: Whose
    setting: Setting


@written(Family.PERSON, "type")
class TypeSetting(ButtonValue):
    """Open the form of a setting; the form comes back under it too."""

    whose: Whose
    setting: Setting


@written(Family.PERSON, "set")
class ChooseSetting(ButtonValue):
    """Give a setting the value of a token (`bot.model.settings`)."""

    whose: Whose
    setting: Setting
    value: ValueToken


@written(Family.PERSON, "askforget")
class AskToForget(ButtonValue):
    """Ask whether the person is to be forgotten."""


@written(Family.PERSON, "forget")
class ConfirmForget(ButtonValue):
    """Forget the person, as they were asked to confirm."""


@written(Family.PERSON, "move")
class MoveHere(ButtonValue):
    """Bring a game to where this is chosen."""

    of: RowNumber
