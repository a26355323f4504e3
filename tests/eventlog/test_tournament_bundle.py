"""A tournament with all its games in one file: exported, verified by anybody, imported."""

from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import msgspec
import pytest
from fakeredis import FakeRedis, FakeServer
from msgspec.structs import replace

from commands.desk import TableSeating
from commands.tournaments.new_tournament import NewGames, NewTournament
from domain.ids import PlayerId
from domain.refusals import RuleViolation
from domain.table.tournament_link import SeatedPlayer, TournamentTable
from domain.tournament.formats.course import Swiss
from domain.tournament.game_results import result_of
from eventlog.bundle_import import import_bundle
from eventlog.bundle_verification import BundleVerdict, verify_bundle, verify_file
from eventlog.commit import codec_for
from eventlog.import_export import export_ledger, import_ledger
from eventlog.ledger import TOURNAMENT_PARTITIONS, Ledger
from eventlog.ledger_file import read_ledger
from eventlog.live_games import LiveGames
from eventlog.signing import SigningKey
from eventlog.tournament_bundle import export_bundle, read_bundle, write_bundle
from eventlog.tournaments import LiveTournaments
from eventlog.verification import VerificationStatus
from tests.eventlog.forgeries import Commits, recorded, sealed, unpacked
from tests.tournament.service.test_desk import HOST, Server
from tests.tournament.test_golden_tournament import FOLDER

KEY, OTHER_KEY = SigningKey(bytes(32)), SigningKey(bytes(range(32)))
PLAYERS = [PlayerId(f"u-{i}") for i in range(1, 10)]
MINUTE = 60_000


class Cup:
    """Nine players at three tables: a result that was changed after an appeal, a table that was
    played again after another, and one whose result a referee has set before the game was over."""

    def __init__(self) -> None:
        self.server = server = Server()
        self.id = server.open()
        for player in PLAYERS:
            server.do(self.id, player, "register")
        for kind in ("start_tournament", "draft_round", "publish_round", "start_round"):
            server.do(self.id, HOST, kind)
        self.first_games = [table.game for table in self.tables()]
        self.play(1)
        self.play(2)
        for number, appellant in enumerate((self.tables()[0], self.tables()[1]), start=1):
            server.do(self.id, appellant.players[0], "appeal_result", reason=f"reason {number}")
        award = {"points": [3, 2, 1], "winners": [0], "reason": "the road was longer"}
        server.do(self.id, HOST, "award_table", table=1, **award)
        server.do(self.id, HOST, "replay_table", table=2, reason="the board was wrong")
        self.play(2)
        server.do(self.id, HOST, "award_table", table=3, **{**award, "reason": "nobody came"})
        server.now += 16 * MINUTE
        server.tournaments.run_all_due_work(self.id)
        server.do(self.id, HOST, "finish_tournament")

    def tables(self) -> list[Any]:
        return list(self.server.state(self.id).rounds[0].tables)

    def play(self, number: int) -> None:
        self.server.play(self.tables()[number - 1].game)
        self.server.tournaments.run_all_due_work(self.id)

    def bundle(self, signing: SigningKey | None = KEY) -> bytes:
        server = self.server
        return export_bundle(server.tournaments.games, server.desk.games, self.id, signing=signing)


@cache
def cup() -> Cup:
    return Cup()


@cache
def exported() -> bytes:
    return cup().bundle()


def test_a_tournament_with_all_its_games_is_one_file_and_sound():
    verdict = verify_bundle(exported())
    assert verdict.status == VerificationStatus.SOUND, verdict.message
    assert isinstance(verdict, BundleVerdict)
    assert (verdict.game, verdict.games, verdict.problems) == (cup().id, 4, ())
    bundle = read_bundle(exported())
    first, second, third = cup().first_games
    again = cup().tables()[1].game
    assert set(bundle.games) == {first, second, third, again}


def test_the_same_ledgers_make_the_same_file():
    assert cup().bundle() == exported()
    bundle = read_bundle(exported())
    assert write_bundle(bundle.tournament, dict(reversed(bundle.games.items()))) == exported()


