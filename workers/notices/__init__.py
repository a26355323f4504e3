"""Notices: follows the ledger for them, and sends them to webhooks and push services."""
