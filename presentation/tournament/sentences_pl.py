"""What happens in a tournament, in Polish."""

from typing import Final

from presentation.language import Word

SENTENCES: Final = {
    "tournament_opened": "Otwarto turniej „{title}” (liczba miejsc: {capacity}).",
    "staff_appointed": "{person} – powołanie przez {author.accusative}.",
    "staff_removed": "{author} odwołał z obsługi: {person}.",
    "player_registered.pending": "{entrant} prosi o udział.",
    "player_registered.waiting": "{entrant} zgłosił się i czeka na miejsce.",
    "player_registered.entered": "{entrant} zgłosił się.",
    "player_registered.playing": "{entrant} dołączył później, od rundy {from_round}.",
    "entry_approved.waiting": "{author} przyjął {entrant.accusative}, który czeka na miejsce.",
    "entry_approved.entered": "{author} przyjął {entrant.accusative}.",
    "entry_approved.playing": "{author} przyjął {entrant.accusative} od rundy {from_round}.",
    "entry_declined": "{author} nie przyjął {entrant.genitive} (powód: {reason}).",
    "entry_moved_up": "{entrant} dostał miejsce z listy oczekujących.",
    "entry_withdrawn": "{entrant} wycofał się.",
    "entry_withdrawn.by_staff": "{author} skreślił {entrant.accusative} z listy (powód: {reason}).",
    "player_dropped": "{entrant} odszedł z turnieju.",
    "player_dropped.by_staff": "{author} wycofał {entrant.accusative} (powód: {reason}).",
    "player_readmitted": "{author} ponownie przyjął {entrant.accusative} (powód: {reason}).",
    "player_substituted": "{substitute} przejmuje miejsce: {left} (powód: {reason}).",
    "bot_entered": "{author} zgłosił bota: {entrant}.",
    "pair_forbidden": "Dwaj gracze nie powinni się spotkać.",
    "pair_forbidden.known": ("{author} rozdzielił graczy: {first} i {second} (powód: {reason})."),
    "pair_allowed": "Dwaj gracze znów mogą się spotkać.",
    "pair_allowed.known": "{author} znów pozwala się spotkać: {first} i {second}.",
    "check_in_opened": "Można potwierdzać obecność.",
    "player_checked_in": "{entrant} potwierdził obecność.",
    "player_checked_in.by_staff": "{author} potwierdził obecność {entrant.genitive}.",
    "tournament_started": "Turniej się rozpoczął (liczba graczy: {count}).",
    "tournament_started.absent": (
        "Turniej się rozpoczął (liczba graczy: {count}). Nieobecni: {absent_players}."
    ),
    "round_drafted": "Wylosowano stoły rundy {round}.",
    "draft_changed": "{author} zmienił ręcznie projekt rundy {round}.",
    "round_discarded": "{author} odrzucił rundę {round} (powód: {reason}).",
    "round_published": "Ogłoszono stoły rundy {round}: {seating}.",
    "round_published.byes": "Ogłoszono stoły rundy {round}: {seating}. Pauzują: {byes}.",
    "round_published.table": "stół {table}: {players}",
    "choice_asked.seat": "{entrant} wybiera miejsce przy stole {table}.",
    "choice_asked.colour": "{entrant} wybiera kolor przy stole {table}.",
    "seat_chosen.choice": "{entrant} wybrał miejsce {seat_number} przy stole {table}.",
    "seat_chosen.time": "{entrant} nie wybrał na czas i dostał miejsce {seat_number}.",
    "seat_chosen.default": "{entrant} ma miejsce {seat_number} przy stole {table}.",
    "colour_chosen.choice": "{entrant} wybrał kolor: {colour}.",
    "colour_chosen.time": "{entrant} nie wybrał na czas i dostał kolor: {colour}.",
    "colour_chosen.default": "{entrant} ma kolor: {colour}.",
    "board_drawn": "Wylosowano planszę rundy {round}.",
    "round_started": "Rozpoczęła się runda {round}.",
    "games_opened": "Otwarto gry rundy {round} (stoły: {tables}).",
    "start_brought_forward": "Wszyscy dodali swoje liczby losowe: stoły rundy {round} zaczynają.",
    "table_result_recorded.won": (
        "Stół {table} w rundzie {round} zakończył grę; zwycięzca: {winners_named}. Wynik: {score}."
    ),
    "table_result_recorded.void": "Grę stołu {table} w rundzie {round} unieważniono: {score}.",
    "table_result_recorded.abandoned": "Grę stołu {table} w rundzie {round} przerwano: {score}.",
    "score": "{player} – {points}",
    "result_opened": "Wynik stołu {table} można podpisać albo zaskarżyć.",
    "result_signed": "{entrant} podpisał wynik stołu {table}.",
    "result_appealed": "{entrant} zaskarżył wynik stołu {table} (powód: {reason}).",
    "appeal_rejected": "{author} odrzucił odwołanie {appeal} (powód: {reason}).",
    "table_awarded.won": (
        "{author} ustalił wynik stołu {table}; zwycięzca: {winners_named}. Wynik: {score} "
        "(powód: {reason})."
    ),
    "table_awarded.void": (
        "{author} ustalił wynik stołu {table} bez zwycięzcy: {score} (powód: {reason})."
    ),
    "table_replayed": "{author} zarządził powtórzenie gry przy stole {table} (powód: {reason}).",
    "result_sealed": "Wynik stołu {table} w rundzie {round} jest ostateczny.",
    "round_closed": "Zamknięto rundę {round}.",
    "penalty_imposed.warning": "{author} upomniał {entrant.accusative} (powód: {reason}).",
    "penalty_imposed.points": "{author} odjął {points}: {entrant} (powód: {reason}).",
    "penalty_imposed.game": (
        "{author} uznał grę rundy {round} za przegraną: {entrant} (powód: {reason})."
    ),
    "penalty_imposed.disqualification": (
        "{author} zdyskwalifikował {entrant.accusative} (powód: {reason})."
    ),
    "penalty_cancelled": "{author} cofnął karę {penalty} (powód: {reason}).",
    "tournament_finished": "Turniej zakończony. Zwycięzca: {winner}.",
    "tournament_finished.shared": "Turniej zakończony. Pierwsze miejsce dzielą: {winner}.",
    "tournament_finished.nobody": "Turniej zakończony bez zwycięzcy.",
    "tournament_finished.early": "Turniej zakończono przed czasem (powód: {reason}).",
    "tournament_cancelled": "{author} odwołał turniej (powód: {reason}).",
    "seed_revealed": "Ujawniono ziarno losowości: {seed}.",
    "ledger_closed": "Księga turnieju została zamknięta.",
}
WORDS: Final[dict[str, Word]] = {
    "organizer": Word(
        "Organizator", "Organizatora", "Organizatorowi", "Organizatora", "Organizatorem"
    ),
    "referee": Word("Sędzia", "Sędziego", "Sędziemu", "Sędziego", "Sędzią"),
    "operator": Word("Operator", "Operatora", "Operatorowi", "Operatora", "Operatorem"),
    "person": Word("Osoba", "Osoby", "Osobie", "Osobę", "Osobą"),
}
PLAYER: Final = Word("Gracz", "Gracza", "Graczowi", "Gracza", "Graczem")
