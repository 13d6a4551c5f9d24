"""Measured facts enter; alerts that fire and clear, their timelines and the messages about them leave.

`judge` decides, `measure` finds the facts, `cycle` writes what follows, `tell` makes the messages, `deliver`
sends them.
"""
