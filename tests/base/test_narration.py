"""The log of a base game reads well, in English and in Polish."""

import re
from collections.abc import Iterator

import pytest

from domain.base import events as facts
from domain.base.game import BASE
from domain.cards import CARD_KINDS, RESOURCES
from domain.ids import SPECTATOR
from domain.messages import Event
from domain.table.changing_rules import RulesChanged
from domain.table.closing import (
    GameMoved,
    GameVoided,
    GameWon,
    LedgerClosed,
    ResultRecorded,
    SeatResigned,
    SeedRevealed,
)
from domain.table.copying import PositionCopied
from domain.table.invitations import InvitationMade, InvitationRevoked
from domain.table.lapsing import LobbyLapsed
from domain.table.lobby import GameAbandoned, GameStarted, NonceAdded, SeatLeft
from domain.table.refereeing import CallAnswered, CallWithdrawn, RefereeCalled, RulingIssued
from domain.table.replacing import PlayerReplaced, SeatDisqualified
from domain.table.reservations import PlayerTurnedAway, SeatReleased, SeatReservedFor
from domain.table.rewinding import GameRewound
from domain.table.state import CopiedFrom, Standing
from hexledger.self_play import Setup
from presentation.base.narration import narrate
from tests.clocks.told import TOLD
from tests.games import SETUPS, commits
from tests.kit import given, hex_at, laid, lobby, opened, seated

