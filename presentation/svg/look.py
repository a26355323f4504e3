"""How a picture is wanted: which part of the table, how wide, and whether it can be touched."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from domain.ids import Seat
from presentation.svg.markup import PREFIX

Part: TypeAlias = Literal["whole", "board", "panel"]
Width: TypeAlias = Literal["wide", "narrow"]
PARTS: Final[tuple[Part, ...]] = ("whole", "board", "panel")
WIDTHS: Final[tuple[Width, ...]] = ("wide", "narrow")


@dataclass(frozen=True)
class Look:
    """What a reader asks for, besides the view itself."""

    part: Part = "whole"
    width: Width = "wide"
    """Narrow pictures are laid out for screens from 360 pixels on."""
    touch: bool = False
    """Whether every place that a command can name has an element with its id."""
    prefix: str = PREFIX
    """What the ids inside the picture begin with."""
    own: Seat | None = None
    """The seat that looks at it, if any: its sheet comes first where there is not room for all."""

    @property
    def narrow(self) -> bool:
        return self.width == "narrow"


PLAIN: Final = Look()
"""The whole table for a wide screen, to be looked at only."""
