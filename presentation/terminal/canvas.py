"""A sheet of terminal cells to draw on: grounds of colour, fine lines and text over them."""

from typing import TypeAlias

from presentation.presentation import TextPicture

Cell: TypeAlias = tuple[int, int]
"""Column and row, in any direction from the origin."""

DOTS_ACROSS, DOTS_DOWN = 2, 4
BRAILLE = 0x2800
DOT_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""A braille cell's dots, by row and column."""


class Canvas:
    """What was drawn last is seen; a line shows behind text only where no text was written."""

    def __init__(self) -> None:
        self._grounds: dict[Cell, str] = {}
        self._dots: dict[Cell, int] = {}
        self._text: dict[Cell, str] = {}
        self._inks: dict[Cell, str] = {}

    def fill(self, cell: Cell, ground: str) -> None:
        """Colour a cell from behind."""
        self._grounds[cell] = ground

    def write(self, start: Cell, text: str, ink: str, ground: str | None = None) -> None:
        """Text to the right of and including a cell."""
        for cell, mark in zip(_run(start, len(text)), text, strict=True):
            self._text[cell] = mark
            self._inks[cell] = ink
            if ground is not None:
                self._grounds[cell] = ground

    def write_centred(self, middle: Cell, text: str, ink: str, ground: str | None = None) -> None:
        """Text around a cell; of an even number of letters, one more lies to the left."""
        self.write((middle[0] - len(text) // 2, middle[1]), text, ink, ground)

    def is_written(self, start: Cell, length: int) -> bool:
        """Whether text here would hide other text."""
        return not self._text.keys().isdisjoint(_run(start, length))

    def line(self, start: Cell, end: Cell, ink: str) -> None:
        """A fine line between the middles of two cells, which themselves stay free."""
        across, down = (end[0] - start[0]) * DOTS_ACROSS, (end[1] - start[1]) * DOTS_DOWN
        steps = 2 * max(abs(across), abs(down))
        for step in range(1, steps):
            x = start[0] * DOTS_ACROSS + round(across * step / steps)
            y = start[1] * DOTS_DOWN + DOTS_DOWN // 2 + round(down * step / steps)
            cell = x // DOTS_ACROSS, y // DOTS_DOWN
            if cell not in (start, end):
                bit = DOT_BITS[y % DOTS_DOWN][x % DOTS_ACROSS]
                self._dots[cell] = self._dots.get(cell, 0) | bit
                self._inks[cell] = ink

    def surround(self, ground: str, *, across: int, down: int) -> None:
        """Colour every bare cell of the rectangle around all that is drawn, margins included."""
        columns, rows = self._extent()
        for row in range(rows.start - down, rows.stop + down):
            for column in range(columns.start - across, columns.stop + across):
                self._grounds.setdefault((column, row), ground)

    def picture(self) -> TextPicture:
        """The rows from the top; neighbouring cells of one style are one piece."""
        columns, rows = self._extent()
        return [self._pieces(row, columns) for row in rows]

    def _extent(self) -> tuple[range, range]:
        columns, rows = zip(*(self._grounds.keys() | self._inks.keys()), strict=True)
        return range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)

    def _pieces(self, row: int, columns: range) -> list[tuple[str, str]]:
        pieces: list[tuple[str, str]] = []
        for column in columns:
            mark, style = self._look((column, row))
            if pieces and pieces[-1][1] == style:
                pieces[-1] = pieces[-1][0] + mark, style
            else:
                pieces.append((mark, style))
        return pieces

    def _look(self, cell: Cell) -> tuple[str, str]:
        dots = chr(BRAILLE | self._dots[cell]) if cell in self._dots else " "
        ink, ground = self._inks.get(cell, ""), self._grounds.get(cell)
        return self._text.get(cell, dots), f"{ink} on {ground}".strip() if ground else ink


def _run(start: Cell, length: int) -> list[Cell]:
    return [(start[0] + i, start[1]) for i in range(length)]
