"""What pictures are composed on."""

from PIL import Image


class CanvasBuffer:
    """A canvas that is painted over again and again.

    A new one takes 1,600 pages of memory from the system, and giving them back takes as long.
    """

    def __init__(self) -> None:
        """Put no canvas up yet."""
        self._canvas: Image.Image | None = None

    def covered(self, ground: Image.Image) -> Image.Image:
        """The canvas with this ground and nothing else on it; what it showed before is gone."""
        if self._canvas is None or self._canvas.size != ground.size:
            self._canvas = ground.copy()
        else:
            self._canvas.paste(ground)
        return self._canvas
