"""The service of tournaments, on a fake Redis where nothing real is claimed."""
