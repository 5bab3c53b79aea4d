"""Pictures one after the other as one file that moves: WebP for all of it, GIF for a part."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Final

from PIL import Image

_EFFORT: Final = 2
"""Of 0 to 6, for WebP: more makes files hardly smaller, and takes much longer."""
_COLORS: Final = 255


class Reel(Image.Image):
    """Frames that are made one at a time, as Pillow packs them: only one is kept."""

    def __init__(self, first: Image.Image, others: Iterator[Image.Image], count: int) -> None:
        """Show `first` and then the others, `count` frames in all, of one size and mode."""
        super().__init__()
        self.im = first.im
        self._mode, self._size = first.mode, first.size
        self.n_frames = count
        self._others = others
        self._shown = 0

    def seek(self, frame: int) -> None:
        """Show the next frame; a seek backwards, as Pillow does at the end, changes nothing."""
        if frame > self._shown:
            self.im = next(self._others).im
            self._shown = frame

    def tell(self) -> int:
        """The number of the frame that is shown, from 0."""
        return self._shown


def webp(frames: Iterator[Image.Image], durations: Sequence[int], quality: int) -> bytes:
    """Pack a frame for each duration (milliseconds) as an endless animation."""
    file = BytesIO()
    Reel(next(frames), frames, len(durations)).save(
        file,
        "WEBP",
        save_all=True,
        duration=list(durations),
        loop=0,
        quality=quality,
        method=_EFFORT,
    )
    return file.getvalue()


def gif(frames: Sequence[Image.Image], durations: Sequence[int]) -> bytes:
    """Pack a frame for each duration (milliseconds) as an endless GIF.

    All have the colours of the frame in the middle, plain and without dots.
    """
    colors = frames[len(frames) // 2].quantize(_COLORS, dither=Image.Dither.NONE)
    first, *others = (frame.quantize(palette=colors, dither=Image.Dither.NONE) for frame in frames)
    file = BytesIO()
    first.save(
        file,
        "GIF",
        save_all=True,
        append_images=others,
        duration=list(durations),
        loop=0,
        optimize=False,
    )
    return file.getvalue()
