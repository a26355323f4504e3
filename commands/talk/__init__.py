"""Table talk, the write side: saying, erasing, muting and reporting."""
