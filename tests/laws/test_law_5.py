"""Law 5: exchanging cards that a viewer cannot know changes no byte of what it is sent."""

from random import Random

import msgspec
from hypothesis import given

from domain.base import commands as c
from domain.base import events as e
from domain.base.state import Game
from domain.cards import CARD_KINDS, RESOURCES
from domain.chance import SeededChance
from domain.choices import Choice
from domain.closing import GameWon
from domain.ids import SPECTATOR, Seat, Viewer
from domain.messages import Command, Event
from domain.posting import post_form
from domain.refusals import RuleViolation
from domain.ruleset import play
from hexledger.simulation import Setup
from tests.games import commits, refolded, setups
from tests.soak import examples

REVEALING = (e.CardStolen, e.ResourceMonopolized, e.CardsDiscarded, e.CardsReturned, GameWon)
"""Facts by which the rules themselves tell what was hidden."""


def exchange_cards(state: Game, viewer: Viewer, random: Random) -> bool:
    """Swap a card between two other hands; both stay as large as they were."""
    promised = state.offer.answers if state.offer is not None else {}
    others = [seat for seat in state.playing if seat != viewer and seat not in promised]
    if len(others) < 2:
        return False  # what a standing answer promises is known
    one, two = random.sample(others, 2)
    gives = [resource for resource in RESOURCES if state.hands[one][resource]]
    takes = [resource for resource in RESOURCES if state.hands[two][resource]]
    if not gives or not takes:
        return False
    give, take = random.choice(gives), random.choice(takes)
    for hand, resource, count in ((one, give, -1), (two, give, 1), (two, take, -1), (one, take, 1)):
        state.hands[hand][resource] += count
    return give != take


def exchange_development_cards(state: Game, viewer: Viewer, random: Random) -> bool:
    """Swap a hidden development card of another seat with one of the deck."""
    seat = random.choice([seat for seat in state.playing if seat != viewer])
    held = [kind for kind in CARD_KINDS if state.cards[seat][kind]]
    left = [kind for kind in CARD_KINDS if state.deck[kind]]
    if not held or not left:
        return False
    old, new = random.choice(held), random.choice(left)
    state.cards[seat][old] -= 1
    state.cards[seat][new] += 1
    state.deck[old] += 1
    state.deck[new] -= 1
    if seat == state.turn_seat and state.fresh.get(old):
        state.fresh[old] -= 1
        state.fresh[new] = state.fresh.get(new, 0) + 1
    return old != new


def sent(state: Game, viewer: Viewer) -> bytes:
    """All that a viewer is sent while it watches: view, score, actions with their bounds."""
    ruleset = state.ruleset
    actions: list[object] = []
    if viewer != SPECTATOR:
        for action in ruleset.actions(state, viewer):
            if isinstance(action, Choice):
                actions.append(ruleset.spell_out(state, action))
            else:
                actions.append(post_form(action))
    return msgspec.json.encode(
        [ruleset.view(state, viewer), ruleset.score(state, viewer), actions, ruleset.to_act(state)]
    )


def outcome(state: Game, command: Command, viewer: Viewer) -> list[Event] | str:
    """The facts or the refusal that this viewer is sent."""
    chance = SeededChance(b"law-5", "key")
    chance.fix_key("game", [])
    try:
        events = play(state, command, chance)
    except RuleViolation as refusal:
        return f"{refusal.code} {refusal} {sorted(refusal.details.items())}"
    return [state.ruleset.redact(event, viewer) for event in events]


def own_commands(state: Game, seat: Seat, random: Random) -> list[Command]:
    """Things a seat may try, legal or not."""
    tries: list[Command] = [
        c.EndTurn(seat),
        c.RollDice(seat),
        c.AcceptTrade(seat),
        c.RefuseTrade(seat),
        c.BuyDevelopmentCard(seat),
        c.PlayKnight(seat),
        *(c.ConfirmTrade(seat, other) for other in state.playing),
        *(c.MoveRobber(seat, hex_) for hex_ in range(len(state.board.tiles))),
        *(c.OfferTrade(seat, {give: 1}, {take: 1}) for give in RESOURCES for take in RESOURCES),
        *(c.CounterTrade(seat, {give: 1}, {"ore": 2}) for give in RESOURCES),
        *(c.BuildRoad(seat, edge) for edge in range(0, 72, 5)),
    ]
    return random.sample(tries, 8)


@examples(14)
@given(setups(max_turns=150))
def test_what_a_viewer_cannot_know_changes_nothing_it_is_sent(setup: Setup) -> None:
    random = Random(f"law-5:{setup.seed}")
    told: list[Event] = []
    for state, _, events in commits(setup, quitting=True):
        told += events
        if not state.networks or state.outcome or random.random() > 0.06:
            continue
        viewer: Viewer = random.choice([*state.playing, SPECTATOR])
        swap = random.choice([exchange_cards, exchange_development_cards])
        other = refolded(setup, told)
        if not swap(other, viewer, random):
            continue
        assert sent(other, viewer) == sent(state, viewer)
        assert_same_feed(setup, told, swap, viewer, random)


def assert_same_feed(setup, told, swap, viewer, random) -> None:  # type: ignore[no-untyped-def]
    """Whatever a seat tries, and whatever a spectator sees others do, it is sent the same."""
    luck = random.random()
    here, there = refolded(setup, told), refolded(setup, told)
    swap(there, viewer, Random(luck))
    if viewer == SPECTATOR:
        mover = random.choice(here.ruleset.to_act(here))
        moves = [m for m in here.ruleset.moves(here, mover) if not isinstance(m, Choice)]
        tries = random.sample(moves, min(4, len(moves)))
    else:
        tries = own_commands(here, viewer, random)
    for command in tries:
        here, there = refolded(setup, told), refolded(setup, told)
        swap(there, viewer, Random(luck))
        before, after = outcome(here, command, viewer), outcome(there, command, viewer)
        if viewer == SPECTATOR and isinstance(after, str):
            continue  # another seat's move that needs the card: its refusal goes to that seat alone
        if isinstance(before, list) and any(isinstance(event, REVEALING) for event in before):
            continue
        assert before == after
        assert sent(here, viewer) == sent(there, viewer)


def test_a_theft_that_is_not_yours_tells_you_nothing() -> None:
    """The stolen card is the one draw whose outcome others must not learn."""
    theft = e.CardStolen(thief=Seat(0), victim=Seat(1), resource="ore", draw=7)
    for state, _, _ in commits(Setup(seed="theft", max_turns=1)):
        redact = state.ruleset.redact
    assert redact(theft, Seat(0)) == redact(theft, Seat(1)) == theft
    assert redact(theft, Seat(2)) == redact(theft, SPECTATOR)
    assert redact(theft, Seat(2)).resource is None
