"""Seeded draws that anybody can repeat from the same words, in any order."""

import hashlib
from datetime import UTC, datetime

import numpy as np

__all__ = ["EPOCH", "day_number", "draw", "normal", "pick", "seconds_of", "stream"]

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
DAY_S = 86_400


def _digest(words: tuple[object, ...]) -> int:
    text = "\x1f".join(map(str, words)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")


def draw(*words: object) -> float:
    """Give a number in [0, 1) that depends on the words alone."""
    return _digest(words) / 2**64


def normal(*words: object) -> float:
    """Give a standard normal number that depends on the words alone (sum of twelve uniforms, less six)."""
    text = "\x1f".join(map(str, words)).encode()
    parts = hashlib.blake2b(text, digest_size=48).digest()
    return sum(int.from_bytes(parts[i : i + 4], "big") for i in range(0, 48, 4)) / 2**32 - 6.0


def pick(count: int, *words: object) -> int:
    """Give a whole number in [0, count) that depends on the words alone."""
    return _digest(words) % count


def stream(*words: object) -> np.random.Generator:
    """Give a generator of random arrays that depends on the words alone."""
    return np.random.Generator(np.random.PCG64(_digest(words)))


def seconds_of(at: datetime) -> int:
    """Give whole seconds since 1970 of an aware moment, rounded down."""
    delta = at - EPOCH
    return delta.days * DAY_S + delta.seconds


def day_number(second: int) -> int:
    """Give the UTC day, counted from 1970, that a second falls on."""
    return second // DAY_S
