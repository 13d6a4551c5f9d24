"""Tests of the search APIs."""
