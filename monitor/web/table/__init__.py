"""Columns, a source of rows and a request's parameters enter; one page of rows, with its links, leaves."""

__all__: list[str] = []
