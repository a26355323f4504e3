"""The front door: settings, wiring and the command line."""