def test_what_is_not_as_usual_is_shown():
    verdict = verify_bundle(exported())
    assert isinstance(verdict, BundleVerdict)
    changed, again, awarded = verdict.tables
    first, second, third = cup().first_games
    assert changed.result_by == "referee"
    assert [(one.game, one.counts) for one in changed.games] == [(first, True)]
    assert "a referee set the result 3–2–1 (won by seat 0): the road was longer" in changed.remarks
    assert any(one.startswith("appeal 1 was granted and changed") for one in changed.remarks)
    assert again.result_by == "game"
    assert [one.attempt for one in again.games] == [1, 2]
    assert [one.counts for one in again.games] == [False, True]
    assert any(one.startswith("a referee had it played again") for one in again.remarks)
    assert any(one.startswith(f"game {second} does not count; its res") for one in again.remarks)
    assert awarded.result_by == "referee"
    assert awarded.reason == "nobody came"
    assert [(one.game, one.counts) for one in awarded.games] == [(third, False)]
    assert f"game {third} does not count; it was ended" in awarded.remarks


def test_with_a_key_every_ledger_must_be_signed():
    assert verify_bundle(exported()).signature == "unchecked"
    assert verify_bundle(exported(), public_keys=[KEY.public]).signature == "valid"
    assert verify_bundle(cup().bundle(None)).signature == "none"
    verdict = verify_bundle(exported(), public_keys=[OTHER_KEY.public])
    assert verdict.status == VerificationStatus.UNSOUND
    game = cup().first_games[0]
    unsigned = read_bundle(cup().bundle(None)).games[game]
    mixed = changed(lambda tournament, games: games.update({game: unsigned}))
    assert verify_bundle(mixed).signature == "none"
    assert_found(verify_bundle(mixed, public_keys=[KEY.public]), game, "is not signed")


def test_a_tournament_alone_says_that_its_games_were_not_checked():
    verdict = verify_file(read_bundle(exported()).tournament)
    assert verdict.status == VerificationStatus.SOUND
    assert "its games were not checked" in verdict.message
    assert verify_file(exported()) == verify_bundle(exported())
    game = next(iter(read_bundle(exported()).games.values()))
    assert verify_file(game).message == "sound"


# Tampering


def changed(change: Callable[[bytes, dict[str, bytes]], bytes | None]) -> bytes:
    """The bundle with other ledgers; the function may return another one of the tournament."""
    bundle = read_bundle(exported())
    games = dict(bundle.games)
    tournament = change(bundle.tournament, games)
    return write_bundle(bundle.tournament if tournament is None else tournament, games)


def assert_found(verdict: Any, *words: str) -> None:
    assert verdict.status == VerificationStatus.UNSOUND
    assert "\n" not in verdict.message
    for word in words:
        assert word in verdict.message


def with_other_game(ledger: bytes) -> bytes:
    """The bundle with another game at table 1, whose result a referee has set anyway.

    The forger knows the seed of the tournament, records the other game, and seals all anew.
    """
    file, old = read_ledger(ledger), cup().first_games[0]
    assert file.ruleset is not None
    *_, (state, _) = file.states(file.ruleset)
    result = msgspec.to_builtins(result_of(state))
    unsigned = read_bundle(cup().bundle(None))
    header, commits = unpacked(unsigned.tournament)
    for fact in facts(commits):
        if fact["type"] in ("record_games", "games_opened"):
            for opened in fact["games"]:
                if opened["game"] == old:
                    opened["game"] = file.header.game
        elif fact.get("game") == old:
            fact.update(result, game=file.header.game, head=file.head.hex())
    games = {**unsigned.games, file.header.game: ledger}
    if file.header.game != old:
        del games[old]
    return write_bundle(sealed(header, commits), games)


def facts(commits: Commits) -> Iterator[dict[str, Any]]:
    for commit in commits:
        yield commit["command"]
        yield from commit["events"]


def seating(**changes: Any) -> TableSeating:
    """Table 1 as it was opened, or otherwise."""
    ledger = read_ledger(read_bundle(exported()).games[cup().first_games[0]])
    assert ledger.ruleset is not None
    opened = codec_for(ledger.ruleset).decode(ledger.lines[0]).command
    return TableSeating(
        **{
            "link": opened.tournament,
            "host": opened.player,
            "ruleset": "base",
            "options": opened.options,
            "seated": opened.seated,
            **changes,
        }
    )


def voided(table: TableSeating) -> bytes:
    """A sound game at such a table, which was ended at once."""
    server = Server(FakeRedis(server=FakeServer()))
    game = server.desk.open_tournament_table(table).game
    server.desk.start_table(game)
    server.desk.void_game(game, "forged")
    for _ in server.desk.run_due_work(game):
        pass
    return export_ledger(server.desk.games, game)


