"""Tests of monitor.probing."""
