"""The log of a game whose rules this build lacks: what happens at every table can still be told."""

from collections.abc import Iterable, Iterator

from domain.stand_in import stand_in_for
from eventlog.chain import LedgerChain
from eventlog.ledger_file import read_header
from projections.one_game.narrated_log import CommitSentences, Narrator


def narrate_without_rules(
    header: bytes, lines: Iterable[bytes], language: str
) -> Iterator[CommitSentences]:
    """Tell stored commits, from the first one on. Of other events only the type is told."""
    read, kept = read_header(header), list(lines)
    chain = LedgerChain(
        header, stand_in_for(read.ruleset, read.rules), lambda until: iter(kept[:until])
    )
    narrator = Narrator(language)
    for version, line in enumerate(kept, start=1):
        actor = chain.apply(version, line, narrator.apply).actor
        yield narrator.finish(version, chain.state, actor)
