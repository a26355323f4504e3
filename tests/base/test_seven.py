"""The seven: discards, the robber and theft."""

import pytest

from domain.base.commands import Discard, EndTurn, MoveRobber, PlayKnight, RollDice
from domain.base.events import (
    CardsDiscarded,
    CardStolen,
    DiscardChosen,
    DiscardsRequired,
    RobberMoved,
    RobberRoused,
)
from domain.table.closing import SeatResigned
from tests.kit import (
    BASE,
    cities,
    corner,
    dealt,
    given,
    hex_at,
    holding,
    main_of,
    played,
    roads,
    rolled,
    settlements,
    sides,
    turn_of,
)

FOREST = (1, 0)
HEX = hex_at(*FOREST)


def seven(*facts, **options):
    return given(*facts, turn_of(0), **options).when(RollDice(0), dice=(3, 4))


def robbing(*facts, **options):
    return given(*facts, turn_of(0), rolled(0, 3, 4), RobberRoused(seat=0), **options)


def moved(hex_=HEX, seat=0):
    return RobberMoved(seat=seat, hex=hex_)


def stolen(thief, victim, resource):
    return CardStolen(thief=thief, victim=victim, resource=resource, draw=0)


# Who discards, and how many


def test_a_seven_pays_nobody():
    tiles = {FOREST: ("forest", 6)}
    scene = seven(settlements(1, corner(FOREST, "N")), tiles=tiles)
    scene.then(rolled(0, 3, 4), RobberRoused(seat=0))


def test_exactly_seven_cards_are_kept():
    seven(dealt(1, ore=7)).then(rolled(0, 3, 4), RobberRoused(seat=0))


@pytest.mark.parametrize(
    ("held", "due"), [(8, 4), (9, 4), (10, 5), (11, 5), (12, 6), (15, 7), (19, 9)]
)
def test_of_more_than_seven_cards_half_are_discarded_rounded_down(held, due):
    seven(dealt(1, ore=held)).then(rolled(0, 3, 4), DiscardsRequired(counts={1: due}))


def test_cards_of_all_kinds_are_counted_together():
    scene = seven(dealt(1, brick=2, lumber=2, wool=2, grain=1, ore=1))
    scene.then(rolled(0, 3, 4), DiscardsRequired(counts={1: 4}))


def test_everybody_over_the_limit_discards_the_roller_too():
    scene = seven(dealt(0, ore=8), dealt(1, wool=7), dealt(2, brick=9), dealt(3, grain=19))
    scene.then(rolled(0, 3, 4), DiscardsRequired(counts={0: 4, 2: 4, 3: 9}))


def test_the_robber_waits_for_the_roller_alone_too():
    scene = seven(dealt(0, ore=8)).when(Discard(0, {"ore": 4}))
    scene.then_ends(CardsDiscarded(discards={0: {"ore": 4}}), RobberRoused(seat=0))


def test_development_cards_do_not_count():
    scene = seven(holding(1, "knight", "monopoly", "victory_point"), dealt(1, ore=7))
    scene.then(rolled(0, 3, 4), RobberRoused(seat=0))


@pytest.mark.parametrize(("limit", "held", "due"), [(9, 9, None), (9, 10, 5), (4, 5, 2), (1, 2, 1)])
def test_the_limit_is_an_option(limit, held, due):
    scene = seven(dealt(1, ore=held), discard_limit=limit)
    step = RobberRoused(seat=0) if due is None else DiscardsRequired(counts={1: due})
    scene.then(rolled(0, 3, 4), step)


def test_who_resigned_does_not_discard():
    scene = seven(SeatResigned(seat=1), dealt(2, ore=8))
    scene.then(rolled(0, 3, 4), DiscardsRequired(counts={2: 4}))


def test_a_knight_causes_no_discards():
    scene = given(holding(0, "knight"), dealt(1, ore=15), main_of(0)).when(PlayKnight(0))
    scene.then(played(0, "knight"), RobberRoused(seat=0))


# Choosing discards (base game, rule 3)

DUE = (dealt(1, ore=6, wool=2), dealt(2, brick=9), turn_of(0), rolled(0, 3, 4))
BOTH = (DUE, DiscardsRequired(counts={1: 4, 2: 4}))


