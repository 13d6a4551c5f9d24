"""Tests of monitor.daemon."""
