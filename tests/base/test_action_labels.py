"""What a seat of a base game may do reads well, in English and in Polish."""

from typing import Any

import pytest

from domain.base import commands as wishes
from domain.base.events import TradeAccepted, TradeCountered, TradeOffered
from domain.duel.commands import PlaceNeutralRoad
from domain.ids import SPECTATOR, PlayerId, Viewer
from domain.messages import Command
from domain.seafarers.commands import MovePirate, MoveShip
from domain.table.bots import SeatBot
from domain.table.lobby import TakeSeat
from domain.touches import Touch, touches
from presentation.player_names import with_names
from presentation.registry import presentation_of
from tests.kit import Scene, given, hex_at, lobby, main_of, seated, turn_of

BOOK = presentation_of("base").phrasebook
NAMES = {"ada": "Ada", "ben": "Ben"}

LABELS: list[tuple[Command, str, str]] = [
    (
        wishes.MoveRobber(0, 0),
        "Move the robber to mountains 10",
        "Przesuń złodzieja na góry 10",
    ),
    (
        wishes.MoveRobber(0, hex_at(0, 0), 1),
        "Move the robber to the desert and rob Blue (Ben)",
        "Przesuń złodzieja na pustynię i okradnij Niebieskiego (Ben)",
    ),
    (
        wishes.BuildRoad(0, 0),
        "Build a road on the north-west coast of mountains 10",
        "Zbuduj drogę na północno-zachodnim brzegu gór 10",
    ),
    (
        wishes.BuildRoad(0, 20),
        "Build a road between hills 6 and pasture 4",
        "Zbuduj drogę między wzgórzami 6 a pastwiskiem 4",
    ),
    (
        wishes.BuildSettlement(0, 0),
        "Build a settlement at the north corner of mountains 10, with a 3:1 harbour",
        "Zbuduj osadę w północnym rogu gór 10, z portem 3:1",
    ),
    (
        wishes.BuildSettlement(0, 20),
        "Build a settlement between hills 10, mountains 8 and the sea",
        "Zbuduj osadę między wzgórzami 10, górami 8 i morzem",
    ),
    (
        wishes.PlayInvention(0, {"wool": 1, "ore": 1}),
        "Play invention and take 1 wool and 1 ore",
        "Zagraj wynalazek i weź karty: 1 × wełna i 1 × ruda",
    ),
    (wishes.PlayMonopoly(0, "ore"), "Play monopoly on ore", "Zagraj monopol na rudę"),
    (
        wishes.TradeWithBank(0, "wool", 3, {"ore": 2}),
        "Give the bank 6 wool for 2 ore",
        "Wymień się z bankiem: oddaj 6 × wełna, weź 2 × ruda",
    ),
]
OFFER = TradeOffered(0, {"wool": 2}, {"ore": 1}, (1, 2))


def label(scene: Scene, command: Command, lang: str, viewer: Viewer = SPECTATOR) -> str:
    view = scene.state.ruleset.view(scene.state, viewer)
    return plain(BOOK.label(BOOK.spoken(lang), view, command))


def prompt(scene: Scene, viewer: Viewer, lang: str = "en") -> str:
    view = scene.state.ruleset.view(scene.state, viewer)
    return plain(BOOK.prompt(BOOK.spoken(lang), view, viewer))


def plain(text: str) -> str:
    return with_names(text, NAMES).replace("\u2068", "").replace("\u2069", "")


@pytest.mark.parametrize(("command", "english", "polish"), LABELS)
def test_what_a_command_does(command: Command, english: str, polish: str) -> None:
    scene = given(main_of(0))
    assert label(scene, command, "en") == english
    assert label(scene, command, "pl") == polish


def test_the_terms_of_an_offer() -> None:
    scene = given(main_of(0), OFFER)
    accept = wishes.AcceptTrade(1)
    assert label(scene, accept, "en") == "Accept the offer of Red (Ada): get 2 wool for 1 ore"
    assert (
        label(scene, accept, "pl")
        == "Przyjmij ofertę Czerwonego (Ada): weź 2 × wełna, daj 1 × ruda"
    )


