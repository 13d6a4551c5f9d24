"""A window of a store enters; one file that tells a stranger how fresh the prices are leaves, as HTML or Markdown."""

from monitor.report.compose import compose
from monitor.report.facts import Facts, gather
from monitor.report.markdown import as_markdown
from monitor.report.page import as_html
from monitor.report.parts import Report

__all__ = ["Facts", "Report", "as_html", "as_markdown", "compose", "gather"]
