"""Before the start: opening a game, seats and colours, nonces, starting and giving up."""

import hashlib

import msgspec
import pytest

from domain.base.commands import RollDice
from domain.base.events import BoardLaid, FoundingBegan
from domain.chance.draws import SeededChance
from domain.ruleset import play
from domain.table.closing import Resign
from domain.table.lobby import (
    AbandonGame,
    AddNonce,
    GameAbandoned,
    GameStarted,
    LeaveSeat,
    NonceAdded,
    OpenGame,
    SeatLeft,
    SeatTaken,
    StartGame,
    TakeSeat,
)
from tests.kit import (
    BASE,
    COLOURS,
    ScriptedChance,
    flat,
    given,
    lobby,
    nothing,
    opened,
    seated,
    turn_of,
)

NONCE = "0123456789abcdef" * 2
OTHER_NONCE = "f" * 32


# Opening


def test_the_first_event_pins_ruleset_rules_host_options_and_the_commitment_to_the_seed():
    scene = nothing().when(OpenGame("ada", game="g-1", players=3, options={}))
    (event,) = scene.events
    assert (event.game, event.players, event.host) == ("g-1", 3, "ada")
    assert (event.ruleset, event.rules) == ("base", BASE.rules)
    assert event.commitment == hashlib.sha256(ScriptedChance.seed).hexdigest()
    assert event.key_id == ScriptedChance.key_id


def test_everybody_sees_the_commitment_before_anything_is_drawn():
    scene = nothing().when(OpenGame("ada", game="g-1", players=3, options={}))
    seen = scene.view("spectator")
    assert seen["game"] == "g-1"
    assert seen["commitment"] == hashlib.sha256(ScriptedChance.seed).hexdigest()
    assert seen["key_id"] == ScriptedChance.key_id
    assert seen["draws"] == 0


def test_options_are_recorded_complete_so_that_later_defaults_change_no_open_game():
    (event,) = nothing().when(OpenGame("ada", game="g", players=4, options={})).events
    assert None not in {event.options[name] for name in event.options if name != "start_seat"}
    assert BASE.opening.read_options(event.options, 4) == BASE.opening.read_options({}, 4)


def test_a_game_is_listed_in_the_lobby_unless_its_host_says_otherwise():
    scene = nothing().when(OpenGame("ada", game="g", players=3, options={}))
    assert scene.events[0].listed is True
    assert scene.state.listed is True
    scene = nothing().when(OpenGame("ada", game="g", players=3, options={}, listed=False))
    assert scene.events[0].listed is False
    assert scene.state.listed is False


def test_whether_it_is_by_invitation_rated_and_for_whom_is_said_at_the_opening():
    scene = nothing().when(
        OpenGame(
            "ada",
            game="g",
            players=3,
            options={},
            invited_only=True,
            reserved=(None, "bob"),
            rated=False,
            lapses_at=99,
        )
    )
    seen = scene.view("spectator")
    assert (seen["listed"], seen["invited_only"], seen["rated"]) == (True, True, False)
    assert [seat["reserved"] for seat in seen["seats"]] == [None, "bob", None]
    assert seen["lapses_at"] == 99


def test_an_opening_that_says_nothing_more_is_stored_as_ever():
    scene = nothing().when(OpenGame("ada", game="g", players=3, options={}))
    later = {"invited_only", "reserved", "rated", "lapses_at", "challenge", "listed"}
    assert not later & set(msgspec.to_builtins(scene.events[0]))
    assert not later & set(msgspec.to_builtins(OpenGame("ada", "g", 3, {})))


def test_who_knows_the_id_of_a_game_that_is_not_listed_may_sit_down():
    scene = nothing().when(OpenGame("ada", game="g", players=3, options={}, listed=False))
    scene.when(TakeSeat("eve")).then(SeatTaken(seat=0, player="eve", colour="red"))


def test_a_listed_game_is_stored_as_it_was_before_there_were_others():
    # The stored shape of old games: neither their command nor their event speaks of it.
    scene = nothing().when(OpenGame("ada", game="g", players=3, options={}))
    assert b"listed" not in msgspec.json.encode(scene.events[0])
    command = OpenGame("ada", game="g", players=3, options={})
    assert b"listed" not in msgspec.json.encode(command)
    stored = msgspec.json.encode(command)
    assert msgspec.json.decode(stored, type=OpenGame).listed is True


def test_a_game_is_opened_once():
    lobby().when(OpenGame("ada", game="g", players=4, options={})).then_refused("game/already_open")


@pytest.mark.parametrize("game", ["", "x" * 65, "two\nlines", "żółw"])
def test_a_game_id_is_short_printable_ascii(game):
    command = OpenGame("ada", game=game, players=4, options={})
    nothing().when(command).then_refused("game/bad_id")


