"""Finding a game: the lobby and games to watch by filters, and the search of closed games."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from commands.desk import Opening
from domain.ids import PlayerId
from projections.across_games import list_pages
from projections.across_games.catalogue_entries import CatalogueEntry
from projections.across_games.catalogue_store import key_of
from projections.across_games.game_lists import GameLists
from projections.across_games.game_queries import ClosedQuery, GameQuery
from projections.across_games.list_pages import PageRequest
from projections.across_games.score_store import RECORDS
from projections.across_games.summaries import Start
from projections.rebuilding import Rebuilding
from projections.refusals import BadCursor
from tests.projections.backend import PLAYERS, Backend, Reader
from tests.projections.closed_games import PEOPLE, closed_game, some_games

ADA, BEA, CYD, DAN = PLAYERS
DUEL_TURNS = {"clock": "live", "target_points": 3}


def lists_of(backend: Reader) -> GameLists:
    return GameLists(backend.catalogue, backend.scores)


def opened(
    backend: Backend,
    name: str,
    *,
    ruleset: str = "base",
    players: int = 3,
    host: PlayerId = ADA,
    seated: tuple[PlayerId, ...] = (),
    rated: bool = False,
    listed: bool = True,
    **options: Any,
) -> str:
    opening = Opening(ruleset, players, options, listed=listed, rated=rated)
    game = backend.desk.open_game(opening, host, name).game
    backend.seat(game, *seated)
    return game


def started(backend: Backend, name: str, *people: PlayerId, **more: Any) -> str:
    people = people or (ADA, BEA, CYD)
    game = opened(backend, name, host=people[0], players=len(people), seated=people, **more)
    backend.desk.submit(game, {"type": "start_game"}, people[0])
    return game


def read_all(read: Callable[[PageRequest], dict[str, Any]], limit: int = 3) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    request = PageRequest(limit=limit)
    for _ in range(10_000):
        page = read(request)
        assert len(page["games"]) <= limit
        found += page["games"]
        if page["next"] is None:
            return found
        request = PageRequest(page["next"], limit)
    raise AssertionError("the pages do not end")


def ids(games: list[dict[str, Any]]) -> list[str]:
    return [game["game_id"] for game in games]


def find(backend: Backend, limit: int = 3, **query: Any) -> list[str]:
    lists, wanted = lists_of(backend), GameQuery(**query)
    return ids(read_all(lambda page: lists.open_games(wanted, backend.now, page), limit))


# The lobby


def test_the_lobby_can_be_asked_for_one_kind_of_game():
    backend = Backend()
    base = opened(backend, "base", players=4, seated=(BEA,))
    duel = opened(backend, "duel", ruleset="duel", players=2, clock="live")
    dice = opened(backend, "dice", ruleset="dice", players=2, host=CYD, clock="correspondence")
    sea = opened(backend, "sea", ruleset="seafarers", scenario=3, clock={"turn_seconds": 30})
    rated = opened(backend, "rated", rated=True, clock={"turn_seconds": 7_200})
    everything = [rated, sea, dice, duel, base]
    assert find(backend) == everything
    assert find(backend, ruleset="duel") == [duel]
    assert find(backend, scenario=3) == [sea]
    assert find(backend, scenario=4) == []
    assert find(backend, players=2) == [dice, duel]
    assert find(backend, rated=True) == [rated]
    assert find(backend, rated=False) == [sea, dice, duel, base]
    assert find(backend, clock="none") == [base]
    assert find(backend, clock="live") == [sea, duel]
    assert find(backend, clock="correspondence") == [rated, dice]
    assert find(backend, free_seats=3) == [rated, sea, base]
    assert find(backend, free_seats=4) == []
    assert find(backend, host=CYD) == [dice]
    assert find(backend, ruleset="base", host=ADA, rated=False) == [base]


def test_the_lobby_shows_the_rating_of_those_who_sit_there():
    backend = Backend()
    rate(backend, {ADA: 30.0, BEA: 20.0})
    empty = opened(backend, "empty")
    game = opened(backend, "waiting", seated=(ADA, BEA))
    new = opened(backend, "new", seated=(DAN,))
    backend.desk.submit(new, {"type": "seat_bot", "bot": "random"}, ADA)
    found = {one["game_id"]: one["rating"] for one in _lobby(backend)}
    assert found == {empty: None, game: 25, new: 0}
    assert find(backend, min_rating=0) == [new, game]
    assert find(backend, min_rating=1, max_rating=25) == [game]
    assert find(backend, max_rating=24.9) == [new]
    backend.desk.submit(game, {"type": "leave_seat"}, ADA)
    assert find(backend, max_rating=24.9) == [new, game]


def _lobby(backend: Backend) -> list[dict[str, Any]]:
    lists = lists_of(backend)
    return read_all(lambda page: lists.open_games(GameQuery(), backend.now, page))


@pytest.mark.parametrize("most_read", [1, 2, 7, 1_000])
def test_filtered_pages_join_without_a_gap(most_read: int, monkeypatch: pytest.MonkeyPatch):
    """However little one page may read, and while other games come and go."""
    monkeypatch.setattr(list_pages, "MOST_READ", most_read)
    monkeypatch.setattr(list_pages, "_AT_ONCE", 2)
    backend, luck = Backend(), Random(most_read)
    wanted: list[str] = []
    for n in range(25):
        ruleset = luck.choice(["base", "base", "duel"])
        players = 2 if ruleset == "duel" else luck.choice([3, 4])
        clock = luck.choice(["none", "live"])
        game = opened(backend, f"game {n}", ruleset=ruleset, players=players, clock=clock)
        if (ruleset, players, clock) == ("base", 4, "live"):
            wanted.append(game)
    assert len(wanted) > 1
    query = {"ruleset": "base", "players": 4, "clock": "live"}
    for limit in (1, 2, 50):
        assert find(backend, limit, **query) == wanted[::-1]
    lists = lists_of(backend)
    first = lists.open_games(GameQuery(**query), backend.now, PageRequest(limit=1))
    gone, later = wanted[0], opened(backend, "later", players=4, clock="live")
    backend.desk.submit(gone, {"type": "abandon_game"}, ADA)
    found, cursor = ids(first["games"]), first["next"]
    while cursor is not None:
        page = lists.open_games(GameQuery(**query), backend.now, PageRequest(cursor, 1))
        found, cursor = found + ids(page["games"]), page["next"]
    assert found == wanted[:0:-1]
    assert later not in found


def test_a_page_reads_a_bounded_number_of_games(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(list_pages, "MOST_READ", 5)
    monkeypatch.setattr(list_pages, "_AT_ONCE", 5)
    backend = Backend()
    for n in range(12):
        opened(backend, f"game {n}")
    page = lists_of(backend).open_games(GameQuery(clock="live"), backend.now, PageRequest(limit=4))
    assert page["games"] == []
    assert page["next"] is not None


# Games to watch


def test_a_listed_game_in_progress_can_be_found_and_watched():
    backend = Backend()
    game, hidden = started(backend, "one"), started(backend, "hidden", listed=False)
    duel = started(backend, "two", BEA, CYD, ruleset="duel")
    waiting = opened(backend, "waiting")
    assert find(backend, status="playing") == [duel, game]
    assert find(backend, status="playing", ruleset="duel") == [duel]
    assert find(backend, status="playing", host=BEA) == [duel]
    assert find(backend) == [waiting]
    backend.end(game)
    assert find(backend, status="playing") == [duel]
    assert hidden not in find(backend, status="playing")


def test_the_list_of_games_to_watch_does_not_follow_them_move_by_move():
    backend = Backend()
    game = started(backend, "one")
    lists = lists_of(backend)
    (first,) = lists.open_games(GameQuery("playing"), backend.now)["games"]
    assert (first["status"], first["turn"], first["to_act"]) == ("playing", 0, ())
    assert first["started_at"] == first["updated_at"] <= backend.now
    assert first["version"] == 5
    for _ in backend.play(game, 60):
        pass
    for reader in (backend, backend.reader()):
        assert lists_of(reader).open_games(GameQuery("playing"), backend.now)["games"] == [first]
    list(Rebuilding(backend.games, names=["catalogue"]).run())
    assert lists_of(backend.reader()).open_games(GameQuery("playing"), backend.now)["games"] == [
        first
    ]


def test_a_game_with_a_delay_is_listed_late_and_stays_until_it_is_closed():
    backend = Backend()
    game = started(backend, "delayed", spectator_delay_seconds=600)
    lists = lists_of(backend)
    begun = backend.now
    assert lists.open_games(GameQuery("playing"), begun)["games"] == []
    (shown,) = lists.open_games(GameQuery("playing"), begun + 600_000)["games"]
    assert shown["options"]["spectator_delay_seconds"] == 600
    backend.desk.void_game(game, "enough")
    (over,) = lists.open_games(GameQuery("playing"), begun + 600_000)["games"]
    assert over == shown
    (own,) = backend.catalogue.games_of(ADA)["games"]
    assert (own["status"], own["outcome"]) == ("over", "void")


def test_a_host_without_a_seat_sees_no_more_of_a_delayed_game_than_others():
    backend = Backend()
    game = opened(backend, "hosted", host=DAN, seated=(ADA, BEA, CYD), spectator_delay_seconds=600)
    backend.desk.submit(game, {"type": "start_game"}, DAN)
    before = backend.catalogue.games_of(DAN)["games"]
    for _ in backend.play(game, 30):
        pass
    assert backend.catalogue.games_of(DAN)["games"] == before
    backend.desk.void_game(game, "enough")
    assert backend.catalogue.games_of(DAN)["games"] == before


def rate(backend: Backend, ratings: dict[PlayerId, float]) -> None:
    """Let these players be rated like this."""
    backend.scores.catch_up()
    generation = backend.catalogue.updater.catch_up()
    key = key_of(generation, RECORDS)
    for player, ordinal in ratings.items():
        record = f'{{"games": 1, "rating": {{"mu": {ordinal + 3}, "sigma": 1}}}}'
        backend.redis.hset(key, f"base:{player}", record)


@pytest.mark.parametrize("limit", [1, 2, 50])
def test_games_to_watch_come_the_best_first(limit: int):
    backend = Backend()
    rate(backend, {ADA: 30.0, BEA: 20.0, CYD: 10.0})
    low = started(backend, "low", CYD, DAN, BEA)
    high = started(backend, "high", ADA, BEA, CYD)
    also_high = started(backend, "also high", CYD, ADA, BEA)
    middle = started(backend, "middle", ADA, BEA, DAN)
    best_first = [also_high, high, middle, low]
    assert find(backend, limit, status="playing", order="rating") == best_first
    assert find(backend, limit, status="playing") == [middle, also_high, high, low]
    bounds: dict[str, Any] = {"status": "playing", "order": "rating", "ruleset": "base"}
    assert find(backend, limit, **bounds, min_rating=20) == [also_high, high]
    assert find(backend, limit, **bounds, max_rating=16.7) == [middle, low]
    assert find(backend, limit, **bounds, min_rating=11, max_rating=19) == [middle]
    assert find(backend, limit, status="playing", min_rating=20) == [also_high, high]
    assert find(backend, limit, status="playing", order="rating", ruleset="duel") == []


def test_a_rating_stays_as_it_was_when_the_game_came_into_the_list():
    backend = Backend()
    rate(backend, {ADA: 30.0, BEA: 20.0, CYD: 10.0})
    game = started(backend, "one")
    (shown,) = lists_of(backend).open_games(GameQuery("playing"), backend.now)["games"]
    assert (shown["game_id"], shown["rating"]) == (game, 20)
    rate(backend, {ADA: 0.0})
    assert lists_of(backend.reader()).open_games(GameQuery("playing"), backend.now)["games"] == [
        shown
    ]
    backend.end(game)
    assert find(backend, status="playing", order="rating") == []
    generation = backend.catalogue.updater.catch_up()
    left = backend.redis.keys(key_of(generation, "playing*"))
    assert left == []


def test_bots_alone_have_no_rating():
    backend = Backend()
    game = opened(backend, "bots")
    for _ in range(3):
        backend.desk.submit(game, {"type": "seat_bot", "bot": "random"}, ADA)
    backend.desk.submit(game, {"type": "start_game"}, ADA)
    people = started(backend, "people")
    (first, second) = lists_of(backend).open_games(
        GameQuery("playing", order="rating"), backend.now
    )["games"]
    assert (first["game_id"], first["rating"]) == (people, 0)
    assert (second["game_id"], second["rating"]) == (game, None)
    assert find(backend, status="playing", min_rating=-900) == [people]


# Closed games


def search(backend: Reader, limit: int = 3, **query: Any) -> list[str]:
    lists, wanted = lists_of(backend), ClosedQuery(**query)
    return ids(read_all(lambda page: lists.closed_games(wanted, page), limit))


def test_a_closed_game_is_found_with_its_result():
    backend = Backend()
    game = started(backend, "played", target_points=4)
    began = backend.now
    version = backend.finish(game)
    for reader in (backend, backend.reader()):
        (found,) = lists_of(reader).closed_games(ClosedQuery(player=BEA))["games"]
        assert (found["game_id"], found["version"]) == (game, version)
        assert found["outcome"] == "won"
        assert sorted(found["ranks"])[0] == 1
        assert max(found["points"]) >= 4
        assert found["turns"] > 0
        assert found["started_at"] == began
        assert found["closed_at"] == backend.now
        assert 0 < found["duration_ms"] < found["closed_at"] - found["opened_at"]
        winner = found["seats"][found["winners"][0]]
        assert search(reader, player=winner, result="won") == [game]
        assert search(reader, player=winner, result="lost") == []
        (loser, *_) = {ADA, BEA, CYD} - {winner}
        assert search(reader, player=loser, opponent=winner, result="lost") == [game]
        assert search(reader, player=DAN) == []


def test_a_game_that_is_not_closed_is_not_found():
    backend = Backend()
    game = started(backend, "running")
    assert search(backend) == []
    backend.desk.void_game(game, "enough")
    assert search(backend) == []
    backend.desk.close_game(game)
    assert search(backend) == search(backend, outcome="void") == [game]
    assert search(backend, outcome="won") == []


def test_a_rebuilt_catalogue_finds_the_same():
    backend = Backend()
    for n, people in enumerate([(ADA, BEA, CYD), (BEA, CYD, DAN), (ADA, CYD, DAN)]):
        backend.end(started(backend, f"game {n}", *people))
    lists, queries = lists_of(backend), [ClosedQuery(), ClosedQuery(player=ADA, opponent=CYD)]
    before = [lists.closed_games(query) for query in queries]
    list(Rebuilding(backend.games, names=["catalogue"]).run())
    assert [lists_of(backend.reader()).closed_games(query) for query in queries] == before
    assert len(before[1]["games"]) == 2


@pytest.mark.parametrize("most_read", [1, 3, 1_000])
def test_every_search_finds_exactly_what_it_asks_for(
    most_read: int, monkeypatch: pytest.MonkeyPatch
):
    """Compared with a look at every game, page by page, with many kinds of questions."""
    monkeypatch.setattr(list_pages, "MOST_READ", most_read)
    monkeypatch.setattr(list_pages, "_AT_ONCE", 2)
    luck = Random(most_read)
    backend = Backend()
    generation = backend.catalogue.updater.catch_up()
    games = [_varied(game, luck) for game in some_games(40, luck)]
    for game in games:
        assert backend.catalogue.store.put_entry(generation, game, None)
    by_time = sorted(games, key=lambda game: game.closing_member)
    times = [game.summary.updated_at for game in by_time]
    for _ in range(40):
        player, opponent = luck.sample(PEOPLE, 2)
        query = {
            "player": player,
            "opponent": opponent,
            "ruleset": luck.choice(["base", "other"]),
            "scenario": luck.choice([1, 2]),
            "outcome": luck.choice(["won", "void"]),
            "result": luck.choice(["won", "lost"]),
            "closed_from": luck.choice(times),
            "closed_to": luck.choice(times),
            "min_turns": luck.randrange(20),
            "max_turns": luck.randrange(20),
        }
        asked = {name: query[name] for name in luck.sample(sorted(query), luck.randrange(4))}
        if "result" in asked:
            asked["player"] = player
        order = luck.choice(["newest", "oldest"])
        expected = [one.summary.game_id for one in by_time if _is_wanted(one, **asked)]
        if order == "newest":
            expected.reverse()
        assert search(backend, luck.choice([1, 4, 50]), **asked, order=order) == expected, asked


def _varied(game: CatalogueEntry, luck: Random) -> CatalogueEntry:
    summary = replace(
        game.summary,
        turn=luck.randrange(20),
        options={"scenario": luck.choice([1, 2, None])},
        start=Start(1, 5),
    )
    return replace(game, summary=summary)


def _is_wanted(entry: CatalogueEntry, **asked: Any) -> bool:
    """The meaning of a search once more, in other words."""
    game = entry.summary
    winners = [game.seats[seat] for seat in game.winners]
    for name, value in asked.items():
        match name:
            case "player" | "opponent":
                is_met = value in game.seats
            case "ruleset" | "outcome":
                is_met = getattr(game, name) == value
            case "scenario":
                is_met = game.options["scenario"] == value
            case "result":
                has_won = asked["player"] in winners
                is_met = has_won if value == "won" else bool(winners) and not has_won
            case "closed_from":
                is_met = game.updated_at >= value
            case "closed_to":
                is_met = game.updated_at < value
            case "min_turns":
                is_met = game.turn >= value
            case _:
                is_met = game.turn <= value
        if not is_met:
            return False
    return True


def test_a_search_reads_the_shortest_of_its_lists(monkeypatch: pytest.MonkeyPatch):
    """A rare opponent is found at once, however many games the player has."""
    monkeypatch.setattr(list_pages, "MOST_READ", 10)
    backend = Backend()
    generation = backend.catalogue.updater.catch_up()
    ada, bea, cyd = PEOPLE[:3]
    for n in range(100):
        game = closed_game(f"game-{n:03}", 1_000 + n, [ada, cyd if n == 7 else bea])
        assert backend.catalogue.store.put_entry(generation, game, None)
    page = lists_of(backend).closed_games(ClosedQuery(player=ada, opponent=cyd), PageRequest())
    assert ids(page["games"]) == ["game-007"]
    assert page["next"] is None


def test_a_cursor_that_is_none_is_refused():
    lists = lists_of(Backend())
    for cursor in ("", "x", "MTIzOmdhbWU"):
        with pytest.raises(BadCursor):
            lists.closed_games(ClosedQuery(), PageRequest(cursor))
        with pytest.raises(BadCursor):
            lists.open_games(GameQuery(), 0, PageRequest(cursor))
