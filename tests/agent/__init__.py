"""The agent, its runs and their figures."""