@pytest.mark.parametrize("first", [1, 2])
def test_discards_are_chosen_in_any_order_and_returned_together(first):
    chosen = {1: {"ore": 3, "wool": 1}, 2: {"brick": 4}}
    second = 3 - first
    scene = given(BOTH).when(Discard(first, chosen[first]))
    scene.then(DiscardChosen(seat=first, cards=chosen[first]))
    scene.when(Discard(second, chosen[second])).then(
        DiscardChosen(seat=second, cards=chosen[second]),
        CardsDiscarded(discards=chosen),
        RobberRoused(seat=0),
    )
    assert scene.hand(1) == {"ore": 3, "wool": 1}
    assert scene.hand(2) == {"brick": 5}


def test_a_chosen_discard_still_counts_in_the_hand():
    scene = given(BOTH).when(Discard(1, {"ore": 4}))
    assert scene.hand(1) == {"ore": 6, "wool": 2}
    assert scene.view("spectator")["seats"][1]["resource_cards"] == 8
    assert sum(scene.bank().values()) + 8 + 9 == 95


def test_a_chosen_discard_is_seen_only_by_its_owner():
    scene = given(BOTH).when(Discard(1, {"ore": 4}))
    (event,) = scene.events
    hidden = DiscardChosen(seat=1, cards=None)
    seen = {viewer: BASE.redact(event, viewer) for viewer in (0, 1, 2, "spectator", "organizer")}
    assert seen == {0: hidden, 1: event, 2: hidden, "spectator": hidden, "organizer": event}
    lines = {viewer: scene.view(viewer)["discards"][0] for viewer in (0, 1, "spectator")}
    assert [lines[viewer]["cards"] for viewer in (0, 1, "spectator")] == [None, {"ore": 4}, None]
    assert all(line["chosen"] for line in lines.values()), "that he has chosen is public"


def test_the_returned_discards_are_public():
    event = CardsDiscarded(discards={1: {"ore": 4}})
    assert BASE.redact(event, "spectator") == event


@pytest.mark.parametrize("cards", [{}, {"ore": 3}, {"ore": 5}, {"ore": 6, "wool": 2}])
def test_a_wrong_total_is_refused(cards):
    given(BOTH).when(Discard(1, cards)).then_refused("discard/wrong_total")


@pytest.mark.parametrize("cards", [{"brick": 4}, {"ore": 1, "wool": 3}])
def test_only_cards_held_are_discarded(cards):
    given(BOTH).when(Discard(1, cards)).then_refused("discard/not_held")


@pytest.mark.parametrize(
    "cards",
    [
        {"ore": 4, "wool": 1, "brick": -1},
        {"ore": 4, "wool": 0},
        {"ore": 3, "wool": True},
        {"ore": 3, "unknown": 1},
        {"ore": 3, "gold": 1},
        {"ore": 3.0, "wool": 1},
    ],
)
def test_a_discard_counts_real_cards(cards):
    given(BOTH).when(Discard(1, cards)).then_refused("command/bad_value")


def test_a_discard_is_chosen_once():
    scene = given(BOTH).when(Discard(1, {"ore": 4}))
    scene.when(Discard(1, {"ore": 3, "wool": 1})).then_refused("discard/already_chosen")


@pytest.mark.parametrize("seat", [0, 3])
def test_who_is_within_the_limit_does_not_discard(seat):
    given(BOTH).when(Discard(seat, {"ore": 1})).then_refused("discard/not_due")


def test_nobody_discards_without_a_seven():
    given(dealt(1, ore=8), main_of(0)).when(Discard(1, {"ore": 4})).then_refused("discard/not_due")


def test_what_is_discarded_is_owed_no_longer():
    scene = given(BOTH).when(Discard(1, {"ore": 4})).when(Discard(2, {"brick": 4}))
    assert scene.view(1)["discards"] == []
    scene.when(Discard(1, {"ore": 2})).then_refused("discard/not_due")
    scene.when(MoveRobber(0, HEX)).when(Discard(1, {"ore": 2})).then_refused("discard/not_due")


