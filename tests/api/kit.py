"""A service for tests: the application on a fake Redis, people who call it, and games they play."""

import json
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any, ClassVar, NamedTuple
from unittest import mock

from fakeredis import FakeRedis, FakeServer
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.app import create_app
from api.dependencies import EXTENSION, Dependencies
from api.schemas.commands import tag_of
from api.talk_services import make_talk
from api.tournament_services import make_tournaments
from api.transport.metrics import CountingObserver
from api.transport.problems import MEDIA_TYPE
from commands.accounts import Accounts, Role
from commands.copies import Copies
from commands.desk import Desk
from commands.invitations import Invitations
from commands.privileged_reads import PrivilegedReads
from commands.rematches import Rematches
from commands.seeks.seeks import Seeks
from domain.choices import Choice
from domain.ids import PlayerId
from domain.posting import post_form
from domain.ruleset import Action, Ruleset
from eventlog.following import Follower
from eventlog.ledger import Ledger
from eventlog.live_games import LiveGame, LiveGames
from eventlog.public_keys import PublishedKeys
from eventlog.server_time import now_ms
from eventlog.signing import SigningKey
from projections.across_games.catalogue import Catalogue
from projections.across_games.game_lists import GameLists
from projections.across_games.scores import Scores
from projections.notices.addresses import AddressPolicy
from projections.notices.news_follower import NewsFollower
from projections.notices.player_notices import PlayerNotices
from projections.notices.player_receivers import PlayerReceivers
from projections.notices.push_keys import PushKey
from projections.one_game.views import Views
from projections.reports.game_reports import GameReports
from tests.api.described_answers import DescribedAnswers
from tests.redises import Store

MASTER = bytes(range(32))
NAMES = ("Ada", "Blaise", "Carl", "Dorota")
SHORT = {"target_points": 4, "start_player": "seat"}
"""Options of a game that ends soon, in which the first seat begins with founding."""
QUITTING = ("resign", "leave_seat", "abandon_game", "seat_bot", "dismiss_bot")
NDJSON = "application/x-ndjson"
SSE = "text/event-stream"
PROBLEM = {"type", "title", "status", "detail", "code", "details", "request_id"}

Answer = TestResponse


class Client(FlaskClient):
    """Calls one service. Making the application takes longer than most tests, so they share it."""

    apps: ClassVar[dict[int, Flask]] = {}
    descriptions: ClassVar[dict[int, DescribedAnswers]] = {}

    def __init__(self, dependencies: Dependencies) -> None:
        hops = dependencies.trusted_proxies
        if hops not in self.apps:
            self.apps[hops] = create_app(dependencies)
        super().__init__(self.apps[hops], use_cookies=False)
        self.dependencies = dependencies

    def open(self, *request: Any, **options: Any) -> Answer:
        self.application.extensions[EXTENSION] = self.dependencies
        answer = super().open(*request, **options)
        self._described().check(answer)
        return answer

    def _described(self) -> DescribedAnswers:
        """What the description of this application says about its answers."""
        hops = self.dependencies.trusted_proxies
        if hops not in self.descriptions:
            document = super().open("/openapi.json").json
            self.descriptions[hops] = DescribedAnswers(self.application, document)
        return self.descriptions[hops]


class Person:
    """A person who calls the server, perhaps with a token."""

    def __init__(self, client: FlaskClient, player: str = "", token: str = "") -> None:
        self.client = client
        self.player = player
        self.token = token

    def call(self, method: str, path: str, **request: Any) -> Answer:
        headers = dict(request.pop("headers", {}))
        if self.token:
            headers.setdefault("Authorization", f"Bearer {self.token}")
        return self.client.open(path, method=method, headers=headers, **request)

    def get(self, path: str, **headers: str) -> Answer:
        """Headers by their names, with underscores."""
        return self.call("GET", path, headers=with_dashes(headers))

    def post(self, path: str, body: Any = None, **headers: str) -> Answer:
        return self.call("POST", path, json=body, headers=with_dashes(headers))

    def read(self, path: str, **headers: str) -> Any:
        """What a call that works answers, as plain values."""
        answer = self.get(path, **headers)
        assert answer.status_code == 200, (path, answer.data)
        return answer.json


