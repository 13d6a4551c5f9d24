"""Tests of the verdicts on answers."""
