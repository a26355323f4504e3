"""What happens in a tournament, in English."""

from typing import Final

from presentation.language import Word, uninflected

SENTENCES: Final = {
    "tournament_opened": "The tournament “{title}” was opened (places: {capacity}).",
    "staff_appointed": "{person} was appointed by {author}.",
    "staff_removed": "{person} was removed from the staff by {author}.",
    "player_registered.pending": "{entrant} asks to take part.",
    "player_registered.waiting": "{entrant} registered and waits for a place.",
    "player_registered.entered": "{entrant} registered.",
    "player_registered.playing": "{entrant} entered late, from round {from_round} on.",
    "entry_approved.waiting": "{author} let {entrant} in, who waits for a place.",
    "entry_approved.entered": "{author} let {entrant} in.",
    "entry_approved.playing": "{author} let {entrant} in, from round {from_round} on.",
    "entry_declined": "{author} did not let {entrant} in (reason: {reason}).",
    "entry_moved_up": "{entrant} moved up from the waiting list.",
    "entry_withdrawn": "{entrant} withdrew.",
    "entry_withdrawn.by_staff": "{author} took {entrant} off the list (reason: {reason}).",
    "player_dropped": "{entrant} dropped out.",
    "player_dropped.by_staff": "{author} took {entrant} out (reason: {reason}).",
    "player_readmitted": "{author} readmitted {entrant} (reason: {reason}).",
    "player_substituted": "{substitute} takes over the place of {left} (reason: {reason}).",
    "bot_entered": "{author} entered a bot as {entrant}.",
    "pair_forbidden": "Two players are kept apart.",
    "pair_forbidden.known": "{author} keeps {first} and {second} apart (reason: {reason}).",
    "pair_allowed": "Two players may meet again.",
    "pair_allowed.known": "{author} lets {first} and {second} meet again.",
    "check_in_opened": "The check-in is open.",
    "player_checked_in": "{entrant} checked in.",
    "player_checked_in.by_staff": "{author} checked {entrant} in.",
    "tournament_started": "The tournament started (players: {count}).",
    "tournament_started.absent": (
        "The tournament started (players: {count}). Absent: {absent_players}."
    ),
    "round_drafted": "The seating of round {round} was drawn.",
    "draft_changed": "{author} changed the draft of round {round} by hand.",
    "round_discarded": "{author} discarded round {round} (reason: {reason}).",
    "round_published": "The seating of round {round} was published: {seating}.",
    "round_published.byes": (
        "The seating of round {round} was published: {seating}. Sitting out: {byes}."
    ),
    "round_published.table": "table {table}: {players}",
    "choice_asked.seat": "{entrant} chooses a seat at table {table}.",
    "choice_asked.colour": "{entrant} chooses a colour at table {table}.",
    "seat_chosen.choice": "{entrant} chose seat {seat_number} at table {table}.",
    "seat_chosen.time": "{entrant} did not choose in time and got seat {seat_number}.",
    "seat_chosen.default": "{entrant} has seat {seat_number} at table {table}.",
    "colour_chosen.choice": "{entrant} chose the colour {colour}.",
    "colour_chosen.time": "{entrant} did not choose in time and got the colour {colour}.",
    "colour_chosen.default": "{entrant} has the colour {colour}.",
    "board_drawn": "The board of round {round} was drawn.",
    "round_started": "Round {round} started.",
    "games_opened": "Games of round {round} were opened (tables: {tables}).",
    "start_brought_forward": "Everybody has added a nonce: the tables of round {round} start.",
    "table_result_recorded.won": (
        "Table {table} of round {round} is over; {winners_named} won: {score}."
    ),
    "table_result_recorded.void": "Table {table} of round {round} was void: {score}.",
    "table_result_recorded.abandoned": "Table {table} of round {round} was given up: {score}.",
    "score": "{player} {points}",
    "result_opened": "The result of table {table} can be signed or appealed.",
    "result_signed": "{entrant} signed the result of table {table}.",
    "result_appealed": "{entrant} appealed the result of table {table} (reason: {reason}).",
    "appeal_rejected": "{author} rejected appeal {appeal} (reason: {reason}).",
    "table_awarded.won": (
        "{author} set the result of table {table}; {winners_named} won: {score} (reason: {reason})."
    ),
    "table_awarded.void": (
        "{author} set the result of table {table}, which nobody won: {score} (reason: {reason})."
    ),
    "table_replayed": "{author} has table {table} play again (reason: {reason}).",
    "result_sealed": "The result of table {table} of round {round} is sealed.",
    "round_closed": "Round {round} is closed.",
    "penalty_imposed.warning": "{author} warned {entrant} (reason: {reason}).",
    "penalty_imposed.points": "{author} took {points} away from {entrant} (reason: {reason}).",
    "penalty_imposed.game": "{author} let {entrant} lose round {round} (reason: {reason}).",
    "penalty_imposed.disqualification": "{author} disqualified {entrant} (reason: {reason}).",
    "penalty_cancelled": "{author} cancelled penalty {penalty} (reason: {reason}).",
    "tournament_finished": "The tournament is over. The winner is {winner}.",
    "tournament_finished.shared": "The tournament is over. {winner} share the first place.",
    "tournament_finished.nobody": "The tournament is over. It has no winner.",
    "tournament_finished.early": "The tournament was ended early (reason: {reason}).",
    "tournament_cancelled": "{author} cancelled the tournament (reason: {reason}).",
    "seed_revealed": "The seed was revealed: {seed}.",
    "ledger_closed": "The ledger was closed.",
}
WORDS: Final[dict[str, Word]] = {
    "organizer": uninflected("Organizer"),
    "referee": uninflected("Referee"),
    "operator": uninflected("Operator"),
    "person": uninflected("A person"),
}
PLAYER: Final = uninflected("Player")
