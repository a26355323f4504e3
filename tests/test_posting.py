"""Commands as clients post them: what is wrong with a body is said with a code, and nothing else
happens."""

import json
from random import Random
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import NODEFAULT
from msgspec.structs import fields

from domain.base import commands as c
from domain.base.events import RobberRoused
from domain.base.game import BASE
from domain.chance.draws import SeededChance
from domain.choices import Choice
from domain.ids import PlayerId, Seat
from domain.messages import (
    Command,
    OrganizerCommand,
    PlayerCommand,
    SeatCommand,
    SystemCommand,
    author_field,
    server_fields,
)
from domain.posting import Author, post_form, read_command
from domain.refusals import RuleViolation
from domain.ruleset import play
from domain.state_bytes import freeze
from domain.table.lobby import AddNonce, OpenGame, StartGame, TakeSeat
from domain.table.state import LOBBY, Table
from hexledger.self_play import Setup
from tests.games import LAKE, commits, setups
from tests.kit import bought, dealt, lobby, main_of, nothing, seated, turn_of
from tests.kit import given as given_facts

ADA = Author(PlayerId("ada"), Seat(0))
STRANGER = Author(PlayerId("eve"))
REFEREE = Author(PlayerId("ref"), is_organizer=True)
HUGE = 10**30

TAGS = {str(kind.__struct_config__.tag): kind for kind in BASE.commands}
FOR_SEATS = [tag for tag, kind in TAGS.items() if issubclass(kind, SeatCommand)]
FOR_PLAYERS = [tag for tag, kind in TAGS.items() if issubclass(kind, PlayerCommand)]
FOR_REFEREES = [tag for tag, kind in TAGS.items() if issubclass(kind, OrganizerCommand)]
FOR_THE_HOUSE = [tag for tag, kind in TAGS.items() if issubclass(kind, SystemCommand)]

LEGAL: dict[str, dict[str, Any]] = {
    "open_game": {"game": "g", "players": 4, "options": {}},
    "copy_position": {
        "game": "g",
        "source": {"game": "h", "version": 9, "head": "0" * 64},
        "seat": 0,
        "bot": "random",
        "position": {"options": {}, "colours": ["red", "blue", "white"]},
    },
    "add_nonce": {"nonce": "0123456789abcdef" * 2},
    "void_game": {"reason": "a power cut"},
    "expire": {"due": 0, "at": 0},
    "make_invitation": {"digest": "0" * 64, "uses": 1, "expires_at": 0},
    "revoke_invitation": {"invitation": 1},
    "reserve_seat": {"seat": 1, "guest": "ben"},
    "release_seat": {"seat": 1},
    "turn_away": {"seat": 1},
    "seat_bot": {"bot": "random"},
    "dismiss_bot": {"seat": 1},
    "pause_game": {"reason": "supper"},
    "resume_game": {"reason": "supper is over"},
    "add_time": {"seconds": 60, "reason": "a power cut"},
    "call_referee": {"text": "a question"},
    "issue_ruling": {"text": "an answer"},
    "replace_player": {"seat": 1, "player": "bot:random", "reason": "a broken arm"},
    "disqualify": {"seat": 1, "reason": "a marked card"},
    "rewind_to": {"version": 1, "reason": "a mistake"},
    "place_settlement": {"node": 0},
    "place_road": {"edge": 0},
    "discard": {"cards": {"ore": 4}},
    "move_robber": {"hex": 0},
    "build_road": {"edge": 0},
    "build_settlement": {"node": 0},
    "build_city": {"node": 0},
    "play_invention": {"cards": {"ore": 2}},
    "play_monopoly": {"resource": "ore"},
    "trade_with_bank": {"give": "ore", "rate": 4, "take": {"wool": 1}},
    "offer_trade": {"give": {"ore": 1}, "want": {"wool": 1}},
    "counter_trade": {"give": {"ore": 1}, "want": {"wool": 1}},
    "confirm_trade": {"partner": 1},
}
"""The fields that each command must have, well-formed."""


