"""The catalogue: the lobby and a player's games, page by page, whatever happens to the indexes."""

from typing import Any

import msgspec
import pytest

from domain.ids import PlayerId
from eventlog.redis_keys import index_key, log_key, partition_of
from projections.across_games import index_reader
from projections.across_games.catalogue import Catalogue
from projections.across_games.catalogue_store import CURRENT, ROOT, CatalogueStore
from projections.across_games.catalogue_updates import CatalogueUpdater
from projections.rebuilding import Rebuilding
from projections.refusals import BadCursor
from tests.projections.backend import PLAYERS, Backend, Reader
from tests.projections.test_state_views import corrupt

ADA, BEA, CYD, DAN = PLAYERS


def ids(page: dict[str, Any]) -> list[str]:
    return [game["game_id"] for game in page["games"]]


def all_pages(catalogue: Catalogue, player: PlayerId | None = None, limit: int = 3) -> list[str]:
    found: list[str] = []
    cursor = None
    while True:
        page = (
            catalogue.lobby(cursor, limit)
            if player is None
            else catalogue.games_of(player, cursor, limit)
        )
        assert len(page["games"]) == limit or page["next"] is None
        found += ids(page)
        cursor = page["next"]
        if cursor is None:
            return found


def test_an_open_game_is_in_the_lobby_at_once():
    backend = Backend()
    other = backend.reader()
    assert other.catalogue.lobby() == {"games": [], "next": None}
    game = backend.open("one")
    for reader in (backend, other):
        (shown,) = reader.catalogue.lobby()["games"]
        assert shown["game_id"] == game
        assert shown["ruleset"] == "base"
        assert shown["players"] == 3
        assert shown["host"] == ADA
        assert shown["status"] == shown["phase"] == "lobby"
        assert list(shown["seats"]) == [None, None, None]
        assert shown["options"]["target_points"] == 4
        assert shown["opened_at"] == shown["updated_at"] == backend.now
        assert msgspec.json.encode(shown)


def test_a_player_who_sits_down_is_seen_in_the_lobby():
    backend = Backend()
    game = backend.open("one")
    backend.catalogue.lobby()
    backend.seat(game, BEA, CYD)
    (shown,) = backend.reader().catalogue.lobby()["games"]
    assert list(shown["seats"]) == [BEA, CYD, None]
    assert shown["version"] == 3
    assert shown["opened_at"] < shown["updated_at"] == backend.now


def test_a_game_leaves_the_lobby_when_it_starts_or_is_given_up():
    backend = Backend()
    started, given_up = backend.open("started"), backend.open("given up")
    assert ids(backend.catalogue.lobby()) == [given_up, started]
    backend.desk.submit(given_up, {"type": "abandon_game"}, ADA)
    assert ids(backend.catalogue.lobby()) == [started]
    backend.seat(started, ADA, BEA, CYD)
    backend.desk.submit(started, {"type": "start_game"}, ADA)
    assert ids(backend.catalogue.lobby()) == []


def test_a_game_by_invitation_is_not_in_the_lobby():
    backend = Backend()
    hidden = backend.open("hidden", listed=False)
    assert ids(backend.catalogue.lobby()) == []
    assert ids(backend.catalogue.games_of(ADA)) == [hidden]


def test_a_players_games_are_those_they_sit_in_or_opened():
    backend = Backend()
    opened = backend.open("opened")
    joined = backend.open("joined", host=BEA)
    backend.seat(joined, CYD, ADA)
    assert ids(backend.catalogue.games_of(ADA)) == [joined, opened]
    assert ids(backend.catalogue.games_of(CYD)) == [joined]
    assert ids(backend.catalogue.games_of(DAN)) == []
    in_joined, in_opened = backend.catalogue.games_of(ADA)["games"]
    assert (in_joined["seat"], in_opened["seat"]) == (1, None)
    backend.desk.submit(joined, {"type": "leave_seat"}, ADA)
    assert ids(backend.catalogue.games_of(ADA)) == [opened]


