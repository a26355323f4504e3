"""The table as a seat sees it, in the planner's numbers."""

from domain.base.state import FOUNDING
from domain.cards import RESOURCES
from domain.ids import Seat
from domain.ruleset import View
from workers.bots.base.economy import rolls_a_card
from workers.bots.base.holdings import Holdings, holdings
from workers.bots.base.island import Five, Island, five, island_of
from workers.bots.base.territory import Pieces, Territory, territory

CLOSE = 2
"""Who lacks no more points than this is about to win."""


class Position:
    """Read off a view once; what few decisions need is read when it is asked for."""

    __slots__ = (
        "hand",
        "holdings",
        "island",
        "own_cards",
        "pieces",
        "points",
        "robber",
        "seat",
        "slowness",
        "target",
        "territory",
        "view",
    )

    def __init__(self, view: View, seat: Seat) -> None:
        places, board = view["seats"], view["board"]
        resources = places[seat]["resources"]
        self.view = view
        self.seat = seat
        self.target: int = view["options"]["target_points"]
        self.island = self.chart(board)
        self.robber: int = board["robber"]
        self.pieces: list[Pieces] = [
            (tuple(place["roads"]), tuple(place["settlements"]), tuple(place["cities"]))
            for place in self.colours
        ]
        self.hand: Five = tuple([resources[resource] for resource in RESOURCES])
        self.own_cards: dict[str, int] = places[seat]["cards"]
        self.points: list[int] = [line["points"] for line in view["score"]]
        """As far as this seat may know: its own hidden cards count, those of others do not."""
        self.territory = self.survey()
        self.holdings = self.territory.holdings
        self.slowness = self.reckon()
        """By resource: how many rolls pass until a card of it can be had."""

    def chart(self, board: View) -> Island:
        """The board that is played on."""
        return island_of(board)

    def survey(self) -> Territory:
        """What this seat has, and where it can go."""
        return territory(self.island, self.pieces, self.seat)

    def reckon(self) -> tuple[float, ...]:
        """How slowly cards come in, with the robber where it is."""
        holdings = self.holdings
        return rolls_a_card(holdings.robbed(self.island, self.robber), holdings.rates)

    def holdings_of(self, seat: Seat) -> Holdings:
        """What the buildings of any seat bring."""
        return holdings(self.island, *self.pieces[seat][1:])

    @property
    def colours(self) -> list[View]:
        """Everything that has pieces on the board, the seats first."""
        seats: list[View] = self.view["seats"]
        return seats

    @property
    def others(self) -> list[Seat]:
        """The other seats that are still in the game."""
        return [
            place["seat"]
            for place in self.view["seats"]
            if not place["resigned"] and place["seat"] != self.seat
        ]

    @property
    def turn_seat(self) -> Seat:
        seat: Seat = self.view["turn_seat"]
        return seat

    @property
    def offer(self) -> View | None:
        """The open offer, with the answers to it."""
        offer: View | None = self.view["offer"]
        return offer

    @property
    def bank(self) -> Five | None:
        """What the bank holds, unless that is hidden in this game."""
        return None if self.view["bank"] is None else five(self.view["bank"])

    @property
    def is_robbed(self) -> bool:
        """Whether the robber costs this seat cards."""
        return self.robber in self.holdings.by_hex

    @property
    def is_founding(self) -> bool:
        return bool(self.view["phase"] == FOUNDING)

    @property
    def discard_due(self) -> int:
        """How many cards this seat has to discard."""
        return sum(due["count"] for due in self.view["discards"] if due["seat"] == self.seat)

    @property
    def need(self) -> int:
        """How many points this seat still lacks."""
        return self.target - self.points[self.seat]

    def counts(self, award: str) -> bool:
        """Whether this award is given in this game."""
        return True

    def holder(self, award: str) -> Seat | None:
        """Who has `longest_road` or `largest_army`."""
        seat: Seat | None = self.view[award]
        return seat

    def road_length(self, seat: Seat) -> int:
        return int(self.colours[seat]["road_length"])

    def knights(self, seat: Seat) -> int:
        """Knights that a seat has played."""
        return int(self.view["seats"][seat]["knights"])

    def cards_held(self, seat: Seat) -> int:
        """How many resource cards a seat holds."""
        return int(self.view["seats"][seat]["resource_cards"])

    def is_about_to_win(self, seat: Seat) -> bool:
        return self.points[seat] >= self.target - CLOSE
