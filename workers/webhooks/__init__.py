"""Webhooks: sends the notifications in the outbox to the players' URLs."""
