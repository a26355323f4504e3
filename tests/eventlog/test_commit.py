"""Commits: canonical bytes, salts and the hash chain, checked from the stored bytes up."""

import hashlib
import hmac
import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import resources
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.base.commands import OfferTrade, RollDice
from domain.base.events import DiceRolled, TradeOffered
from domain.base.game import BASE
from domain.ids import Seat
from domain.messages import Command, Event
from domain.registry import RULESETS
from domain.ruleset import play
from domain.table.closing import CloseGame, Resign
from domain.table.expiry import ChallengeMissed
from domain.table.lobby import AbandonGame, AddNonce, LeaveSeat, OpenGame, StartTable, TakeSeat
from domain.table.tournament_link import SeatedPlayer, TournamentTable
from eventlog.commit import (
    AnyCommit,
    Undecodable,
    codec_for,
    hash_of,
    is_sealed,
    make_commit,
    seal,
)
from eventlog.ledger_file import genesis, read_ledger
from hexledger.self_play import RandomGame, Setup
from tests.games import SETUPS, setups
from tests.golden.files import golden_games

SEED = b"the seed of a test"
GENESIS = genesis(b"a header")
CODEC = codec_for(BASE)


def commit_of(command: Command, *events: Event, **changes: Any) -> AnyCommit:
    given_ = {"version": 7, "at": 1_767_225_607_000, "actor": "ada", **changes}
    return make_commit(BASE, command=command, events=events, seed=SEED, **given_)


ROLL = commit_of(RollDice(Seat(0)), DiceRolled(seat=Seat(0), dice=(3, 4), draw=9))


@cache
def ledger_of(name: str) -> bytes:
    ledger = RandomGame(Setup(options=SETUPS[name], seed="commits", max_turns=120), 0, record=True)
    played = ledger.play().ledger
    assert played is not None
    return played


def quit_games() -> Iterator[tuple[Command, list[Event]]]:
    """What random players never do: leave, abandon and resign, until one is left."""
    game = RandomGame(Setup(seed="quit"), 0, record=False)
    told = [(command, events) for _, command, events in _until_first_turn(game)]
    for seat in (2, 1, 0):
        resign = Resign(Seat(seat))
        told.append((resign, play(game.state, resign, game.chance)))
    state = BASE.new_game()
    leaving = (
        OpenGame("ada", "g", 3, {}),
        TakeSeat("ada", Seat(2), "white"),
        LeaveSeat("ada"),
        AbandonGame("ada"),
        CloseGame(),
    )
    told += [(command, play(state, command, game.chance)) for command in leaving]
    table = BASE.new_game()
    seated = tuple(SeatedPlayer(colour, f"u-{colour}") for colour in ("red", "blue", "white"))
    link = TournamentTable("tour-1", 1, 1)
    opening = OpenGame(
        "ada", "t", 3, {}, listed=False, invited_only=True, tournament=link, seated=seated
    )
    told += [(one, play(table, one, game.chance)) for one in (opening, StartTable())]
    yield from told


def _until_first_turn(game: RandomGame) -> Iterator[tuple[str, Command, list[Event]]]:
    for commit in game.commits():
        yield commit
        if game.state.turn == 1:
            return


# Encoding


@settings(max_examples=8, deadline=None)
@given(setups(max_turns=150), st.one_of(st.none(), st.text("0123456789abcdef", min_size=64)))
def test_a_commit_is_decoded_as_it_was_encoded(setup: Setup, key: str | None) -> None:
    head = GENESIS
    game = RandomGame(setup, 0, record=False)
    for version, (actor, command, events) in enumerate(game.commits(), start=1):
        commit = make_commit(
            BASE,
            version=version,
            at=version,
            actor=actor,
            command=command,
            events=events,
            seed=SEED,
            key=key,
        )
        line, head = seal(commit, head)
        decoded = CODEC.decode(line)
        assert msgspec.structs.replace(decoded, hash="") == commit
        assert decoded.hash == head.hex()
        assert CODEC.events_of(line) == tuple(events) == decoded.events
        assert CODEC.schema_of(line) == BASE.schema
        assert msgspec.json.encode(decoded) == line, "one way to write it down"


