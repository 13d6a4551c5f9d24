"""Tests of the lag estimator."""
