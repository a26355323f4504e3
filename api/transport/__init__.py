"""What every request and response has, whatever the call: bodies, errors, limits, logs."""
