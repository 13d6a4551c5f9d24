"""An address enters; why it must not be asked for leaves: what is private, or no plain web address, is refused.

Pages are fetched by an api, never by this program, so this is a second fence: no name or number of a network's inside
is handed to anybody. Numbers are read as browsers read them (WHATWG URL, "host parsing"): 2130706433, 0x7f.1 and
0177.0.0.1 are all 127.0.0.1. Where a redirect leads is the api's business; it is judged by the address that its answer
names.
"""

import asyncio
import re
import socket
import unicodedata
from collections.abc import Awaitable, Callable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import unquote, urlsplit

__all__ = ["ODD", "Resolve", "resolve_host", "why_not_public", "why_not_public_here"]

Resolve = Callable[[str], Awaitable[Sequence[str]]]
"""From a host's name to its addresses; none where it has none here."""

ODD = "it is no plain web address"
"""Why an address is refused that is not one of the web, or not written as one."""

LOOK_UP_S = 3.0

_INSIDE = ("localhost", "local", "internal", "intranet", "private", "corp", "home", "lan", "home.arpa", "localdomain",
           "onion", "invalid", "svc")  # fmt: skip
"""Endings of names that are nobody's on the public web (RFC 6761, 6762, 8375; ICANN's reserved `internal`)."""

_NUMBER = re.compile(r"0x[0-9a-f]*|[0-9]+")
_HOST = re.compile(r"[\w.-]+")
_UNSAFE = re.compile(r"[\s\x00-\x1f\x7f\\]")
_METADATA = frozenset({IPv4Address("168.63.129.16")})
"""Public numbers at which a cloud serves its machines alone; the others of the kind are link-local or private."""
_WRAPPED = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"), IPv6Network("::/96"),
            IPv6Network("::ffff:0:0:0/96"))  # fmt: skip
"""IPv6 networks whose last 32 bits are an IPv4 address: NAT64 (RFC 6052, 8215), the old compatible form, and the
translated one (RFC 2765)."""
_RESERVED = (IPv4Network("0.0.0.0/8"), IPv4Network("192.0.0.0/24"))
"""This network, and that of protocols (RFC 6890), where a cloud keeps its metadata."""


def why_not_public(url: str) -> str:
    """Give why an address must not be asked for; empty where nothing in it forbids that. Nothing is looked up."""
    if _UNSAFE.search(url) or len(url) > 8_000:
        return ODD
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return ODD
    if parts.scheme not in ("http", "https") or not host or "@" in parts.netloc or port == 0:
        return ODD
    if parts.netloc.startswith("["):
        return _why_number(host)
    return _why_name(_plain(host))


async def why_not_public_here(url: str, resolve: Resolve) -> str:
    """Give why an address must not be asked for, its name looked up too.

    A name that has no address here is not this network's, and is let through: the api has its own resolver.
    """
    why = why_not_public(url)
    host = _plain(urlsplit(url).hostname or "") if not why else ""
    if why or _number(host) is not None or ":" in host:
        return why
    return next((f"its name leads to {one}" for one in await resolve(host) if _why_number(one)), "")


async def resolve_host(host: str) -> Sequence[str]:
    """Give the addresses of a name as this host sees them; none where it has none, or none in time."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(LOOK_UP_S):
            found = await loop.getaddrinfo(host, 443, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError, TimeoutError):
        return ()
    return tuple(dict.fromkeys(str(one[4][0]) for one in found))


def _plain(host: str) -> str:
    """Give a host's name as a browser would have it: unescaped, wide and circled digits and dots made plain."""
    wide = unicodedata.normalize("NFKC", unquote(host)).replace("\u3002", ".").replace("\u00ad", "")
    return wide.casefold().removesuffix(".")


def _why_name(host: str) -> str:
    if not _HOST.fullmatch(host) or ".." in host:
        return ODD
    number = _number(host)
    if number is not None:
        return number
    if "." not in host or any(host == one or host.endswith(f".{one}") for one in _INSIDE):
        return "its name is of a private network"
    return ""


def _number(host: str) -> str | None:
    """Give why a host that is a number is refused, empty for a public one; None where it is a name."""
    parts = host.split(".")
    if not _NUMBER.fullmatch(parts[-1]):
        return None
    try:
        values = [_value(part) for part in parts]
    except ValueError:
        return ODD
    last = 256 ** (5 - len(values))
    if len(values) > 4 or values[-1] >= last or any(value > 255 for value in values[:-1]):
        return ODD
    whole = values[-1] + sum(value << 8 * (3 - n) for n, value in enumerate(values[:-1]))
    return _why_number(str(IPv4Address(whole)))


def _value(part: str) -> int:
    """Give a number as browsers read it: hexadecimal after 0x, octal after another 0."""
    if not _NUMBER.fullmatch(part):
        raise ValueError(part)
    if part.startswith("0x"):
        return int(part[2:] or "0", 16)
    return int(part, 8 if part.startswith("0") and len(part) > 1 else 10)


def _why_number(address: str) -> str:
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return ODD
    return "it is the address of a private network" if _inside(found) else ""


def _inside(address: IPv4Address | IPv6Address) -> bool:
    """Tell whether an address is not everybody's: private, loopback, link-local, metadata, or wraps one that is."""
    if isinstance(address, IPv4Address):
        kept = any(address in one for one in _RESERVED) or address in _METADATA
        return kept or not address.is_global or address.is_multicast
    wrapped = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    wrapped += [IPv4Address(int(address) & 0xFFFFFFFF) for one in _WRAPPED if address in one]
    if any(one is not None and _inside(one) for one in wrapped):
        return True
    return not any(wrapped) and (not address.is_global or address.is_multicast or address.is_site_local)
