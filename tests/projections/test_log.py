"""The log: the same sentences for everybody who may know, page by page, in two languages."""

from typing import Any

import pytest
from hypothesis import given

from domain.base import events as facts
from domain.ids import ORGANIZER, SPECTATOR, Seat, Viewer
from domain.ledger_rules import fold
from domain.messages import Event
from domain.registry import RULESETS
from domain.ruleset import Ruleset
from domain.table.thinking import Thinking
from eventlog.commit import codec_for
from eventlog.redis_keys import log_key
from hexledger.self_play import Setup
from presentation.player_names import NO_NAMES, with_names
from presentation.registry import presentation_of
from projections.one_game import narrated_log
from projections.one_game.incremental_fold import FoldFailed
from projections.one_game.narrated_log import sentence
from projections.one_game.stored_views import STEP, StoredViews, lines_key, view_key
from tests.games import commits, setups
from tests.projections.backend import BASE, VIEWERS, Backend, Reader
from tests.soak import examples

LANGUAGES = ("en", "pl")


def expected(backend: Backend, game: str, viewer: Viewer, language: str) -> list[dict[str, Any]]:
    """Narrated from the log alone, as this viewer may know it."""
    codec, state, found, thinking = codec_for(BASE), BASE.new_game(), [], Thinking()
    for version, line in backend.ledger.read_all(game):
        outline = codec.outline(line)
        entries = []
        for event in outline.events:
            known = BASE.redact(event, viewer)
            fold(state, [known])
            thinking.apply(known, outline.at)
            entries.append(
                {
                    "version": version,
                    "at": outline.at,
                    "turn": state.turn,
                    "type": event.__struct_config__.tag,
                    "kind": BASE.notable.kind_of(known),
                    "seat": known.main_seat,
                    "seats": list(BASE.concerned(state, known)),
                    "text": presentation_of(BASE.name).narrate(state, known, language),
                    "table": f"/v1/games/{game}?at={version}",
                }
            )
        decision = thinking.finish(state, outline.actor)
        thinking_ms = None if decision is None else decision.ms
        found += [{**entry, "thinking_ms": thinking_ms} for entry in entries]
    return found


def whole_log(
    reader: Reader, game: str, viewer: Viewer, language: str, limit: int = 100, **more: int
) -> list[dict[str, Any]]:
    """All pages."""
    found, after = [], 0
    while True:
        page = reader.views.log(game, viewer, language, after, limit, **more).value()
        found += page["entries"]
        if page["next"] is None:
            return found
        assert page["next"] == after + limit
        after = page["next"]


@pytest.fixture(scope="module")
def played() -> tuple[Backend, str]:
    backend = Backend()
    game = backend.start("logged")
    backend.finish(game)
    return backend, game


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_log_says_what_a_viewer_may_know(
    played: tuple[Backend, str], viewer: Viewer, language: str
):
    backend, game = played
    entries = expected(backend, game, viewer, language)
    assert whole_log(backend, game, viewer, language) == entries
    assert whole_log(backend.reader(), game, viewer, language) == entries


@examples(4)
@given(setups(max_turns=60))
def test_a_sentence_says_nothing_that_the_facts_do_not(setup: Setup):
    """Narrated over the full state it is the same as over what the viewer could fold himself."""
    full, folds = BASE.new_game(), {viewer: BASE.new_game() for viewer in VIEWERS}
    for _, _, events in commits(setup):
        for event in events:
            fold(full, [event])
            sentences = {language: sentence(full, event, language) for language in LANGUAGES}
            for viewer, own in folds.items():
                known = BASE.redact(event, viewer)
                fold(own, [known])
                for language in LANGUAGES:
                    text = with_names(sentences[language].text_for(viewer), NO_NAMES)
                    assert text == presentation_of(BASE.name).narrate(own, known, language)


def test_only_viewers_who_may_know_a_hidden_card_read_of_it():
    backend = Backend()
    state = backend.folded(backend.start("hidden"))
    stolen = facts.CardStolen(thief=Seat(0), victim=Seat(1), resource="ore", draw=1)
    narrated = sentence(state, stolen, "en")
    assert "ore" not in narrated.text_for(SPECTATOR)
    assert "ore" not in narrated.text_for(Seat(2))
    for viewer in (Seat(0), Seat(1), ORGANIZER):
        assert "ore" in narrated.text_for(viewer)
    assert sorted(narrated.private) == ["0", "1", "organizer"]
    assert sentence(state, facts.RobberRoused(seat=Seat(0)), "en").private == {}


