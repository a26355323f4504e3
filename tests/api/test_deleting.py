"""A `DELETE` can be repeated: a client that has lost the answer sends it again."""

from typing import Any

import pytest

from tests.api.kit import Site

OPEN = {"ruleset": "base", "players": 3, "invited_only": True, "listed": False}


@pytest.fixture
def made() -> dict[str, Any]:
    """A player and what they have made, by the address under which it can be deleted."""
    site = Site()
    ada, ben = site.player("Ada"), site.player("Ben")
    game = f"/v1/games/{ada.post('/v1/games', OPEN).json['game_id']}"
    ada.post(f"{game}/reservations", {"seat": 1, "player_id": ben.player})
    mine = "/v1/players/me"
    hook = {"url": "https://8.8.8.8/hook"}
    seek = {"ruleset": "duel", "players": 2}
    paths = {
        "invitation": f"{game}/invitations/{invitation(ada, game)}",
        "reservation": f"{game}/reservations/1",
        "token": f"{mine}/tokens/{ada.post(f'{mine}/tokens', {'name': 'phone'}).json['token_id']}",
        "webhook": f"{mine}/webhooks/{ada.post(f'{mine}/webhooks', hook).json['id']}",
        "seek": f"/v1/seeks/{ada.post('/v1/seeks', seek).json['seek_id']}",
        "mute": f"{mine}/muted/{ben.player}",
    }
    ada.call("PUT", paths["mute"])
    return {"ada": ada, "site": site, "game": game, **paths}


def invitation(host: Any, game: str) -> int:
    return int(host.post(f"{game}/invitations", {}).json["invitation_id"])


@pytest.mark.parametrize("kind", ["invitation", "reservation", "token", "webhook", "seek", "mute"])
def test_what_is_deleted_already_can_be_deleted_again(made: dict[str, Any], kind: str) -> None:
    ada, path = made["ada"], made[kind]
    assert ada.call("DELETE", path).status_code == 204
    version = ada.read(made["game"])["version"]
    assert ada.call("DELETE", path).status_code == 204
    assert ada.read(made["game"])["version"] == version, "nothing is recorded twice"


@pytest.mark.parametrize(
    "path",
    [
        "/v1/players/me/tokens/t-000000000000",
        "/v1/players/me/webhooks/w-0000000000000000",
        "/v1/players/me/push-subscriptions/p-0000000000000000",
        "/v1/players/me/muted/u-00000000000000000099",
        "/v1/seeks/s-00000000000000000000000000000000",
        "{game}/invitations/99",
        "{game}/reservations/2",
    ],
)
def test_what_was_never_there_need_not_be_deleted(made: dict[str, Any], path: str) -> None:
    answer = made["ada"].call("DELETE", path.format(game=made["game"]))
    assert answer.status_code == 204, answer.data
