"""Freshness monitor for web-search APIs: asks at chosen instants, records, grades and estimates the lag."""

__all__ = ["__version__"]

__version__ = "0.1.0"