SCALARS = [None, True, 0, 1.5, float("nan"), HUGE, "", "roll_dice", b"{}"]
CONTAINERS = [[], ["roll_dice"], [{"type": "roll_dice"}], (("type", "roll_dice"),), {"type"}]
WORDS = ["", "fly", "RollDice", "ROLL_DICE", " roll_dice", "roll_dice\0", "dice_rolled", "\ud800"]
NO_WORDS = [None, True, 0, 1.5, HUGE, [], ["roll_dice"], {}, {"type": "roll_dice"}, c.RollDice]
NO_CARDS = [0, True, "ore", [], ["ore"], [["ore", 1]], {"ore": 1, "gold": 1}]
NO_RESOURCES = ["gold", "ORE", "ore ", "", "unknown", "\ud800", 7, None]
NO_COUNTS = [0, -1, 96, HUGE, -HUGE, True, 1.0, "1", None, [1], {"ore": 1}]
NO_NUMBERS = [True, False, 0.0, 1.0, 1.5, float("nan"), float("inf"), "0", "", [0], {"0": 0}, b"0"]
SHORT, LONG = "0" * 31, "0" * 33
NO_NONCES = ["", SHORT, LONG, "A" * 32, "g" * 32, SHORT + "\n", SHORT + "0\n", "\u0660" * 32]
NO_TEXT = [0, HUGE, True, ["0" * 32], b"0" * 32]
NO_OPTIONS = [None, [], "board=random", [["board", "random"]], {7: 7}]


def poster_of(tag: str) -> Author:
    """Somebody who may post this."""
    return REFEREE if tag in FOR_REFEREES else ADA


def body(tag: str, **changes: Any) -> dict[str, Any]:
    return {"type": tag, **LEGAL.get(tag, {}), **changes}


def rich_scene():
    """Seat 0 may do almost anything: its turn, the dice rolled, cards in hand."""
    return given_facts(
        dealt(0, wool=1, grain=1, ore=1),
        bought(0, "invention"),
        main_of(0),
        dealt(0, brick=4, lumber=4, wool=4, grain=4, ore=4),
    )


def code_of(state: Table, posted: object, author: Author = ADA) -> str:
    """The code with which a body is refused, once it is sure that nothing changed."""
    chance = SeededChance(b"posting", "key")
    before, draw = freeze(state), state.next_draw
    with pytest.raises(RuleViolation) as refused:
        play(state, read_command(BASE, posted, author), chance)
    assert freeze(state) == before, "a refusal changes nothing"
    assert chance.index in (0, draw), "a refusal draws nothing"
    refusal = refused.value
    assert str(refusal).strip()
    assert "None" not in str(refusal)
    json.dumps(refusal.details)
    return refusal.code


def fields_of(tag: str) -> list[Any]:
    kind = TAGS[tag]
    return [field for field in fields(kind) if field.name not in server_fields(kind)]


POSTED = (*FOR_SEATS, *FOR_PLAYERS, *FOR_REFEREES)
FIELDS = [(tag, field.name) for tag in POSTED for field in fields_of(tag)]
REQUIRED = [
    (tag, field.name) for tag in POSTED for field in fields_of(tag) if field.default is NODEFAULT
]


def test_every_command_has_a_well_formed_body_here():
    for tag, kind in TAGS.items():
        if tag not in FOR_THE_HOUSE:
            assert isinstance(read_command(BASE, body(tag), poster_of(tag)), kind)
    assert set(LEGAL) == {tag for tag, _ in REQUIRED} | {"void_game", "expire"}


# The envelope


@pytest.mark.parametrize("posted", [*SCALARS, *CONTAINERS, object(), c.RollDice(Seat(0))])
def test_a_body_that_is_no_object_is_refused(posted):
    assert code_of(rich_scene().state, posted) == "command/not_an_object"


@pytest.mark.parametrize("posted", [{}, {"Type": "roll_dice"}, {"edge": 3}, {None: "roll_dice"}])
def test_a_body_without_a_type_is_refused(posted):
    assert code_of(rich_scene().state, posted) == "command/missing_field"


@pytest.mark.parametrize("tag", [*WORDS, *NO_WORDS])
def test_an_unknown_command_is_refused(tag):
    assert code_of(rich_scene().state, {"type": tag}) == "command/unknown_type"


def test_the_refusal_of_an_unknown_command_names_those_that_exist():
    with pytest.raises(RuleViolation) as refused:
        read_command(BASE, {"type": "fly"}, ADA)
    assert refused.value.details["types"] == sorted(TAGS)


@pytest.mark.parametrize(("tag", "name"), REQUIRED)
def test_a_missing_field_is_named(tag: str, name: str):
    posted = body(tag)
    del posted[name]
    with pytest.raises(RuleViolation) as refused:
        read_command(BASE, posted, poster_of(tag))
    assert refused.value.code == "command/missing_field"
    assert refused.value.details["field"] == name
    assert name in str(refused.value)
    assert code_of(rich_scene().state, posted, poster_of(tag)) == "command/missing_field"


