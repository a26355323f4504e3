"""What a phone pays to follow a whole game and draw it, on a real server, headers included."""

from pathlib import Path

from bench.servers import serving
from bench.small_answers import CHANGES, MOST, play_and_count
from hexledger.redis_server.embedded import EmbeddedRedis


def test_following_a_game_costs_a_fifth_of_reading_its_view_after_every_commit(
    tmp_path: Path,
) -> None:
    with (
        EmbeddedRedis(tmp_path) as url,
        serving("hexledger.processes.web_server", url, tmp_path) as api,
    ):
        bill = play_and_count(api, api.port)
    assert bill.commits > 100
    assert bill.followed[CHANGES].total <= MOST * bill.views.total
