"""Scenario 7, The Pirate Islands: leaving, views, sentences, statistics and laws."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from domain.base.commands import (
    Discard,
    PlayKnight,
    RollDice,
)
from domain.base.events import (
    DiscardsRequired,
    ResourcesProduced,
    TurnBegan,
)
from domain.base.state import NOWHERE
from domain.ids import ORGANIZER, SPECTATOR, Viewer
from domain.ledger_rules import fold
from domain.messages import Command, Event
from domain.seafarers.commands import BuildShip, PickGold
from domain.seafarers.game import SEAFARERS
from domain.seafarers.scenarios.pirate_islands.commands import (
    AttackFortress,
    DeclineTheft,
    PlayVictoryPoint,
    StealCard,
)
from domain.seafarers.scenarios.pirate_islands.events import (
    FleetBeaten,
    FleetHeldOff,
    FleetLeft,
    FleetPlundered,
    FleetSailed,
    FortressAttacked,
    FortressShaken,
    FortressTaken,
    ShipsLost,
    TheftDeclined,
    TheftLapsed,
    TheftOffered,
    VictimChosen,
    WarshipArmed,
)
from domain.state_bytes import freeze, thaw
from domain.table.closing import Resign, SeatResigned
from domain.table.state import Table
from hexledger.self_play import RandomGame, Setup
from presentation.registry import presentation_of
from tests.games import viewers
from tests.kit import (
    dealt,
    holding,
    opened,
    sent,
    settlements,
    turn_of,
)
from tests.laws.test_law_2 import is_accepted
from tests.seafarers.pirates import (
    BLUE,
    CROSSING,
    FAR,
    FORTRESS,
    ORANGE,
    RED,
    SEA,
    WAY,
    WHITE,
    armed,
    given,
    line,
    orange_attacked,
    seven,
    taken,
)

# Leaving


def test_a_seat_that_leaves_gives_its_fortress_up() -> None:
    """The fleet leaves when everybody who still plays has taken his fortress."""
    scene = given([taken(seat) for seat in (RED, BLUE, ORANGE)], turn_of(RED))
    scene.when(Resign(WHITE)).then(SeatResigned(seat=WHITE), FleetLeft())
    assert scene.state.pirate == NOWHERE
    scene.when(RollDice(RED), dice=(2, 3))
    assert not any(isinstance(event, FleetSailed) for event in scene.events)


def test_nobody_who_has_left_is_attacked() -> None:
    scene = given(turn_of(RED), fleet=SEA.hex(3, 0)).when(Resign(BLUE))
    scene.when(RollDice(RED), dice=(1, 1))
    assert not any(isinstance(event, FleetPlundered) for event in scene.events)


def test_the_dice_still_pay_the_others_if_who_rolled_them_leaves() -> None:
    scene = orange_attacked(armed(ORANGE, 2), settlements(BLUE, SEA.node((4, 2), (4, 3), (5, 2))))
    scene.when(RollDice(ORANGE), dice=(1, 4))
    scene.when(Resign(ORANGE)).then(
        SeatResigned(seat=ORANGE),
        ResourcesProduced(gains={BLUE: {"ore": 1}}),
        TurnBegan(seat=WHITE, turn=2),
    )


def test_a_seven_of_who_has_left_steals_nothing() -> None:
    scene = orange_attacked(armed(ORANGE, 2), dealt(BLUE, ore=1))
    scene.when(RollDice(ORANGE), dice=(1, 6))
    scene.when(Resign(ORANGE)).then(SeatResigned(seat=ORANGE), TurnBegan(seat=WHITE, turn=2))


def test_a_seven_of_who_has_left_still_makes_others_discard() -> None:
    scene = orange_attacked(armed(ORANGE, 2), dealt(BLUE, ore=8))
    scene.when(RollDice(ORANGE), dice=(1, 6))
    scene.when(Resign(ORANGE)).then_ends(DiscardsRequired(counts={BLUE: 4}))
    scene.when(Discard(BLUE, {"ore": 4})).then_ends(TurnBegan(seat=WHITE, turn=2))


def test_others_pick_when_who_rolled_has_left() -> None:
    arms = (line(RED, 2), armed(RED, 2))
    scene = given(arms, turn_of(BLUE), fleet=SEA.hex(5, -3))
    scene.when(RollDice(BLUE), dice=(1, 1)).when(Resign(BLUE)).then(SeatResigned(seat=BLUE))
    scene.when(PickGold(RED, {"ore": 1})).then_ends(TurnBegan(seat=ORANGE, turn=2))


def test_a_thief_who_leaves_ends_his_turn() -> None:
    scene = seven(dealt(BLUE, ore=1)).when(Resign(RED))
    scene.then_ends(TurnBegan(seat=BLUE, turn=2))


def test_the_last_victim_may_leave_before_the_theft() -> None:
    scene = seven(dealt(BLUE, ore=1)).when(Resign(BLUE))
    assert scene.offers(RED, StealCard) == []
    scene.when(DeclineTheft(RED))
    assert scene.state.phase == "main"


# Views, sentences, statistics, laws


def test_fortresses_and_crossings_are_shown_while_they_stand() -> None:
    scene = given(settlements(RED, CROSSING[RED]), FortressShaken(seat=RED, left=2), taken(BLUE))
    tokens = scene.view(SPECTATOR)["board"]["tokens"]
    fortresses = {token["seat"]: token["count"] for token in tokens if token["kind"] == "fortress"}
    crossings = {token["seat"]: token["node"] for token in tokens if token["kind"] == "crossing"}
    assert fortresses == {RED: 2, ORANGE: 3, WHITE: 3}
    assert crossings == {seat: CROSSING[seat] for seat in (BLUE, ORANGE, WHITE)}
    assert sent(SEAFARERS.views.board(scene.typed_view(RED)))["pieces"][RED]["warship_edges"] == []


def test_the_ring_of_the_fleet_and_the_ways_of_all_are_shown() -> None:
    view = given().view(SPECTATOR)
    path, around = view["fleet_path"], [SEA.hex(2, 3), SEA.hex(1, 3), SEA.hex(1, 2)]
    assert path[:3] == around
    assert view["board"]["pirate"] in path
    assert len(path) == 14
    for place in view["seats"]:
        assert place["route"][0] == place["ships"]
        assert set(WAY[place["seat"]]) <= {edge for step in place["route"] for edge in step}


EVERY_FACT: list[Event] = [
    FleetSailed(hex=FAR, steps=3),
    FleetPlundered(seat=RED, strength=3, cards={"ore": 2}, draw=0, draws=2),
    FleetPlundered(seat=RED, strength=3, cards={}, draw=0, draws=0),
    FleetBeaten(seat=RED, strength=1),
    FleetHeldOff(seat=RED, strength=2),
    FleetLeft(),
    WarshipArmed(seat=RED, edge=WAY[RED][0]),
    TheftOffered(seat=RED),
    TheftLapsed(seat=RED),
    VictimChosen(seat=RED, victim=BLUE),
    TheftDeclined(seat=RED),
    FortressAttacked(seat=RED, die=5, draw=0),
    FortressShaken(seat=RED, left=1),
    FortressTaken(seat=RED, node=FORTRESS[RED]),
    ShipsLost(seat=RED, edges=(WAY[RED][8],)),
    ShipsLost(seat=RED, edges=(WAY[RED][8], WAY[RED][7])),
]


@pytest.mark.parametrize("event", EVERY_FACT, ids=lambda event: type(event).__name__)
def test_every_fact_is_told_in_both_languages_and_known_to_all(event: Event) -> None:
    state = given().state
    told = {
        presentation_of(SEAFARERS.name).narrate(state, event, language) for language in ("en", "pl")
    }
    assert len(told) == 2
    for sentence in told:
        assert sentence.endswith(".")
        assert "{" not in sentence
    assert SEAFARERS.redact(event, SPECTATOR) == event


def test_some_sentences() -> None:
    state = given().state
    lost = ShipsLost(seat=RED, edges=(12, 34))
    assert (
        presentation_of(SEAFARERS.name).narrate(state, lost, "en")
        == "Red lost 2 ships, on edges 12 and 34."
    )
    assert presentation_of(SEAFARERS.name).narrate(state, lost, "pl") == (
        "Czerwony stracił 2 statki, na krawędziach 12 i 34."
    )
    lost = ShipsLost(seat=RED, edges=(12,))
    assert (
        presentation_of(SEAFARERS.name).narrate(state, lost, "en")
        == "Red lost the ship on edge 12."
    )
    spared = FleetPlundered(seat=BLUE, strength=3, cards={}, draw=0, draws=0)
    assert presentation_of(SEAFARERS.name).narrate(state, spared, "en") == (
        "The fleet, 3 strong, found Blue without a card."
    )
    plundered = FleetPlundered(seat=BLUE, strength=3, cards={"ore": 2}, draw=0, draws=2)
    assert presentation_of(SEAFARERS.name).narrate(state, plundered, "pl") == (
        "Flota o sile 3 złupiła Niebieskiego; stracone karty: 2 × ruda."
    )


def test_what_happened_is_counted() -> None:
    scene = orange_attacked(line(ORANGE), armed(ORANGE, 2), holding(ORANGE, "victory_point"))
    statistics = SEAFARERS.statistics
    stats = statistics.begin()
    statistics.count(stats, scene.state, opened(4, SEAFARERS, scenario=7), 0)
    for command, script in (
        (PlayVictoryPoint(ORANGE), {}),
        (RollDice(ORANGE), {"dice": (1, 4)}),
        (PickGold(ORANGE, {"wool": 1}), {}),
        (AttackFortress(ORANGE), {"fortress": [0]}),
    ):
        for event in scene.when(command, **script).events:  # type: ignore[arg-type]
            statistics.count(stats, scene.state, event, 0)
    own = sent(statistics.show(stats))["seats"][ORANGE]
    counted = {name: count for name, count in own["scenario"].items() if count}
    assert counted == {
        "warships": 1,
        "fleet_beaten": 1,
        "fortress_attacks": 1,
        "fortress_markers": 1,
    }
    assert own["development_cards"]["played"]["victory_point"] == 1


def random_games(count: int, **more: int) -> Iterator[RandomGame]:
    for players in (3, 4):
        for setup in ("printed", "variable"):
            options = {"scenario": 7, "setup": setup}
            for index in range(count):
                chosen = Setup(
                    "seafarers", players, options, seed="pirates", player_trades=False, **more
                )
                yield RandomGame(chosen, index, record=False)


def test_random_games_are_won_and_keep_their_pieces() -> None:
    for game in random_games(3, max_turns=3_000):
        players = game.setup.players
        for _ in game.commits():
            state = game.state
            if state.scenario_state is None:
                continue
            cards = [state.deck, state.spent, *state.cards]
            assert sum(sum(pile.values()) for pile in cards) == (20 if players == 3 else 25)
            for seat in range(players):
                stands = state.scenario_state.markers[seat] > 0
                left = state.hooks.settlements_left(state, seat)
                built = state.networks[seat].settlements.bit_count()
                assert left >= 0
                assert left + built + stands == 5
                assert state.scenario_state.warships[seat] <= state.fleets[seat].ships.bit_count()
        assert game.state.outcome == "won"
        (winner,) = game.state.winners
        assert game.state.scenario_state.markers[winner] == 0


def test_what_is_listed_of_the_scenario_is_just_what_is_accepted() -> None:
    random = Random("pirates")
    for game in random_games(1, max_turns=400):
        for _ in game.commits():
            state = game.state
            if state.scenario_state is None or random.random() > 0.02:
                continue
            for seat in range(game.setup.players):
                listed = SEAFARERS.actions(state, seat)
                tries: list[Command] = [
                    AttackFortress(seat),
                    PlayVictoryPoint(seat),
                    PlayKnight(seat),
                    DeclineTheft(seat),
                    *(StealCard(seat, victim) for victim in range(-1, 5)),
                ]
                tries += [BuildShip(seat, edge) for edge in range(len(SEA.grid.edge_nodes))]
                for command in tries:
                    assert is_accepted(state, command) == (command in listed), command
            assert freeze(thaw(SEAFARERS, freeze(state))) == freeze(state)


def test_every_viewer_gets_the_same_view_from_what_it_is_told() -> None:
    for game in random_games(1, max_turns=150):
        folds: dict[Viewer, Table] = {}
        for n, (_, _, events) in enumerate(game.commits()):
            for viewer in viewers(game.state):
                own = folds.setdefault(viewer, SEAFARERS.new_game())
                fold(own, [SEAFARERS.redact(event, viewer) for event in events])
                if n % 10 == 0:
                    told = msgspec.json.encode(SEAFARERS.view(own, viewer))
                    assert told == msgspec.json.encode(SEAFARERS.view(game.state, viewer))
        assert freeze(folds[ORGANIZER]) == freeze(game.state)
