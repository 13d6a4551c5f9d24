"""A question and the moment an engine serves enter; result pages, worded as real ones are, leave."""

from monitor.sandbox.pages.compose import Page, Served, pages_for

__all__ = ["Page", "Served", "pages_for"]
