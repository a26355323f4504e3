"""Actions, the whole view and the picture."""

import copy
from xml.etree import ElementTree

from domain.ids import SPECTATOR, Seat
from presentation.registry import presentation_of
from tests.projections.house import BASE, PLAYERS, VIEWERS, House, plain


def test_in_the_lobby_everybody_may_sit_down():
    house = House()
    game = house.open("lobby")
    house.seat(game, PLAYERS[0])
    seated = house.views.actions(game, PLAYERS[0]).value()
    assert (seated["version"], seated["seat"]) == (2, 0)
    kinds = [sorted(action) for action in seated["actions"]]
    assert ["bounds", "example", "template"] in kinds
    stranger = house.views.actions(game, PLAYERS[1]).value()
    assert stranger["seat"] is None
    assert {"command": {"type": "take_seat"}} in stranger["actions"]


def test_an_open_choice_has_a_template_bounds_and_an_example():
    house = House()
    game = house.open("nonce")
    house.seat(game, PLAYERS[0])
    offered = house.views.actions(game, PLAYERS[0]).value()["actions"]
    (choice,) = [action for action in offered if "template" in action]
    assert choice["template"] == {"type": "add_nonce", "nonce": None}
    assert "pattern" in choice["bounds"]["nonce"]
    house.desk.submit(game, choice["example"], PLAYERS[0])


def test_a_spectator_may_do_nothing():
    house = House()
    game = house.open("watching")
    nothing = {"version": 1, "seat": None, "actions": []}
    assert house.views.actions(game, None).value() == nothing
    started = house.start("started")
    assert house.views.actions(started, PLAYERS[3]).value()["actions"] == []


def test_everything_that_is_offered_is_accepted():
    house = House()
    game = house.start("offers")
    for n, _ in enumerate(house.play(game, 60)):
        if n % 12:
            continue
        state = house.state(game)
        for seat, chair in enumerate(state.chairs):
            assert chair.player is not None
            found = house.views.actions(game, chair.player).value()
            assert found["seat"] == seat
            for action in found["actions"]:
                body = action.get("command") or action["example"]
                twin = House()
                twin.now = house.now
                for key in house.redis.scan_iter():
                    twin.redis.restore(key, 0, house.redis.dump(key))
                twin.desk.submit(game, body, chair.player)


def test_actions_can_be_read_as_they_were():
    house = House()
    game = house.start("past")
    then = house.views.actions(game, PLAYERS[1])
    for _ in house.play(game, 9):
        pass
    assert house.views.actions(game, PLAYERS[1], at=then.version) == then


def test_the_whole_view_is_the_rulesets():
    house = House()
    game = house.start("whole")
    for receipt in house.play(game, 30):
        for viewer in VIEWERS:
            seen = plain(BASE.view(house.state(game), viewer))
            found = house.views.whole(game, viewer).value()
            assert found == {"version": receipt.version, **seen}
    then = plain(BASE.view(house.folded(game, 12), Seat(0)))
    assert house.views.whole(game, Seat(0), at=12).value() == {"version": 12, **then}


def test_the_picture_is_drawn_from_the_view():
    house = House()
    game = house.start("picture")
    drawn = house.views.picture(game, SPECTATOR)
    assert drawn.version == house.ledger.head(game)
    assert drawn.body.decode() == presentation_of(BASE.name).svg(
        BASE.view(house.state(game), SPECTATOR), "en"
    )
    assert ElementTree.fromstring(drawn.body).tag.endswith("svg")
    for _ in house.play(game, 3):
        pass
    assert house.views.picture(game, SPECTATOR, at=drawn.version) == drawn
    assert house.views.picture(game, SPECTATOR) != drawn


def test_reading_changes_nothing():
    house = House()
    game = house.start("calm")
    for _ in house.play(game, 40):
        pass
    before = copy.deepcopy(plain(BASE.view(house.state(game), "organizer")))
    for viewer in VIEWERS:
        for name in ("board", "score", "log", "stats"):
            house.views.read(game, name, viewer)
        house.views.whole(game, viewer)
        house.views.picture(game, viewer)
    assert plain(BASE.view(house.state(game), "organizer")) == before
