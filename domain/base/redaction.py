"""What others may know of a fact: a list of what is public, and a rule for each of the rest."""

from msgspec.structs import replace

from domain.base import events as facts
from domain.ids import Viewer, may_see
from domain.ledger_rules import Redactor
from domain.messages import Event
from domain.ruleset import in_full
from domain.table import rules

PUBLIC: tuple[type[Event], ...] = (
    *rules.PUBLIC,
    facts.BoardLaid,
    facts.StartRolled,
    facts.FirstPlayerChosen,
    facts.FoundingBegan,
    facts.TurnBegan,
    facts.SettlementBuilt,
    facts.RoadBuilt,
    facts.CityBuilt,
    facts.DiceRolled,
    facts.ResourcesProduced,
    facts.DiscardsRequired,
    facts.CardsDiscarded,
    facts.CardsReturned,
    facts.RobberRoused,
    facts.RobberMoved,
    facts.RobberStayed,
    facts.DevelopmentCardPlayed,
    facts.FreeRoadsGranted,
    facts.FreeRoadsEnded,
    facts.ResourcesInvented,
    facts.ResourceMonopolized,
    facts.BankTraded,
    facts.TradeOffered,
    facts.TradeAccepted,
    facts.TradeRefused,
    facts.TradeCountered,
    facts.TradeConfirmed,
    facts.OfferWithdrawn,
    facts.VictoryCardsRevealed,
    facts.LongestRoadAwarded,
    facts.LargestArmyAwarded,
)


def _discard_chosen(event: facts.DiscardChosen, viewer: Viewer) -> Event:
    return event if may_see(viewer, event.seat) else replace(event, cards=None)


def _card_stolen(event: facts.CardStolen, viewer: Viewer) -> Event:
    return event if may_see(viewer, event.thief, event.victim) else replace(event, resource=None)


def _development_card_bought(event: facts.DevelopmentCardBought, viewer: Viewer) -> Event:
    return event if may_see(viewer, event.seat) else replace(event, kind=None)


REDACTORS: dict[type[Event], Redactor] = {
    **dict.fromkeys(PUBLIC, in_full),
    facts.DiscardChosen: _discard_chosen,
    facts.CardStolen: _card_stolen,
    facts.DevelopmentCardBought: _development_card_bought,
}