def test_a_forger_who_changes_nothing_but_the_game_needs_a_signature():
    """Without a key anybody can make up a whole tournament; only the signature says who did."""
    forged = with_other_game(voided(seating()))
    assert verify_bundle(forged).status == VerificationStatus.SOUND
    assert_found(verify_bundle(forged, public_keys=[KEY.public]), "is not signed")


def test_a_game_with_another_seating_is_found():
    table = seating()
    for seated in (table.seated[::-1], (SeatedPlayer("red", PlayerId("u-x")), *table.seated[1:])):
        forged = with_other_game(voided(seating(seated=seated)))
        assert_found(verify_bundle(forged), "round 1, table 1", "others were seated")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"link": TournamentTable("tour-" + "0" * 32, 1, 1)}, "another tournament, tour-0000"),
        ({"options": {"clock": "live", "target_points": 4}}, "other options"),
        ({"host": PlayerId("u-1")}, "in the name of"),
    ],
)
def test_a_game_that_was_opened_otherwise_is_found(changes: dict[str, Any], words: str):
    forged = with_other_game(voided(seating(**changes)))
    assert_found(verify_bundle(forged), "round 1, table 1", words)


def test_the_game_of_another_table_or_round_is_found():
    link = seating().link
    for other in (replace(link, table=5), replace(link, round=2), replace(link, attempt=3)):
        forged = with_other_game(voided(seating(link=other)))
        assert_found(verify_bundle(forged), "round 1, table 1", "it was played elsewhere")


def test_a_game_of_no_tournament_is_found():
    ledger = recorded(players=3, board="beginner", target=3, seed="short", max_turns=3)
    assert_found(verify_bundle(with_other_game(ledger)), "it was not played in a tournament")


def test_an_exchanged_result_is_found():
    game = cup().first_games[0]

    def change(tournament: bytes, games: dict[str, bytes]) -> bytes:
        header, commits = unpacked(read_bundle(cup().bundle(None)).tournament)
        for fact in facts(commits):
            if fact.get("game") == game:
                fact["points"] = fact["points"][::-1]
                fact["winners"] = [2 - seat for seat in fact["winners"]]
        return sealed(header, commits)

    assert_found(verify_bundle(changed(change)), game, "the recorded result is not that of")


def test_a_result_that_counts_cannot_be_exchanged_without_the_standings():
    again = cup().tables()[1].game

    def change(tournament: bytes, games: dict[str, bytes]) -> bytes:
        header, commits = unpacked(read_bundle(cup().bundle(None)).tournament)
        for fact in facts(commits):
            if fact.get("game") == again:
                fact["points"] = [points + 1 for points in fact["points"]]
        return sealed(header, commits)

    assert_found(verify_bundle(changed(change)), "tournament: commit ")


def test_two_games_that_change_places_are_found():
    first, second, _ = cup().first_games

    def change(tournament: bytes, games: dict[str, bytes]) -> None:
        games[first], games[second] = games[second], games[first]

    verdict = verify_bundle(changed(change))
    assert_found(verdict, first, "is that of another game")
    assert isinstance(verdict, BundleVerdict)
    assert len(verdict.problems) == 2


def test_the_ledger_of_a_tournament_is_no_game_and_the_other_way_round():
    game = cup().first_games[0]
    bundle = read_bundle(exported())
    assert_found(
        verify_bundle(write_bundle(bundle.games[game], bundle.games)), "not the ledger of a tour"
    )


def test_a_changed_game_is_found():
    game = cup().first_games[0]

    def change(tournament: bytes, games: dict[str, bytes]) -> None:
        games[game] = games[game].replace(b'"dice":[', b'"dice": [', 1)

    assert_found(verify_bundle(changed(change)), game, "round 1, table 1", "hash does not fit")


def test_a_missing_game_is_found_even_if_it_does_not_count():
    for game in (cup().first_games[0], cup().first_games[2]):
        rest = {id: ledger for id, ledger in read_bundle(exported()).games.items() if id != game}
        verdict = verify_bundle(write_bundle(read_bundle(exported()).tournament, rest))
        assert_found(verdict, game, "its ledger is missing")


def test_a_game_that_no_table_has_played_is_found():
    game, ledger = next(iter(read_bundle(other_cup()).games.items()))
    verdict = verify_bundle(changed(lambda tournament, games: games.update({game: ledger})))
    assert_found(verdict, game, "no table of the tournament has played it")