@pytest.mark.parametrize("tag", [*FOR_SEATS, *FOR_PLAYERS])
@pytest.mark.parametrize("name", ["colour of money", "Edge", "", "events", "hash", 7])
def test_an_extra_field_is_refused(tag: str, name):
    assert code_of(rich_scene().state, {**body(tag), name: 1}) == "command/unknown_field"


@pytest.mark.parametrize("tag", FOR_SEATS)
@pytest.mark.parametrize("name", ["seat", "player"])
def test_who_is_asking_is_never_taken_from_the_body(tag: str, name: str):
    for value in (0, 1, "ada", None):
        code = code_of(rich_scene().state, {**body(tag), name: value})
        assert code == "command/unknown_field"


@pytest.mark.parametrize("tag", FOR_PLAYERS)
def test_a_person_is_never_taken_from_the_body(tag: str):
    code = code_of(lobby(seated(3)).state, {**body(tag), "player": "ben"})
    assert code == "command/unknown_field"


@pytest.mark.parametrize("tag", FOR_THE_HOUSE)
@pytest.mark.parametrize("author", [ADA, STRANGER])
def test_what_only_the_house_may_do_cannot_be_posted(tag: str, author: Author):
    scene = rich_scene()
    assert code_of(scene.state, body(tag), author) == "command/not_for_players"
    assert code_of(nothing().state, body(tag), author) == "command/not_for_players"


@pytest.mark.parametrize("posted", [{"type": "void_game"}, {"type": "close_game", "seed": "00"}])
def test_the_house_does_not_explain_its_commands_to_players(posted):
    assert code_of(rich_scene().state, posted) == "command/not_for_players"


@pytest.mark.parametrize("tag", FOR_REFEREES)
@pytest.mark.parametrize("author", [ADA, STRANGER, Author(PlayerId("ada"), Seat(0), True)])
def test_only_a_referee_who_does_not_play_is_one(tag: str, author: Author):
    assert code_of(rich_scene().state, body(tag), author) == "command/not_for_players"


@pytest.mark.parametrize("tag", FOR_SEATS)
def test_a_command_of_a_seat_needs_a_seat(tag: str):
    assert code_of(rich_scene().state, body(tag), STRANGER) == "seat/not_seated"
    assert code_of(lobby().state, body(tag), STRANGER) == "seat/not_seated"


# Values


def kind_of(tag: str, name: str) -> Any:
    hint = get_type_hints(TAGS[tag])[name]
    options = [one for one in get_args(hint) if one is not type(None)]
    return options[0] if type(None) in get_args(hint) and len(options) == 1 else hint


def is_number(tag: str, name: str) -> bool:
    return getattr(kind_of(tag, name), "__supertype__", kind_of(tag, name)) is int


NUMBERS = [(tag, name) for tag, name in FIELDS if is_number(tag, name)]
CARDS = [(tag, name) for tag, name in FIELDS if kind_of(tag, name) == kind_of("discard", "cards")]
RESOURCE_FIELDS = [("play_monopoly", "resource"), ("trade_with_bank", "give")]


def test_the_kinds_of_fields_are_told_apart():
    assert len(NUMBERS) == 26
    assert len(CARDS) == 7


@pytest.mark.parametrize(("tag", "name"), NUMBERS)
@pytest.mark.parametrize("value", [*NO_NUMBERS, object()])
def test_only_a_whole_number_is_a_number(tag: str, name: str, value):
    posted = body(tag, **{name: value})
    assert code_of(rich_scene().state, posted, poster_of(tag)) == "command/bad_value"


@pytest.mark.parametrize(("tag", "name"), REQUIRED)
def test_nothing_is_no_value(tag: str, name: str):
    posted = body(tag, **{name: None})
    assert code_of(rich_scene().state, posted, poster_of(tag)) == "command/bad_value"


@pytest.mark.parametrize(("tag", "name"), CARDS)
@pytest.mark.parametrize(
    "cards",
    [*NO_CARDS, *({name: 1} for name in NO_RESOURCES), *({"ore": count} for count in NO_COUNTS)],
)
def test_cards_are_resources_with_counts(tag: str, name: str, cards):
    assert code_of(rich_scene().state, body(tag, **{name: cards})) == "command/bad_value"


