"""Tests of the settings: mistakes, keys, what is shown of them."""
