"""A sheet of terminal cells to draw on: fields of colour, fine lines and text over them."""

from domain.ruleset import Picture

DOTS_ACROSS, DOTS_DOWN = 2, 4
BLANK_BRAILLE = 0x2800
_DOT_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each of a braille cell's dots, by row and column."""

Cell = tuple[int, int]
"""Column and row."""


class Canvas:
    """Cells by column and row, in any direction from the origin; text hides lines."""

    def __init__(self) -> None:
        self._grounds: dict[Cell, str] = {}
        self._dots: dict[Cell, int] = {}
        self._marks: dict[Cell, str] = {}
        self._inks: dict[Cell, str] = {}

    def fill(self, cell: Cell, ground: str) -> None:
        """Colour a cell from behind."""
        self._grounds[cell] = ground

    def write(self, middle: Cell, text: str, ink: str, ground: str | None = None) -> None:
        """Text on one row, centred on a cell; if it cannot be, it begins further left."""
        start = middle[0] - len(text) // 2
        for i, mark in enumerate(text):
            cell = start + i, middle[1]
            self._marks[cell] = mark
            self._inks[cell] = ink
            if ground is not None:
                self._grounds[cell] = ground

    def line(self, start: Cell, end: Cell, ink: str, *, bold: bool = False) -> None:
        """A line between the middles of two cells, which themselves stay free."""
        across, down = (end[0] - start[0]) * DOTS_ACROSS, (end[1] - start[1]) * DOTS_DOWN
        steps = 2 * max(abs(across), abs(down), 1)
        widened = ((0.0, 0.0), (0.5, 0.0) if across == 0 else (0.0, 1.0))
        for i in range(steps + 1):
            for right, low in widened[: 1 + bold]:
                x = start[0] * DOTS_ACROSS + 0.25 + right + across * i / steps
                y = start[1] * DOTS_DOWN + 1.25 + low + down * i / steps
                self._dot(round(x), round(y), ink, (start, end))

    def _dot(self, x: int, y: int, ink: str, free: tuple[Cell, Cell]) -> None:
        cell = x // DOTS_ACROSS, y // DOTS_DOWN
        if cell in free:
            return
        if self._inks.get(cell) != ink:
            self._dots[cell] = 0
        self._dots[cell] |= _DOT_BITS[y % DOTS_DOWN][x % DOTS_ACROSS]
        self._inks[cell] = ink

    def picture(self) -> Picture:
        """The lines from the top; neighbouring cells of one style are one piece."""
        used = self._grounds.keys() | self._inks.keys()
        columns = [column for column, _ in used]
        rows = [row for _, row in used]
        return [
            self._row(row, range(min(columns), max(columns) + 1))
            for row in range(min(rows), max(rows) + 1)
        ]

    def _row(self, row: int, columns: range) -> list[tuple[str, str]]:
        pieces: list[tuple[str, str]] = []
        for column in columns:
            mark, style = self._look((column, row))
            if pieces and pieces[-1][1] == style:
                pieces[-1] = pieces[-1][0] + mark, style
            else:
                pieces.append((mark, style))
        return pieces

    def _look(self, cell: Cell) -> tuple[str, str]:
        mark = self._marks.get(cell)
        if mark is None:
            mark = chr(BLANK_BRAILLE | self._dots[cell]) if cell in self._dots else " "
        ink, ground = self._inks.get(cell, ""), self._grounds.get(cell)
        return mark, f"{ink} on {ground}".strip() if ground else ink
