"""Games by invitation: codes, seats that are reserved, and guests who are turned away."""

from typing import Any

import pytest

from domain.table.bots import SeatBot
from domain.table.invitations import (
    ALPHABET,
    MOST_INVITATIONS,
    InvitationExpired,
    InvitationMade,
    InvitationRevoked,
    MakeInvitation,
    RevokeInvitation,
    code_from,
    digest_of,
    find_invitation,
    require_not_expired,
)
from domain.table.lapsing import LapseLobby, LobbyLapsed
from domain.table.lobby import (
    GameOpened,
    GameStarted,
    LeaveSeat,
    OpenGame,
    SeatTaken,
    TakeSeat,
)
from domain.table.reservations import (
    PlayerTurnedAway,
    ReleaseSeat,
    ReserveSeat,
    SeatReleased,
    SeatReservedFor,
    TurnAway,
)
from tests.kit import Scene, lobby, nothing, opened, seated

CODE = "K7QF-2MXA-9TRC-HV4D"
OTHER_CODE = "AAAA-BBBB-CCCC-DDDD"
DAY = 86_400_000


def private(*facts: Any, reserved: tuple[str | None, ...] = ()) -> Scene:
    """A game for four by invitation; its host is Ada."""
    scene = nothing().when(
        OpenGame("ada", "g", 4, {}, listed=False, invited_only=True, reserved=reserved)
    )
    return scene.given(*facts)


def made(number: int = 1, code: str = CODE, uses: int = 1, seat: int | None = None) -> Any:
    return InvitationMade(number, digest_of(code), uses, DAY, seat)


def wish(code: str = CODE, uses: int = 1, seat: int | None = None, by: str = "ada") -> Any:
    return MakeInvitation(by, digest_of(code), uses, DAY, seat)


def offers(scene: Scene, player: str, kind: type) -> list[Any]:
    state = scene.state
    return [one for one in state.ruleset.lobby_actions(state, player) if type(one) is kind]


# Codes


def test_a_code_has_80_bits_in_four_groups_of_letters_that_do_not_look_alike():
    assert code_from(bytes(10)) == "2222-2222-2222-2222"
    assert code_from(b"\xff" * 10) == "ZZZZ-ZZZZ-ZZZZ-ZZZZ"
    assert len(set(ALPHABET)) == 32
    assert not set("01IO") & set(ALPHABET)
    every_bit = {code_from((1 << i).to_bytes(10)) for i in range(80)}
    assert len(every_bit) == 80


@pytest.mark.parametrize(
    "written", ["k7qf-2mxa-9trc-hv4d", "K7QF2MXA9TRCHV4D", "K7QF 2MXA9TRC-HV4D"]
)
def test_a_code_is_known_however_it_is_written(written: str):
    assert digest_of(written) == digest_of(CODE)
    assert digest_of(written) != digest_of(OTHER_CODE)


# Making and revoking invitations


def test_the_host_invites_and_the_ledger_gets_only_the_digest():
    private().when(wish(uses=3)).then(InvitationMade(1, digest_of(CODE), 3, DAY))


def test_invitations_are_numbered_one_after_the_other():
    scene = private(made(), InvitationRevoked(1)).when(wish(OTHER_CODE, seat=2))
    scene.then(InvitationMade(2, digest_of(OTHER_CODE), 1, DAY, seat=2))


def test_only_the_host_invites():
    private().when(wish(by="ben")).then_refused("lobby/not_host")


@pytest.mark.parametrize(
    ("seat", "code"), [(4, "seat/unknown"), (0, "seat/taken"), (1, "seat/reserved")]
)
def test_an_invitation_is_for_a_free_seat(seat: int, code: str):
    scene = private(SeatTaken(0, "ada", "red"), SeatReservedFor(1, "ben"))
    scene.when(wish(seat=seat)).then_refused(code)


def test_a_code_is_given_out_once():
    private(made()).when(wish()).then_refused("invitation/code_taken")


