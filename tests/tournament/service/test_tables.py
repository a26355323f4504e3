"""The games of a tournament's tables: two servers that start one at the same time."""

from fakeredis import FakeRedis, FakeServer

from commands.desk import TableSeating
from domain.table.tournament_link import SeatedPlayer, TournamentTable
from tests.tournament.service.test_desk import HOST, PLAYERS, Server

COLOURS = ("red", "blue", "orange")


def test_a_server_that_comes_late_does_not_start_a_table_again():
    redis = FakeRedis(server=FakeServer())
    first, second = Server(redis), Server(redis)
    table = TableSeating(
        link=TournamentTable(f"tour-{'0' * 32}", 1, 1),
        host=HOST,
        ruleset="base",
        options={},
        seated=tuple(map(SeatedPlayer, COLOURS, PLAYERS)),
    )
    game = first.desk.open_tournament_table(table).game
    with second.desk.games.hold(game) as live:
        assert live.version == 1
    first.tournaments.tables.start({game: None})
    # This one still has the fold of the opening, and finds out by the append.
    second.tournaments.tables.start({game: None})
    for server in (first, second):
        with server.desk.games.hold(game) as live:
            assert live.version == 2
            assert live.fault is None
