"""Other tools' run folders, tables and answer keys enter and leave.

Import from the modules: they stand on numpy, which only the worker and the commands load.
"""

__all__ = ["exporting", "finsearch", "folders", "grading", "importing", "keys"]
