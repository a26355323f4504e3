"""A Cluster of three: partitions are spread over the nodes, and a game stays in one piece."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from eventlog import following
from eventlog.following import ALL_GAMES, Follower
from eventlog.ledger import Ledger
from eventlog.redis_keys import PARTITIONS, new_game_id, partition_of, tag
from eventlog.verification import VerificationStatus
from tests.commands.backend import Backend
from tests.eventlog.streams import Stream
from tests.redises import NODES, Store, slot_of, until


def node_of(client: Any, game: str) -> str:
    node = client.get_node_from_key(tag(partition_of(game)))
    return f"{node.host}:{node.port}"


def one_game_per_node(client: Any) -> list[str]:
    """Ids of games, each on another node."""
    found: dict[str, str] = {}
    for partition in range(PARTITIONS):
        game = f"p{partition:02}-{'c' * 32}"
        found.setdefault(node_of(client, game), game)
    assert len(found) == NODES
    return list(found.values())


def test_the_partitions_are_spread_over_all_nodes(cluster_store: Store) -> None:
    client = cluster_store.client()
    games = [f"p{partition:02}-{'0' * 32}" for partition in range(PARTITIONS)]
    spread = Counter(node_of(client, game) for game in games)
    assert len(spread) == NODES
    assert min(spread.values()) >= PARTITIONS // NODES // 2


def test_everything_of_a_game_is_on_one_node(cluster_store: Store) -> None:
    ledger = Ledger(cluster_store.client())
    for game in one_game_per_node(ledger.redis):
        cluster_store.wipe()
        Stream(ledger, game).grow(key="k", due=1).grow(2)
        ledger.quarantine(game, "broken")
        filled = [node for node in cluster_store.nodes() if node.dbsize()]
        assert len(filled) == 1
        assert {slot_of(key.decode()) for key in filled[0].scan_iter()} == {
            slot_of(tag(partition_of(game)))
        }


def test_games_of_all_nodes_are_found(cluster_store: Store) -> None:
    ledger = Ledger(cluster_store.client())
    games = [*one_game_per_node(ledger.redis), *(new_game_id() for _ in range(30))]
    for due, game in enumerate(games):
        Stream(ledger, game).grow(due=due)
        ledger.quarantine(game, "broken")
        assert ledger.set_open_and_due(game, 1, "playing", due)
    assert Counter(ledger.games()) == Counter(games)
    assert Counter(ledger.open_games()) == Counter(games)
    assert list(ledger.due_games(99)) == games
    assert ledger.quarantined_games() == dict.fromkeys(games, "broken")


def test_every_node_learns_the_script_when_it_needs_it(cluster_store: Store) -> None:
    ledger = Ledger(cluster_store.client())
    games = one_game_per_node(ledger.redis)
    streams = [Stream(ledger, game).grow() for game in games]
    for node in cluster_store.nodes():
        node.script_flush()
    for stream in streams:
        stream.grow(2)
        assert ledger.head(stream.game) == 3


def test_whole_games_are_played_on_all_nodes(cluster_store: Store) -> None:
    backends = [Backend(cluster_store.client()) for _ in range(2)]
    games: dict[str, str] = {}
    while len(games) < NODES:
        game = backends[0].started()
        games.setdefault(node_of(backends[0].redis, game), game)
    luck = Random(3)
    for i in range(20):
        for game in games.values():
            backends[i % 2].play_on(game, 1, luck)
    for game in games.values():
        backends[0].desk.void_game(game, "enough")
        backends[1].desk.close_game(game)
        assert backends[0].verdict(game, allow_open=False).status == VerificationStatus.SOUND


def test_games_of_all_nodes_are_followed(
    cluster_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "POLL_SECONDS", 0.01)
    ledger, follower = Ledger(cluster_store.client()), Follower(cluster_store.client())
    games = one_game_per_node(ledger.redis)
    seen: dict[str, int] = {}
    with follower.subscribe(ALL_GAMES) as subscription:
        for game in games:
            Stream(ledger, game).grow(4)
        until(lambda: seen.update(subscription.wait(1)) or len(seen) == NODES, "all are heard of")
        until(
            lambda: seen.update(subscription.wait(1)) or set(seen.values()) == {4}, "all is heard"
        )
    follower.stop()
    assert seen == dict.fromkeys(games, 4)


def test_a_game_goes_on_when_its_partition_moves_to_another_node(cluster_store: Store) -> None:
    backend, other = Backend(cluster_store.client()), Backend(cluster_store.client())
    game = backend.lobby(seated=1)
    assert other.version(game) == 2
    move_partition(cluster_store, partition_of(game))
    assert backend.do(game, "ben", "take_seat").version == 3
    assert other.do(game, "cyd", "take_seat").version == 4
    assert Backend(cluster_store.client()).verdict(game).status == VerificationStatus.SOUND
    assert list(backend.ledger.games()) == [game]


def move_partition(store: Store, partition: int) -> None:
    """What an operator's resharding does to the slot of a partition."""
    client, slot = store.client(), slot_of(tag(partition))
    source = client.get_node_from_key(tag(partition))
    target = next(node for node in client.get_primaries() if node.port != source.port)
    ids = {node.port: client.cluster_myid(node).decode() for node in (source, target)}
    at_source, at_target = (client.get_redis_connection(node) for node in (source, target))
    at_target.execute_command("CLUSTER SETSLOT", slot, "IMPORTING", ids[source.port])
    at_source.execute_command("CLUSTER SETSLOT", slot, "MIGRATING", ids[target.port])
    keys = at_source.execute_command("CLUSTER GETKEYSINSLOT", slot, 1_000)
    at_source.execute_command("MIGRATE", target.host, target.port, "", 0, 5_000, "KEYS", *keys)
    for node in (at_target, at_source):
        node.execute_command("CLUSTER SETSLOT", slot, "NODE", ids[target.port])