def test_a_players_games_show_where_they_have_to_act():
    backend = Backend()
    game = backend.start("turns")
    for receipt in backend.play(game, 40):
        waiting = backend.state(game).ruleset.flow.to_act(backend.state(game))
        for seat, player in enumerate(PLAYERS[:3]):
            (shown,) = backend.catalogue.games_of(player)["games"]
            assert shown["version"] == receipt.version
            assert (shown["seat"], shown["is_to_act"]) == (seat, seat in waiting)


def test_an_ended_game_stays_with_its_players():
    backend = Backend()
    game = backend.start("ended")
    version = backend.finish(game)
    for reader in (backend, backend.reader()):
        (shown,) = reader.catalogue.games_of(BEA)["games"]
        assert (shown["status"], shown["version"]) == ("closed", version)
        assert (shown["outcome"], len(shown["winners"])) == ("won", 1)
        assert not shown["is_to_act"]


def test_an_ended_game_is_listed_without_being_loaded():
    backend = Backend()
    game = backend.start("ended")
    backend.finish(game)
    backend.catalogue.catch_up()
    reader = backend.reader()
    assert ids(reader.catalogue.games_of(BEA)) == [game]
    assert not reader.games.is_loaded(game)


def test_most_commits_of_a_game_do_not_touch_the_catalogue(monkeypatch: pytest.MonkeyPatch):
    backend = Backend()
    game = backend.start("busy")
    backend.catalogue.catch_up()
    updated: list[str] = []
    update = CatalogueUpdater.update

    def counting(self: CatalogueUpdater, generation: int, game: str) -> bool:
        updated.append(game)
        return update(self, generation, game)

    monkeypatch.setattr(CatalogueUpdater, "update", counting)
    for _ in backend.play(game, 150):
        backend.catalogue.catch_up()
    backend.desk.void_game(game, "enough")
    backend.catalogue.catch_up()
    backend.desk.close_game(game)
    backend.catalogue.catch_up()
    assert updated == [game, game]  # when it was over, and when it was closed


# Pages


@pytest.mark.parametrize("limit", [1, 3, 7, 100])
def test_pages_join_without_a_gap(limit: int):
    backend = Backend()
    opened = [backend.open(f"game {i}") for i in range(10)]
    assert all_pages(backend.catalogue, limit=limit) == opened[::-1]
    assert all_pages(backend.catalogue, ADA, limit) == opened[::-1]


def test_games_of_the_same_instant_are_paged_too(monkeypatch: pytest.MonkeyPatch):
    backend = Backend()
    monkeypatch.setattr(Backend, "_clock", lambda self: 1_700_000_000_000)
    backend.desk.clock = lambda: 1_700_000_000_000
    opened = {backend.open(f"game {i}") for i in range(10)}
    found = all_pages(backend.catalogue, limit=3)
    assert len(found) == 10
    assert set(found) == opened


def test_a_game_that_starts_between_two_pages_moves_no_other():
    backend = Backend()
    opened = [backend.open(f"game {i}") for i in range(6)]
    first = backend.catalogue.lobby(limit=2)
    for game in (opened[4], opened[2]):
        backend.desk.submit(game, {"type": "abandon_game"}, ADA)
    newer = backend.open("newer")
    second = backend.catalogue.lobby(first["next"], 2)
    assert ids(first) + ids(second) == [opened[5], opened[4], opened[3], opened[1]]
    assert newer not in ids(second)


@pytest.mark.parametrize("cursor", ["", "x", "!!!!", "żółw", "MTIzOmdhbWU", "A" * 199])
def test_a_cursor_of_another_list_is_refused(cursor: str):
    with pytest.raises(BadCursor):
        Backend().catalogue.lobby(cursor)


