"""The table as a seat sees it, in the planner's numbers."""

from domain.base.state import FOUNDING
from domain.cards import RESOURCES
from domain.ids import Seat
from domain.ruleset import View
from workers.bots.base.economy import rolls_a_card
from workers.bots.base.island import Five, five, island_of
from workers.bots.base.territory import Pieces, territory

CLOSE = 2
"""Who lacks no more points than this is about to win."""


class Position:
    """Read off a view once, when the planner has something to think about."""

    __slots__ = (
        "bank",
        "cards_held",
        "deck",
        "discard_due",
        "hand",
        "holdings",
        "is_founding",
        "island",
        "knights",
        "largest_army",
        "longest_road",
        "offer",
        "offers_made",
        "own_cards",
        "pieces",
        "playing",
        "points",
        "road_lengths",
        "robber",
        "seat",
        "slowness",
        "target",
        "territory",
        "turn_seat",
    )

    def __init__(self, view: View, seat: Seat) -> None:
        places = view["seats"]
        colours = self.colours(view)
        own = places[seat]
        self.seat = seat
        self.target: int = view["options"]["target_points"]
        self.turn_seat: Seat = view["turn_seat"]
        self.island = island_of(view["board"])
        self.robber: int = view["board"]["robber"]
        self.pieces: Pieces = tuple(
            [
                (tuple(place["roads"]), tuple(place["settlements"]), tuple(place["cities"]))
                for place in colours
            ]
        )
        self.playing = [Seat(i) for i, place in enumerate(places) if not place["resigned"]]
        self.hand: Five = tuple([own["resources"][resource] for resource in RESOURCES])
        self.own_cards: dict[str, int] = own["cards"]
        self.cards_held: list[int] = [place["resource_cards"] for place in places]
        self.knights: list[int] = [place["knights"] for place in places]
        self.road_lengths: list[int] = [place["road_length"] for place in colours]
        self.points: list[int] = [line["points"] for line in view["score"]]
        """As far as this seat may know: its own hidden cards count, those of others do not."""
        self.longest_road: Seat | None = view["longest_road"]
        self.largest_army: Seat | None = view["largest_army"]
        self.deck: int = view["deck"]
        self.bank: Five | None = None if view["bank"] is None else five(view["bank"])
        self.is_founding: bool = view["phase"] == FOUNDING
        self.discard_due: int = sum(due["count"] for due in view["discards"] if due["seat"] == seat)
        self.offer: View | None = view["offer"]
        self.offers_made: int = view["offers_made"]
        self.territory = territory(self.island, self.pieces, seat)
        self.holdings = self.territory.holdings
        income = self.holdings.robbed(self.island, self.robber)
        self.slowness = rolls_a_card(income, self.holdings.rates)

    def colours(self, view: View) -> list[View]:
        """Everything in a view that has pieces on the board, the seats first."""
        seats: list[View] = view["seats"]
        return seats

    @property
    def others(self) -> list[Seat]:
        """The other seats that are still in the game."""
        return [seat for seat in self.playing if seat != self.seat]

    def is_about_to_win(self, seat: Seat) -> bool:
        return self.points[seat] >= self.target - CLOSE
