"""The picture of a page that shows a position."""

from bot.model.messages import Prompt
from bot.model.pages import Page
from bot.model.pictures import Picture


def pictured(page: Page | Prompt) -> Picture:
    """The picture of a page, which shows a position."""
    assert isinstance(page.picture, Picture), page.picture
    return page.picture
