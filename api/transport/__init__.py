"""What all requests and responses share: bodies, errors, limits, streams, logs."""
