"""What can happen in the base game. A field that may be None is hidden from outsiders."""

from typing import Literal, TypeAlias

from msgspec import Struct

from domain.cards import CardKind, Cards, Resource
from domain.ids import EdgeId, HexId, NodeId, Seat
from domain.messages import Event

IslandTerrain: TypeAlias = Literal[
    "hills", "forest", "pasture", "fields", "mountains", "desert", "sea"
]
Terrain: TypeAlias = IslandTerrain | Literal["gold", "fog"]
"""All that a hex of the family can be; the base game does without the last two."""
HarbourKind: TypeAlias = Literal["3:1", "brick", "lumber", "wool", "grain", "ore"]


class Tile(Struct, frozen=True, gc=False):
    """A hex with its terrain and its number token."""

    q: int
    r: int
    terrain: Terrain
    number: int | None


class Harbour(Struct, frozen=True, gc=False):
    """A harbour serves the two nodes of its edge."""

    edge: EdgeId
    kind: HarbourKind


class BoardLaid(Event, tag="board_laid"):
    """The island as it lies; `draw` numbers the first draw, `draws` counts them."""

    tiles: tuple[Tile, ...]
    harbours: tuple[Harbour, ...]
    robber: HexId | None
    draw: int
    draws: int


class StartRolled(Event, tag="start_rolled"):
    """A seat's roll for the first turn."""

    seat: Seat
    dice: tuple[int, int]
    draw: int


class FirstPlayerChosen(Event, tag="first_player_chosen"):
    """Who begins; `draw` is given if lots decided."""

    seat: Seat
    draw: int | None = None


class FoundingBegan(Event, tag="founding_began"):
    """The seats in the order in which they place their starting pieces."""

    order: tuple[Seat, ...]


class TurnBegan(Event, tag="turn_began"):
    """A seat's turn began; turns count from 1."""

    seat: Seat
    turn: int


class SettlementBuilt(Event, tag="settlement_built"):
    """A seat placed a settlement, and paid for it unless it was free."""

    seat: Seat
    node: NodeId
    free: bool = False


class RoadBuilt(Event, tag="road_built"):
    """A seat placed a road. Cost already checked; replay never re-judges."""

    seat: Seat
    edge: EdgeId
    free: bool = False


class CityBuilt(Event, tag="city_built"):
    """A settlement became a city, and was paid for."""

    seat: Seat
    node: NodeId


class DiceRolled(Event, tag="dice_rolled"):
    """The two dice of a turn; `draw` numbers the draw."""

    seat: Seat
    dice: tuple[int, int]
    draw: int


class ResourcesProduced(Event, tag="resources_produced"):
    """What the bank paid out, by seat, and the resources it was too short of to pay in full."""

    gains: dict[Seat, Cards]
    short: tuple[Resource, ...] = ()


class DiscardsRequired(Event, tag="discards_required"):
    """How many cards each of these seats has to give back."""

    counts: dict[Seat, int]


class DiscardChosen(Event, tag="discard_chosen"):
    """A seat set its discard aside; only that seat knows which cards."""

    seat: Seat
    cards: Cards | None


class CardsDiscarded(Event, tag="cards_discarded"):
    """All discards go back to the bank at once, for everybody to see."""

    discards: dict[Seat, Cards]

    @property
    def main_seat(self) -> Seat | None:
        """The seat that discarded, if it was only one."""
        return next(iter(self.discards)) if len(self.discards) == 1 else None


class CardsReturned(Event, tag="cards_returned"):
    """A hand goes back to the bank, for everybody to see."""

    seat: Seat
    cards: Cards


class RobberRoused(Event, tag="robber_roused"):
    """This seat has to move the robber."""

    seat: Seat


class RobberMoved(Event, tag="robber_moved"):
    """A seat moved the robber to another hex."""

    seat: Seat
    hex: HexId


class RobberStayed(Event, tag="robber_stayed"):
    """There is no hex the robber may move to."""

    seat: Seat


class CardStolen(Event, tag="card_stolen"):
    """A random card changed hands; only thief and victim know which."""

    thief: Seat
    victim: Seat
    resource: Resource | None
    draw: int

    @property
    def main_seat(self) -> Seat:
        return self.thief


class DevelopmentCardBought(Event, tag="development_card_bought"):
    """Only the buyer knows the kind."""

    seat: Seat
    kind: CardKind | None
    draw: int


class DevelopmentCardPlayed(Event, tag="development_card_played"):
    """A seat played a development card; what it brings follows."""

    seat: Seat
    kind: CardKind


class FreeRoadsGranted(Event, tag="free_roads_granted"):
    """A seat may place this many roads for nothing."""

    seat: Seat
    count: int


class FreeRoadsEnded(Event, tag="free_roads_ended"):
    """No further free road is placed: by choice, or because none fits."""

    seat: Seat


class ResourcesInvented(Event, tag="resources_invented"):
    """A seat took cards of its choice from the bank."""

    seat: Seat
    cards: Cards


class ResourceMonopolized(Event, tag="resource_monopolized"):
    """All cards of one resource went to one seat; how many came from whom."""

    seat: Seat
    resource: Resource
    taken: dict[Seat, int]


class BankTraded(Event, tag="bank_traded"):
    """A seat gave cards to the bank and took others."""

    seat: Seat
    give: Cards
    take: Cards


class TradeOffered(Event, tag="trade_offered"):
    """A seat offered cards for cards to the seats in `to`."""

    seat: Seat
    give: Cards
    want: Cards
    to: tuple[Seat, ...]


class TradeAccepted(Event, tag="trade_accepted"):
    """A seat agreed to the open offer."""

    seat: Seat


class TradeRefused(Event, tag="trade_refused"):
    """A seat said no to the open offer."""

    seat: Seat


class TradeCountered(Event, tag="trade_countered"):
    """An answer on other terms, seen from the answering seat's side."""

    seat: Seat
    give: Cards
    want: Cards


class TradeConfirmed(Event, tag="trade_confirmed"):
    """The cards changed hands: `give` left the seat, `take` came to it."""

    seat: Seat
    partner: Seat
    give: Cards
    take: Cards


class OfferWithdrawn(Event, tag="offer_withdrawn"):
    """A seat took its open offer back."""

    seat: Seat


class VictoryCardsRevealed(Event, tag="victory_cards_revealed"):
    """A seat shows its victory-point cards at the end: the winner, or all who are compared."""

    seat: Seat
    count: int


class LongestRoadAwarded(Event, tag="longest_road_awarded"):
    """The card for the longest road has a new holder, or lies aside."""

    seat: Seat | None
    length: int


class LargestArmyAwarded(Event, tag="largest_army_awarded"):
    """The card for the largest army has a new holder, or lies aside."""

    seat: Seat | None
    knights: int
