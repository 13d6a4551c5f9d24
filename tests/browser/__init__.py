"""Tests of the pages in a headless browser."""
