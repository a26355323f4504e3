"""The island: layouts, and how a board is dealt from one."""
