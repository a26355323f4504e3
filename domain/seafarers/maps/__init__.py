"""Maps of Seafarers: layouts as data, their checks, and how a board is dealt from one."""