def test_a_page_has_a_game_at_least_and_a_hundred_at_most():
    backend = Backend()
    for i in range(3):
        backend.open(f"game {i}")
    assert len(backend.catalogue.lobby(limit=0)["games"]) == 1
    assert len(backend.catalogue.lobby(limit=10_000)["games"]) == 3


# Whatever happens


def test_a_game_in_quarantine_does_not_break_a_page():
    backend = Backend()
    good, bad, hopeless = (backend.open(name) for name in ("good", "bad", "hopeless"))
    for game in (good, bad, hopeless):
        backend.seat(game, BEA)
    backend.catalogue.catch_up()
    backend.seat(bad, CYD)
    corrupt(backend, bad, 3)
    corrupt(backend, hopeless, 1)
    reader = backend.reader()
    # A stored entry is used as long as nothing new was written.
    assert good in ids(reader.catalogue.lobby())
    assert bad not in ids(reader.catalogue.lobby())
    found = {game["game_id"]: game for game in reader.catalogue.games_of(BEA)["games"]}
    assert found[bad]["quarantined"]
    assert not found[bad]["is_to_act"]
    backend.redis.delete(CURRENT)
    assert ids(backend.reader().catalogue.lobby()) == [good]


def test_a_game_that_is_gone_does_not_break_a_page():
    backend = Backend()
    good, gone = backend.open("good"), backend.open("gone")
    backend.catalogue.catch_up()
    backend.redis.delete(log_key(gone))
    assert ids(backend.reader().catalogue.lobby()) == [good]


def test_what_an_index_has_lost_is_found_in_the_logs():
    backend = Backend()
    backend.catalogue.catch_up()
    game = backend.open("before")
    backend.catalogue.catch_up()
    lost = [backend.open_beside(game, f"game {i}") for i in range(3)]
    started = lost[0]
    backend.seat(started, ADA, BEA, CYD)
    backend.desk.submit(started, {"type": "start_game"}, ADA)
    backend.redis.xtrim(index_key(partition_of(game)), maxlen=1)
    for reader in (backend.reader(), backend):
        found = all_pages(reader.catalogue, limit=100)
        assert set(lost[1:]) < set(found)
        assert game in found
        assert started not in found
        assert ids(reader.catalogue.games_of(BEA)) == [started]


def test_an_index_that_is_gone_loses_nothing_for_good():
    backend = Backend()
    game = backend.open("before")
    backend.catalogue.catch_up()
    backend.redis.delete(index_key(partition_of(game)))
    backend.seat(game, BEA)
    (shown,) = backend.catalogue.lobby()["games"]
    assert list(shown["seats"]) == [BEA, None, None]


