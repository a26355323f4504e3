"""Webhooks: who wants to be told of what, and the outbox of what is to be told."""