def test_the_number_of_invitations_is_bounded():
    many = [made(n, f"code {n}") for n in range(1, MOST_INVITATIONS + 1)]
    private(*many).when(wish()).then_refused("invitation/too_many")


@pytest.mark.parametrize("changes", [{"uses": 0}, {"uses": 17}])
def test_an_invitation_is_for_one_to_sixteen_players(changes: dict[str, int]):
    private().when(wish(**changes)).then_refused("command/bad_value")


def test_the_host_takes_an_invitation_back_once():
    scene = private(made()).when(RevokeInvitation("ada", 1)).then(InvitationRevoked(1))
    scene.when(RevokeInvitation("ada", 1)).then_refused("invitation/revoked")
    scene.when(RevokeInvitation("ada", 2)).then_refused("invitation/unknown")
    scene.when(RevokeInvitation("ben", 1)).then_refused("lobby/not_host")


@pytest.mark.parametrize(
    "command",
    [
        wish(),
        RevokeInvitation("ada", 1),
        ReserveSeat("ada", 1, "ben"),
        ReleaseSeat("ada", 1),
        TurnAway("ada", 1),
        LapseLobby(DAY),
    ],
)
def test_who_plays_is_settled_once_the_game_has_started(command: Any):
    private(seated(4), GameStarted()).when(command).then_refused("lobby/already_started")


# Accepting an invitation


def test_nobody_sits_down_uninvited():
    scene = private()
    assert offers(scene, "ben", TakeSeat) == []
    scene.when(TakeSeat("ben")).then_refused("seat/invitation_needed")
    scene.when(TakeSeat("ben", 2)).then_refused("seat/invitation_needed")


def test_the_host_of_a_game_by_invitation_needs_none():
    private().when(TakeSeat("ada")).then(SeatTaken(0, "ada", "red"))


def test_a_guest_sits_down_with_the_code():
    scene = private(made()).when(TakeSeat("ben", None, "blue", CODE.lower()))
    scene.then(SeatTaken(0, "ben", "blue", invitation=1))


def test_a_wrong_code_is_refused_even_where_none_is_needed():
    private(made()).when(TakeSeat("ben", code=OTHER_CODE)).then_refused("invitation/unknown")
    lobby().when(TakeSeat("ben", code=OTHER_CODE)).then_refused("invitation/unknown")


def test_an_invitation_is_for_so_many_players_and_no_more():
    scene = private(made(uses=2))
    scene.when(TakeSeat("ben", code=CODE)).then(SeatTaken(0, "ben", "red", 1))
    scene.when(TakeSeat("cyd", code=CODE)).then(SeatTaken(1, "cyd", "blue", 1))
    scene.when(TakeSeat("dan", code=CODE)).then_refused("invitation/used_up")


def test_a_guest_who_stands_up_may_sit_down_again_without_another_use():
    scene = private(made()).when(TakeSeat("ben", code=CODE))
    scene.when(LeaveSeat("ben"))
    assert offers(scene, "ben", TakeSeat)
    scene.when(TakeSeat("ben", code=CODE)).then(SeatTaken(0, "ben", "red", 1))
    scene.when(LeaveSeat("ben"))
    scene.when(TakeSeat("ben", 3)).then(SeatTaken(3, "ben", "red"))
    assert scene.state.invitations[1].used_by == ("ben",)


def test_an_invitation_that_was_taken_back_lets_nobody_in_again():
    scene = private(made(uses=2)).when(TakeSeat("ben", code=CODE))
    scene.when(RevokeInvitation("ada", 1))
    assert scene.state.chairs[0].player == "ben", "who sits stays"
    scene.when(TakeSeat("cyd", code=CODE)).then_refused("invitation/revoked")
    scene.when(LeaveSeat("ben"))
    scene.when(TakeSeat("ben", code=CODE)).then_refused("invitation/revoked")
    scene.when(TakeSeat("ben")).then_refused("seat/invitation_needed")


