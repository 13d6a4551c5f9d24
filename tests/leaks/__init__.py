"""No key anywhere: the fake keys of all tests, and the search of all that a run of tests leaves behind."""
