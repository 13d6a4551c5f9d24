"""Tests of interop."""