def test_an_invitation_with_a_seat_is_for_that_seat():
    scene = private(made(seat=2))
    scene.when(TakeSeat("ben", 1, code=CODE)).then_refused("invitation/other_seat")
    scene.when(TakeSeat("ben", code=CODE)).then(SeatTaken(2, "ben", "red", 1))


def test_a_seat_that_an_invitation_names_is_the_last_that_others_are_given():
    scene = private(made(1, seat=0), made(2, OTHER_CODE, uses=4))
    scene.when(TakeSeat("ben", code=OTHER_CODE)).then(SeatTaken(1, "ben", "red", 2))
    scene.when(TakeSeat("cyd", code=CODE)).then(SeatTaken(0, "cyd", "blue", 1))


def test_an_expired_invitation_is_refused_by_the_time_of_the_commit():
    _, invitation = find_invitation(private(made()).state, CODE)
    require_not_expired(invitation, DAY - 1)
    with pytest.raises(InvitationExpired):
        require_not_expired(invitation, DAY)


def test_an_invitation_works_in_a_game_for_everybody_too():
    scene = lobby(made(seat=3)).when(TakeSeat("ben", code=CODE))
    scene.then(SeatTaken(3, "ben", "red", 1))


# Reserved seats


def test_nobody_else_sits_down_at_a_reserved_seat():
    scene = lobby(SeatReservedFor(0, "ben"))
    scene.when(TakeSeat("cyd", 0)).then_refused("seat/reserved")
    assert {offer.seat for offer in offers(scene, "cyd", TakeSeat)} == {None, 1, 2, 3}
    scene.when(TakeSeat("cyd")).then(SeatTaken(1, "cyd", "red"))


def test_a_player_is_given_the_seat_that_is_reserved_for_them():
    lobby(SeatReservedFor(2, "ben")).when(TakeSeat("ben")).then(SeatTaken(2, "ben", "red"))


def test_a_reserved_seat_is_an_invitation():
    scene = private(reserved=(None, "ben"))
    assert {offer.seat for offer in offers(scene, "ben", TakeSeat)} == {None, 1}
    scene.when(TakeSeat("ben", 2)).then_refused("seat/invitation_needed")
    scene.when(TakeSeat("ben")).then(SeatTaken(1, "ben", "red"))


def test_a_reserved_seat_stays_reserved_when_its_player_stands_up():
    scene = lobby(SeatReservedFor(2, "ben")).when(TakeSeat("ben")).when(LeaveSeat("ben"))
    assert scene.state.chairs[2].reserved == "ben"


def test_when_all_free_seats_are_reserved_others_are_told_so():
    scene = lobby(*(SeatReservedFor(seat, "ben") for seat in range(4)))
    assert offers(scene, "cyd", TakeSeat) == []
    scene.when(TakeSeat("cyd")).then_refused("seat/reserved")


def test_the_host_reserves_and_releases_seats():
    scene = lobby().when(ReserveSeat("ada", 1, "ben")).then(SeatReservedFor(1, "ben"))
    scene.when(ReserveSeat("ada", 1, "cyd")).then(SeatReservedFor(1, "cyd"))
    scene.when(ReleaseSeat("ada", 1)).then(SeatReleased(1))
    scene.when(ReleaseSeat("ada", 1)).then_refused("seat/not_reserved")
    scene.when(TakeSeat("ben", 1)).then(SeatTaken(1, "ben", "red"))


@pytest.mark.parametrize("seat", [1, 2])
def test_a_player_has_one_reserved_seat(seat: int):
    scene = lobby(SeatReservedFor(1, "ben")).when(ReserveSeat("ada", seat, "ben"))
    scene.then_refused("seat/already_reserved")
    scene.when(ReleaseSeat("ada", 1)).when(ReserveSeat("ada", seat, "ben"))
    scene.then(SeatReservedFor(seat, "ben"))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (ReserveSeat("ben", 1, "ben"), "lobby/not_host"),
        (ReleaseSeat("ben", 1), "lobby/not_host"),
        (TurnAway("ben", 0), "lobby/not_host"),
        (ReserveSeat("ada", 0, "ben"), "seat/taken"),
        (ReserveSeat("ada", 9, "ben"), "seat/unknown"),
        (ReleaseSeat("ada", -1), "seat/unknown"),
        (ReserveSeat("ada", 1, "bot:planner:1"), "command/bad_value"),
    ],
)
def test_what_cannot_be_reserved_is_refused(command: Any, code: str):
    lobby(SeatTaken(0, "ada", "red")).when(command).then_refused(code)


