"""Clients that are generated from the API description, and programs that play with them."""
