"""Long stretches of the whole system in virtual time."""