def test_every_command_and_every_event_makes_the_round_trip():
    told = list(quit_games())
    commits = [CODEC.decode(line) for name in SETUPS for line in read_ledger(ledger_of(name)).lines]
    told += [(commit.command, list(commit.events)) for commit in commits]
    for game in golden_games("base"):
        told += [(command, list(events)) for command, events in game.decisions()]
    for command, events in told:
        line, _ = seal(commit_of(command, *events), GENESIS)
        decoded = CODEC.decode(line)
        assert (decoded.command, decoded.events) == (command, tuple(events))
    commands = {type(command) for command, _ in told}
    events_ = {type(event) for _, events in told for event in events}
    assert set(BASE.commands) == commands
    # Challenges are for rulesets whose games can share their chance.
    assert set(BASE.events) - {ChallengeMissed} == events_


@pytest.mark.parametrize("name", SETUPS)
def test_stored_bytes_are_compact_json_in_one_order(name: str):
    for line in read_ledger(ledger_of(name)).lines:
        stored = json.loads(line)
        assert list(stored) == [
            "version",
            "schema",
            "at",
            "actor",
            "command",
            "events",
            "salt",
            "hash",
        ]
        assert json.dumps(stored, separators=(",", ":"), ensure_ascii=False).encode() == line
        assert "type" in stored["command"]
        assert all("type" in event for event in stored["events"])


def test_the_key_digest_stands_between_actor_and_command_if_there_is_one():
    line, _ = seal(commit_of(RollDice(Seat(0)), key="ab" * 32), GENESIS)
    names = list(json.loads(line))
    assert names[3:6] == ["actor", "key", "command"]
    assert CODEC.decode(line).key == "ab" * 32
    assert b'"key"' not in seal(ROLL, GENESIS)[0]


def test_stored_bytes_hold_no_line_feed_whatever_is_in_a_text():
    line, _ = seal(commit_of(AddNonce("a\nb\r\u2028\0", "0" * 32), actor="a\nb"), GENESIS)
    assert b"\n" not in line
    assert CODEC.decode(line).actor == "a\nb"


def test_the_wire_names_are_the_tags():
    stored = json.loads(seal(ROLL, GENESIS)[0])
    assert stored["command"] == {"type": "roll_dice", "seat": 0}
    assert stored["events"] == [{"type": "dice_rolled", "seat": 0, "dice": [3, 4], "draw": 9}]


def test_what_is_left_at_its_default_is_not_stored_with_a_fact():
    offer = TradeOffered(seat=Seat(0), give={"ore": 1}, want={"wool": 2}, to=(Seat(1),))
    line, _ = seal(commit_of(OfferTrade(Seat(0), {"ore": 1}, {"wool": 2}), offer), GENESIS)
    assert json.loads(line)["command"]["to"] is None
    assert CODEC.decode(line).events == (offer,)


JUNK = [
    b"",
    b"null",
    b"7",
    b"[]",
    b"{}",
    b'"commit"',
    b"{",
    b"\xff\xfe",
    b'{"schema":1}',
    b'{"schema":1.0,"events":[]}',
    b'{"schema":"1","events":[]}',
    b'{"schema":true,"events":[]}',
    b'{"schema":null}',
    b'{"schema":0,"events":[]}',
    b'{"schema":2,"events":[]}',
    b'{"schema":1,"events":{}}',
    b'{"schema":1,"events":[7]}',
    b'{"schema":1,"events":[{}]}',
    b'{"schema":1,"events":[{"type":"flew"}]}',
    b'{"schema":1,"events":[{"type":"roll_dice","seat":0}]}',
    b'{"schema":1,"events":[{"type":"dice_rolled","seat":0}]}',
    b'{"schema":1,"events":[{"type":"dice_rolled","seat":true,"dice":[1,2],"draw":0}]}',
    b'{"schema":1,"events":[{"type":"dice_rolled","seat":0,"dice":[1,2,3],"draw":0}]}',
    b'{"schema":1,"events":[{"type":"dice_rolled","seat":0,"dice":[1,2],"draw":0}]',
    b'{"schema":1,"events":[{"type":"seat_left","seat":"\xff"}]}',
    b'{"schema":1,"events":' + b"[" * 100_000,
    b'{"schema":1,"junk":' + b"[" * 100_000 + b"]" * 100_000 + b',"events":[]}',
]


