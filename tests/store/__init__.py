"""Tests of monitor.store."""
