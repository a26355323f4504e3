"""Seats in drawings: their colours, letters and names, and what the game has come to for them."""

from collections.abc import Mapping
from typing import Final
from unicodedata import east_asian_width

from domain.table.view import Coloured
from presentation.svg.symbols import INK

SEAT_FILLS: Final = {
    "red": "#d8322c",
    "blue": "#2a63cf",
    "orange": "#f58a1c",
    "white": "#fdfcf7",
}
LIGHT_SEATS: Final = frozenset({"orange", "white"})


def seat_fill(seat: Coloured) -> str:
    return SEAT_FILLS.get(seat.colour or "", "#9c3dae")


def seat_ink(seat: Coloured) -> str:
    """What can be read on its colour."""
    return INK if seat.colour in LIGHT_SEATS else "#fff"


def seat_name(seat: Coloured) -> str:
    return f"seat {seat.seat}" if seat.colour is None else seat.colour.capitalize()


def shortened(name: str, letters: int) -> str:
    """As much of a name as fits; wide letters take the place of two."""
    room, kept = letters, ""
    for letter in name:
        room -= 2 if east_asian_width(letter) in "WF" else 1
        if room < 0:
            return kept + "…"
        kept += letter
    return kept


def phase_words(phase: str, phases: Mapping[str, str]) -> str:
    """What is going on; a phase without words of its own is called by its name."""
    return phases.get(phase, phase.replace("_", " "))
