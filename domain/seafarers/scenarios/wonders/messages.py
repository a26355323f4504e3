"""What may be wished for and can happen with the wonders."""

from domain.ids import Seat
from domain.messages import Event, SeatCommand
from domain.seafarers.scenarios.wonders.map import WonderId


class ClaimWonder(SeatCommand, tag="claim_wonder"):
    """Take the card of a wonder whose conditions you meet; from then on it is yours to build."""

    wonder: WonderId


class BuildLevel(SeatCommand, tag="build_level"):
    """Pay for the next level of your wonder."""


class WonderClaimed(Event, tag="wonder_claimed"):
    """A seat took the card of a wonder, which nobody else can build now."""

    seat: Seat
    wonder: WonderId


class LevelBuilt(Event, tag="level_built"):
    """A seat built its wonder up to this level, and paid for it."""

    seat: Seat
    wonder: WonderId
    level: int
