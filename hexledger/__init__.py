"""The front door: command line, simulation and everything that is wired together."""