LOBBY_TOLD: list[tuple[Event, str, str]] = [
    (
        opened(),
        "A game was opened; seats at the table: 4.",
        "Otwarto grę; liczba miejsc przy stole: 4.",
    ),
    (seated()[0], "Red sat down at the table.", "Czerwony zasiadł do stołu."),
    (SeatLeft(3), "Seat 3 is free again.", "Miejsce 3 jest znów wolne."),
    (
        NonceAdded(1, "0" * 32),
        "Blue added a random number of their own to the seed.",
        "Niebieski dołożył do ziarna losowości własną liczbę.",
    ),
    (GameStarted(), "The game started.", "Gra się rozpoczęła."),
    (
        GameAbandoned(),
        "The host called the game off before it started.",
        "Gospodarz odwołał grę, zanim się zaczęła.",
    ),
    (
        InvitationMade(1, "0" * 64, 1, 0),
        "The host made invitation 1 (players who may use it: 1).",
        "Gospodarz wystawił zaproszenie 1 (liczba osób: 1).",
    ),
    (
        InvitationMade(1, "0" * 64, 1, 0, 2),
        "The host made invitation 1 to seat 2.",
        "Gospodarz wystawił zaproszenie 1 na miejsce 2.",
    ),
    (InvitationRevoked(1), "The host took invitation 1 back.", "Gospodarz wycofał zaproszenie 1."),
    (
        SeatReservedFor(3, "dan"),
        "The host reserved seat 3 for a player.",
        "Gospodarz zarezerwował miejsce 3.",
    ),
    (
        SeatReleased(3),
        "Seat 3 is no longer reserved.",
        "Miejsce 3 nie jest już zarezerwowane.",
    ),
    (
        PlayerTurnedAway(1, "ben"),
        "The host turned the player of seat 1 away.",
        "Gospodarz odprawił gracza z miejsca 1.",
    ),
    (
        LobbyLapsed(),
        "The game was called off because it did not start in time.",
        "Grę odwołano, ponieważ nie zaczęła się na czas.",
    ),
]
PLAY_TOLD: list[tuple[Event, str, str]] = [
    (
        laid(),
        "The island is laid out, and the robber starts on the desert.",
        "Wyspa jest rozłożona, a złodziej trafia na pustynię.",
    ),
    (
        facts.StartRolled(0, (6, 5), 0),
        "Red rolled 11 (6 + 5) to see who begins.",
        "Czerwony wyrzucił 11 (6 + 5) w rzucie o rozpoczęcie gry.",
    ),
    (facts.FirstPlayerChosen(0), "Red begins.", "Zaczyna Czerwony."),
    (
        facts.FirstPlayerChosen(3, draw=0),
        "The lot fell on White, who begins.",
        "Los wskazał, że zaczyna Biały.",
    ),
    (
        facts.FoundingBegan((2, 0, 0, 2)),
        "The first settlements are placed in this order: Orange, Red, Red and Orange.",
        "Pierwsze osady stawiają kolejno: Pomarańczowy, Czerwony, Czerwony i Pomarańczowy.",
    ),
    (facts.TurnBegan(1, 12), "Turn 12: Blue is up.", "Tura 12: gra Niebieski."),
    (
        facts.SettlementBuilt(0, 7),
        "Red built a settlement on node 7.",
        "Czerwony zbudował osadę na skrzyżowaniu 7.",
    ),
    (
        facts.SettlementBuilt(0, 7, free=True),
        "Red founded a settlement on node 7.",
        "Czerwony założył osadę na skrzyżowaniu 7.",
    ),
    (
        facts.RoadBuilt(1, 0),
        "Blue built a road on edge 0.",
        "Niebieski zbudował drogę na krawędzi 0.",
    ),
    (
        facts.RoadBuilt(1, 0, free=True),
        "Blue laid a road on edge 0 at no cost.",
        "Niebieski położył bez opłaty drogę na krawędzi 0.",
    ),
    (
        facts.CityBuilt(3, 7),
        "White turned the settlement on node 7 into a city.",
        "Biały rozbudował osadę na skrzyżowaniu 7 w miasto.",
    ),
    (facts.DiceRolled(0, (3, 1), 0), "Red rolled 4 (3 + 1).", "Czerwony wyrzucił 4 (3 + 1)."),
    (
        facts.ResourcesProduced({3: {"wool": 1}, 0: {"brick": 2, "ore": 1}}),
        "Red gets 2 brick and 1 ore; White gets 1 wool.",
        "Czerwony dostaje: 2 × glina i 1 × ruda; Biały dostaje: 1 × wełna.",
    ),
    (
        facts.ResourcesProduced({0: {"grain": 1}}, short=("brick", "lumber")),
        "Red gets 1 grain; the bank ran short of brick and lumber.",
        "Czerwony dostaje: 1 × zboże; bankowi zabrakło gliny i drewna.",
    ),
    (
        facts.ResourcesProduced({}, short=("ore",)),
        "Nobody gets anything, as the bank ran short of ore.",
        "Nikt nic nie dostaje, bo bankowi zabrakło rudy.",
    ),
    (
        facts.DiscardsRequired({0: 1, 1: 4, 2: 5, 3: 22}),
        "Red has to discard 1 card; Blue has to discard 4 cards; "
        "Orange has to discard 5 cards; White has to discard 22 cards.",
        "Czerwony musi odrzucić 1 kartę; Niebieski musi odrzucić 4 karty; "
        "Pomarańczowy musi odrzucić 5 kart; Biały musi odrzucić 22 karty.",
    ),
    (
        facts.DiscardChosen(0, {"wool": 4}),
        "Red set aside 4 wool to discard.",
        "Czerwony odłożył karty do odrzucenia: 4 × wełna.",
    ),
    (
        facts.DiscardChosen(0, None),
        "Red chose what to discard.",
        "Czerwony wybrał karty do odrzucenia.",
    ),
    (
        facts.CardsDiscarded({0: {"wool": 3, "ore": 1}, 1: {"brick": 4}}),
        "Red discards 3 wool and 1 ore; Blue discards 4 brick.",
        "Czerwony odrzuca: 3 × wełna i 1 × ruda; Niebieski odrzuca: 4 × glina.",
    ),
    (
        facts.CardsReturned(0, {"wool": 1}),
        "Red gave 1 wool back to the bank.",
        "Czerwony zwrócił karty do banku: 1 × wełna.",
    ),
    (
        facts.RobberRoused(2),
        "Orange has to move the robber.",
        "Pomarańczowy musi przesunąć złodzieja.",
    ),
    (
        facts.RobberMoved(0, hex_at(1, 0)),
        "Red moved the robber to the forest with 3.",
        "Czerwony przesunął złodzieja na las z 3.",
    ),
    (
        facts.RobberMoved(0, hex_at(0, 0)),
        "Red moved the robber to the desert.",
        "Czerwony przesunął złodzieja na pustynię.",
    ),
    (
        facts.RobberStayed(0),
        "The robber has nowhere to go and stays where it is.",
        "Złodziej nie ma dokąd pójść i zostaje na miejscu.",
    ),
    (
        facts.CardStolen(0, 1, "ore", 0),
        "Red stole a card from Blue: ore.",
        "Czerwony ukradł Niebieskiemu rudę.",
    ),
    (
        facts.CardStolen(1, 0, None, 0),
        "Blue stole a card from Red.",
        "Niebieski ukradł Czerwonemu kartę.",
    ),
    (
        facts.DevelopmentCardBought(0, "victory_point", 0),
        "Red bought a development card: victory point.",
        "Czerwony kupił kartę rozwoju: punkt zwycięstwa.",
    ),
    (
        facts.DevelopmentCardBought(0, None, 0),
        "Red bought a development card.",
        "Czerwony kupił kartę rozwoju.",
    ),
    (
        facts.DevelopmentCardPlayed(0, "road_building"),
        "Red played a development card: road building.",
        "Czerwony zagrał kartę rozwoju: budowa drogi.",
    ),
    (
        facts.FreeRoadsGranted(0, 2),
        "Red may lay 2 roads at no cost.",
        "Czerwony może bez opłaty położyć 2 drogi.",
    ),
    (
        facts.FreeRoadsGranted(0, 1),
        "Red may lay 1 road at no cost.",
        "Czerwony może bez opłaty położyć 1 drogę.",
    ),
    (
        facts.FreeRoadsEnded(0),
        "Red lays no more free roads.",
        "Czerwony nie kładzie już darmowych dróg.",
    ),
    (
        facts.ResourcesInvented(0, {"grain": 1, "ore": 1}),
        "Red took 1 grain and 1 ore from the bank.",
        "Czerwony wziął karty z banku: 1 × zboże i 1 × ruda.",
    ),
    (
        facts.ResourceMonopolized(0, "wool", {1: 2, 3: 1}),
        "Red claimed all wool: Blue hands over 2 cards; White hands over 1 card.",
        "Czerwony ogłosił monopol na wełnę: Niebieski oddaje 2 karty; Biały oddaje 1 kartę.",
    ),
    (
        facts.ResourceMonopolized(0, "ore", {}),
        "Red claimed all ore, but nobody had any.",
        "Czerwony ogłosił monopol na rudę, ale nikt nie miał takich kart.",
    ),
    (
        facts.BankTraded(0, {"brick": 4}, {"ore": 1}),
        "Red traded 4 brick to the bank for 1 ore.",
        "Czerwony wymienił się z bankiem: oddał 4 × glina, dostał 1 × ruda.",
    ),
    (
        facts.TradeOffered(0, {"brick": 1}, {"ore": 2}, (1, 2, 3)),
        "Red offered Blue, Orange and White a trade: 1 brick for 2 ore.",
        "Czerwony zaproponował Niebieskiemu, Pomarańczowemu i Białemu wymianę: "
        "daje 1 × glina, chce 2 × ruda.",
    ),
    (facts.TradeAccepted(1), "Blue accepted the offer.", "Niebieski przyjął ofertę."),
    (facts.TradeRefused(1), "Blue declined the offer.", "Niebieski odrzucił ofertę."),
    (
        facts.TradeCountered(1, {"ore": 1}, {"brick": 2}),
        "Blue made a counter-offer: 1 ore for 2 brick.",
        "Niebieski odpowiedział kontrofertą: daje 1 × ruda, chce 2 × glina.",
    ),
    (
        facts.TradeConfirmed(0, 1, {"brick": 2}, {"ore": 1}),
        "Red traded 2 brick to Blue for 1 ore.",
        "Czerwony wymienił się z Niebieskim: oddał 2 × glina, dostał 1 × ruda.",
    ),
    (facts.OfferWithdrawn(0), "Red withdrew the offer.", "Czerwony wycofał ofertę."),
    (
        facts.LongestRoadAwarded(0, 5),
        "Red now has the longest road, with a length of 5.",
        "Czerwony ma teraz najdłuższą drogę, o długości 5.",
    ),
    (
        facts.LongestRoadAwarded(None, 6),
        "Nobody has the longest road any more.",
        "Nikt nie ma już najdłuższej drogi.",
    ),
    (
        facts.LargestArmyAwarded(0, 3),
        "Red now has the largest army, with 3 knights.",
        "Czerwony ma teraz największą armię: 3 rycerzy.",
    ),
    (
        facts.LargestArmyAwarded(None, 3),
        "Nobody has the largest army any more.",
        "Nikt nie ma już największej armii.",
    ),
    (SeatResigned(2), "Orange resigned from the game.", "Pomarańczowy zrezygnował z dalszej gry."),
    (
        GameWon((0,), 1),
        "Red won the game with 1 point.",
        "Czerwony wygrał grę, mając 1 punkt.",
    ),
    (
        GameWon((3, 0), 10),
        "White and Red share the win with 10 points.",
        "Biały i Czerwony dzielą się zwycięstwem, mając 10 punktów.",
    ),
    (
        facts.VictoryCardsRevealed(3, 2),
        "White showed victory-point cards worth 2 points.",
        "Biały odkrył karty zwycięstwa warte 2 punkty.",
    ),
    (
        GameVoided("{the} table broke"),
        "The game was declared void (reason: {the} table broke).",
        "Grę unieważniono (powód: {the} table broke).",
    ),
    (
        ResultRecorded("won", (Standing(1, 1, 12, {}), Standing(0, 2, 3, {}))),
        "The result stands: 1. Blue with 12 points; 2. Red with 3 points.",
        "Wynik końcowy: 1. Niebieski – 12 punktów; 2. Czerwony – 3 punkty.",
    ),
    (
        ResultRecorded("void", (Standing(0, None, 2, {}), Standing(1, None, 5, {}))),
        "The game ended without a winner: Red has 2 points; Blue has 5 points.",
        "Gra skończyła się bez zwycięzcy: Czerwony ma 2 punkty; Niebieski ma 5 punktów.",
    ),
    (
        ResultRecorded("abandoned", ()),
        "The game ended before anybody had points.",
        "Gra skończyła się, zanim ktokolwiek zdobył punkty.",
    ),
    (
        SeedRevealed("c0ffee"),
        "The seed was revealed: c0ffee.",
        "Ujawniono ziarno losowości: c0ffee.",
    ),
    (LedgerClosed(), "The ledger was closed.", "Księga gry została zamknięta."),
    (
        GameMoved(),
        "The game was moved to another server.",
        "Gra została przeniesiona na inny serwer.",
    ),
    (
        RefereeCalled(0, "They built twice"),
        "Red called a referee: “They built twice”.",
        "Czerwony wezwał sędziego: „They built twice”.",
    ),
    (
        CallAnswered(0),
        "A referee answered the call of Red.",
        "Sędzia odpowiedział na wezwanie: Czerwony.",
    ),
    (
        CallWithdrawn(0),
        "Red took back the call for a referee.",
        "Czerwony wycofał wezwanie sędziego.",
    ),
    (RulingIssued("Play on"), "A referee ruled: “Play on”.", "Sędzia orzekł: „Play on”."),
    (
        GameRewound(12, "a mistake"),
        "A referee rewound the game to version 12 (reason: a mistake).",
        "Sędzia cofnął grę do wersji 12 (powód: a mistake).",
    ),
    (
        RulesChanged(2, "a map"),
        "The game goes on by version 2 of its rules (reason: a map).",
        "Gra toczy się dalej według wersji 2 zasad (powód: a map).",
    ),
    (
        PositionCopied(CopiedFrom("another", 12, "c0ffee"), (facts.RobberRoused(0),)),
        "The game goes on from a copy: another one, as it stood at version 12.",
        "Gra toczy się dalej od kopii: to inna gra w stanie z wersji 12.",
    ),
    (
        PlayerReplaced(0, "eve", "a train"),
        "A referee seated a new player: Red (reason: a train).",
        "Sędzia posadził nowego gracza: Czerwony (powód: a train).",
    ),
    (
        PlayerReplaced(0, "bot:random:0", "a train", bot="random"),
        "A referee seated a bot: Red (reason: a train).",
        "Sędzia posadził bota: Czerwony (powód: a train).",
    ),
    (
        SeatDisqualified(0, "a marked card"),
        "A referee disqualified Red (reason: a marked card).",
        "Sędzia zdyskwalifikował Czerwonego (powód: a marked card).",
    ),
    *TOLD,
]


