"""Versions of rules: every one that has judged a game is kept, and a running game may change."""

from random import Random
from typing import Any

import pytest

from domain.base.game import BASE
from domain.ids import PlayerId
from domain.messages import Command
from domain.past import RecordedPast
from domain.refusals import RuleViolation
from domain.registry import RULESETS, ruleset_named
from domain.ruleset import AnyRuleset
from domain.state_bytes import freeze
from domain.table.changing_rules import ChangeRules, RulesChanged
from domain.table.closing import CloseGame, VoidGame
from domain.table.lobby import OpenGame, StartGame, TakeSeat
from domain.table.rewinding import RewindTo
from eventlog import snapshots
from eventlog.ledger_file import read_ledger
from eventlog.refusals import RulesMissing
from eventlog.verification import VerificationStatus, verify
from tests.attempts import begun
from tests.clocks.games import REFEREE
from tests.eventlog.forgeries import sealed, unpacked
from tests.games import CALM, FLOWER, ISLAND
from tests.lacking import lose_rules
from tests.projections.backend import Backend
from tests.recorded_game import RecordedGame

PEOPLE = ("ada", "bea", "cyd")
BELL = "A bell \x07"
MAPS = {"base": ISLAND, "duel": FLOWER, "seafarers": CALM}


def started(ruleset: AnyRuleset, **options: Any) -> RecordedGame:
    """A recorded game in which the first settlement is due."""
    game = RecordedGame(ruleset, "g")
    people = PEOPLE[: ruleset.seats[0]]
    game.do("ada", OpenGame("ada", "g", len(people), options))
    for person in people:
        game.do(person, TakeSeat(person))
    game.do("ada", StartGame("ada"))
    return game


def play_on(game: RecordedGame, moves: int, luck: Random) -> None:
    state = game.state
    for _ in range(moves):
        seat = state.ruleset.flow.to_act(state)[0]
        found = [one for one in state.ruleset.flow.moves(state, seat) if isinstance(one, Command)]
        game.do(state.chairs[seat].player or "", luck.choice(found))


def closed(game: RecordedGame) -> bytes:
    game.do("system", VoidGame(reason="that was enough"))
    game.do("system", CloseGame())
    return game.recorder.ledger()


def changed_twice() -> RecordedGame:
    """A game that changes its rules, is rewound to before that, and goes on."""
    luck = Random(3)
    game = started(ruleset_named("base", 1))
    play_on(game, 8, luck)
    before = game.past.version
    play_on(game, 6, luck)
    game.do("system", ChangeRules(2, "clearer"))
    play_on(game, 4, luck)
    game.do(REFEREE, RewindTo(PlayerId(REFEREE), before, "the dice fell down"))
    play_on(game, 4, luck)
    return game


# What differs


@pytest.mark.parametrize("name", MAPS)
def test_rules_1_allow_any_text_in_a_map_and_rules_2_refuse_what_cannot_be_read(name: str) -> None:
    board = {**MAPS[name], "title": BELL}
    old = started(ruleset_named(name, 1), board=board)
    assert old.state.options.board.title == BELL
    with pytest.raises(RuleViolation, match="control character"):
        started(ruleset_named(name, 2), board=board)
    assert verify(closed(old)).status == VerificationStatus.SOUND


@pytest.mark.parametrize("name", MAPS)
def test_the_same_ledger_is_not_sound_if_it_names_rules_2(name: str) -> None:
    ledger = closed(started(ruleset_named(name, 1), board={**MAPS[name], "title": BELL}))
    header, commits = unpacked(ledger)
    commits[0]["events"][0]["rules"] = 2
    verdict = verify(sealed(header.replace(b'"rules":1', b'"rules":2'), commits))
    assert verdict.message == "commit 1: refused by the rules: options/bad_layout"


# The registry


def test_new_games_get_the_newest_rules() -> None:
    for name, ruleset in RULESETS.items():
        assert ruleset_named(name) is ruleset
        assert ruleset.rules == max(ruleset.versions.numbers)
        assert ruleset.versions.numbers == list(range(1, ruleset.rules + 1))


def test_versions_share_their_stored_shapes_and_know_each_other() -> None:
    for ruleset in RULESETS.values():
        for version in ruleset.versions:
            assert version.versions is ruleset.versions
            assert (version.name, version.schema) == (ruleset.name, ruleset.schema)
            assert version.upcasters is ruleset.upcasters


def test_a_version_that_there_is_not_is_refused_with_those_there_are() -> None:
    with pytest.raises(RuleViolation) as refused:
        ruleset_named("base", 99)
    assert (refused.value.code, refused.value.details) == ("rules/unknown", {"known": [1, 2]})


# Changing the rules of a running game