@pytest.mark.parametrize(("tag", "name"), RESOURCE_FIELDS)
@pytest.mark.parametrize("value", [*NO_RESOURCES, True, ["ore"], {"ore": 1}])
def test_a_resource_is_one_of_five_words(tag: str, name: str, value):
    assert code_of(rich_scene().state, body(tag, **{name: value})) == "command/bad_value"


@pytest.mark.parametrize("to", [1, "1", True, {"1": 1}, [True], [1.0], ["1"], [None], [[1]]])
def test_addressees_are_a_list_of_seats(to):
    assert code_of(rich_scene().state, body("offer_trade", to=to)) == "command/bad_value"


@pytest.mark.parametrize("nonce", [*NO_NONCES, *NO_TEXT])
def test_a_nonce_is_32_hexadecimal_digits(nonce):
    state = lobby(seated(3)).state
    assert code_of(state, {"type": "add_nonce", "nonce": nonce}) == "command/bad_value"


@pytest.mark.parametrize("name", ["seat", "colour"])
@pytest.mark.parametrize("value", [True, 1.0, [], {}, [1], {"red": 1}])
def test_a_seat_is_a_number_and_a_colour_a_word(name: str, value):
    posted = {"type": "take_seat", name: value}
    assert code_of(lobby().state, posted, STRANGER) == "command/bad_value"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("players", value) for value in NO_NUMBERS),
        *(("options", value) for value in NO_OPTIONS),
        ("game", 7),
        ("game", ["g"]),
    ],
)
def test_the_fields_of_an_opening_have_their_types(name: str, value):
    assert code_of(nothing().state, body("open_game", **{name: value})) == "command/bad_value"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"players": 2}, "options/players"),
        ({"players": 5}, "options/players"),
        ({"players": -4}, "options/players"),
        ({"players": HUGE}, "options/players"),
        ({"game": ""}, "game/bad_id"),
        ({"game": "g" * 65}, "game/bad_id"),
        ({"game": "gra ó"}, "game/bad_id"),
        ({"game": "a\nb"}, "game/bad_id"),
        ({"options": {"boardd": 1}}, "options/unknown"),
        ({"options": {"target_points": 2}}, "options/bad_value"),
        ({"options": {"target_points": HUGE}}, "options/bad_value"),
        ({"options": {"target_points": True}}, "options/bad_value"),
        ({"options": {"target_points": 10.0}}, "options/bad_value"),
        ({"options": {"target_points": None}}, "options/bad_value"),
        ({"options": {"friendly_robber": 1}}, "options/bad_value"),
        ({"options": {"friendly_robber": "on"}}, "options/bad_value"),
        ({"options": {"edition": 2025}}, "options/bad_value"),
        ({"options": {"edition": ["2025"]}}, "options/bad_value"),
        ({"options": {"board": []}}, "options/bad_value"),
        ({"options": {"board": "ocean"}}, "options/bad_value"),
        ({"options": {"board": {}}}, "options/bad_layout"),
        ({"options": {"board": {7: 7}}}, "options/bad_layout"),
        ({"options": {"board": {"hexes": {}}}}, "options/bad_layout"),
        ({"options": {"board": {"hexes": []}}}, "options/bad_layout"),
        ({"options": {"board": {**LAKE, "hexes": LAKE["hexes"] * 99}}}, "options/bad_layout"),
        ({"options": {"start_player": "seat", "start_seat": 4}}, "options/bad_value"),
        ({"options": {"start_player": "seat", "start_seat": -1}}, "options/bad_value"),
        ({"options": {"start_player": "seat", "start_seat": HUGE}}, "options/bad_value"),
        ({"options": {"start_player": "seat", "start_seat": True}}, "options/bad_value"),
        ({"options": {"start_seat": 1}}, "options/contradictory"),
    ],
)
def test_an_opening_with_nonsense_opens_nothing(changes, code):
    assert code_of(nothing().state, body("open_game", **changes)) == code


def test_nested_garbage_is_refused_however_deep():
    deep: Any = []
    for _ in range(50_000):
        deep = [deep]
    state = rich_scene().state
    assert code_of(state, deep) == "command/not_an_object"
    assert code_of(state, {"type": deep}) == "command/unknown_type"
    assert code_of(state, body("discard", cards=deep)) == "command/bad_value"
    assert code_of(state, body("offer_trade", to=deep)) == "command/bad_value"
    opening = body("open_game", options={"board": deep})
    assert code_of(nothing().state, opening) in ("options/bad_value", "command/bad_value")