def test_the_next_seven_asks_anew():
    scene = given(BOTH).when(Discard(1, {"ore": 4})).when(Discard(2, {"brick": 4}))
    scene.given(dealt(1, grain=5), turn_of(1)).when(RollDice(1), dice=(3, 4))
    scene.then(rolled(1, 3, 4), DiscardsRequired(counts={1: 4}))
    scene.when(Discard(1, {"grain": 4})).then_ends(
        CardsDiscarded(discards={1: {"grain": 4}}), RobberRoused(seat=1)
    )


def test_all_discards_come_before_the_robber():
    scene = given(BOTH).when(Discard(2, {"brick": 4}))
    scene.when(MoveRobber(0, HEX)).then_refused("phase/discards_open")
    scene.when(Discard(1, {"ore": 4})).when(MoveRobber(0, HEX)).then(moved())


def test_the_count_is_that_of_the_hand_at_the_roll():
    # The first discard does not change what the second one owes.
    scene = given(BOTH).when(Discard(1, {"ore": 4}))
    scene.when(Discard(2, {"brick": 5})).then_refused("discard/wrong_total")
    scene.when(Discard(2, {"brick": 4}))
    assert scene.hand(2) == {"brick": 5}


# Moving the robber (base game, rule 2)


def test_the_robber_does_not_stay():
    robbing().when(MoveRobber(0, hex_at(0, 0))).then_refused("robber/same_hex")


def test_the_robber_may_return_to_the_desert():
    scene = robbing(moved(seat=3))
    scene.when(MoveRobber(0, hex_at(0, 0))).then(moved(hex_at(0, 0)))


def test_the_robber_may_go_to_any_other_land_hex():
    others = [hex_ for hex_ in range(19) if hex_ != hex_at(0, 0)]
    assert [command.hex for command in robbing().offers(0, MoveRobber)] == others
    for hex_ in others:
        robbing().when(MoveRobber(0, hex_)).then(moved(hex_))


def test_the_robber_stays_on_land():
    scene = robbing(tiles={(2, 0): ("sea", None)})
    scene.when(MoveRobber(0, hex_at(2, 0))).then_refused("robber/not_on_land")


@pytest.mark.parametrize("hex_", [-1, 19, 37, 1000])
def test_the_robber_does_not_leave_the_island(hex_):
    robbing().when(MoveRobber(0, hex_)).then_refused("board/no_such_hex")


def test_only_the_roller_moves_the_robber():
    robbing().when(MoveRobber(1, HEX)).then_refused("turn/not_yours")


def test_after_the_robber_the_turn_goes_on():
    scene = robbing().when(MoveRobber(0, HEX)).then(moved())
    scene.when(EndTurn(0)).then(turn_of(1, turn=2))


# Theft


def test_nobody_at_the_hex_means_no_theft():
    robbing(dealt(1, ore=3)).when(MoveRobber(0, HEX)).then(moved())


def test_one_victim_with_cards_is_robbed_without_asking():
    scene = robbing(settlements(1, corner(FOREST, "N")), dealt(1, ore=2))
    scene.when(MoveRobber(0, HEX), theft=[0]).then(moved(), stolen(0, 1, "ore"))
    assert (scene.hand(0), scene.hand(1)) == ({"ore": 1}, {"ore": 1})


def test_the_one_victim_may_be_named():
    scene = robbing(settlements(1, corner(FOREST, "N")), dealt(1, ore=2))
    scene.when(MoveRobber(0, HEX, victim=1), theft=[1]).then(moved(), stolen(0, 1, "ore"))


def test_a_city_can_be_robbed():
    scene = robbing(cities(1, corner(FOREST, "N")), dealt(1, ore=2))
    scene.when(MoveRobber(0, HEX), theft=[0]).then(moved(), stolen(0, 1, "ore"))


SEVERAL = (
    settlements(0, corner(FOREST, "SE")),
    settlements(1, corner(FOREST, "N")),
    settlements(2, corner(FOREST, "SW")),
    dealt(0, grain=1),
    dealt(1, ore=1),
    dealt(2, wool=1),
)


