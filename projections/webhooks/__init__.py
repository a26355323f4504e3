"""Webhooks: of what players want to be notified, and the outbox of notices to deliver."""
