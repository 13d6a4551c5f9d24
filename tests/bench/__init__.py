"""Benchmarks: each prints its figure beside that of something plain, measured in the same run."""