@pytest.mark.parametrize("line", JUNK)
def test_junk_is_undecodable_and_nothing_worse(line: bytes):
    with pytest.raises(Undecodable):
        CODEC.decode(line)
    if b'"events":[]' not in line or b'"schema":1,' not in line or b"[[" in line:
        with pytest.raises(Undecodable):
            CODEC.events_of(line)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_mangled_commit_is_decoded_or_undecodable(data: st.DataObject) -> None:
    line, _ = seal(ROLL, GENESIS)
    at = data.draw(st.integers(0, len(line)))
    cut = data.draw(st.integers(0, 6))
    mangled = line[:at] + data.draw(st.binary(max_size=6)) + line[at + cut :]
    for read in (CODEC.decode, CODEC.events_of):
        with suppress(Undecodable):
            read(mangled)


def test_an_unknown_field_of_a_command_is_not_read_over():
    line = seal(ROLL, GENESIS)[0].replace(b'"roll_dice",', b'"roll_dice","loaded":true,')
    with pytest.raises(Undecodable, match="loaded"):
        CODEC.decode(line)


def test_there_is_one_codec_a_ruleset():
    for ruleset in RULESETS.values():
        assert codec_for(ruleset) is codec_for(ruleset)


# Salt and chain, by hand


def test_the_salt_follows_from_seed_and_version():
    for version in (1, 2, 10, 999):
        expected = hmac.new(SEED, b"salt:" + str(version).encode(), hashlib.sha256).hexdigest()
        assert commit_of(RollDice(Seat(0)), version=version).salt == expected


def test_equal_facts_in_another_game_or_version_have_another_hash():
    hashes = {
        seal(make_commit(BASE, version=v, at=0, actor="", command=c, events=(), seed=s), GENESIS)[1]
        for v in (1, 2)
        for s in (b"one", b"two")
        for c in (RollDice(Seat(0)), RollDice(Seat(1)))
    }
    assert len(hashes) == 8


def test_the_hash_covers_the_previous_hash_and_every_byte_before_it():
    line, digest = seal(ROLL, GENESIS)
    body, stored = line.rsplit(b',"hash":"', 1)
    assert hashlib.sha256(GENESIS + body).digest() == digest
    assert stored == digest.hex().encode() + b'"}'
    assert hash_of(line, GENESIS) == digest
    assert is_sealed(line, digest)
    assert seal(ROLL, bytes(32))[1] != digest
    assert body == msgspec.json.encode(ROLL)[:-1]


@pytest.mark.parametrize("tail", [b" ", b"\r", b"}", b',"more":1}'])
def test_nothing_comes_after_the_hash(tail: bytes):
    line, digest = seal(ROLL, GENESIS)
    assert not is_sealed(line + tail, digest)
    assert not is_sealed(line[:-2] + tail, digest)


def test_the_hash_is_written_in_one_way_only():
    line, digest = seal(ROLL, GENESIS)
    upper = line[:-66] + line[-66:].upper()
    assert upper != line
    assert not is_sealed(upper, digest)
    assert not is_sealed(line.replace(b',"hash":"', b', "hash":"'), digest)


