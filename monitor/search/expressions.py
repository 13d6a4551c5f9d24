"""JMESPath expressions, compiled once."""

import functools
from typing import Any

import jmespath
from jmespath.exceptions import JMESPathError

__all__ = ["JMESPathError", "compile_expression", "evaluate"]


@functools.cache
def compile_expression(expression: str) -> Any:
    """Give the compiled expression; ValueError says where it fails to parse."""
    try:
        return jmespath.compile(expression)
    except JMESPathError as error:
        first = str(error).splitlines()[0]
        raise ValueError(f"not a JMESPath expression: {first}") from error


def evaluate(expression: str, document: Any) -> Any:
    """Give what the expression finds in the document.

    A function in the expression that meets a value of the wrong type raises JMESPathError, as does nesting too
    deep to walk.
    """
    try:
        return compile_expression(expression).search(document)
    except RecursionError as error:
        raise JMESPathError("nested too deep") from error