@cache
def other_cup() -> bytes:
    """Another tournament of the same people, which ends early."""
    server = Server(FakeRedis(server=FakeServer()))
    games = NewGames(ruleset="base", options={"target_points": 3})
    new = NewTournament(title="Autumn Cup", games=games, capacity=4, format=Swiss(rounds=1))
    cup = server.tournaments.open(new, HOST, "another key").game
    for player in PLAYERS[:3]:
        server.do(cup, player, "register")
    for kind in ("start_tournament", "draft_round", "publish_round", "start_round"):
        server.do(cup, HOST, kind)
    server.do(cup, HOST, "cancel_tournament", reason="rain")
    return export_bundle(server.tournaments.games, server.desk.games, cup, signing=KEY)


def test_games_that_a_cancelled_tournament_ended_are_in_it():
    verdict = verify_bundle(other_cup())
    assert verdict.status == VerificationStatus.SOUND, verdict.message
    assert isinstance(verdict, BundleVerdict)
    (table,) = verdict.tables
    assert table.result_by == "nobody"
    assert "the tournament ended before it had a result" in table.remarks


# Files that are no bundles


def zipped(**entries: bytes) -> bytes:
    written = BytesIO()
    with ZipFile(written, "w") as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return written.getvalue()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (lambda: exported()[:-40], "cannot be unpacked"),
        (lambda: exported()[: len(exported()) // 2], "cannot be unpacked"),
        (lambda: b"PK\x03\x04", "cannot be unpacked"),
        (lambda: zipped(readme=b""), "has no tournament.ndjson"),
        (lambda: zipped(**{"tournament.ndjson": b"", "readme": b""}), "does not belong there"),
        (lambda: zipped(**{"tournament.ndjson": b"x\n"}), "tournament: not a Hexledger ledger"),
    ],
)
def test_a_file_that_is_no_bundle_says_why(data: Callable[[], bytes], words: str):
    assert_found(verify_file(data()), words)


def test_a_flipped_byte_anywhere_is_found():
    for at in range(0, len(exported()), len(exported()) // 23):
        data = bytearray(exported())
        data[at] ^= 1
        before, verdict = verify_bundle(exported()), verify_file(bytes(data))
        # A byte of the zip file itself may mean nothing; then the ledgers are the same.
        assert verdict.status == VerificationStatus.UNSOUND or verdict == before


# Import


def test_a_bundle_can_be_imported_into_another_server_and_exported_again():
    redis = FakeRedis(server=FakeServer())
    games, tournaments = LiveGames(Ledger(redis)), LiveTournaments(redis)
    listed: list[tuple[str, int]] = []

    def import_it(data: bytes) -> bool:
        return import_bundle(
            games.ledger, tournaments.ledger, data, bytes(32), lambda *one: listed.append(one)
        )

    assert import_it(exported())
    assert listed == [(cup().id, 1_700_000_000_000)]
    assert not import_it(exported())
    assert export_bundle(tournaments, games, cup().id, signing=OTHER_KEY) == exported()
    with tournaments.hold(cup().id) as live:
        assert len(live.state.ranking) == len(PLAYERS)


def test_an_unsound_bundle_is_not_imported():
    redis = FakeRedis(server=FakeServer())
    forged = with_other_game(voided(seating(host=PlayerId("u-1"))))
    with pytest.raises(RuleViolation) as refused:
        import_bundle(Ledger(redis), Ledger(redis, TOURNAMENT_PARTITIONS), forged, bytes(32))
    assert refused.value.code == "ledger/not_let_in"
    assert redis.keys("*:log") == []


def test_a_tournament_is_not_imported_as_a_game_nor_under_the_id_of_one():
    redis = FakeRedis(server=FakeServer())
    games, tournaments = Ledger(redis), Ledger(redis, TOURNAMENT_PARTITIONS)
    with pytest.raises(RuleViolation, match="imported as a bundle with its games"):
        import_ledger(games, read_bundle(exported()).tournament, bytes(32))
    lone = write_bundle((FOLDER / "cancelled.ndjson").read_bytes(), {})
    assert verify_bundle(lone).message == "sound, with 0 games"
    with pytest.raises(RuleViolation, match="not the ledger of a tournament"):
        import_bundle(games, tournaments, lone, bytes(32))
    assert redis.keys("*:log") == []


def test_a_tournament_that_is_not_closed_cannot_be_exported():
    server = Server()
    open_cup = server.open()
    with pytest.raises(RuleViolation) as refused:
        export_bundle(server.tournaments.games, server.desk.games, open_cup)
    assert refused.value.code == "game/not_closed"