class Site:
    """A service of its own, or another server on the same Redis."""

    players_since: int | None = 1
    """When (ms) players were created: long ago, so that they may play today's challenge."""

    def __init__(
        self,
        redis: Any = None,
        *,
        clock: Callable[[], int] = now_ms,
        address_policy: AddressPolicy | None = None,
        **dependencies: Any,
    ) -> None:
        self.redis = FakeRedis(server=FakeServer()) if redis is None else redis
        self.games = LiveGames(Ledger(self.redis))
        self.desk = Desk(self.games, MASTER, observer=CountingObserver(), clock=clock)
        self.news_follower = NewsFollower(self.redis)
        self.accounts = Accounts(self.redis)
        self.views = Views(self.games, lambda: self.desk.clock(), self.accounts.names)
        self.follower = Follower(self.redis)
        self.catalogue = Catalogue(self.games)
        self.notices = PlayerNotices(self.redis)
        self.receivers = PlayerReceivers(
            self.redis, address_policy or AddressPolicy(resolve=lambda host, port: [host])
        )
        self.accounts.on_revoked.append(self.receivers.forget_tokens)
        self.seeks = Seeks(
            self.redis,
            self.desk,
            names=self.accounts.names,
            tell=lambda player, notice, body: self.notices.tell(player, "seek", notice, body),
        )
        self.tournaments = make_tournaments(
            self.redis, self.desk, MASTER, self.accounts, CountingObserver()
        )
        scores = Scores(self.redis, self.catalogue.updater)
        self.dependencies = Dependencies(
            games=self.games,
            desk=self.desk,
            invitations=Invitations(self.desk, self.redis, MASTER),
            views=self.views,
            reports=GameReports(self.games),
            catalogue=self.catalogue,
            game_lists=GameLists(self.catalogue, scores),
            scores=scores,
            follower=self.follower,
            accounts=self.accounts,
            privileged_reads=PrivilegedReads(self.redis),
            keys=PublishedKeys(self.redis, SigningKey(MASTER)),
            notices=self.notices,
            news_follower=self.news_follower,
            talk=make_talk(self.games, self.accounts.names, lambda: self.desk.clock()),
            tournaments=self.tournaments,
            receivers=self.receivers,
            seeks=self.seeks,
            rematches=Rematches(self.desk, names=self.accounts.names),
            copies=Copies(self.desk),
            push_key=PushKey(MASTER),
            **dependencies,
        )
        self.client = Client(self.dependencies)
        self.anonymous = Person(self.client)

    def __enter__(self) -> "Site":
        return self

    def __exit__(self, *failure: Any) -> None:
        self.follower.stop()
        self.news_follower.stop()
        self.seeks.news.stop()

    def another_server(self, **dependencies: Any) -> "Site":
        """One that has nothing in memory yet."""
        return Site(self.redis, **dependencies)

    def player(self, name: str = "Ada", role: Role = "player") -> Person:
        """A new player. The ids are the same in every run, so that a test plays the same games."""
        with mock.patch("secrets.token_hex", lambda n: f"{self._next():0{2 * n}x}"):
            account, token = self.accounts.create(name, role, created_at=self.players_since)
        return Person(self.client, account.player, token)

    def _next(self) -> int:
        return int(self.redis.incr("tests:people"))

    def players(self, count: int) -> list[Person]:
        return [self.player(name) for name in NAMES[:count]]

    def dump(self) -> dict[bytes, Any]:
        """Everything that is stored."""
        return Store(lambda: self.redis).dump()

    def opened(self, players: int = 3, listed: bool = True, **options: Any) -> "Match":
        """A new game, with people who may take a seat."""
        people = self.players(players)
        # Without a clock, so that the same commands always lead to the same events.
        options = {"clock": "none", **options}
        body = {"ruleset": "base", "players": players, "options": options, "listed": listed}
        answer = people[0].post("/v1/games", body, Idempotency_Key="opened")
        assert answer.status_code == 201, answer.data
        return Match(self, answer.json["game_id"], people)

    def seated(self, players: int = 3, **options: Any) -> "Match":
        """A new game in which every seat is taken."""
        match = self.opened(players, **options)
        for seat in range(players):
            match.do(seat, "take_seat")
        return match

    def started(self, players: int = 3, **options: Any) -> "Match":
        """A new game in which the first settlement is due."""
        match = self.seated(players, **{"start_player": "seat", **options})
        match.do(0, "start_game")
        return match

    def played(self, commits: int, luck: int = 0, **options: Any) -> "Match":
        """A new game, played on for so many commits."""
        match = self.started(**options)
        match.play_quickly(Random(luck), commits)
        return match

    def closed(self, luck: int = 0, **options: Any) -> "Match":
        """A new game, played to its end and closed."""
        match = self.started(**{**SHORT, **options})
        match.play_quickly(Random(luck))
        match.close()
        return match


