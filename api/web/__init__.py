"""The browser client: files that the server hands out as they are. They know no rules."""
