"""The pen: collects shapes in drawing order and closes them into a symbol."""

from renderer import scene


class Pen:
    """Draws by appending; measures and paints nothing."""

    def __init__(self) -> None:
        self._items: list[scene.Shape] = []
        self._halo: scene.Glow | None = None

    def draw(self, *shapes: scene.Shape) -> None:
        """Put shapes on top of everything drawn so far, the last one uppermost."""
        self._items += shapes

    def halo(self, rect: scene.Rect, reach: float) -> None:
        """Put light around a piece that changed, beneath its neighbours."""
        x, y = rect.center
        rx, ry = rect.w / 2 + reach, rect.h / 2 + reach
        self._halo = scene.Glow(x, y, rx, ry, "fire.light", 0.55, 1.2)

    def symbol(self, name: str) -> scene.Symbol:
        """Return everything drawn so far as one symbol."""
        return scene.Symbol(name, tuple(self._items), self._halo)
