"""Access tokens: shown once when they are made; the store keeps a hash, from which no token can be had.

A token is 32 random bytes, so that one round of SHA-256 is as good as a slow hash: there is nothing to guess.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from datetime import datetime

from sqlmodel import Session, col, select

from monitor.errors import StoreError
from monitor.store.tables import AccessToken

__all__ = ["PREFIX", "hash_of", "is_one_of", "live_hashes", "make_token", "revoke_token", "tokens"]

LONGEST = 60
"""Characters of a name."""
PREFIX = "fm_"
"""How tokens begin, so that a search for lost keys knows them."""


def make_token(session: Session, name: str, now: datetime) -> str:
    """Store a new token under a name for people, and give it; it cannot be had again.

    Raises StoreError for a name that could not be read in a list, or that a token which holds has already.
    """
    name = name.strip()
    if not name or len(name) > LONGEST or not name.isprintable():
        raise StoreError(f"{name[:20]!r} is no name that a list could show", "token",
                         f"give it 1 to {LONGEST} printable characters")  # fmt: skip
    taken = select(AccessToken.id).where(AccessToken.name == name, col(AccessToken.revoked_at).is_(None))
    if (number := session.exec(taken).first()) is not None:
        raise StoreError(f"token {number} is called {name!r} already", "token",
                         f"choose another name, or `monitor token revoke {number}` first")  # fmt: skip
    token = PREFIX + secrets.token_urlsafe(32)
    session.add(AccessToken(name=name, sha256=hash_of(token), made_at=now))
    session.flush()
    return token


def tokens(session: Session) -> list[AccessToken]:
    """Give all tokens that were ever made, the oldest first."""
    return list(session.exec(select(AccessToken).order_by(col(AccessToken.id))).all())


def revoke_token(session: Session, number: int, now: datetime) -> AccessToken | None:
    """End a token; gives it, or None where there is none of that number. Twice changes nothing."""
    found = session.get(AccessToken, number)
    if found is not None and found.revoked_at is None:
        found.revoked_at = now
        session.add(found)
    return found


def live_hashes(session: Session) -> frozenset[str]:
    """Give the hashes of the tokens that hold."""
    return frozenset(session.exec(select(AccessToken.sha256).where(col(AccessToken.revoked_at).is_(None))).all())


def hash_of(token: str) -> str:
    """Give the hash that the store keeps."""
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


def is_one_of(token: str, hashes: Iterable[str]) -> bool:
    """Tell whether the token's hash is among these, in a time that tells nothing about them."""
    given = hash_of(token)
    found = False
    for one in hashes:
        found |= hmac.compare_digest(given, one)
    return found
