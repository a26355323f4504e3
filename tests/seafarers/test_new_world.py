"""New World: section 2.9 of the settled rules, on its sample deal."""

from collections import Counter
from itertools import islice
from typing import Any

import pytest

from domain.base.commands import (
    BuildSettlement,
    EndTurn,
    MoveRobber,
    PlaceRoad,
    PlaceSettlement,
    RollDice,
)
from domain.base.costs import SETTLEMENT_COST
from domain.base.events import (
    BoardLaid,
    FirstPlayerChosen,
    FoundingBegan,
    Harbour,
    RobberMoved,
    Tile,
)
from domain.base.state import FOUNDING, NOWHERE
from domain.grid.geometry import bits
from domain.ids import SPECTATOR
from domain.ledger_rules import fold
from domain.messages import Event, Occasion
from domain.ruleset import play
from domain.seafarers.commands import MovePirate, PlaceHarbour, PlaceShip
from domain.seafarers.events import MarkersTaken, PirateMoved
from domain.seafarers.game import SEAFARERS
from domain.seafarers.harbours import coasts_apart
from domain.seafarers.maps.charting import lay_random
from domain.seafarers.scenarios.new_world.messages import (
    AcceptBoard,
    AskRedeal,
    BoardAccepted,
    HarboursBegan,
    HarboursTurnedUp,
    HarbourTokenPlaced,
    RedealAsked,
    VoteBegan,
)
from domain.seafarers.scenarios.new_world.rules import HARBOURS, VOTE
from domain.state_bytes import freeze, thaw
from domain.table.bots import SeatHandedOver
from domain.table.closing import GameWon, Resign, SeatResigned
from domain.table.expiry import LotsDrawn
from domain.table.lobby import GameStarted
from hexledger.self_play import RandomGame, Setup
from presentation.registry import presentation_of
from tests import kit
from tests.clocks.facts import CLOCK, missed, passed, running, stopped
from tests.kit import Facts, Scene, cities, dealt, main_of, roads, seated, settlements, turn_of
from tests.laws.test_law_2 import assert_law_2
from tests.seafarers.charts import chance, sample_deal
from tests.seafarers.kit import Chart, P, Q, R, S, ships
from tests.seafarers.probing import assert_conserved

SEA = Chart(9)
POOL = SEA.layout.ports.kinds
AS_IN_THE_POOL = list(range(len(POOL) - 1, 0, -1))
"""The draws that leave the harbours in the order of their pool."""
WEST = [SEA.node((-1, 1), (-1, 2), (0, 1)), SEA.node((1, -2), (1, -1), (2, -2))]
ISLET = SEA.node((2, 0), (2, 1), (3, 0))


def lay(tiles: tuple[Tile, ...]) -> BoardLaid:
    return BoardLaid(tiles, harbours=(), robber=None, draw=0, draws=0)


def given(
    *facts: Facts,
    players: int = 4,
    first: int = P,
    tiles: tuple[Tile, ...] | None = None,
    **options: Any,
) -> Scene:
    """The sample deal, and who begins."""
    start = (GameStarted(), lay(tiles or sample_deal()), FirstPlayerChosen(seat=first))
    return kit.lobby(
        seated(players),
        start,
        *facts,
        players=players,
        ruleset=SEAFARERS,
        scenario=9,
        **options,
    )


def voting(players: int = 4, first: int = P, **options: Any) -> Scene:
    order = tuple((first + i) % players for i in range(players))
    return given(VoteBegan(order), players=players, first=first, **options)


def placing(players: int = 4, first: int = P, **options: Any) -> Scene:
    return voting(players, first, **options).when(AcceptBoard(first))


def founded(*facts: Facts) -> Scene:
    """P has begun twice on the island in the west, and has its turn."""
    return given(
        FoundingBegan(order=(P, P)),
        [(settlements(P, node), roads(P, bits(SEA.grid.node_edges[node])[0])) for node in WEST],
        *facts,
        main_of(P),
    )


# The cases


def test_case_9_1_the_whole_board_is_dealt() -> None:
    kinds = {"sea": 19, "fields": 5, "hills": 4, "mountains": 4, "pasture": 5, "forest": 5}
    for tiles in (sample_deal(), *(lay_random(SEA.layout, chance(i)).tiles for i in range(10))):
        assert Counter(tile.terrain for tile in tiles) == kinds
        assert all((tile.number is None) == (tile.terrain == "sea") for tile in tiles)
        numbers = sorted(tile.number for tile in tiles if tile.number is not None)
        assert numbers == sorted(SEA.layout.random.numbers)  # type: ignore[union-attr]


