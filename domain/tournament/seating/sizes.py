"""How many tables a round has, and of which sizes."""

from domain.tournament.seating.problem import CannotBeSplit, TableSizes


def table_sizes(players: int, sizes: TableSizes) -> tuple[tuple[int, ...], int]:
    """The sizes of a round's tables, the full ones first, and how many players sit out.

    As few tables as possible, of sizes that differ by one at most: with three or four at a table
    that makes the fewest tables of three. Only as many sit out as must.
    """
    most, fewest = sizes.most, sizes.fewest
    for byes in range(players if sizes.byes != "never" else min(players, 1)):
        seated = players - byes
        tables = -(-seated // most)
        if sizes.byes == "for_full_tables" and seated % most and seated > most:
            continue
        if tables * fewest <= seated:
            full, left = divmod(seated, tables)
            return (full + 1,) * left + (full,) * (tables - left), byes
    raise CannotBeSplit(
        f"{players} players cannot be split into tables of {fewest} to {most}",
        players=players,
        fewest=fewest,
        most=most,
    )