def test_a_game_goes_on_by_other_rules_from_the_next_commit_on() -> None:
    game = started(ruleset_named("base", 1))
    assert game.do("system", ChangeRules(2, "clearer")) == [RulesChanged(2, "clearer")]
    assert game.state.ruleset is BASE
    assert game.state.ruleset.view(game.state, "spectator").rules == 2


@pytest.mark.parametrize(("number", "code"), [(1, "rules/same"), (99, "rules/unknown")])
def test_rules_that_it_has_or_that_nobody_has_are_refused(number: int, code: str) -> None:
    game = started(ruleset_named("base", 1))
    truth = freeze(game.state)
    with pytest.raises(RuleViolation) as refused:
        game.do("system", ChangeRules(number, "why not"))
    assert refused.value.code == code
    assert freeze(game.state) == truth


def test_a_game_that_is_over_and_a_challenge_keep_their_rules() -> None:
    game = started(ruleset_named("base", 1))
    game.do("system", VoidGame(reason="that was enough"))
    with pytest.raises(RuleViolation) as over:
        game.do("system", ChangeRules(2, "too late"))
    assert over.value.code == "game/over"
    with pytest.raises(RuleViolation) as refused:
        begun(RULESETS["dice"]).do("system", ChangeRules(2, "easier"))
    assert refused.value.code == "rules/challenge"


def test_a_rewind_to_before_the_change_does_not_bring_the_old_rules_back() -> None:
    game = changed_twice()
    assert game.state.ruleset.rules == 2
    ledger = closed(game)
    assert verify(ledger).status == VerificationStatus.SOUND
    *_, (state, _) = read_ledger(ledger).states(ruleset_named("base", 1))
    assert freeze(state) == freeze(game.state)
    assert state.ruleset.rules == 2


def test_the_past_of_a_game_is_the_same_however_it_was_folded() -> None:
    game = changed_twice()
    past = RecordedPast(ruleset_named("base", 1))
    for events in game.past.commits:
        past.add(events)
    for version in range(1, past.version + 1):
        assert freeze(past.state_at(version)) == freeze(game.past.state_at(version))


# What verification says


def test_a_change_that_was_not_ordered_so_is_found() -> None:
    header, commits = unpacked(closed(changed_twice()))
    change = next(one for one in commits if one["command"]["type"] == "change_rules")
    change["command"]["rules"] = 1
    verdict = verify(sealed(header, commits))
    assert verdict.message == f"commit {change['version']}: refused by the rules: rules/same"


def test_only_the_server_changes_rules() -> None:
    header, commits = unpacked(closed(changed_twice()))
    change = next(one for one in commits if one["command"]["type"] == "change_rules")
    change["actor"] = "ada"
    assert "the actor is not the author" in verify(sealed(header, commits)).message


def test_a_game_that_changes_to_rules_that_this_build_lacks_is_sound_as_far_as_that_goes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ledger = closed(changed_twice())
    lose_rules(monkeypatch, "base", 2)
    verdict = verify(ledger)
    assert verdict.status == VerificationStatus.RULES_MISSING
    assert "so are the commits before commit 20" in verdict.message
    assert "does not have rules 2" in verdict.message


# Live folds and snapshots


@pytest.fixture
def backend(monkeypatch: pytest.MonkeyPatch) -> Backend:
    monkeypatch.setattr(snapshots, "COMMITS_PER_SNAPSHOT", 5)
    return Backend()


def test_another_process_folds_a_game_that_changed_its_rules_to_the_same_state(
    backend: Backend,
) -> None:
    game = backend.start("g")
    list(backend.play(game, 6))
    backend.desk.change_rules(game, 1, "as it was announced")
    list(backend.play(game, 7))
    assert backend.state(game).ruleset.rules == 1
    stored = backend.games.snapshots.find(game, BASE)
    assert stored is not None
    assert stored.rules == 1
    other = backend.sibling()
    assert other.state(game).ruleset.rules == 1
    assert freeze(other.state(game)) == freeze(backend.state(game))
    backend.games.snapshots.drop(game)
    assert freeze(backend.sibling().state(game)) == freeze(backend.state(game))
    with other.games.hold(game) as live:
        changed = live.version - 7
    assert other.games.chain_at(game, changed - 1).state.ruleset.rules == 2
    assert other.games.chain_at(game, changed).state.ruleset.rules == 1


def test_a_build_that_lacks_the_new_rules_takes_no_commands_in_such_a_game(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = backend.start("g")
    backend.desk.change_rules(game, 1, "as it was announced")
    lose_rules(monkeypatch, "base", 1)
    older = backend.sibling()
    for _ in range(2):
        with pytest.raises(RulesMissing):
            older.desk.submit(game, {"type": "resign"}, PlayerId("ada"))
    assert older.games.ledger.quarantined_games() == {}
