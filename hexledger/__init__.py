"""The front door: settings, wiring of the rooms, command line, processes and Redis."""