@pytest.mark.parametrize("players", [-1, 0, 1, 2, 5, 6])
def test_the_base_game_is_for_three_or_four(players):
    command = OpenGame("ada", game="g", players=players, options={})
    nothing().when(command).then_refused("options/players")


@pytest.mark.parametrize("players", [3, 4])
def test_there_are_as_many_seats_as_players(players):
    scene = nothing().when(OpenGame("ada", game="g", players=players, options={}))
    assert len(scene.state.chairs) == players


@pytest.mark.parametrize(
    "command",
    [
        TakeSeat("ada"),
        LeaveSeat("ada"),
        AddNonce("ada", NONCE),
        StartGame("ada"),
        AbandonGame("ada"),
    ],
)
def test_nothing_can_be_done_in_the_lobby_of_a_game_that_is_not_open(command):
    nothing().when(command).then_refused("game/not_open")


def test_nobody_can_play_in_a_game_that_is_not_open():
    nothing().when(RollDice(0)).then_refused("game/not_open")


# Seats and colours


def test_who_names_nothing_gets_the_first_free_seat_and_colour():
    scene = lobby().when(TakeSeat("ada")).then(SeatTaken(seat=0, player="ada", colour="red"))
    scene.when(TakeSeat("ben")).then(SeatTaken(seat=1, player="ben", colour="blue"))


def test_seat_and_colour_can_be_chosen():
    taken = SeatTaken(seat=2, player="ada", colour="white")
    lobby().when(TakeSeat("ada", seat=2, colour="white")).then(taken)


def test_a_chosen_colour_is_passed_over_for_the_next():
    first = SeatTaken(seat=0, player="ada", colour="blue")
    scene = lobby(first).when(TakeSeat("ben")).then(SeatTaken(seat=1, player="ben", colour="red"))
    scene.when(TakeSeat("cyd")).then(SeatTaken(seat=2, player="cyd", colour="orange"))


def test_the_host_need_not_sit_first_nor_at_all():
    scene = lobby(players=3)
    for i, player in enumerate(("ben", "cyd", "dan")):
        scene.when(TakeSeat(player)).then(SeatTaken(seat=i, player=player, colour=COLOURS[i]))
    assert StartGame("ada") in BASE.lobby_actions(scene.state, "ada")


def test_a_taken_seat_is_refused():
    lobby(seated(1)).when(TakeSeat("ben", seat=0)).then_refused("seat/taken")


@pytest.mark.parametrize("seat", [-1, 3, 4])
def test_a_seat_that_does_not_exist_is_refused(seat):
    lobby(players=3).when(TakeSeat("ada", seat=seat)).then_refused("seat/unknown")


def test_nobody_sits_down_at_a_full_table():
    lobby(seated(4)).when(TakeSeat("eve")).then_refused("seat/none_free")


def test_a_player_has_one_seat():
    lobby(seated(1)).when(TakeSeat("ada", seat=1)).then_refused("seat/already_seated")


def test_a_taken_colour_is_refused():
    lobby(seated(1)).when(TakeSeat("ben", colour="red")).then_refused("seat/colour_taken")


@pytest.mark.parametrize("colour", ["green", "", "RED"])
def test_an_unknown_colour_is_refused(colour):
    lobby().when(TakeSeat("ada", colour=colour)).then_refused("seat/colour_not_in_play")


@pytest.mark.parametrize(
    ("edition", "left_out"), [("2025", "white"), ("classic", "red"), ("travel", "red")]
)
def test_three_beginners_play_without_the_colour_their_edition_leaves_out(edition, left_out):
    scene = lobby(players=3, edition=edition, board="beginner")
    scene.when(TakeSeat("ada", colour=left_out)).then_refused("seat/colour_not_in_play")
    for player in ("ada", "ben", "cyd"):
        scene.when(TakeSeat(player))
    colours = [chair.colour for chair in scene.state.chairs]
    assert colours == [colour for colour in COLOURS if colour != left_out]


@pytest.mark.parametrize("edition", ["2025", "classic", "travel"])
def test_four_beginners_and_three_on_another_board_choose_from_all_colours(edition):
    for scene in (
        lobby(players=4, edition=edition, board="beginner"),
        lobby(players=3, edition=edition, board="random"),
    ):
        offers = [one for one in BASE.lobby_actions(scene.state, "ada") if type(one) is TakeSeat]
        offered = {one.colour for one in offers}
        assert offered == {*COLOURS, None}


def test_a_seat_can_be_left_and_taken_again():
    scene = lobby(seated(2)).when(LeaveSeat("ada")).then(SeatLeft(seat=0))
    scene.when(TakeSeat("cyd")).then(SeatTaken(seat=0, player="cyd", colour="red"))


