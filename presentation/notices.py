"""Notices for people: a title and a sentence in their language, as a phone shows them."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from presentation.language import DEFAULT_LANGUAGE

ENGLISH: Final = {
    "turn": "It is your turn in the game with {others}.",
    "turn.alone": "It is your turn.",
    "trade_offer": "{maker} offers you a trade.",
    "game_over.won": "You have won the game with {others}.",
    "game_over.won.alone": "You have won.",
    "game_over.lost": "The game with {others} is over. {winners} won.",
    "game_over.none": "The game with {others} is over without a winner.",
    "game_over.none.alone": "Your game is over without a winner.",
    "invitation": "{maker} invites you to a game.",
    "seek": "Your game has been found.",
    "rematch": "{maker} would like to play again.",
    "tournament": "There is news of your tournament.",
    "tournament.check_in": "{tournament}: check in now, or your place is given away.",
    "tournament.entry_approved": "{tournament}: your entry is approved.",
    "tournament.entry_declined": "{tournament}: your entry is declined ({reason}).",
    "tournament.place_given": "{tournament}: you have moved up and have a place now.",
    "tournament.dropped": "{tournament}: you take no part any more ({reason}).",
    "tournament.readmitted": "{tournament}: you take part again ({reason}).",
    "tournament.replaced": "{tournament}: another player has taken over your place ({reason}).",
    "tournament.substitute": "{tournament}: you play in place of another player ({reason}).",
    "tournament.round_published": "{tournament}, round {round}: you sit at table {table}, seat "
    "{seat}, with {others}.",
    "tournament.round_published.choice": "{tournament}, round {round}: you sit at table {table} "
    "with {others}; seats are chosen.",
    "tournament.bye": "{tournament}, round {round}: you sit out.",
    "tournament.round_discarded": "{tournament}, round {round}: the seating no longer holds "
    "({reason}).",
    "tournament.choice_asked": "{tournament}, table {table}: choose your seat or colour.",
    "tournament.game_opened": "{tournament}, round {round}: your game at table {table} with "
    "{others} begins.",
    "tournament.result_to_sign": "{tournament}, table {table}: sign the result, or appeal.",
    "tournament.result_open": "{tournament}, table {table}: the result is there; you may appeal.",
    "tournament.table_decided": "{tournament}, table {table}: a referee has decided ({reason}).",
    "tournament.penalty": "{tournament}: you have a penalty ({reason}).",
    "tournament.penalty_cancelled": "{tournament}: a penalty of yours is cancelled ({reason}).",
    "tournament.disqualified": "{tournament}: you are disqualified ({reason}).",
    "referee_call": "A referee is needed.",
    "referee_call.referee_called": "{maker} calls a referee to table {table} of {tournament}.",
    "referee_call.result_appealed": "{maker} appeals about table {table} of {tournament}.",
    "talk": "{maker} wrote to you at the table.",
    "test": "This is a test. Notices reach this device.",
    "somebody": "somebody",
    "and": "and",
}
POLISH: Final = {
    "turn": "Twoja kolej w grze, w której biorą udział: {others}.",
    "turn.alone": "Twoja kolej.",
    "trade_offer": "{maker} proponuje ci wymianę.",
    "game_over.won": "Wygrana! Pozostali gracze: {others}.",
    "game_over.won.alone": "Wygrana!",
    "game_over.lost": "Koniec gry. Wygrywa: {winners}. Pozostali gracze: {others}.",
    "game_over.none": "Koniec gry bez zwycięzcy. Pozostali gracze: {others}.",
    "game_over.none.alone": "Koniec gry bez zwycięzcy.",
    "invitation": "{maker} zaprasza cię do gry.",
    "seek": "Znaleziono dla ciebie grę.",
    "rematch": "{maker} chce zagrać jeszcze raz.",
    "tournament": "Są wiadomości z twojego turnieju.",
    "tournament.check_in": "{tournament}: potwierdź teraz obecność, bo stracisz miejsce.",
    "tournament.entry_approved": "{tournament}: twoje zgłoszenie jest przyjęte.",
    "tournament.entry_declined": "{tournament}: twoje zgłoszenie jest odrzucone ({reason}).",
    "tournament.place_given": "{tournament}: masz teraz miejsce z listy rezerwowej.",
    "tournament.dropped": "{tournament}: nie bierzesz już udziału ({reason}).",
    "tournament.readmitted": "{tournament}: znów bierzesz udział ({reason}).",
    "tournament.replaced": "{tournament}: twoje miejsce zajmuje inna osoba ({reason}).",
    "tournament.substitute": "{tournament}: grasz zamiast innej osoby ({reason}).",
    "tournament.round_published": "{tournament}, runda {round}: siedzisz przy stole {table}, "
    "miejsce {seat}; pozostali gracze: {others}.",
    "tournament.round_published.choice": "{tournament}, runda {round}: siedzisz przy stole "
    "{table}; miejsca są wybierane; pozostali gracze: {others}.",
    "tournament.bye": "{tournament}, runda {round}: pauzujesz.",
    "tournament.round_discarded": "{tournament}, runda {round}: rozsadzenie już nie obowiązuje "
    "({reason}).",
    "tournament.choice_asked": "{tournament}, stół {table}: wybierz miejsce albo kolor.",
    "tournament.game_opened": "{tournament}, runda {round}: zaczyna się twoja gra przy stole "
    "{table}; pozostali gracze: {others}.",
    "tournament.result_to_sign": "{tournament}, stół {table}: podpisz wynik albo się odwołaj.",
    "tournament.result_open": "{tournament}, stół {table}: jest wynik; możesz się odwołać.",
    "tournament.table_decided": "{tournament}, stół {table}: jest decyzja sędziego ({reason}).",
    "tournament.penalty": "{tournament}: masz karę ({reason}).",
    "tournament.penalty_cancelled": "{tournament}: twoja kara jest anulowana ({reason}).",
    "tournament.disqualified": "{tournament}: dyskwalifikacja ({reason}).",
    "referee_call": "Potrzebny jest sędzia.",
    "referee_call.referee_called": "{maker} wzywa sędziego do stołu {table}, {tournament}.",
    "referee_call.result_appealed": "{maker} odwołuje się od wyniku stołu {table}, {tournament}.",
    "talk": "{maker} pisze do ciebie przy stole.",
    "test": "To jest próba. Powiadomienia docierają do tego urządzenia.",
    "somebody": "ktoś",
    "and": "i",
}
SENTENCES: Final = {"en": ENGLISH, "pl": POLISH}
TITLES: Final = {
    "en": {
        "turn": "Your turn",
        "trade_offer": "Trade offer",
        "game_over": "Game over",
        "invitation": "Invitation",
        "seek": "Your game is ready",
        "rematch": "Play again?",
        "tournament": "Tournament",
        "referee_call": "A referee is needed",
        "talk": "Table talk",
        "test": "Hexledger",
    },
    "pl": {
        "turn": "Twoja kolej",
        "trade_offer": "Propozycja wymiany",
        "game_over": "Koniec gry",
        "invitation": "Zaproszenie",
        "seek": "Gra gotowa",
        "rematch": "Jeszcze raz?",
        "tournament": "Turniej",
        "referee_call": "Potrzebny sędzia",
        "talk": "Rozmowa przy stole",
        "test": "Hexledger",
    },
}


class NoticeText(NamedTuple):
    """What a phone shows of a notice."""

    title: str
    text: str


def notice_text(notice: Mapping[str, Any], language: str) -> NoticeText:
    """Put a notice into words. It has names beside the ids of players."""
    chosen = language if language in SENTENCES else DEFAULT_LANGUAGE
    sentences = SENTENCES[chosen]
    kind = notice["kind"]
    names = _Names(notice, sentences)
    others = names.others()
    key = _key(notice, sentences)
    if not others and f"{key}.alone" in sentences:
        key = f"{key}.alone"
    text = sentences[key].format(
        others=others or sentences["somebody"],
        maker=names.maker(),
        winners=names.winners(),
        tournament=notice.get("tournament_title"),
        round=notice.get("round"),
        table=notice.get("table"),
        # People count seats from 1.
        seat=notice.get("seat", 0) + 1,
        reason=notice.get("reason"),
    )
    return NoticeText(TITLES[chosen][kind], text[0].upper() + text[1:])


def _key(notice: Mapping[str, Any], sentences: Mapping[str, str]) -> str:
    kind: str = notice["kind"]
    about = f"{kind}.{notice.get('about')}"
    if about in sentences:
        is_chosen = "seat" not in notice and f"{about}.choice" in sentences
        return f"{about}.choice" if is_chosen else about
    if kind != "game_over":
        return kind
    if not notice["winners"]:
        return "game_over.none"
    return "game_over.won" if notice["seat"] in notice["winners"] else "game_over.lost"


class _Names:
    """The people of a notice by name. A player without a name is "somebody"."""

    def __init__(self, notice: Mapping[str, Any], sentences: Mapping[str, str]) -> None:
        self._notice = notice
        self._sentences = sentences
        self._players = list(notice.get("players", ()))

    def others(self) -> str:
        if "opponents" in self._notice:
            return self._listed(map(self._name, self._notice["opponents"]))
        own = self._notice.get("seat")
        return self._listed(
            self._name(player) for seat, player in enumerate(self._players) if seat != own
        )

    def winners(self) -> str:
        return self._listed(self._at(seat) for seat in self._notice.get("winners", ()))

    def maker(self) -> str:
        """Who offers, invites, asks or writes: a seat of the table, or the player in `from`."""
        if "offer" in self._notice:
            return self._at(self._notice["offer"].get("seat"))
        return self._name(self._notice.get("from"))

    def _at(self, seat: int | None) -> str:
        is_known = seat is not None and seat < len(self._players)
        return self._name(self._players[seat] if is_known and seat is not None else None)

    def _name(self, player: str | None) -> str:
        if player is not None and player.startswith("bot:"):
            return "bot"
        return self._notice.get("names", {}).get(player) or self._sentences["somebody"]

    def _listed(self, names: Any) -> str:
        *first, last = [*names] or [""]
        return f"{', '.join(first)} {self._sentences['and']} {last}" if first else last
