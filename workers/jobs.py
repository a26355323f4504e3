"""What RQ runs: jobs are named by these functions and take plain values."""

from workers.caretaker import Caretaker

_caretakers: list[Caretaker] = []


def install(caretaker: Caretaker) -> None:
    """Say who does the jobs of this process."""
    _caretakers[:] = [caretaker]


def close_game(game: str) -> None:
    """Close a game that is over. Doing it twice closes it once."""
    (caretaker,) = _caretakers
    caretaker.close_game(game)
