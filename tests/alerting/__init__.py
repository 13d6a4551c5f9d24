"""Alerts: rules, incidents, messages."""