NOBODY = {
    # The backend, a referee, or the host, who need not have a seat.
    "game_opened",
    "game_started",
    "game_abandoned",
    "game_paused",
    "game_resumed",
    "game_voided",
    "time_added",
    "moved",
    "result_recorded",
    "seed_revealed",
    "ledger_closed",
    "invitation_revoked",
    "lobby_lapsed",
    # Time and chance.
    "deadlines_set",
    "deadlines_lifted",
    "time_limit_set",
    "time_limit_held",
    "time_ran_out",
    "time_called",
    "challenge_missed",
    "game_rewound",
    "rules_changed",
    "ruling_issued",
    "board_laid",
    "neutrals_founded",
    "pirate_set",
    "gifts_dealt",
    "villages_stocked",
    "harbours_turned_up",
    "fleet_sailed",
    "fleet_left",
    "cloth_ran_out",
    # All seats, or several, have it happen to them at once.
    "game_won",
    "game_deserted",
    "founding_began",
    "vote_began",
    "resources_produced",
    "discards_required",
    "gold_claimed",
    "cloth_delivered",
    "position_copied",
}
"""Types of facts in which no seat acts."""


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda one: one.name)
def test_every_fact_in_which_a_seat_acts_names_it(ruleset: Ruleset):
    """A new type of fact without a `seat` says which seat acts, or is listed above."""
    for kind in ruleset.events:
        tag = str(kind.__struct_config__.tag)
        is_named = "seat" in kind.__struct_fields__ or "main_seat" in vars(kind)
        assert is_named == (tag not in NOBODY), tag


@pytest.mark.parametrize(
    ("ruleset", "options", "wanted"),
    [
        ("base", {"discard_limit": 3}, {"card_stolen", "cards_discarded"}),
        ("duel", {"discard_limit": 3}, {"card_stolen", "cards_discarded"}),
        ("seafarers", {"discard_limit": 3}, {"card_stolen", "cards_discarded"}),
        ("seafarers", {"scenario": 6}, {"cloth_stolen"}),
        ("seafarers", {"scenario": 7}, {"card_stolen"}),
        ("dice", {}, {"dice_rolled"}),
    ],
)
def test_the_log_says_which_seat_acted(ruleset: str, options: dict[str, Any], wanted: set[str]):
    players, seen = RULESETS[ruleset].seats[-1], set()
    for game in range(20):
        setup = Setup(ruleset=ruleset, players=players, options=options, seed=f"acts:{game}")
        for state, command, events in commits(setup):
            for event in events:
                entry = sentence(state, event, "en")
                seen.add(entry.type)
                if entry.type in ("card_stolen", "cloth_stolen"):
                    assert entry.seat == command.seat  # type: ignore[attr-defined]
                elif isinstance(event, facts.CardsDiscarded):
                    alone = next(iter(event.discards)) if len(event.discards) == 1 else None
                    assert entry.seat == alone
                elif entry.type not in NOBODY:
                    assert entry.seat == event.seat  # type: ignore[attr-defined]
                else:
                    assert entry.seat is None
        if wanted <= seen:
            return
    raise AssertionError(f"never happened: {wanted - seen}")


def test_every_commit_can_be_read_at_once_in_two_processes():
    backend = Backend()
    game = backend.start("read")
    other = backend.reader()
    for receipt in backend.play(game, 3 * STEP):
        for reader, viewer in ((backend, SPECTATOR), (other, Seat(1)), (other, Seat(0))):
            page = reader.views.log(game, viewer, "en", receipt.version - 1)
            assert page.version == receipt.version
            assert {entry["version"] for entry in page.value()["entries"]} == {receipt.version}
            assert page.value()["next"] is None
    for viewer in VIEWERS:
        entries = expected(backend, game, viewer, "en")
        assert whole_log(backend, game, viewer, "en") == entries
        assert whole_log(other, game, viewer, "en") == entries


