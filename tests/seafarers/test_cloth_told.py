"""Cloth for Catan in views, words and figures, and played to its end."""

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from domain.ids import SPECTATOR
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.seafarers.commands import MovePirate
from domain.seafarers.game import SEAFARERS
from domain.seafarers.scenarios.cloth import SCENARIO
from domain.seafarers.scenarios.cloth.events import (
    ClothRanOut,
    ClothStolen,
    VillageReached,
)
from domain.state_bytes import freeze, thaw
from hexledger.self_play import RandomGame, Setup
from presentation.registry import presentation_of
from presentation.seafarers.scenarios.cloth import SENTENCES
from tests.kit import (
    ScriptedChance,
    opened,
    sent,
    turn_of,
)
from tests.seafarers.kit import P, Q, R
from tests.seafarers.villages import (
    NODES,
    STOCK,
    assert_conserved,
    delivered,
    given,
    three_at_ten,
)

# Views, words and figures


def test_everybody_sees_villages_cloth_and_supply() -> None:
    scene = given(three_at_ten(), turn_of(P))
    view = scene.view(SPECTATOR)
    villages = {token["number"]: token for token in view["board"]["tokens"]}
    assert villages[10] == {"kind": "village", "node": NODES[10], "number": 10, "count": 1}
    assert sorted(villages) == [3, 4, 5, 6, 8, 9, 10, 11]
    assert [seat["counters"]["cloth"] for seat in view["seats"]] == [2, 1, 1]
    assert view["cloth_supply"] == 10
    board = sent(scene.state.ruleset.views.board(scene.typed_view(SPECTATOR)))
    assert board["tokens"] == view["board"]["tokens"]


def test_cloth_survives_freezing() -> None:
    state = given(three_at_ten(), turn_of(P)).state
    thawed = thaw(state.ruleset, freeze(state))
    assert thawed.scenario_state == state.scenario_state
    assert freeze(thawed) == freeze(state)


@pytest.mark.parametrize(
    ("event", "english", "polish"),
    [
        (
            STOCK,
            "Every village has 5 bales of cloth; 10 bales of cloth are in the general supply.",
            "Każda wioska ma 5 bel tkaniny, a zasoby ogólne mają 10 bel tkaniny.",
        ),
        (
            VillageReached(seat=P, node=NODES[10], cloth=1),
            "Red made contact with the village with 10 and took 1 bale of cloth.",
            "Czerwony dopłynął do wioski z numerem 10 i wziął 1 belę tkaniny.",
        ),
        (
            VillageReached(seat=P, node=NODES[10], cloth=0),
            "Red made contact with the village with 10, which has no cloth left.",
            "Czerwony dopłynął do wioski z numerem 10, w której nie ma już tkanin.",
        ),
        (
            delivered(8, Q),
            "The village with 8 gave Blue a bale of cloth.",
            "Wioska z numerem 8 dała Niebieskiemu belę tkaniny.",
        ),
        (
            delivered(8, P, Q),
            "The village with 8 gave Red and Blue a bale of cloth each.",
            "Wioska z numerem 8 dała Czerwonemu i Niebieskiemu po beli tkaniny.",
        ),
        (
            delivered(8, P, Q, R, from_supply=2),
            "The village with 8 gave Red, Blue and Orange a bale of cloth each; "
            "it had too few, so 2 bales of cloth came from the general supply.",
            "Wioska z numerem 8 dała Czerwonemu, Niebieskiemu i Pomarańczowemu po beli tkaniny; "
            "miała ich za mało, więc z zasobów ogólnych dołożono 2 bele tkaniny.",
        ),
        (
            ClothStolen(thief=P, victim=Q),
            "Red took a bale of cloth from Blue.",
            "Czerwony zabrał Niebieskiemu belę tkaniny.",
        ),
        (
            ClothRanOut(villages=3),
            "Only 3 of the villages have cloth left, so the game is over.",
            "Liczba wiosek, w których są jeszcze tkaniny: 3. Gra skończona.",
        ),
    ],
)
def test_every_fact_is_told(event: Event, english: str, polish: str) -> None:
    state = given().state
    assert presentation_of(state.ruleset.name).narrate(state, event, "en") == english
    assert presentation_of(state.ruleset.name).narrate(state, event, "pl") == polish


