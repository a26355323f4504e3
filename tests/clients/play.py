"""A program for the client that openapi-python-client generates: it plays a whole game.

    python play.py http://127.0.0.1:8000 base

It knows no rules: it posts commands that `readActions` lists.
"""

import random
import sys

from hexledger_client import AuthenticatedClient, Client
from hexledger_client.api.games import open_game, submit_command
from hexledger_client.api.players import create_player
from hexledger_client.api.views import read_actions, read_game
from hexledger_client.models import (
    Action,
    Actions,
    NewBaseGame,
    NewBaseGameOptions,
    NewDiceGame,
    NewPlayer,
    NewToken,
    Opened,
    Problem,
    Receipt,
    StartGame,
    TakeSeat,
)
from hexledger_client.types import Unset

NAMES = ("Ada", "Blaise", "Carl")
WANTED = ("build_city", "build_settlement")
UNWANTED = ("resign", "abandon_game", "leave_seat", "seat_bot", "offer_trade", "ask_for_pause")
MOST_COMMANDS = 4_000


def require(answer: object, kind: type) -> object:
    """The answer itself. A problem says what was wrong."""
    if isinstance(answer, Problem):
        raise SystemExit(f"{answer.code}: {answer.detail}")
    assert isinstance(answer, kind), answer
    return answer


def new_player(url: str, name: str) -> AuthenticatedClient:
    made = require(create_player.sync(client=Client(url), body=NewPlayer(name=name)), NewToken)
    return AuthenticatedClient(url, token=made.token)


def command_of(action: Action):
    """The command itself, or for an open choice an example that is legal as it is."""
    return action.example if isinstance(action.command, Unset) else action.command


def choose(commands: list):
    """What brings points if there is such a command, else any."""
    return random.choice([one for one in commands if one.type_ in WANTED] or commands)


def play(url: str, ruleset: str) -> None:
    players = [new_player(url, name) for name in NAMES[: 1 if ruleset == "dice" else 3]]
    if ruleset == "dice":
        body = NewDiceGame(ruleset="dice", players=len(players))
    else:
        options = NewBaseGameOptions(target_points=3)
        body = NewBaseGame(ruleset="base", players=len(players), options=options)
    game = require(open_game.sync(client=players[0], body=body), Opened).game_id
    for player in players:
        require(submit_command.sync(game, client=player, body=TakeSeat(type_="take_seat")), Receipt)
    start = StartGame(type_="start_game")
    require(submit_command.sync(game, client=players[0], body=start), Receipt)
    for count in range(MOST_COMMANDS):
        view = read_game.sync(game, client=players[0])
        if view.outcome is not None:
            print(f"{ruleset}: {view.outcome} after {count} commands, winners {view.winners}")
            return
        player = players[view.to_act[0]]
        listed = require(read_actions.sync(game, client=player), Actions).actions
        commands = [command_of(one) for one in listed]
        chosen = choose([one for one in commands if one.type_ not in UNWANTED])
        require(submit_command.sync(game, client=player, body=chosen), Receipt)
    raise SystemExit("the game does not end")


if __name__ == "__main__":
    play(*sys.argv[1:])