@pytest.mark.parametrize("limit", [1, 7, 100])
def test_pages_join_without_a_seam(limit: int):
    backend = Backend()
    game = backend.start("pages")
    for _ in backend.play(game, 2 * STEP + 3):
        backend.views.log(game, SPECTATOR)
    entries = expected(backend, game, SPECTATOR, "en")
    for reader in (backend, backend.reader()):
        assert whole_log(reader, game, SPECTATOR, "en", limit) == entries


@pytest.mark.parametrize("at", [1, 5, 24, 25, 26, 60])
def test_the_log_ends_where_it_ended_then(played: tuple[Backend, str], at: int):
    backend, game = played
    entries = [entry for entry in expected(backend, game, Seat(0), "pl") if entry["version"] <= at]
    for reader in (backend, backend.reader()):
        assert whole_log(reader, game, Seat(0), "pl", 10, at=at) == entries
        assert reader.views.log(game, Seat(0), "pl", at=at).version == at
        beyond = reader.views.log(game, Seat(0), "pl", after=at + 5, at=at).value()
        assert (beyond["entries"], beyond["next"]) == ([], None)


def test_a_page_beyond_the_end_is_empty(played: tuple[Backend, str]):
    backend, game = played
    for reader in (backend, backend.reader()):
        page = reader.views.log(game, SPECTATOR, after=10_000).value()
        assert (page["entries"], page["next"]) == ([], None)


def test_a_language_that_we_do_not_speak_is_english(played: tuple[Backend, str]):
    backend, game = played
    assert backend.views.log(game, SPECTATOR, "xx") == backend.views.log(game, SPECTATOR, "en")


# Stored


def stored_versions(backend: Backend, game: str) -> list[int]:
    lines = backend.redis.xrange(lines_key(game, "log:en"))
    return [int(entry.split(b"-")[0]) for entry, _ in lines]


def test_the_log_is_stored_in_steps_and_at_the_end():
    backend = Backend()
    game = backend.start("steps")
    reached = set()
    for receipt in backend.play(game):
        backend.views.log(game, SPECTATOR, after=receipt.version)
        stored = stored_versions(backend, game)
        assert stored == list(range(1, len(stored) + 1))
        reached.add(len(stored))
    assert all(version % STEP == (min(reached - {0}) % STEP) for version in reached - {0})
    last = backend.desk.close_game(game).version
    backend.views.log(game, SPECTATOR)
    assert stored_versions(backend, game) == list(range(1, last + 1))


