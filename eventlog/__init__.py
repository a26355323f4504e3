"""The ledger: commits with their hash chain, codecs, upcasting, and the file form."""
