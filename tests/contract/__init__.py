"""What every implementation of a port must pass."""
