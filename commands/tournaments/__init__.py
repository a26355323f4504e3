"""The write side of tournaments: commands, opening of tables, results of games."""
