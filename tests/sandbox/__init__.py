"""Tests of the simulated market, engines and formats."""
