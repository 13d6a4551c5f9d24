"""What every table of the settings is: frozen, and strict about its keys; and what an address in one may be."""

import re
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict

__all__ = ["Table", "WebAddress", "web_address"]

_HOST_CHARS = 253
"""The longest name of a host (RFC 1035)."""
_LABEL_CHARS = 63


class Table(BaseModel):
    """A table of the file; an unknown key is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def web_address(value: str) -> str:
    """Give back an address that can be asked; placeholders in braces stand for whatever they will be.

    Raises:
        ValueError: it is no http(s) address, holds a user name, or its host or port cannot be one.

    """
    shown = "it" if "@" in value else repr(value.partition("?")[0])  # neither a password nor a key is repeated
    where = "there can be no such host or port"
    if not re.match(r"^https?://[^/\s?#@]+([/?#]\S*)?$", value):
        what = "a url starts with http:// or https://, names a host and holds no user name"
        raise ValueError(f"{shown} does not do: {what}")
    try:
        parts = urlsplit(re.sub(r"\{\w*\}", "1", value))
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise ValueError(f"{shown} does not do: {where}") from None  # what it says repeats a part of the address
    labels = host.removesuffix(".").split(".")
    if port == 0 or len(host) > _HOST_CHARS or not all(0 < len(label) <= _LABEL_CHARS for label in labels):
        raise ValueError(f"{shown} does not do: {where}")
    return value


WebAddress = Annotated[str, AfterValidator(web_address)]
"""An http or https address."""