class Match:
    """A game over HTTP. The first person has opened it."""

    def __init__(self, site: Site, game: str, people: list[Person]) -> None:
        self.site = site
        self.game = game
        self.people = people
        self.path = f"/v1/games/{game}"
        self.preferred: tuple[str, ...] = ()
        """Commands that players prefer to others when they play quickly."""

    def at(self, site: Site) -> "Match":
        """The same game at another server."""
        people = [Person(site.client, one.player, one.token) for one in self.people]
        return Match(site, self.game, people)

    @property
    def viewers(self) -> dict[Any, Person]:
        """Everybody who may read the game, by viewer."""
        seats: dict[Any, Person] = dict(enumerate(self.people))
        return {**seats, "spectator": self.site.anonymous}

    @property
    def ruleset(self) -> Ruleset:
        with self.site.games.hold(self.game) as live:
            return live.folded.ruleset

    @property
    def version(self) -> int:
        return self.site.games.ledger.head(self.game)

    def read(self, part: str = "", viewer: Any = "spectator", **headers: str) -> Any:
        return self.viewers[viewer].read(self.path + part, **headers)

    def get(self, part: str = "", viewer: Any = "spectator", **headers: str) -> Answer:
        return self.viewers[viewer].get(self.path + part, **headers)

    def post(self, seat: int, body: Any, **headers: str) -> Answer:
        return self.people[seat].post(self.path + "/commands", body, **headers)

    def do(self, seat: int, kind: str, /, **fields: Any) -> Any:
        """A command that is legal; its receipt."""
        answer = self.post(seat, {"type": kind, **fields})
        assert answer.status_code == 201, answer.data
        return answer.json

    def dry_run(self, seat: int, body: Any) -> Answer:
        """The answer that a command would get. The game does not change."""

        def pretend(live: LiveGame, line: bytes, digest: bytes, at: int, key: Any) -> str:
            live.advance(line, digest, at)
            return "appended"

        with mock.patch.object(self.site.games, "append", pretend):
            answer = self.post(seat, body)
        with self.site.games.hold(self.game, min_version=0) as live:
            live.unload()
        return answer

    def commands(self, seat: int) -> list[dict[str, Any]]:
        """Whatever `/actions` lists for a seat, ready to post."""
        actions = self.read("/actions", seat)["actions"]
        return [action.get("command") or action["example"] for action in actions]

    def play(self, luck: Random, commits: int | None = None) -> Iterator[int]:
        """Play over HTTP by `/actions` alone; yields who moved, after each commit."""
        left = commits
        while left is None or left > 0:
            seats = list(range(len(self.people)))
            luck.shuffle(seats)
            for seat in seats:
                legal = [c for c in self.commands(seat) if c["type"] not in QUITTING]
                if legal:
                    break
            else:
                return
            answer = self.post(seat, luck.choice(legal))
            assert answer.status_code == 201, answer.data
            yield seat
            left = None if left is None else left - 1

    def play_quickly(self, luck: Random, commits: int | None = None) -> None:
        """The same without HTTP, for tests that are about something else."""
        left = commits
        while left is None or left > 0:
            move = self.next_move(luck)
            if move is None:
                return
            self.site.desk.submit(self.game, move[1], PlayerId(self.people[move[0]].player))
            left = None if left is None else left - 1

    def next_move(self, luck: Random) -> tuple[int, dict[str, Any]] | None:
        """A seat and a legal command of it; None if the game is over."""
        with self.site.games.hold(self.game) as live:
            state, ruleset = live.state, live.folded.ruleset
            seats = ruleset.flow.to_act(state)
            if not seats:
                return None
            seat = luck.choice(seats)
            moves = ruleset.flow.moves(state, seat)
            wanted = [move for move in moves if kind_of(move) in self.preferred]
            action = luck.choice(wanted or moves)
            if isinstance(action, Choice):
                action = ruleset.sample(state, action, luck.randrange)
            return seat, post_form(action)

    def play_until(self, luck: Random, is_reached: Callable[[Any], bool]) -> None:
        """Play on until the state is as wanted."""
        while True:
            with self.site.games.hold(self.game) as live:
                if is_reached(live.state):
                    return
            before = self.version
            self.play_quickly(luck, 1)
            assert self.version > before, "the game ended before that"

    def follow(self, viewer: Any = "spectator", part: str = "", **headers: str) -> "Stream":
        """The live feed of a viewer, from a cursor in the query or in `Last-Event-ID`."""
        headers = {"Accept": SSE, **headers}
        return Stream(self.get(f"/events{part}", viewer, **headers))

    def close(self) -> None:
        """Close the game, unless a reader has been faster."""
        for _ in self.site.desk.run_due_work(self.game):
            pass

    def lines(self) -> list[bytes]:
        """The ledger's commits, as stored."""
        return [line for _, line in self.site.games.ledger.read_all(self.game)]


