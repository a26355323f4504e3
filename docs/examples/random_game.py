"""Play a random game of any ruleset over HTTP: every command that `/actions` lists may be posted.

This client knows no rules. It goes on when the server comes back after a restart. Try `--help`.
"""

import argparse
import http.client
import json
import pathlib
import random
import time
import urllib.error
import urllib.request
import uuid

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--url", default="http://127.0.0.1:8000", help="the address of the service")
parser.add_argument("--ruleset", default="base")
parser.add_argument("--players", type=int, default=4)
parser.add_argument("--options", type=json.loads, default={}, help="as JSON")
parser.add_argument("--out", type=pathlib.Path, help="the file for the ledger of the closed game")
wanted = parser.parse_args()
unwanted = ("resign", "leave_seat", "abandon_game", "seat_bot", "dismiss_bot", "ask_for_pause")


def call(method: str, path: str, token: str = "", body: object = None, version: int = 0) -> bytes:
    """Send a request until it is answered. Because of its key, a command counts only once."""
    headers = {"Content-Type": "application/json", "Idempotency-Key": uuid.uuid4().hex}
    headers |= {"Authorization": f"Bearer {token}"} if token else {}
    headers |= {"If-Match": str(version)} if version else {}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(wanted.url + path, data, headers, method=method)
    for _ in range(120):
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.read()
        except urllib.error.HTTPError as refusal:
            if refusal.code == 412:
                return b""  # The game has moved on, for example because time was up: look again.
            if refusal.code not in (429, 503):
                raise SystemExit(refusal.read().decode()) from None
        except (OSError, http.client.HTTPException):
            pass  # The connection was lost. Nobody knows whether the command was carried out.
        time.sleep(0.5)
    raise SystemExit(f"{wanted.url} does not answer")


people = [{"name": f"Player {number}"} for number in range(1, wanted.players + 1)]
tokens = [json.loads(call("POST", "/v1/players", "", person))["token"] for person in people]
opening = {"ruleset": wanted.ruleset, "players": wanted.players, "options": wanted.options}
game = "/v1/games/" + json.loads(call("POST", "/v1/games", tokens[0], opening))["game_id"]
print(f"playing {wanted.url}{game}", flush=True)
while (view := json.loads(call("GET", game)))["phase"] != "closed":
    time.sleep(0.2 if view["outcome"] else 0)  # The server is about to close the game.
    for token in random.sample(tokens, len(tokens)):
        seen = json.loads(call("GET", f"{game}/actions", token))
        commands = [action.get("command") or action["example"] for action in seen["actions"]]
        if commands := [command for command in commands if command["type"] not in unwanted]:
            call("POST", f"{game}/commands", token, random.choice(commands), seen["version"])
print(f"{view['outcome']} after {view['version']} commits; winners: {view['winners']}")
if wanted.out:
    wanted.out.write_bytes(call("GET", f"{game}/export"))