def name(told: tuple[Event, str, str]) -> str:
    return type(told[0]).__name__


@pytest.mark.parametrize(("event", "english", "polish"), LOBBY_TOLD, ids=map(name, LOBBY_TOLD))
def test_what_happens_before_the_start_is_told(event: Event, english: str, polish: str) -> None:
    state = lobby(seated(3)).state
    assert narrate(state, event, "en") == english
    assert narrate(state, event, "pl") == polish


@pytest.mark.parametrize(("event", "english", "polish"), PLAY_TOLD, ids=map(name, PLAY_TOLD))
def test_what_happens_in_play_is_told(event: Event, english: str, polish: str) -> None:
    state = given().state
    assert narrate(state, event, "en") == english
    assert narrate(state, event, "pl") == polish


def test_no_fact_is_left_out() -> None:
    told = {type(event) for event, *_ in LOBBY_TOLD + PLAY_TOLD}
    assert told == set(BASE.events)


def test_a_language_we_do_not_speak_is_answered_in_english() -> None:
    assert narrate(given().state, facts.RobberRoused(0), "tlh") == "Red has to move the robber."


def test_a_seat_of_no_known_colour_goes_by_its_number() -> None:
    state = given().state
    state.chairs[1].colour = None
    stolen = facts.CardStolen(1, 0, None, 0)
    assert narrate(state, stolen, "en") == "Seat 1 stole a card from Red."
    assert narrate(state, stolen, "pl") == "Gracz z miejsca 1 ukradł Czerwonemu kartę."
    robbed = facts.CardStolen(0, 1, None, 0)
    assert narrate(state, robbed, "pl") == "Czerwony ukradł Graczowi z miejsca 1 kartę."