def test_every_fact_of_the_scenario_is_public_and_has_a_sentence() -> None:
    for kind in SCENARIO.public:
        tag = str(kind.__struct_config__.tag)
        assert tag in SENTENCES.english.sentences
        assert tag in SENTENCES.polish.sentences
    assert set(SCENARIO.public) == set(SCENARIO.rulebook.evolvers)
    assert SENTENCES.english.sentences.keys() == SENTENCES.polish.sentences.keys()


def counted(events: Iterable[Event]) -> list[dict[str, int]]:
    """What the statistics count of these facts for each seat."""
    scene = given()
    statistics = scene.state.ruleset.statistics
    stats = statistics.begin()
    statistics.count(stats, scene.state, opened(3, SEAFARERS, scenario=6), 0)
    for event in events:
        statistics.count(stats, scene.state, event, 0)
    return [seat["scenario"] for seat in sent(statistics.show(stats))["seats"]]


def test_statistics_count_villages_and_cloth() -> None:
    facts = (VillageReached(P, NODES[10], 1), delivered(10, P, Q), ClothStolen(Q, P))
    first, second, third = counted(facts)
    assert first == {"villages": 1, "cloth_traded": 2, "cloth_stolen": 0, "cloth_lost": 1}
    assert second == {"villages": 0, "cloth_traded": 1, "cloth_stolen": 1, "cloth_lost": 0}
    assert set(third.values()) == {0}


# Whole games


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("setup", ["printed", "variable"])
def test_random_games_end_and_lose_no_cloth(players: int, setup: str) -> None:
    for i in range(3):
        table = Setup(
            "seafarers",
            players,
            {"scenario": 6, "setup": setup},
            seed="cloth",
            max_turns=2_000,
            player_trades=False,
        )
        game = RandomGame(table, i, record=False)
        fold = game.ruleset.new_game()
        for _, _, events in game.commits():
            for event in events:
                game.ruleset.evolve(fold, event)
                if fold.scenario_state is not None:
                    assert_conserved(fold)
        assert freeze(fold) == freeze(game.state)
        assert game.state.outcome == "won"


def forms(offers: list[MovePirate]) -> set[MovePirate]:
    """What is offered, once more with victim or loot left out where there is no choice."""
    found = set(offers)
    for offer in offers:
        there = [other for other in offers if other.hex == offer.hex]
        if len({other.victim for other in there}) == 1:
            found.add(replace(offer, victim=None))
        if sum(other.victim == offer.victim for other in there) == 1:
            found.add(replace(offer, loot=None))
            if len(there) == 1:
                found.add(MovePirate(offer.seat, offer.hex))
    return found


@pytest.mark.parametrize("friendly", [False, True])
def test_the_pirate_goes_exactly_where_it_is_offered_to_go(friendly: bool) -> None:
    options = {"scenario": 6, "friendly_robber": friendly}
    table = Setup("seafarers", 4, options, seed="loot", max_turns=90, player_trades=False)
    game = RandomGame(table, 0, record=False)
    loots = set()
    for _ in game.commits():
        state = game.state
        if state.phase != "robber":
            continue
        seat = state.turn_seat
        offers = [one for one in state.ruleset.flow.moves(state, seat) if type(one) is MovePirate]
        loots |= {offer.loot for offer in offers}
        accepted = forms(offers)
        for hex_ in range(-1, len(state.board.geometry.hexes) + 1):
            for victim in (None, *range(-1, 5)):
                for loot in (None, "card", "cloth"):
                    wish = MovePirate(seat, hex_, victim, loot)
                    assert is_accepted(state, wish) == (wish in accepted), wish
    assert loots == {None, "card", "cloth"}


def is_accepted(state: object, command: MovePirate) -> bool:
    chance = ScriptedChance({"theft": [0]})
    try:
        next(iter(state.ruleset.decide(state, command, chance)))
    except RuleViolation:
        return False
    return True