def test_an_index_that_was_never_read_and_is_full_is_not_used(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(index_reader, "INDEX_LENGTH", 2)
    backend = Backend()
    backend.catalogue.catch_up()
    game = backend.open("cut")
    backend.seat(game, BEA)
    backend.redis.xtrim(index_key(partition_of(game)), maxlen=0)
    other = backend.open_beside(game, "other")
    backend.seat(other, BEA)
    assert set(ids(backend.catalogue.games_of(BEA))) == {game, other}


def test_many_commits_are_read_in_pieces(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(index_reader, "AT_ONCE", 3)
    backend = Backend()
    backend.catalogue.catch_up()
    game = backend.start("pieces")
    for _ in backend.play(game, 20):
        pass
    assert ids(backend.catalogue.games_of(ADA)) == [game]


def test_a_lost_catalogue_is_rebuilt_by_the_next_reader():
    backend = Backend()
    opened = [backend.open(f"game {i}") for i in range(5)]
    assert ids(backend.catalogue.lobby()) == opened[::-1]
    for key in backend.redis.scan_iter(match=f"{ROOT}:*"):
        backend.redis.delete(key)
    assert ids(backend.catalogue.lobby()) == opened[::-1]
    backend.redis.delete(CURRENT)
    assert ids(backend.reader().catalogue.lobby()) == opened[::-1]


def test_a_damaged_entry_is_read_from_the_game():
    backend = Backend()
    game = backend.open("damaged")
    backend.catalogue.catch_up()
    (entries,) = backend.redis.keys(f"{ROOT}:e*:games")
    backend.redis.hset(entries, game, b"garbage")
    assert ids(backend.catalogue.lobby()) == [game]
    backend.seat(game, BEA)
    (shown,) = backend.catalogue.lobby()["games"]
    assert list(shown["seats"]) == [BEA, None, None]


def test_a_list_that_holds_too_much_shows_only_what_belongs_there():
    backend = Backend()
    opened = [backend.open(f"game {i}") for i in range(6)]
    backend.catalogue.catch_up()
    (lobby,) = backend.redis.keys(f"{ROOT}:e*:lobby")
    members = backend.redis.zrange(lobby, 0, -1)
    for game in opened[2:5]:
        backend.desk.submit(game, {"type": "abandon_game"}, ADA)
    backend.catalogue.catch_up()
    backend.redis.zadd(lobby, dict.fromkeys(members, 0))
    assert all_pages(backend.catalogue, limit=2) == [opened[5], opened[1], opened[0]]
    (ours,) = backend.redis.keys(f"{ROOT}:e*:player:{ADA}")
    backend.redis.copy(ours, ours.replace(ADA.encode(), BEA.encode()))
    assert all_pages(backend.catalogue, BEA) == []


def test_a_new_generation_in_the_middle_of_a_read_hides_nothing(monkeypatch: pytest.MonkeyPatch):
    backend = Backend()
    opened = [backend.open(f"game {i}") for i in range(3)]
    backend.catalogue.catch_up()
    rebuilder = backend.reader().catalogue.updater
    members = CatalogueStore.members
    made: list[int] = []

    def interrupted(self: CatalogueStore, *arguments: Any, **more: Any) -> list[str] | None:
        if not made:
            new = rebuilder.begin_generation()
            made.append(new.number)
            for game in new.games:
                rebuilder.update(new.number, game)
            rebuilder.publish(new)
        return members(self, *arguments, **more)

    monkeypatch.setattr(CatalogueStore, "members", interrupted)
    assert ids(backend.catalogue.lobby()) == opened[::-1]


def test_a_new_generation_in_the_middle_of_catching_up_hides_nothing(
    monkeypatch: pytest.MonkeyPatch,
):
    backend = Backend()
    backend.catalogue.catch_up()
    opened = [backend.open(f"game {i}") for i in range(3)]
    advance = CatalogueStore.advance
    made: list[bool] = []

    def interrupted(self: CatalogueStore, *arguments: Any) -> bool:
        if not made:
            made.append(True)
            list(Rebuilding(backend.reader().games, names=["catalogue"]).run())
        return advance(self, *arguments)

    monkeypatch.setattr(CatalogueStore, "advance", interrupted)
    assert ids(backend.catalogue.lobby()) == opened[::-1]


def test_what_is_stored_already_is_not_written_again(monkeypatch: pytest.MonkeyPatch):
    backend = Backend()
    game = backend.open("known")
    generation = backend.catalogue.updater.catch_up()
    monkeypatch.setattr(backend.catalogue.store, "_put_entry", None)
    assert backend.catalogue.updater.update(generation, game)


def test_two_processes_that_catch_up_at_once_agree():
    backend = Backend()
    readers = [backend, backend.reader(), backend.reader()]
    games = [backend.open(f"game {i}") for i in range(4)]

    def agree(readers: list[Reader]) -> None:
        pages = [(one.catalogue.lobby(), one.catalogue.games_of(BEA)) for one in readers]
        assert all(page == pages[0] for page in pages)

    for n, game in enumerate(games):
        backend.seat(game, *PLAYERS[: n % 3 + 1])
        agree(readers)
        agree(readers[::-1])