def test_case_9_2_the_first_who_accepts_keeps_the_board() -> None:
    scene = voting(3)
    scene.when(AskRedeal(P)).then(RedealAsked(P))
    scene.when(AskRedeal(Q)).then(RedealAsked(Q))
    scene.when(AcceptBoard(R)).then(BoardAccepted(R), HarboursBegan(P, 10))
    assert scene.state.board.tiles == sample_deal()
    assert scene.state.phase == HARBOURS
    assert scene.state.turn_seat == P


def test_case_9_2_if_all_ask_the_board_is_dealt_anew_and_voted_on_again() -> None:
    scene = voting(3).when(AskRedeal(P)).when(AskRedeal(Q))
    state, luck = scene.state, chance()
    events = play(state, AskRedeal(R), luck)
    asked, laid, vote = events
    assert asked == RedealAsked(R)
    assert isinstance(laid, BoardLaid)
    assert vote == VoteBegan((P, Q, R))
    assert state.board.tiles == laid.tiles != sample_deal()
    assert state.next_draw == laid.draws == luck.index > 0
    assert (state.phase, state.turn_seat) == (VOTE, P)
    assert "island-1" in state.areas
    fresh = fold(given(players=3, tiles=laid.tiles).state, [vote])
    fresh.next_draw, fresh.prepared = state.next_draw, 3
    assert freeze(fresh) == freeze(state)


def test_case_9_3_ten_harbours_are_placed_face_down() -> None:
    scene, placed = placing(), Counter[int]()
    for count in range(10):
        seat = scene.state.turn_seat
        placed[seat] += 1
        board = scene.view(SPECTATOR)["board"]
        assert board["harbours"] == []
        hidden = [token for token in board["tokens"] if token["kind"] == "hidden_harbour"]
        assert len(hidden) == count
        assert scene.view(seat)["harbours_left"] == 10 - count
        script = {"harbours": AS_IN_THE_POOL} if count == 9 else {}
        scene.when(scene.offers(seat, PlaceHarbour)[0], **script)
    assert placed == {P: 3, Q: 3, R: 2, S: 2}
    last, turned_up, began = scene.events
    assert isinstance(last, HarbourTokenPlaced)
    assert isinstance(turned_up, HarboursTurnedUp)
    assert began == FoundingBegan((P, Q, R, S, S, R, Q, P))
    assert tuple(harbour.kind for harbour in turned_up.harbours) == POOL
    board = scene.view(SPECTATOR)["board"]
    assert len(board["harbours"]) == 10
    assert board["tokens"] == []
    assert scene.state.phase == FOUNDING


def test_case_9_4_one_harbour_a_sea_hex_and_none_at_the_same_crossing() -> None:
    scene = placing().when(PlaceHarbour(P, SEA.edge((2, 0), (3, 0))))
    scene.when(PlaceHarbour(Q, SEA.edge((2, 1), (3, 0)))).then_refused("harbour/too_close")
    scene.when(PlaceHarbour(Q, SEA.edge((3, 0), (4, 0))))
    scene.when(PlaceHarbour(R, SEA.edge((4, 0), (5, 0)))).then_refused("harbour/sea_hex_taken")


def test_case_9_5_a_harbour_lies_between_land_and_sea_the_frame_included() -> None:
    scene = placing()
    for edge in (SEA.edge((2, 0), (2, 1)), -1, 10**30):
        scene.when(PlaceHarbour(P, edge)).then_refused("harbour/not_on_coast")
    rim = SEA.edge((6, -2), (7, -2))
    scene.when(PlaceHarbour(P, rim)).then(HarbourTokenPlaced(P, rim))


@pytest.mark.parametrize("piece", [PlaceShip, PlaceRoad])
def test_case_9_6_first_settlements_stand_anywhere(piece: Any) -> None:
    scene = given(FoundingBegan((P, Q, R, S, S, R, Q, P))).when(PlaceSettlement(P, ISLET))
    scene.when(piece(P, SEA.edge((2, 0), (3, 0))))
    assert scene.state.turn_seat == Q


