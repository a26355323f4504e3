"""The processes of the service, and who starts, watches and stops them."""