def test_the_terms_of_a_counter_offer_are_those_of_the_trade() -> None:
    countered = TradeCountered(1, {"grain": 1}, {"wool": 1})
    scene = given(main_of(0), OFFER, countered, TradeAccepted(2))
    assert (
        label(scene, wishes.ConfirmTrade(0, 1), "en")
        == "Trade with Blue (Ben): give 1 wool, get 1 grain"
    )
    assert (
        label(scene, wishes.ConfirmTrade(0, 1), "pl")
        == "Wymień się z Niebieskim (Ben): daj 1 × wełna, weź 1 × zboże"
    )
    assert (
        label(scene, wishes.ConfirmTrade(0, 2), "en") == "Trade with Orange: give 2 wool, get 1 ore"
    )


def test_labels_that_read_alike_are_numbered() -> None:
    scene = given(main_of(0))
    view = scene.state.ruleset.view(scene.state, SPECTATOR)
    twice = [wishes.BuildRoad(0, 20), wishes.BuildRoad(0, 20)]
    assert (
        BOOK.labels(BOOK.spoken("en"), view, twice)
        == ["Build a road between hills 6 and pasture 4 (edge 20)"] * 2
    )


@pytest.mark.parametrize(
    ("command", "english", "polish"),
    [
        (TakeSeat(PlayerId("eve")), "Take a seat", "Zajmij miejsce"),
        (
            TakeSeat(PlayerId("eve"), 3, "white"),
            "Take seat 3 as White",
            "Zajmij miejsce 3 jako Biały",
        ),
        (SeatBot(PlayerId("ada"), "planner"), "Seat a bot: planner", "Posadź bota: planner"),
    ],
)
def test_what_is_done_before_the_start(command: Command, english: str, polish: str) -> None:
    scene = lobby(seated(3))
    assert label(scene, command, "en") == english
    assert label(scene, command, "pl") == polish


def test_whom_the_game_waits_for() -> None:
    rolling, trading = given(turn_of(0)), given(main_of(0))
    assert prompt(rolling, 0) == "You have to roll the dice."
    assert prompt(rolling, 1) == "Red (Ada) has to roll the dice."
    assert prompt(rolling, SPECTATOR, "pl") == "Czerwony (Ada) musi rzucić kośćmi."
    assert prompt(trading, 0) == "You may trade and build, or end your turn."
    asked = given(main_of(0), OFFER)
    assert prompt(asked, 0) == "Blue (Ben) and Orange have to answer an offer."
    assert prompt(asked, 1, "pl") == "Musisz odpowiedzieć na ofertę."
    assert prompt(lobby(seated(3)), SPECTATOR) == "The game waits for players. Free seats: 1."


@pytest.mark.parametrize(
    ("command", "named"),
    [
        (wishes.RollDice(0), []),
        (MoveShip(0, 7, 9), [Touch("from", "edge", 7), Touch("to", "edge", 9)]),
        (wishes.MoveRobber(0, 4, 2), [Touch("hex", "hex", 4), Touch("victim", "seat", 2)]),
        (wishes.MoveRobber(0, 4), [Touch("hex", "hex", 4)]),
        (
            MovePirate(0, 4, 1, "cloth"),
            [Touch("hex", "hex", 4), Touch("victim", "seat", 1), Touch("loot", "loot", "cloth")],
        ),
        (PlaceNeutralRoad(0, 2, 5), [Touch("edge", "edge", 5), Touch("neutral", "seat", 2)]),
        (wishes.PlayInvention(0, {"ore": 2}), [Touch("cards", "resource", "ore", 2)]),
    ],
)
def test_what_a_command_touches_comes_in_the_order_of_choosing(
    command: Any, named: list[Touch]
) -> None:
    assert touches(command) == named
