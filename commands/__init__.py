"""The write side: a command comes in, a commit goes out."""
