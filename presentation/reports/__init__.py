"""Reports over games for people: as text, and as a table for spreadsheets."""