# Numbers that are well-formed and mean nothing


@pytest.mark.parametrize(
    ("tag", "name", "code"),
    [
        ("build_road", "edge", "board/no_such_edge"),
        ("build_settlement", "node", "board/no_such_node"),
        ("build_city", "node", "board/no_such_node"),
        ("trade_with_bank", "rate", "bank/no_such_rate"),
    ],
)
@pytest.mark.parametrize("value", [-1, -HUGE, 10_000, 2**31, 2**63, 2**64, HUGE])
def test_an_id_out_of_range_is_refused(tag: str, name: str, code: str, value: int):
    assert code_of(rich_scene().state, body(tag, **{name: value})) == code


@pytest.mark.parametrize("value", [-1, 4, 2**63, HUGE, -HUGE])
def test_a_seat_out_of_range_is_refused(value: int):
    state = rich_scene().state
    posted = {"type": "take_seat", "seat": value}
    assert code_of(lobby().state, posted, STRANGER) == "seat/unknown"
    assert code_of(state, body("offer_trade", to=[value])) == "trade/bad_addressee"
    play(state, c.OfferTrade(Seat(0), {"ore": 1}, {"wool": 1}), SeededChance(b"", ""))
    assert code_of(state, body("confirm_trade", partner=value)) == "trade/not_accepted"


@pytest.mark.parametrize("value", [-1, 10_000, HUGE, -HUGE])
def test_a_hex_or_a_victim_out_of_range_is_refused(value: int):
    state = given_facts(turn_of(0), RobberRoused(seat=Seat(0))).state
    assert code_of(state, body("move_robber", hex=value)) == "board/no_such_hex"
    assert code_of(state, body("move_robber", hex=0, victim=value)) == "robber/no_such_victim"


@pytest.mark.parametrize("to", [[], [0], [1, 1], [1, 4], [0, 1, 2, 3]])
def test_an_offer_goes_to_others_each_named_once(to: list[int]):
    assert code_of(rich_scene().state, body("offer_trade", to=to)) == "trade/bad_addressee"


def test_counts_within_reason_that_nobody_holds_are_refused():
    state = rich_scene().state
    assert code_of(state, body("offer_trade", give={"ore": 19})) == "hand/not_enough_cards"
    assert code_of(state, body("play_invention", cards={"ore": 19})) == "card/wrong_number_of_cards"
    assert code_of(state, body("trade_with_bank", take={"wool": 19})) == "bank/too_few_cards"
    assert code_of(state, body("discard", cards={"ore": 19})) == "phase/already_rolled"


@pytest.mark.parametrize(("tag", "name"), NUMBERS)
def test_a_number_too_long_to_be_written_down_is_refused_like_any_other(tag: str, name: str):
    # Python does not print numbers of more than 4300 digits: a refusal may not try to.
    posted = body(tag, **{name: 10**5_000})
    assert code_of(rich_scene().state, posted)
    assert code_of(lobby(seated(3)).state, posted)
    assert code_of(nothing().state, posted)
    assert code_of(given_facts(turn_of(0), RobberRoused(seat=Seat(0))).state, posted)


@pytest.mark.parametrize(("tag", "name"), FIELDS)
def test_half_a_surrogate_pair_fits_no_field(tag: str, name: str):
    # `json.loads` takes it from a client, and UTF-8 has no place for it.
    posted = body(tag, **{name: "\ud800"})
    assert code_of(rich_scene().state, posted)
    assert code_of(lobby().state, posted, STRANGER)
    assert code_of(nothing().state, posted)


@pytest.mark.parametrize("option", ["edition", "board", "target_points", "friendly_robber"])
def test_half_a_surrogate_pair_fits_no_option(option: str):
    posted = body("open_game", options={option: "\ud800"})
    assert code_of(nothing().state, posted) in ("options/bad_value", "command/bad_value")
    posted = body("open_game", options={option + "\ud800": 1})
    assert code_of(nothing().state, posted) in ("options/unknown", "command/bad_value")


@pytest.mark.parametrize("name", ["id", "title"])
def test_text_that_cannot_be_stored_is_refused(name: str):
    posted = json.loads(json.dumps(body("open_game", options={"board": {**LAKE, name: "\ud800"}})))
    assert code_of(nothing().state, posted) in ("options/bad_layout", "command/bad_value")