@pytest.mark.parametrize(
    "line", [b"", b"{", b'"}', b',"hash":""}', b"x" * 74, b"x" * 75, b"x" * 76]
)
def test_a_short_line_is_not_sealed(line: bytes):
    assert not is_sealed(line, hash_of(line, GENESIS))


@pytest.mark.parametrize("name", ["default", "beginner", "separate"])
def test_the_chain_of_a_file_is_recomputed_with_a_hash_function_alone(name: str):
    header, *lines = ledger_of(name).split(b"\n")
    assert lines.pop() == b""
    head = hashlib.sha256(header).digest()
    for line in lines:
        body, stored = line.split(b',"hash":"')
        head = hashlib.sha256(head + body).digest()
        assert stored == head.hex().encode() + b'"}'
    assert read_ledger(ledger_of(name)).head == head


# An outsider's verifier, from the documentation: no line of ours is used below but to play.


def outsider(ledger: bytes) -> dict[str, Any]:
    """All commits of a file as plain JSON, with key and seed."""
    header, *commits = [json.loads(line) for line in ledger.splitlines()]
    facts = [event for commit in commits for event in commit["events"]]
    one = {event["type"]: event for event in facts}
    seed = bytes.fromhex(one["seed_revealed"]["seed"])
    nonces = {e["seat"]: e["nonce"] for e in facts if e["type"] == "nonce_added"}
    message = header["game"] + "".join(nonces[seat] for seat in sorted(nonces))
    return {
        "commits": commits,
        "facts": facts,
        "opened": one["game_opened"],
        "board": one["board_laid"],
        "seed": seed,
        "key": hmac.new(seed, message.encode(), "sha256").digest(),
    }


def draw(key: bytes, label: str, index: int, n: int) -> int:
    retry = 0
    while True:
        digest = hmac.new(key, f"{label}:{index}:{retry}".encode(), "sha256").digest()
        value = int.from_bytes(digest[:8], "big")
        if value < 2**64 // n * n:
            return value % n
        retry += 1


@pytest.mark.parametrize("name", SETUPS)
def test_an_outsider_checks_commitment_salts_and_dice(name: str):
    seen = outsider(ledger_of(name))
    assert hashlib.sha256(seen["seed"]).hexdigest() == seen["opened"]["commitment"]
    for version, commit in enumerate(seen["commits"], start=1):
        assert commit["version"] == version
        salt = hmac.new(seen["seed"], f"salt:{version}".encode(), "sha256").hexdigest()
        assert commit["salt"] == salt
    rolls = [event for event in seen["facts"] if "dice" in event]
    assert len(rolls) > 10
    for event in rolls:
        outcome = draw(seen["key"], "dice", event["draw"], 36)
        assert event["dice"] == [outcome // 6 + 1, outcome % 6 + 1]


@pytest.mark.parametrize("name", SETUPS)
def test_an_outsider_sees_every_draw_numbered_once_and_in_order(name: str):
    board, *later = [event for event in outsider(ledger_of(name))["facts"] if "draw" in event]
    assert board["type"] == "board_laid"
    assert board["draw"] == 0
    assert [event["draw"] for event in later] == list(
        range(board["draws"], board["draws"] + len(later))
    )


def test_an_outsider_deals_the_terrain():
    seen = outsider(ledger_of("default"))
    terrain = ["mountains", "hills"] * 3 + ["forest", "pasture", "fields"] * 4 + ["desert"]
    dealt = [tile["terrain"] for tile in seen["board"]["tiles"]]
    assert sorted(dealt) == sorted(terrain)
    # The shuffle undone gives the order that the board file starts from, in every game.
    for last in range(1, 19):
        other = draw(seen["key"], "terrain", 18 - last, last + 1)
        dealt[last], dealt[other] = dealt[other], dealt[last]
    assert dealt == list(_stored_terrain())


def _stored_terrain() -> list[str]:
    stored = resources.files("domain.boards").joinpath("base-random.json").read_text()
    return json.loads(stored)["terrain"]
