"""Whole games over HTTP, by clients that know nothing but `/actions`; their ledgers; the lobby."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from domain.ids import PlayerId
from eventlog.ledger_file import read_ledger
from eventlog.signing import is_signed
from eventlog.verification import VerificationStatus, verify
from tests.api.kit import Match, Site
from tests.games import LAKE
from workers.due_games import DueGames

OPTION_SETS: dict[str, dict[str, Any]] = {
    "default": {"target_points": 4},
    "classic": {"edition": "classic", "target_points": 4, "discard_limit": 4},
    "layout": {"board": LAKE, "harbours": "shuffled", "target_points": 4},
    "travel": {"edition": "travel", "arrangement": "random", "target_points": 4},
    "all-else": {
        "target_points": 3,
        "friendly_robber": True,
        "bank_visible": False,
        "start_player": "draw",
        "phases": "separate",
    },
}


@pytest.mark.parametrize("name", OPTION_SETS)
def test_a_client_that_knows_only_actions_finishes_a_game(name: str):
    site, luck = Site(), Random(f"{name} 1")
    players = 3 if name == "classic" else 4
    match = site.opened(players, **OPTION_SETS[name])
    for seat in range(players):
        sit_down(match, seat, luck)
    match.do(0, "start_game")
    for _ in match.play(luck):
        pass
    DueGames(site.desk).sweep()
    assert match.read()["outcome"] == "won"
    assert match.read()["phase"] == "closed"
    assert_exported_as_it_is_stored(match)


def sit_down(match: Match, seat: int, luck: Random) -> None:
    """By what `/actions` lists for a player who has no seat yet; perhaps add a nonce."""
    taking = [c for c in match.commands(seat) if c["type"] == "take_seat"]
    fixed = [c for c in taking if c.get("seat") == seat]
    assert match.post(seat, luck.choice(fixed)).status_code == 201
    nonces = [c for c in match.commands(seat) if c["type"] == "add_nonce"]
    if luck.random() < 0.5:
        assert match.post(seat, nonces[0]).status_code == 201


def assert_exported_as_it_is_stored(match: Match) -> None:
    answer = match.get("/export")
    assert answer.status_code == 200
    assert answer.mimetype == "application/x-ndjson"
    verdict = verify(answer.data)
    assert (verdict.status, verdict.message) == (VerificationStatus.SOUND, "sound")
    assert verdict.game == match.game
    header = match.site.games.ledger.header(match.game)
    assert answer.data.splitlines()[:-1] == [header, *match.lines()]
    ledger = read_ledger(answer.data)
    (key,) = match.site.anonymous.read("/v1/keys")["keys"]
    assert ledger.trailer is not None
    assert key["is_current"]
    assert is_signed(ledger.head, ledger.trailer, bytes.fromhex(key["public_key"]))


def test_whatever_actions_lists_may_be_posted_as_it_stands():
    """Each command is judged and answered, but not appended, so that none spoils the next."""
    site, luck = Site(), Random(11)
    match = site.started(discard_limit=3)
    tried: Counter[str] = Counter()
    while min(tried[kind] for kind in WANTED) < 3:
        seat, body = match.next_move(luck) or (0, {})
        commands = match.commands(seat)
        kinds = {command["type"]: command for command in luck.sample(commands, len(commands))}
        for kind, command in kinds.items():
            if tried[kind] < 10:
                before = match.lines()
                answer = match.dry_run(seat, command)
                assert answer.status_code == 201, (command, answer.data)
                assert answer.json["version"] == len(before) + 1
                assert match.lines() == before
                tried[kind] += 1
        match.site.desk.submit(match.game, body, PlayerId(match.people[seat].player))


WANTED = (
    "place_settlement",
    "place_road",
    "roll_dice",
    "discard",
    "move_robber",
    "offer_trade",
    "accept_trade",
    "counter_trade",
    "confirm_trade",
    "trade_with_bank",
    "build_road",
    "buy_development_card",
    "play_knight",
    "end_turn",
    "resign",
)