# A sequence of bodies, and what clients are offered


def test_a_whole_lobby_is_posted():
    state, chance = nothing().state, SeededChance(b"lobby", "key")
    people = [Author(PlayerId(name)) for name in ("ada", "ben", "cyd")]
    posts: list[tuple[Author, dict[str, Any]]] = [(people[0], body("open_game", players=3))]
    posts += [(person, {"type": "take_seat"}) for person in people]
    posts += [(people[1], body("add_nonce")), (people[0], {"type": "start_game"})]
    kinds = [OpenGame, TakeSeat, TakeSeat, TakeSeat, AddNonce, StartGame]
    for (author, posted), kind in zip(posts, kinds, strict=True):
        command = read_command(BASE, posted, author)
        assert type(command) is kind
        play(state, command, chance)
    assert state.phase == "founding"


def test_left_out_and_null_are_the_same_where_a_field_is_optional():
    for name in ("seat", "colour"):
        assert read_command(BASE, {"type": "take_seat", name: None}, ADA) == TakeSeat(ADA.player)
    plain = read_command(BASE, body("move_robber"), ADA)
    assert read_command(BASE, body("move_robber", victim=None), ADA) == plain
    plain = read_command(BASE, body("offer_trade"), ADA)
    assert read_command(BASE, body("offer_trade", to=None), ADA) == plain


def test_a_posted_body_is_not_changed_by_reading_it():
    posted = body("offer_trade", to=[1, 2])
    before = json.dumps(posted)
    command = read_command(BASE, posted, ADA)
    assert json.dumps(posted) == before
    posted["give"]["ore"] = 19
    assert command.give == {"ore": 1}


def authors(state: Table) -> list[Author]:
    """Everybody who may ask: the seats, the host and a stranger."""
    seated_ = [
        Author(chair.player, Seat(i)) for i, chair in enumerate(state.chairs) if chair.player
    ]
    host = [Author(state.host)] if state.host and state.seat_of(state.host) is None else []
    return [*seated_, *host, STRANGER]


def listed(state: Table, author: Author, below) -> list[Command]:
    """Every command that this author is offered, open choices with an example and a sample."""
    ruleset = state.ruleset
    if state.phase == LOBBY:
        actions = ruleset.lobby_actions(state, author.player)
    else:
        actions = [] if author.seat is None else ruleset.actions(state, author.seat)
    found: list[Command] = []
    for action in actions:
        if isinstance(action, Choice):
            found += [
                ruleset.spell_out(state, action).example,
                ruleset.sample(state, action, below),
            ]
        else:
            found.append(action)
    return found


@settings(max_examples=12, deadline=None)
@given(setups(max_turns=120), st.integers(0, 2**32))
def test_what_is_listed_is_posted_and_read_back_the_same(setup: Setup, seed: int) -> None:
    below = Random(seed).randrange
    for n, (state, played, _) in enumerate(commits(setup)):
        assert_round_trip(played, author_of(state, played))
        if n % 5 and state.phase in ("roll", "main") and n > 30:
            continue
        for author in authors(state):
            for command in listed(state, author, below):
                assert_round_trip(command, author)


def author_of(state: Table, command: Command) -> Author | None:
    if isinstance(command, SeatCommand):
        return Author(state.chairs[command.seat].player or PlayerId(""), command.seat)
    return Author(command.player) if isinstance(command, PlayerCommand) else None


def assert_round_trip(command: Command, author: Author | None) -> None:
    if author is None:
        return
    posted = post_form(command)
    assert author_field(type(command)) not in set(posted) - {"seat"}
    assert not isinstance(command, SeatCommand) or "seat" not in posted
    assert read_command(BASE, posted, author) == command
    assert read_command(BASE, json.loads(msgspec.json.encode(posted)), author) == command


@settings(max_examples=5, deadline=None)
@given(setups(max_turns=60))
def test_a_template_names_the_fields_of_its_example(setup: Setup) -> None:
    for state, _, _ in commits(setup):
        for seat in range(len(state.chairs)):
            for action in state.ruleset.actions(state, Seat(seat)):
                if isinstance(action, Choice):
                    spelled = state.ruleset.spell_out(state, action)
                    example = post_form(spelled.example)
                    assert spelled.template["type"] == example["type"]
                    assert set(example) <= set(spelled.template)
                    assert set(spelled.bounds) - {"apart"} <= set(spelled.template)
