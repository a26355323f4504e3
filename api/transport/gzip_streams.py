"""Compression of streams: what has been written reaches the reader at once."""

import zlib
from collections.abc import Iterator

LEVEL = 5
WINDOW_BITS = 13
"""Commits are compressed with the 8 KiB before them: about the last twenty of them."""
MEMORY_LEVEL = 6
"""Together with the window, a stream takes 64 KiB of memory; by default it would take 256."""
_GZIP = 16


def gzip_stream(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """The chunks as one gzip stream, flushed after each of them."""
    compressor = zlib.compressobj(LEVEL, zlib.DEFLATED, _GZIP + WINDOW_BITS, MEMORY_LEVEL)
    for chunk in chunks:
        yield compressor.compress(chunk) + compressor.flush(zlib.Z_SYNC_FLUSH)
    yield compressor.flush()
