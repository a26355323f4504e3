"""Actions, the whole view and the picture."""

import copy
from xml.etree import ElementTree

from domain.ids import SPECTATOR, Seat
from presentation.registry import presentation_of
from tests.projections.backend import BASE, PLAYERS, VIEWERS, Backend, plain


def test_in_the_lobby_everybody_may_sit_down():
    backend = Backend()
    game = backend.open("lobby")
    backend.seat(game, PLAYERS[0])
    seated = backend.views.actions(game, PLAYERS[0]).value()
    assert (seated["version"], seated["seat"]) == (2, 0)
    kinds = [sorted(action) for action in seated["actions"]]
    assert ["bounds", "example", "template"] in kinds
    stranger = backend.views.actions(game, PLAYERS[1]).value()
    assert stranger["seat"] is None
    assert {"command": {"type": "take_seat"}} in stranger["actions"]


def test_an_open_choice_has_a_template_bounds_and_an_example():
    backend = Backend()
    game = backend.open("nonce")
    backend.seat(game, PLAYERS[0])
    offered = backend.views.actions(game, PLAYERS[0]).value()["actions"]
    (choice,) = [action for action in offered if "template" in action]
    assert choice["template"] == {"type": "add_nonce", "nonce": None}
    assert "pattern" in choice["bounds"]["nonce"]
    backend.desk.submit(game, choice["example"], PLAYERS[0])


def test_a_spectator_may_do_nothing():
    backend = Backend()
    game = backend.open("watching")
    nothing = {"version": 1, "seat": None, "actions": []}
    assert backend.views.actions(game, None).value() == nothing
    started = backend.start("started")
    assert backend.views.actions(started, PLAYERS[3]).value()["actions"] == []


def test_everything_that_is_offered_is_accepted():
    backend = Backend()
    game = backend.start("offers")
    for n, _ in enumerate(backend.play(game, 60)):
        if n % 12:
            continue
        state = backend.state(game)
        for seat, chair in enumerate(state.chairs):
            assert chair.player is not None
            found = backend.views.actions(game, chair.player).value()
            assert found["seat"] == seat
            for action in found["actions"]:
                body = action.get("command") or action["example"]
                twin = Backend()
                twin.now = backend.now
                for key in backend.redis.scan_iter():
                    twin.redis.restore(key, 0, backend.redis.dump(key))
                twin.desk.submit(game, body, chair.player)


def test_actions_can_be_read_as_they_were():
    backend = Backend()
    game = backend.start("past")
    then = backend.views.actions(game, PLAYERS[1])
    for _ in backend.play(game, 9):
        pass
    assert backend.views.actions(game, PLAYERS[1], at=then.version) == then


def test_the_whole_view_is_the_rulesets():
    backend = Backend()
    game = backend.start("whole")
    for receipt in backend.play(game, 30):
        for viewer in VIEWERS:
            seen = plain(BASE.view(backend.state(game), viewer))
            found = backend.views.whole(game, viewer).value()
            assert found == {"version": receipt.version, **seen}
    then = plain(BASE.view(backend.folded(game, 12), Seat(0)))
    assert backend.views.whole(game, Seat(0), at=12).value() == {"version": 12, **then}


def test_the_picture_is_drawn_from_the_view():
    backend = Backend()
    game = backend.start("picture")
    drawn = backend.views.picture(game, SPECTATOR)
    assert drawn.version == backend.ledger.head(game)
    assert drawn.body.decode() == presentation_of(BASE.name).svg(
        BASE.view(backend.state(game), SPECTATOR), "en"
    )
    assert ElementTree.fromstring(drawn.body).tag.endswith("svg")
    for _ in backend.play(game, 3):
        pass
    assert backend.views.picture(game, SPECTATOR, at=drawn.version) == drawn
    assert backend.views.picture(game, SPECTATOR) != drawn


def test_reading_changes_nothing():
    backend = Backend()
    game = backend.start("calm")
    for _ in backend.play(game, 40):
        pass
    before = copy.deepcopy(plain(BASE.view(backend.state(game), "organizer")))
    for viewer in VIEWERS:
        for name in ("board", "score", "log", "stats"):
            backend.views.read(game, name, viewer)
        backend.views.whole(game, viewer)
        backend.views.picture(game, viewer)
    assert plain(BASE.view(backend.state(game), "organizer")) == before
