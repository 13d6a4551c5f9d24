"""Tests of the program as a user runs it."""