RANDOM_GAMES = [
    Setup(options=SETUPS[name], seed=f"narration-{name}", max_turns=120)
    for name in ("default", "beginner", "layout", "start-draw", "discard-limit", "friendly-robber")
]
SECRETS = (facts.DiscardChosen, facts.CardStolen, facts.DevelopmentCardBought)
RAW = re.compile(r"None|True|False|[_{}\[\]<>]|  |\.\.|: \.|^[a-ząćęłńóśźż]|[^.]$")
ENGLISH_WORDS = re.compile(
    rf"\b({'|'.join((*RESOURCES, 'knight', 'monopoly', 'invention'))}|red|blue|orange|white"
    r"|hills|forest|pasture|fields|mountains|desert|the|of|to)\b",
    re.IGNORECASE,
)
POLISH_LETTERS = re.compile("[ąćęłńóśźż]", re.IGNORECASE)
CARD_NAMES = re.compile("|".join((*RESOURCES, *CARD_KINDS)).replace("_", " "))


def told(setup: Setup) -> Iterator[tuple[Event, str, str]]:
    """Every fact of a game, in full and as the public sees it, with what is told of it."""
    full, public = BASE.new_game(), BASE.new_game()
    for _, _, events in commits(setup):
        for event in events:
            seen = BASE.redact(event, SPECTATOR)
            BASE.evolve(full, event)
            BASE.evolve(public, seen)
            yield event, narrate(full, event, "en"), narrate(full, event, "pl")
            if seen != event:
                yield seen, narrate(public, seen, "en"), narrate(public, seen, "pl")
            else:
                assert narrate(public, seen, "pl") == narrate(full, event, "pl")


@pytest.mark.parametrize("setup", RANDOM_GAMES, ids=lambda setup: setup.seed)
def test_every_fact_of_a_random_game_is_a_sentence_in_its_own_language(setup: Setup) -> None:
    for event, english, polish in told(setup):
        assert not RAW.search(english), english
        assert not RAW.search(polish), polish
        assert english != polish
        assert not POLISH_LETTERS.search(english), english
        if not isinstance(event, GameVoided):
            assert not ENGLISH_WORDS.search(polish), polish


@pytest.mark.parametrize("setup", RANDOM_GAMES[:1], ids=lambda setup: setup.seed)
def test_what_is_hidden_is_not_told(setup: Setup) -> None:
    hidden = set()
    for event, english, _ in told(setup):
        if isinstance(event, SECRETS):
            secret = None in (getattr(event, field) for field in event.__struct_fields__)
            assert bool(CARD_NAMES.search(english)) is not secret, english
            hidden |= {type(event)} if secret else set()
    assert hidden == set(SECRETS)