def test_case_9_7_every_island_that_is_new_to_a_seat_pays_once() -> None:
    east, more = SEA.node((4, 0), (5, -1), (5, 0)), SEA.node((5, 0), (6, -1), (6, 0))
    ways = SEA.edges(((2, 0), (3, 0)), ((4, 0), (5, 0)))
    scene = founded(ships(P, *ways), roads(P, SEA.edge((5, 0), (6, -1))))
    assert scene.points(P) == 2
    for node, points in ((ISLET, 2), (east, 2), (more, 1)):
        before = scene.points(P)
        scene.given(dealt(P, **SETTLEMENT_COST)).when(BuildSettlement(P, node))
        assert scene.points(P) == before + points


def test_case_9_8_robber_and_pirate_come_to_the_board_with_the_first_seven() -> None:
    seven = given(turn_of(P)).when(RollDice(P), dice=(3, 4))
    assert (seven.state.robber, seven.state.pirate) == (NOWHERE, NOWHERE)
    board = seven.view(P)["board"]
    assert (board["robber"], board["pirate"]) == (None, None)
    for wish in (MoveRobber(P, NOWHERE), MovePirate(P, NOWHERE)):
        seven.when(wish).then_refused("board/no_such_hex")
    seven.when(EndTurn(P)).then_refused("phase/robber_open")
    seven.when(MoveRobber(P, SEA.hex(3, 0))).then(RobberMoved(P, SEA.hex(3, 0)))
    seven = given(turn_of(P)).when(RollDice(P), dice=(3, 4))
    seven.when(MovePirate(P, SEA.hex(4, 0))).then(PirateMoved(P, SEA.hex(4, 0)))
    assert seven.state.robber == NOWHERE


def test_case_9_9_an_unknown_island_may_win() -> None:
    more = [SEA.node((0, 0), (0, 1), (1, 0)), SEA.node((2, -3), (2, -2), (3, -3))]
    scene = founded(cities(P, *more), ships(P, SEA.edge((2, 0), (3, 0))))
    scene.given(MarkersTaken(P, "", 4), dealt(P, **SETTLEMENT_COST))
    assert scene.points(P) == 10
    scene.when(BuildSettlement(P, ISLET)).then_ends(GameWon((P,), 12))


# The questions


def test_9_3_nobody_chooses_a_kind() -> None:
    scene = placing()
    wish = PlaceHarbour(P, SEA.edge((2, 0), (3, 0)), "brick")
    scene.when(wish).then_refused("harbour/face_down")


def test_9_4_harbours_for_which_there_is_no_coast_are_put_away() -> None:
    """Around one hex three harbours can lie apart, each at a sea hex of its own."""
    tiles = tuple(
        tile if (tile.q, tile.r) == (3, 0) else Tile(tile.q, tile.r, "sea", None)
        for tile in sample_deal()
    )
    scene = placing(tiles=tiles)
    for seat in (P, Q, R):
        script = {"harbours": AS_IN_THE_POOL} if seat == R else {}
        edge = bits(coasts_apart(scene.state.board, scene.state.scenario_state.harbours))[0]
        scene.when(PlaceHarbour(seat, edge), **script)
    assert [type(event) for event in scene.events[1:]] == [HarboursTurnedUp, FoundingBegan]
    assert [harbour.kind for harbour in scene.state.board.harbours] == list(POOL[:3])


def test_9_5_the_first_player_is_asked_first_and_places_first() -> None:
    scene = voting(first=R)
    assert scene.view(P)["voters"] == [R, S, P, Q]
    scene.when(AskRedeal(P)).then_refused("turn/not_yours")
    scene.when(AskRedeal(R)).when(AcceptBoard(S)).then(BoardAccepted(S), HarboursBegan(R, 10))
    for seat in (R, S, P, Q, R, S, P, Q, R):
        scene.when(scene.offers(seat, PlaceHarbour)[0])
    scene.when(scene.offers(S, PlaceHarbour)[0], harbours=AS_IN_THE_POOL)
    scene.then_ends(FoundingBegan((R, S, P, Q, Q, P, S, R)))


def test_9_7_a_single_island_is_a_world_too() -> None:
    tiles = sorted(sample_deal(), key=lambda tile: tile.terrain == "sea")
    kinds = [(tile.terrain, tile.number) for tile in tiles]
    joined = zip(sample_deal(), kinds, strict=True)
    scene = voting(tiles=tuple(Tile(tile.q, tile.r, *kind) for tile, kind in joined))
    assert list(scene.state.areas) == ["island-1"]
    scene.when(AcceptBoard(P))


# Before the founding nothing else is legal


