"""Golden games: recorded games that have to come out the same, whatever becomes of the code.

Most are kept as a script: the seed, the commands, and what they have to lead to. A few short ones
are kept as whole ledgers, so that stored bytes of every schema stay readable.
"""
