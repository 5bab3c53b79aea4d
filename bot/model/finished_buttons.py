"""The buttons of games that are over: what hands them out, and what looks back at them."""

from bot.model.button_forms import ButtonValue, Family, RowNumber, written


@written(Family.GAME, "page")
class AskForPage(ButtonValue):
    """Hand out a game that is over as a file for a browser."""


@written(Family.GAME, "film")
class AskForFilm(ButtonValue):
    """Hand out a game that is over as a film."""


@written(Family.GAME, "review")
class AskForReview(ButtonValue):
    """Show what a game that is over could have been."""


@written(Family.GAME, "costly")
class ShowCostlyTurn(ButtonValue):
    """Show one of the turns that cost the person most: the first, second or third."""

    rank: RowNumber


@written(Family.GAME, "costly:try")
class TryCostlyTurn(ButtonValue):
    """Try out something else from where that turn began."""

    rank: RowNumber
