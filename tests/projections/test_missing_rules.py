"""Games of rules that this build lacks: they are kept, listed, told and exported, and say so."""

import pytest

from domain.ids import SPECTATOR, PlayerId, Seat
from eventlog.import_export import export_ledger
from eventlog.refusals import NotClosed, RulesMissing
from projections.across_games.catalogue_store import TAG
from projections.across_games.results import Result
from projections.rebuilding import Rebuilding
from tests.lacking import lose_rules
from tests.projections.backend import PLAYERS, Backend, Reader


class Older(Reader):
    """The same service after a downgrade to a build that has only rules 1."""


@pytest.fixture
def backend() -> Backend:
    return Backend()


def result_of(reader: Reader, game: str) -> Result | None:
    store = reader.catalogue.store
    (entry,) = store.entries(reader.catalogue.generation(), [game])
    assert entry is not None
    return entry.result


def log_of(reader: Reader, game: str, lang: str = "en") -> list[str]:
    page = reader.views.log(game, SPECTATOR, lang, limit=500).value()
    return [entry["text"] for entry in page["entries"]]


def test_a_closed_game_is_listed_with_its_result_and_exported(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = backend.start("g")
    backend.finish(game)
    ledger, result = export_ledger(backend.games, game), result_of(backend, game)
    # Nothing is left of what the other build had found out: it follows from the ledger alone.
    backend.redis.delete(*backend.redis.keys(f"{TAG}*"))
    lose_rules(monkeypatch, "base", 2)
    older = Older(backend.redis)
    assert export_ledger(older.games, game) == ledger
    summary = older.catalogue.summary_of(game)
    assert (summary.status, summary.rules, summary.rules_missing) == ("closed", 2, True)
    assert summary.outcome == "won"
    assert result is not None
    older.catalogue.updater.rebuild()
    assert result_of(older, game) == result
    (listed,) = older.catalogue.games_of(PLAYERS[0])["games"]
    assert (listed["game_id"], listed["rules_missing"]) == (game, True)
    assert older.views.seats(game).seats == tuple(PLAYERS[:3])
    with pytest.raises(RulesMissing):
        older.views.whole(game, SPECTATOR)


def test_its_log_is_the_stored_one_or_tells_what_every_table_has(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = backend.start("g")
    list(backend.play(game, 30))
    backend.end(game)
    told = log_of(backend, game)
    lose_rules(monkeypatch, "base", 2)
    assert log_of(Older(backend.redis), game) == told
    backend.redis.delete(*backend.redis.keys("*view:log*"))
    bare = log_of(Older(backend.redis), game)
    assert len(bare) == len(told)
    known = [sentence for sentence in bare if not sentence.startswith("(")]
    assert set(known) < set(told)
    assert "The ledger was closed." in known
    assert "(road_built: this server lacks the rules to tell it.)" in bare
    polish = log_of(Older(backend.redis), game, "pl")
    assert "(road_built: ten serwer nie ma zasad, by to opisać.)" in polish
    page = Older(backend.redis).views.log(game, SPECTATOR, "en", after=3, limit=2, at=9).value()
    assert {entry["version"] for entry in page["entries"]} == {4, 5}


def test_a_rebuild_loses_nothing_of_it_and_says_so(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = backend.start("kept")
    backend.finish(kept)
    records = [backend.scores.records(player) for player in PLAYERS[:3]]
    told = log_of(backend, kept)
    lose_rules(monkeypatch, "base", 2)
    older = Older(backend.redis)
    rebuilding = Rebuilding(older.games)
    (one,) = rebuilding.run()
    assert (one.game, one.lacks_rules) == (kept, True)
    assert "this build lacks its rules" in (one.problem or "")
    assert rebuilding.set_aside == {}
    assert [older.scores.records(player) for player in PLAYERS[:3]] == records
    assert log_of(older, kept) == told
    (listed,) = older.catalogue.games_of(PLAYERS[0])["games"]
    assert listed["game_id"] == kept


def test_a_running_game_is_listed_but_takes_no_commands(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, waiting = backend.start("g"), backend.open("waiting")
    list(backend.play(game, 12))
    lose_rules(monkeypatch, "base", 2)
    older = Backend(backend.redis)
    older.catalogue.updater.rebuild()
    games = older.catalogue.games_of(PLAYERS[0])["games"]
    assert {one["game_id"]: one["rules_missing"] for one in games} == {game: True, waiting: True}
    assert older.catalogue.lobby()["games"] == []
    with pytest.raises(RulesMissing) as missing:
        older.desk.submit(game, {"type": "resign"}, PLAYERS[0])
    assert missing.value.details == {"game": game, "ruleset": "base", "rules": 2}
    with pytest.raises(NotClosed):
        export_ledger(older.games, game)
    monkeypatch.undo()
    list(Backend(backend.redis).play(game, 3))


def test_a_game_that_changed_to_rules_that_it_lacks_is_no_broken_game(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = backend.start("g")
    backend.desk.change_rules(game, 1, "as it was announced")
    list(backend.play(game, 5))
    version = backend.end(game)
    ledger = export_ledger(backend.games, game)
    lose_rules(monkeypatch, "base", 1)
    older = Older(backend.redis)
    assert export_ledger(older.games, game) == ledger
    summary = older.catalogue.summary_of(game)
    assert (summary.rules, summary.version, summary.quarantined) == (1, version, False)
    told = "The game goes on by version 1 of its rules (reason: as it was announced)."
    assert told in log_of(older, game)


def test_rewinds_are_folded_without_the_rules_as_well(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = backend.start("g")
    list(backend.play(game, 10))
    resigned = backend.desk.submit(game, {"type": "resign"}, PLAYERS[1]).version
    referee = PlayerId("referee")
    rewind = {"type": "rewind_to", "version": resigned - 1, "reason": "a slip of the finger"}
    backend.desk.submit(game, rewind, referee, is_organizer=True)
    truth = [(chair.player, chair.resigned) for chair in backend.state(game).chairs]
    lose_rules(monkeypatch, "base", 2)
    state = Older(backend.redis).games.read_without_rules(game).state
    assert [(chair.player, chair.resigned) for chair in state.chairs] == truth
    assert state.playing == (Seat(0), Seat(1), Seat(2))
