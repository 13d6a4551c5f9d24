"""Tests of the market package."""