@pytest.mark.parametrize(
    "reserved", [("a", "b", "c", "d", "e"), ("bot:planner:0",), ("ben", None, "ben")]
)
def test_seats_reserved_at_the_opening_are_there_and_for_different_people(
    reserved: tuple[str | None, ...],
):
    nothing().when(OpenGame("ada", "g", 4, {}, reserved=reserved)).then_refused(
        "seat/bad_reservations"
    )


def test_a_bot_takes_no_reserved_seat():
    scene = lobby(SeatReservedFor(0, "ben")).when(SeatBot("ada", "random"))
    assert scene.events[0].seat == 1
    scene = lobby(*(SeatReservedFor(seat, "ben") for seat in range(4)))
    assert offers(scene, "ada", SeatBot) == []
    scene.when(SeatBot("ada", "random")).then_refused("seat/reserved")


# Turning guests away


def test_the_host_turns_a_guest_away_who_cannot_come_back():
    scene = lobby(seated(2)).when(TurnAway("ada", 1)).then(PlayerTurnedAway(1, "ben"))
    assert offers(scene, "ben", TakeSeat) == []
    scene.when(TakeSeat("ben")).then_refused("seat/turned_away")
    scene.when(TakeSeat("ben", 1)).then_refused("seat/turned_away")


def test_no_invitation_brings_a_guest_back_who_was_turned_away():
    scene = private(made(uses=2)).when(TakeSeat("ben", code=CODE)).when(TurnAway("ada", 0))
    scene.when(TakeSeat("ben", code=CODE)).then_refused("seat/turned_away")
    assert scene.state.invitations[1].used_by == ("ben",), "their use is not given back"


def test_a_reservation_ends_when_its_player_is_turned_away():
    scene = lobby(SeatReservedFor(1, "ben"), SeatReservedFor(2, "ben"), seated(2))
    scene.when(TurnAway("ada", 1))
    assert [chair.reserved for chair in scene.state.chairs] == [None] * 4


def test_the_host_may_invite_them_again_by_reserving_a_seat():
    scene = lobby(seated(2)).when(TurnAway("ada", 1)).when(ReserveSeat("ada", 3, "ben"))
    scene.when(TakeSeat("ben")).then(SeatTaken(3, "ben", "blue"))


@pytest.mark.parametrize("seat", [0, 2])
def test_the_host_and_nobody_cannot_be_turned_away(seat: int):
    scene = lobby(seated(2))
    scene.when(TurnAway("ada", seat)).then_refused("seat/nobody_there")


def test_a_bot_is_dismissed_and_not_turned_away():
    scene = lobby().when(SeatBot("ada", "random"))
    scene.when(TurnAway("ada", 0)).then_refused("seat/nobody_there")


# Lobbies that lapse


def lapsing() -> GameOpened:
    (event,) = nothing().when(OpenGame("ada", "g", 3, {}, lapses_at=DAY)).events
    return event


def test_a_lobby_lapses_when_its_time_is_over():
    scene = nothing().given(lapsing()).when(LapseLobby(DAY)).then(LobbyLapsed())
    assert (scene.state.phase, scene.state.outcome) == ("over", "abandoned")


def test_a_lobby_does_not_lapse_before_its_time_or_without_one():
    nothing().given(lapsing()).when(LapseLobby(DAY - 1)).then_refused("lobby/not_lapsed")
    nothing().given(opened()).when(LapseLobby(DAY)).then_refused("lobby/not_lapsed")
