"""The desk of tournaments: opening, rounds with their games, results."""

from random import Random

from fakeredis import FakeRedis, FakeServer

from commands.desk import Desk
from commands.tournaments.desk import TournamentDesk
from commands.tournaments.new_tournament import NewGames, NewTournament
from domain.ids import PlayerId
from domain.tournament.formats.course import Swiss
from eventlog.import_export import export_ledger
from eventlog.ledger import Ledger
from eventlog.live_games import LiveGames
from eventlog.tournaments import LiveTournaments
from eventlog.verification import VerificationStatus, verify
from workers.bots.registry import choose

MASTER = bytes(range(32))
HOST = PlayerId("u-host")
PLAYERS = [PlayerId(f"u-{i}") for i in range(1, 7)]


class Server:
    def __init__(self, redis=None):
        self.redis = FakeRedis(server=FakeServer()) if redis is None else redis
        self.now = 1_700_000_000_000
        self.desk = Desk(LiveGames(Ledger(self.redis)), MASTER, clock=lambda: self.now)
        self.tournaments = TournamentDesk(LiveTournaments(self.redis), self.desk, MASTER)

    def open(self, **chosen):
        new = NewTournament(
            **{
                "title": "Spring Cup",
                "games": NewGames(ruleset="base", options={"target_points": 3}),
                "capacity": 24,
                "format": Swiss(rounds=1),
                **chosen,
            }
        )
        return self.tournaments.open(new, HOST, "key").game

    def do(self, tournament, player, kind, **fields):
        return self.tournaments.submit(tournament, {"type": kind, **fields}, player)

    def state(self, tournament):
        with self.tournaments.games.hold(tournament) as live:
            live.require_sound()
            return live.state

    def play(self, game):
        """Let bots play for everybody, to the end."""
        luck = Random(game)
        while True:
            with self.desk.games.hold(game) as live:
                state = live.state
                if state.phase in ("over", "closed"):
                    break
                seat = state.ruleset.flow.to_act(state)[0]
                command = choose(state, seat, "random", luck.randrange)
                player = state.chairs[seat].player
            from domain.posting import post_form

            self.desk.submit(game, post_form(command), player)
        for _ in self.desk.run_due_work(game):
            pass


def test_six_players_at_two_tables_play_a_round_from_registration_to_standings():
    server = Server()
    cup = server.open()
    for player in PLAYERS:
        server.do(cup, player, "register")
    server.do(cup, HOST, "start_tournament")
    server.do(cup, HOST, "draft_round")
    server.do(cup, HOST, "publish_round")
    server.do(cup, HOST, "start_round")
    tables = server.state(cup).rounds[0].tables
    assert [len(table.players) for table in tables] == [3, 3]
    for table in tables:
        with server.desk.games.hold(table.game) as live:
            assert live.state.tournament.tournament == cup
            assert live.state.phase not in ("lobby", "")
            assert tuple(chair.player for chair in live.state.chairs) == table.players
            assert live.version == 2
        server.play(table.game)
    for _ in server.tournaments.run_due_work(cup):
        pass
    for player in PLAYERS:
        server.do(cup, player, "sign_result")
    server.do(cup, HOST, "finish_tournament")
    state = server.state(cup)
    assert state.phase == "closed"
    assert len(state.ranking) == 6
    data = export_ledger(server.tournaments.games, cup)
    assert verify(data).status == VerificationStatus.SOUND