class StreamEvent(NamedTuple):
    """A server-sent event."""

    name: str
    version: int | None
    data: Any
    talk: int | None = None
    """The place in the talk, in a stream that has it."""


class Stream:
    """A feed that is being followed, read as far as a test wants to."""

    def __init__(self, answer: Answer) -> None:
        assert answer.status_code == 200, answer.data
        self.answer = answer
        self.writes = iter(answer.response)
        self._waiting: list[StreamEvent] = []

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *failure: Any) -> None:
        self.close()

    def close(self) -> None:
        self.answer.close()

    def __iter__(self) -> Iterator[StreamEvent]:
        while True:
            while self._waiting:
                yield self._waiting.pop(0)
            write = next(self.writes, None)
            if write is None:
                return
            self._waiting += stream_events(write)

    def take(self, count: int) -> list[StreamEvent]:
        """The next events. Others that were written with them wait for the next call."""
        return list(islice(self, count))


def stream_events(write: bytes) -> list[StreamEvent]:
    """The events in a piece of a stream that ends with one of them."""
    assert write.endswith(b"\n\n"), write
    found = []
    for block in write.removesuffix(b"\n\n").split(b"\n\n"):
        fields = dict(line.split(b": ", 1) for line in block.split(b"\n"))
        if set(fields) == {b"retry"}:
            continue
        assert set(fields) <= {b"id", b"event", b"data"}, block
        version, _, talk = fields.get(b"id", b"").partition(b"-")
        found.append(
            StreamEvent(
                fields[b"event"].decode(),
                int(version) if version else None,
                json.loads(fields[b"data"]),
                int(talk) if talk else None,
            )
        )
    return found


def kind_of(action: Action) -> str:
    return tag_of(action.command if isinstance(action, Choice) else type(action))


def with_dashes(headers: dict[str, str]) -> dict[str, str]:
    """`If_Match` stands for `If-Match`."""
    return {name.replace("_", "-"): value for name, value in headers.items()}


def problem(answer: Answer, status: int | None = None, code: str | None = None) -> Any:
    """The body of an error response, after a check of its shape."""
    assert answer.content_type == MEDIA_TYPE, (answer.status, answer.data)
    body = answer.json
    assert set(body) == PROBLEM
    assert body["status"] == answer.status_code
    assert body["type"] == f"/docs/errors#{body['code']}"
    assert body["request_id"] == answer.headers["X-Request-Id"]
    assert status in (None, answer.status_code), body
    assert code in (None, body["code"]), body
    return body