def test_who_has_no_seat_cannot_leave_one():
    lobby(seated(1)).when(LeaveSeat("ben")).then_refused("seat/not_seated")


# Nonces


def test_a_seated_player_adds_a_nonce():
    lobby(seated(2)).when(AddNonce("ben", NONCE)).then(NonceAdded(seat=1, nonce=NONCE))


def test_a_nonce_stays_as_it_is():
    scene = lobby(seated(1), NonceAdded(seat=0, nonce=NONCE))
    scene.when(AddNonce("ada", OTHER_NONCE)).then_refused("lobby/nonce_given")


def test_who_has_no_seat_adds_no_nonce():
    lobby().when(AddNonce("ada", NONCE)).then_refused("seat/not_seated")


def test_a_nonce_leaves_with_its_player():
    scene = lobby(seated(1), NonceAdded(seat=0, nonce=NONCE))
    scene.when(LeaveSeat("ada")).when(TakeSeat("ben", seat=0))
    assert scene.state.nonces == []
    scene.when(AddNonce("ben", OTHER_NONCE)).then(NonceAdded(seat=0, nonce=OTHER_NONCE))


@pytest.mark.parametrize("nonce", ["", "ab", "g" * 32, "A" * 32, "0" * 31, "0" * 33])
def test_a_nonce_is_32_hexadecimal_digits(nonce):
    posted = {"type": "add_nonce", "player": "ada", "nonce": nonce}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(posted, AddNonce)


def test_the_key_of_the_chance_is_fixed_with_the_nonces_in_seat_order():
    nonces = (NonceAdded(seat=2, nonce=OTHER_NONCE), NonceAdded(seat=0, nonce=NONCE))
    scene = lobby(seated(3), nonces, players=3, board="beginner", start_player="seat")
    scene.when(StartGame("ada"))
    assert scene.chance.nonces == [NONCE, OTHER_NONCE]


def test_nonces_change_the_board():
    def board(*nonces):
        state = lobby(seated(3), nonces, players=3).state
        events = play(state, StartGame("ada"), SeededChance(bytes(32), "k"))
        return next(event for event in events if isinstance(event, BoardLaid))

    assert board() == board()
    assert board() != board(NonceAdded(seat=1, nonce=NONCE))


# Starting


def test_only_the_host_starts():
    lobby(seated(4)).when(StartGame("ben")).then_refused("lobby/not_host")


def test_a_game_starts_when_every_seat_is_taken():
    lobby(seated(3)).when(StartGame("ada")).then_refused("lobby/seats_free")


def test_the_start_lays_the_board_and_chooses_who_begins_in_one_commit():
    state = lobby(seated(4)).state
    events = play(state, StartGame("ada"), SeededChance(bytes(32), "k"))
    assert isinstance(events[0], GameStarted)
    assert isinstance(events[1], BoardLaid)
    assert isinstance(events[-1], FoundingBegan)


@pytest.mark.parametrize(
    "command",
    [
        TakeSeat("eve"),
        LeaveSeat("ada"),
        AddNonce("ada", NONCE),
        StartGame("ada"),
        AbandonGame("ada"),
    ],
)
def test_seats_and_nonces_do_not_change_after_the_start(command):
    given(turn_of(0)).when(command).then_refused("lobby/already_started")


@pytest.mark.parametrize("command", [RollDice(0), Resign(0)])
def test_nobody_plays_or_resigns_before_the_start(command):
    lobby(seated(4)).when(command).then_refused("game/not_started")


def test_a_seat_that_does_not_exist_cannot_play():
    given(turn_of(0), players=3).when(RollDice(3)).then_refused("seat/unknown")
    given(turn_of(0), players=3).when(RollDice(-1)).then_refused("seat/unknown")


# Giving up


def test_the_host_gives_up_a_game_that_has_not_started():
    scene = lobby(seated(2)).when(AbandonGame("ada")).then(GameAbandoned())
    assert scene.state.outcome == "abandoned"


def test_only_the_host_gives_it_up():
    lobby(seated(2)).when(AbandonGame("ben")).then_refused("lobby/not_host")


@pytest.mark.parametrize(
    "command",
    [TakeSeat("eve"), LeaveSeat("ada"), StartGame("ada"), AbandonGame("ada"), RollDice(0)],
)
def test_nothing_more_can_be_done_in_an_abandoned_game(command):
    lobby(seated(2), GameAbandoned()).when(command).then_refused("game/over")


def test_what_happens_in_the_lobby_is_public():
    facts = flat((opened(), seated(1), NonceAdded(seat=0, nonce=NONCE), SeatLeft(seat=0)))
    assert all(BASE.redact(fact, "spectator") == fact for fact in facts)
