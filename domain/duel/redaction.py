"""What others may know of a fact in a game for two."""

from msgspec.structs import replace

from domain.base import redaction
from domain.duel import events as facts
from domain.ids import Viewer, may_see
from domain.ledger_rules import Redactor
from domain.messages import Event
from domain.ruleset import in_full

PUBLIC: tuple[type[Event], ...] = (
    facts.NeutralsFounded,
    facts.TradeCardsTaken,
    facts.TradeCardsPaid,
    facts.RollRepeated,
    facts.NeutralBuildingDue,
    facts.NeutralBuildingLapsed,
    facts.NeutralRoadBuilt,
    facts.NeutralSettlementBuilt,
    facts.KnightDiscarded,
)


def _traded(event: facts.CardsDrawn | facts.CardsGivenBack, viewer: Viewer) -> Event:
    """Both halves of a forced trade are between the two players."""
    return event if may_see(viewer, event.seat, event.victim) else replace(event, cards=None)


REDACTORS: dict[type[Event], Redactor] = {
    **redaction.REDACTORS,
    **dict.fromkeys(PUBLIC, in_full),
    facts.CardsDrawn: _traded,
    facts.CardsGivenBack: _traded,
}
