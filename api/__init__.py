"""The HTTP service: application, schemas, authentication and live streams."""