def test_the_vote_comes_before_everything() -> None:
    scene = voting()
    scene.when(PlaceSettlement(P, ISLET)).then_refused("phase/vote_open")
    scene.when(RollDice(P)).then_refused("phase/vote_open")
    scene.when(PlaceHarbour(P, SEA.edge((2, 0), (3, 0)))).then_refused("harbour/none_due")
    assert SEAFARERS.flow.to_act(scene.state) == [P]


def test_the_harbours_come_before_the_first_settlement() -> None:
    scene = placing()
    scene.when(PlaceSettlement(P, ISLET)).then_refused("phase/harbours_open")
    scene.when(AcceptBoard(P)).then_refused("vote/none_open")
    scene.when(AskRedeal(P)).then_refused("vote/none_open")
    scene.when(PlaceHarbour(Q, SEA.edge((2, 0), (3, 0)))).then_refused("turn/not_yours")


@pytest.mark.parametrize("scenario", [1, 5])
def test_elsewhere_nobody_votes(scenario: int) -> None:
    scene = Chart(scenario).given(main_of(P))
    for wish in (AcceptBoard(P), AskRedeal(P)):
        scene.when(wish).then_refused("vote/none_open")
    scene.when(PlaceHarbour(P, 0)).then_refused("harbour/none_due")


def test_a_placed_harbour_serves_who_settles_there() -> None:
    edge = SEA.edge((2, 0), (3, 0))
    scene = placing().given(HarbourTokenPlaced(P, edge))
    scene.given(HarboursTurnedUp((Harbour(edge, "ore"),), draw=0, draws=0))
    scene.given(settlements(P, ISLET), main_of(P))
    assert scene.state.networks[P].harbours == ("ore",)


@pytest.mark.parametrize("players", [3, 4])
def test_what_is_listed_is_accepted_and_nothing_else(players: int) -> None:
    scene = placing(players).when(PlaceHarbour(P, SEA.edge((2, 0), (3, 0))))
    for state in (voting(players).state, scene.state):
        before = freeze(state)
        assert_law_2(state)
        assert freeze(state) == before
        assert freeze(thaw(SEAFARERS, before)) == before
        assert_conserved(state)


# Leaving, time and bots


def test_who_leaves_is_not_asked() -> None:
    scene = voting().when(Resign(P)).then(SeatResigned(P))
    assert scene.state.turn_seat == Q
    scene.when(AskRedeal(Q)).when(Resign(S))
    assert scene.view(Q)["voters"] == [R]
    scene.when(AcceptBoard(R)).then(BoardAccepted(R), HarboursBegan(Q, 10))


def test_if_the_last_one_leaves_who_could_keep_the_board_it_is_dealt_anew() -> None:
    scene = voting(3).when(AskRedeal(P)).when(AskRedeal(Q))
    events = play(scene.state, Resign(R), chance())
    assert [type(event) for event in events] == [SeatResigned, BoardLaid, VoteBegan]
    assert events[-1] == VoteBegan((P, Q))
    assert scene.state.turn_seat == P


def test_who_leaves_places_no_more_harbours() -> None:
    scene = placing(3).when(PlaceHarbour(P, SEA.edge((2, 0), (3, 0)))).when(Resign(Q))
    assert (scene.state.phase, scene.state.turn_seat) == (HARBOURS, R)
    for seat in (R, P, R, P, R, P, R, P):
        scene.when(scene.offers(seat, PlaceHarbour)[0])
    scene.when(scene.offers(R, PlaceHarbour)[0], harbours=AS_IN_THE_POOL)
    scene.then_ends(FoundingBegan((P, R, R, P)))


def test_who_waits_for_his_harbour_may_leave() -> None:
    scene = placing(3).when(Resign(P))
    assert scene.state.turn_seat == Q
    scene.when(Resign(R))
    scene.then(SeatResigned(R), GameWon((Q,), 0))


def test_an_absent_seat_votes_and_places_by_lot_each_in_its_time() -> None:
    scene = voting(3, clock=CLOCK).given(running(P, "founding", -1, 40))
    lots = LotsDrawn(P, draw=0, draws=1)
    passed(scene, P, 40, absent=[0])
    begun = [BoardAccepted(P), HarboursBegan(P, 10)]
    scene.then(missed(P, "founding"), lots, *begun, running(P, "founding", -2, 80))
    passed(scene, P, 80, absent=[7])
    assert scene.state.turn_seat == Q
    scene.then_ends(running(Q, "founding", -3, 120))


