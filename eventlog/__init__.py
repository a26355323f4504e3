"""The ledger: commits with their hash chain, stored in Redis or in a file."""
