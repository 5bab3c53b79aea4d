"""A painter that knows what it was asked for."""

from bot.chat.pictures.painting import PictureRequest
from renderer import PicturePart, PngPicture
from tests.kit.blank import blank


class Easel:
    """Paints blank pictures, and knows the parts that were wanted last."""

    def __init__(self) -> None:
        self.parts: tuple[PicturePart, ...] = ()

    def paint(self, request: PictureRequest) -> PngPicture:
        self.parts = tuple(cut.part for cut in getattr(request.picture, "cut_outs", ()))
        return blank(request)
