"""Notices: what concerns a player, in their personal feed and delivered to their receivers."""