def test_a_seat_that_is_asked_again_has_all_its_time_again() -> None:
    scene = voting(3, clock=CLOCK).given(running(P, "founding", -1, 40))
    scene.when(AskRedeal(P), at=30)
    scene.then(RedealAsked(P), stopped(P, "founding", -1, 10), running(Q, "founding", -2, 70))
    scene.when(AskRedeal(Q), at=35)
    events = play(scene.state, AskRedeal(R), chance(), Occasion(50_000, "cyd"))
    assert events[-1] == running(P, "founding", -4, 90)


def test_a_bot_votes_without_a_clock() -> None:
    scene = voting(3, clock=CLOCK).given(running(P, "founding", -1, 40))
    scene.given(SeatHandedOver(Q, "planner")).when(AskRedeal(P), at=10, by="ada")
    scene.then(RedealAsked(P), stopped(P, "founding", -1, 30))
    scene.when(AskRedeal(Q), at=20, by="bot:planner:1")
    scene.then(RedealAsked(Q), running(R, "founding", -3, 60))


# Options, words and numbers


def opening(players: int, seed: str = "0", **options: Any) -> tuple[RandomGame, list[Event]]:
    game = RandomGame(
        Setup("seafarers", players, {"scenario": 9, **options}, seed=seed), 0, record=False
    )
    commits = islice(game.commits(), 2 * players + 2)
    return game, [event for _, _, facts in commits for event in facts]


@pytest.mark.parametrize("players", [3, 4])
def test_both_set_ups_deal_the_same_world(players: int) -> None:
    boards = []
    for setup in ("printed", "variable"):
        game, events = opening(players, setup=setup)
        assert isinstance(events[-1], VoteBegan)
        boards.append(game.state.board.facts())
    assert boards[0] == boards[1]


@pytest.mark.parametrize("seed", range(5))
def test_in_free_play_nobody_votes_and_the_harbours_are_dealt_to_any_coasts(seed: int) -> None:
    game, events = opening(4, str(seed), play="free")
    assert isinstance(events[-1], FoundingBegan)
    board = game.state.board
    assert sorted(harbour.kind for harbour in board.harbours) == sorted(POOL)
    placed: list[Any] = []
    for harbour in board.harbours:
        assert coasts_apart(board, placed) >> harbour.edge & 1
        placed.append(harbour.edge)
    laid = next(event for event in events if isinstance(event, BoardLaid))
    assert laid.harbours == board.harbours


def test_the_preparations_are_told_and_counted() -> None:
    scene = voting(3)
    state, kept = scene.state, SEAFARERS.statistics.begin()
    SEAFARERS.statistics.count(kept, state, kit.opened(3, SEAFARERS, scenario=9), 0)
    edge = SEA.edge((2, 0), (3, 0))
    told: dict[str, list[str]] = {"en": [], "pl": []}
    facts: list[Event] = []
    for wish in (AskRedeal(P), AcceptBoard(Q), PlaceHarbour(P, edge)):
        facts += scene.when(wish).events
    harbours = (Harbour(edge, "ore"), Harbour(0, "3:1"))
    facts += [VoteBegan((P, Q)), HarboursTurnedUp(harbours, 0, 0), HarboursTurnedUp((), 0, 0)]
    for event in facts:
        SEAFARERS.statistics.count(kept, state, event, 0)
        for language, sentences in told.items():
            sentences.append(presentation_of(SEAFARERS.name).narrate(state, event, language))
    counted = {"redeals_asked": 1, "harbours_placed": 1}
    assert kit.sent(SEAFARERS.statistics.show(kept))["seats"][P]["scenario"] == counted
    assert told["en"] == [
        "Red asked for another deal.",
        "Blue accepted the board, so it stays.",
        "Harbours are placed face down, 10 of them; Red begins.",
        f"Red placed a harbour face down on edge {edge}.",
        "Is the board to be kept? Red and Blue are asked in this order.",
        "The harbours are turned up: "
        f"a harbour for ore on edge {edge} and a 3:1 harbour on edge 0.",
        "There is no harbour in this world.",
    ]
    assert told["pl"] == [
        "Czerwony poprosił o nowe rozłożenie planszy.",
        "Niebieski zaakceptował planszę, więc ona zostaje.",
        "Gracze kładą kolejno zakryte porty (10); zaczyna Czerwony.",
        f"Czerwony położył zakryty port na krawędzi {edge}.",
        "Czy plansza zostaje? Kolejno odpowiadają: Czerwony i Niebieski.",
        f"Porty są odkryte: port na rudę na krawędzi {edge} i port 3:1 na krawędzi 0.",
        "W tym świecie nie ma portów.",
    ]
