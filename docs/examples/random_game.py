"""Play a whole game over HTTP, knowing no rules: whatever `/actions` lists may be posted.

Usage: python random_game.py [BASE_URL] [RULESET] [PLAYERS] [SEED]
"""

import json
import random
import sys
import time
import urllib.request

base = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"
ruleset = sys.argv[2] if len(sys.argv) > 2 else "base"
players = int(sys.argv[3]) if len(sys.argv) > 3 else 4
luck = random.Random(sys.argv[4] if len(sys.argv) > 4 else None)


def call(method: str, path: str, token: str = "", body: object = None) -> dict:
    request = urllib.request.Request(base + path, method=method)
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    if body is not None:
        request.add_header("Content-Type", "application/json")
        request.data = json.dumps(body).encode()
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def choose(actions: list[dict]) -> dict:
    """Any action will do, but nobody gives up and the table fills before it empties."""
    commands = [action.get("command") or action["example"] for action in actions]
    quitting = ("resign", "leave_seat", "abandon_game")
    return luck.choice([c for c in commands if c["type"] not in quitting] or commands)


names = ["Ada", "Blaise", "Carl", "Dorota", "Emmy", "Felix"]
tokens = [call("POST", "/v1/players", body={"name": name})["token"] for name in names[:players]]
game = call("POST", "/v1/games", tokens[0], {"ruleset": ruleset, "players": players})
path = f"/v1/games/{game['game_id']}"
print(f"{base}{path}")
for token in tokens:
    call("POST", path + "/commands", token, {"type": "take_seat"})
call("POST", path + "/commands", tokens[0], {"type": "start_game"})

posted = 0
while (view := call("GET", path))["outcome"] is None:
    for seat in view["to_act"][:1]:
        actions = call("GET", path + "/actions", tokens[seat])["actions"]
        call("POST", path + "/commands", tokens[seat], choose(actions))
        posted += 1

while call("GET", path)["phase"] != "closed":
    time.sleep(0.2)
for line in call("GET", path + "/score")["scores"]:
    print(f"{names[line['seat']]:8} {line['points']} points")
print(f"{posted} commands; the ledger is closed: {base}{path}/export")
