"""Notifications: what is in the outbox is sent to the players' webhooks."""