def test_of_several_victims_the_mover_chooses_one():
    scene = robbing(SEVERAL).when(MoveRobber(0, HEX)).then_refused("robber/choose_victim")
    assert [command.victim for command in scene.offers(0, MoveRobber) if command.hex == HEX] == [
        1,
        2,
    ]
    scene.when(MoveRobber(0, HEX, victim=2), theft=[0]).then(moved(), stolen(0, 2, "wool"))
    assert scene.hand(1) == {"ore": 1}


@pytest.mark.parametrize("victim", [0, 3, 4, -1])
def test_nobody_is_robbed_who_is_not_at_the_hex_nor_the_mover_himself(victim):
    scene = robbing(SEVERAL).when(MoveRobber(0, HEX, victim=victim))
    scene.then_refused("robber/no_such_victim")


def test_a_seat_without_cards_is_not_offered():
    pieces = (settlements(1, corner(FOREST, "N")), settlements(2, corner(FOREST, "S")))
    scene = robbing(pieces, dealt(2, wool=1))
    scene.when(MoveRobber(0, HEX, victim=1)).then_refused("robber/no_such_victim")
    scene.when(MoveRobber(0, HEX), theft=[0]).then(moved(), stolen(0, 2, "wool"))


def test_with_nobody_to_rob_the_turn_goes_on():
    scene = robbing(settlements(1, corner(FOREST, "N")))
    scene.when(MoveRobber(0, HEX, victim=1)).then_refused("robber/no_such_victim")
    scene.when(MoveRobber(0, HEX)).then(moved())
    scene.when(EndTurn(0)).then(turn_of(1, turn=2))


def test_a_road_at_the_hex_makes_no_victim():
    scene = robbing(roads(1, *sides(FOREST, "NE", "E")), dealt(1, ore=1))
    scene.when(MoveRobber(0, HEX)).then(moved())


def test_two_buildings_at_the_hex_make_one_victim():
    scene = robbing(
        settlements(1, corner(FOREST, "N")), cities(1, corner(FOREST, "S")), dealt(1, ore=3)
    )
    scene.when(MoveRobber(0, HEX), theft=[0]).then(moved(), stolen(0, 1, "ore"))


def test_who_resigned_is_not_robbed():
    scene = robbing(settlements(1, corner(FOREST, "N")), SeatResigned(seat=1))
    scene.when(MoveRobber(0, HEX)).then(moved())


def test_the_stolen_card_is_any_card_of_the_hand_each_as_likely():
    hand = {"brick": 2, "wool": 1, "ore": 3}
    found = []
    for n in range(6):
        scene = robbing(settlements(1, corner(FOREST, "N")), dealt(1, **hand))
        scene.when(MoveRobber(0, HEX), theft=[n])
        assert scene.chance.drawn == [("theft", 6)]
        found.append(scene.events[-1].resource)
    assert {resource: found.count(resource) for resource in found} == hand


def test_development_cards_cannot_be_stolen():
    scene = robbing(
        settlements(1, corner(FOREST, "N")), holding(1, "knight", "monopoly"), dealt(1, ore=1)
    )
    scene.when(MoveRobber(0, HEX), theft=[0]).then(moved(), stolen(0, 1, "ore"))
    assert scene.chance.drawn == [("theft", 1)]


def test_who_holds_only_development_cards_is_not_offered():
    scene = robbing(settlements(1, corner(FOREST, "N")), holding(1, "knight"))
    scene.when(MoveRobber(0, HEX)).then(moved())


def test_the_stolen_card_is_known_only_to_thief_and_victim():
    event = stolen(0, 1, "ore")
    seen = {viewer: BASE.redact(event, viewer).resource for viewer in (0, 1, 2, 3)}
    assert seen == {0: "ore", 1: "ore", 2: None, 3: None}
    assert BASE.redact(event, "spectator").resource is None
    assert BASE.redact(event, "organizer").resource == "ore"


def test_a_knight_moves_the_robber_and_steals_alike():
    scene = given(SEVERAL, holding(0, "knight"), main_of(0)).when(PlayKnight(0))
    scene.when(MoveRobber(0, HEX)).then_refused("robber/choose_victim")
    scene.when(MoveRobber(0, HEX, victim=1), theft=[0]).then(moved(), stolen(0, 1, "ore"))
    scene.when(EndTurn(0)).then(turn_of(1, turn=2))
