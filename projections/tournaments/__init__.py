"""The read side of tournaments: views, the log, the feed, lists and tables for spreadsheets."""
