"""Makes a wish of what a player asks for: complete options, a rating band, times."""

from hashlib import sha256

from commands.seeks.refusals import BotsInRatedSeek, SeekWithoutClock, SeekWithoutOthers
from commands.seeks.seek import ANY_RATING, SeekRequest, Table, Wish
from commands.seeks.table_maker import BOT
from domain.chance.draws import SeededChance
from domain.ids import PlayerId
from domain.messages import Occasion
from domain.registry import ruleset_named
from domain.ruleset import AnyRuleset, play
from domain.table.bots import UnknownBot
from domain.table.deadlines import Clock
from domain.table.lobby import GameOpened, OpenGame

LIVE_SECONDS = 5 * 60
"""Without a sign of life for so long, a player is not at their phone any more."""
SLOW_SECONDS = 24 * 3_600
"""The same if the clock is slow: nobody has to be there when such a game starts."""
_SLOW_TURN_SECONDS = 3_600
FEWEST = 2


def make_wish(
    player: PlayerId, request: SeekRequest, rating: float, now: int, body_digest: str
) -> Wish:
    """Make a wish, or refuse it with the code that opening such a game would have."""
    ruleset = ruleset_named(request.ruleset)
    players = ruleset.seats[-1] if request.players is None else request.players
    if players < FEWEST:
        raise SeekWithoutOthers("a quick game has two seats or more", players=players)
    if request.bots_after_seconds is not None:
        if request.rated:
            raise BotsInRatedSeek("a rated game is played without bots")
        if BOT not in ruleset.bots:
            raise UnknownBot("there is no bot for this ruleset", bots=list(ruleset.bots))
    fill = request.bots_after_seconds
    options, clock = _read_options(ruleset, player, request, players)
    is_slow = clock.turn_seconds >= _SLOW_TURN_SECONDS
    return Wish(
        player=player,
        table=Table(ruleset.name, players, options, request.rated),
        rating=rating,
        low=-ANY_RATING if request.below is None else rating - request.below,
        high=ANY_RATING if request.above is None else rating + request.above,
        posted_at=now,
        body_digest=body_digest,
        seconds_to_live=SLOW_SECONDS if is_slow else LIVE_SECONDS,
        fill_at=None if fill is None else now + 1_000 * fill,
        nonce=request.nonce,
    )


def _read_options(
    ruleset: AnyRuleset, player: PlayerId, request: SeekRequest, players: int
) -> tuple[dict[str, object], Clock]:
    """Return complete options, by the rules for opening a game, and the clock in them."""
    command = OpenGame(
        player, "seek", players, request.options, invited_only=True, rated=request.rated
    )
    table = ruleset.new_game()
    chance = SeededChance(sha256(b"a seek draws nothing").digest(), "")
    for event in play(table, command, chance, Occasion(0, player)):
        if isinstance(event, GameOpened):
            if not isinstance(table.options.clock, Clock):
                raise SeekWithoutClock("strangers play with a clock; choose one")
            return event.options, table.options.clock
    raise AssertionError("a game is opened by an event")
