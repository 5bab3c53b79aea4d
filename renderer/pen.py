"""The pen: collects shapes in drawing order and closes them into a symbol."""

from renderer.scene import Glow, Rect, Shape, Symbol


class Pen:
    """Draws by appending; measures and paints nothing."""

    def __init__(self) -> None:
        self._items: list[Shape] = []
        self._halo: Glow | None = None

    def draw(self, *shapes: Shape) -> None:
        """Put shapes on top of everything drawn so far, the last one uppermost."""
        self._items += shapes

    def halo(self, rect: Rect, reach: float) -> None:
        """Put light around a piece that changed, beneath its neighbours."""
        x, y = rect.center
        rx, ry = rect.w / 2 + reach, rect.h / 2 + reach
        self._halo = Glow(x, y, rx, ry, "fire.light", 0.55, 1.2)

    def symbol(self, name: str) -> Symbol:
        """Return everything drawn so far as one symbol."""
        return Symbol(name, tuple(self._items), self._halo)
