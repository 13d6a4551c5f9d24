"""Patterns arranged for a quick scan find what the plain ones find."""

import random
import re

from monitor.reading.vocabulary import longest, sieve, trie

_WORDS = ["euro", "euro area", "eur", "yen", "u.s. dollar", "dollar", "円", "日本円", "a"]
_PARTS = [*_WORDS, " ", " ", "-", "s", "1", "é", "pre", "price", "at 3"]


def _texts(seed: int) -> list[str]:
    rng = random.Random(seed)
    return ["".join(rng.choice(_PARTS) for _ in range(rng.randrange(1, 8))) for _ in range(3000)]


def test_longest_finds_the_same_places_as_looking_back_first() -> None:
    plain = re.compile(
        rf"(?<![^\W_]){trie(w for w in _WORDS if w < '円')}(?![^\W_])|{trie(w for w in _WORDS if w >= '円')}"
    )
    quick = longest(_WORDS, "円")
    for text in _texts(1):
        assert [m.span() for m in quick.finditer(text)] == [m.span() for m in plain.finditer(text)]


def test_sieve_is_found_in_the_same_texts() -> None:
    pattern = r"\bpre|price (?:at|of) \d|euros?\b|u\.s\. d|dollars*s|eur(?:o a|s)"
    whole = r"[^\W_]"
    bounded = re.compile(rf"(?<!{whole})(?:{pattern})(?!{whole})")
    free, quick, whole_words = re.compile(pattern), sieve(pattern), sieve(pattern, whole=whole)
    for text in _texts(2):
        assert bool(quick.search(text)) == bool(free.search(text))
        assert bool(whole_words.search(text)) == bool(bounded.search(text))
