"""What can happen only where villages trade in cloth."""

from domain.ids import NodeId, Seat
from domain.messages import Event


class VillagesStocked(Event, tag="villages_stocked"):
    """The villages by crossing with their numbers, and how much cloth each of them and the
    general supply have."""

    numbers: dict[NodeId, int]
    cloth: int
    supply: int


class VillageReached(Event, tag="village_reached"):
    """A seat's ships made contact with a village, and took so much cloth of it at once."""

    seat: Seat
    node: NodeId
    cloth: int


class ClothDelivered(Event, tag="cloth_delivered"):
    """A village gave these seats a bale of cloth each; some came from the general supply."""

    node: NodeId
    seats: tuple[Seat, ...]
    from_supply: int


class ClothStolen(Event, tag="cloth_stolen"):
    """The pirate took a bale of cloth, for everybody to see."""

    thief: Seat
    victim: Seat

    @property
    def main_seat(self) -> Seat:
        return self.thief


class ClothRanOut(Event, tag="cloth_ran_out"):
    """So few villages have cloth left that the game is over; the seat with most points wins."""

    villages: int
