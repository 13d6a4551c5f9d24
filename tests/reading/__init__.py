"""Tests of reading: numbers, labels, times, look-alikes, and whole cases."""