def test_a_log_of_many_commits_is_stored_in_pieces(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(narrated_log, "CHUNK", 10)
    backend = Backend()
    game = backend.start("pieces")
    for _ in backend.play(game, 47):
        pass
    backend.views.log(game, SPECTATOR)
    assert stored_versions(backend, game) == list(range(1, backend.ledger.head(game) + 1))
    assert whole_log(backend, game, Seat(0), "en") == expected(backend, game, Seat(0), "en")


def spoil_stamp(backend: Backend, game: str) -> None:
    backend.redis.set(view_key(game, "log:en"), b"garbage")


def spoil_projection(backend: Backend, game: str) -> None:
    key = view_key(game, "log:en")
    backend.redis.set(key, b"0" + backend.redis.get(key)[1:])


def spoil_past(backend: Backend, game: str) -> None:
    key = view_key(game, "log:en")
    backend.redis.set(key, backend.redis.get(key)[:-64] + b"0" * 64)


def spoil_line(backend: Backend, game: str) -> None:
    lines = backend.redis.xrange(lines_key(game, "log:en"))
    backend.redis.delete(lines_key(game, "log:en"))
    for entry, fields in lines:
        line = b"garbage" if entry == b"3-0" else fields[b"line"]
        backend.redis.xadd(lines_key(game, "log:en"), {"line": line}, id=entry)


def lose_line(backend: Backend, game: str) -> None:
    backend.redis.xdel(lines_key(game, "log:en"), "3-0")


def lose_last_line(backend: Backend, game: str) -> None:
    last = backend.redis.xrevrange(lines_key(game, "log:en"), count=1)[0][0]
    backend.redis.xdel(lines_key(game, "log:en"), last)


def lose_lines(backend: Backend, game: str) -> None:
    backend.redis.delete(lines_key(game, "log:en"))


def drop(backend: Backend, game: str) -> None:
    StoredViews(backend.redis).drop(game, ["log:en"])


@pytest.mark.parametrize("ended", [False, True])
@pytest.mark.parametrize(
    "spoil",
    [
        spoil_stamp,
        spoil_projection,
        spoil_past,
        spoil_line,
        lose_line,
        lose_last_line,
        lose_lines,
        drop,
    ],
)
def test_a_spoilt_log_is_narrated_anew(spoil: Any, ended: bool):
    backend = Backend()
    game = backend.start("damaged")
    for _ in backend.play(game, STEP + 5):
        backend.views.log(game, SPECTATOR)
    if ended:
        backend.end(game)
        backend.views.log(game, SPECTATOR)
    cold = backend.reader()
    spoil(backend, game)
    entries = expected(backend, game, Seat(1), "en")
    for reader in (cold, backend):
        assert whole_log(reader, game, Seat(1), "en") == entries
    for _ in backend.play(game, STEP, seed=1):
        backend.views.log(game, SPECTATOR)
    entries = expected(backend, game, Seat(1), "en")
    for reader in (cold, backend, backend.reader()):
        assert whole_log(reader, game, Seat(1), "en") == entries


@pytest.mark.parametrize("commits_since", [5, 16, 30])
def test_a_log_of_another_past_is_narrated_again(commits_since: int):
    """A Redis that failed over may have lost the last commits, and others came instead."""
    backend = Backend()
    game = backend.start("past")
    other = backend.reader()
    for _ in backend.play(game, 40):
        for reader in (backend, other):
            reader.views.log(game, SPECTATOR)
            reader.views.stats(game)
    assert backend.ledger.head(game) == 45
    lose_commits(backend, game, 30)
    survivor = backend.sibling()
    for _ in survivor.play(game, commits_since, seed=7):
        pass
    assert backend.ledger.head(game) == 29 + commits_since
    for reader in (backend, other):
        # As an append does that meets another head.
        with reader.games.hold(game) as live:
            live.unload()
    entries = expected(survivor, game, SPECTATOR, "en")
    for reader in (backend, other, survivor, backend.reader()):
        assert whole_log(reader, game, SPECTATOR, "en") == entries
        assert reader.views.stats(game) == backend.reader().views.stats(game)


def lose_commits(backend: Backend, game: str, first: int) -> None:
    """Cut the log off. Redis remembers the last id of a stream, so it is copied into a new one."""
    key = log_key(game)
    kept = backend.redis.xrange(key, max=f"{first - 1}-0")
    backend.redis.delete(key)
    for entry, fields in kept:
        backend.redis.xadd(key, fields, id=entry)


def test_lines_that_do_not_fit_their_stamp_are_thrown_away(caplog: pytest.LogCaptureFixture):
    backend = Backend()
    game = backend.start("misfit")
    for _ in backend.play(game, STEP):
        backend.views.log(game, SPECTATOR)
    backend.redis.xadd(lines_key(game, "log:en"), {"line": "too early"}, id="1000-0")
    for _ in backend.play(game, 3 * STEP):
        backend.views.log(game, SPECTATOR, after=backend.ledger.head(game))
    assert caplog.text == ""
    assert stored_versions(backend, game)[-1] <= backend.ledger.head(game)
    assert whole_log(backend.reader(), game, Seat(0), "en") == expected(
        backend, game, Seat(0), "en"
    )


def test_a_fault_in_a_view_is_no_fault_of_the_game(monkeypatch: pytest.MonkeyPatch):
    backend = Backend()
    game = backend.start("fault")

    def stumble(state: object, event: Event, language: str) -> narrated_log.Sentence:
        if type(event) is facts.BoardLaid:
            raise KeyError("no words for this")
        return sentence(state, event, language)  # type: ignore[arg-type]

    monkeypatch.setattr(narrated_log, "sentence", stumble)
    with pytest.raises(FoldFailed, match="BoardLaid"):
        backend.views.log(game, SPECTATOR)
    monkeypatch.undo()
    assert whole_log(backend, game, SPECTATOR, "en") == expected(backend, game, SPECTATOR, "en")
    assert backend.ledger.quarantined_games() == {}
