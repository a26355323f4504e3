"""The service as processes: settings, Redis, supervision and the web."""
