"""A text that quotes a currency by the hundred enters ("JPY (100) 0.6446"); the rate of the pair leaves."""

import re
from functools import lru_cache

from monitor.reading.candidates import CERTAIN, Candidate
from monitor.reading.currencies import money_of
from monitor.reading.identity import Subject
from monitor.reading.labels import Label
from monitor.reading.pairs import NAMES
from monitor.reading.scene import Scene
from monitor.reading.stated import stated_beside
from monitor.reading.token import Sort
from monitor.reading.types import Kind
from monitor.reading.vocabulary import trie

__all__ = ["read_hundreds"]

_BEFORE = 48
"""Characters before a rate in which it says what it is of."""


@lru_cache(maxsize=256)
def _many_of(code: str, other: str) -> re.Pattern[str]:
    """Give the pattern of "100 of `code`", in any spelling, up to a rate in `other`."""
    name, into = (trie({c.lower(), *NAMES.get(c, ())}) for c in (code, other))
    return re.compile(
        rf"(?<![\w.,])(?:(?P<many>100|1[.,]?000)\s?{name}(?!\w)|{name}\s?[(/×x]?\s?(?P<of>100|1[.,]?000)(?!\w)\)?)"
        rf"[\s|:=;,-]{{0,3}}(?:(?:in|to|en|zu)\s)?(?:(?:1\s)?{into}[\s|:=-]{{0,3}})?[$€£¥]?\Z"
    )


def read_hundreds(scene: Scene) -> list[Candidate]:
    """Give the first rate of the pair that stands behind a hundred (or thousand) of one of its currencies."""
    if "100" not in scene.text and "1,000" not in scene.text:
        return []
    for index, token in enumerate(scene.tokens):
        if token.sort is not Sort.NUMBER or index in scene.used or token.unit >= 1:
            continue
        head = scene.lower[max(0, token.start - _BEFORE) : token.start]
        for code, other in ((scene.base, scene.home), (scene.home, scene.base)):
            said = money_of(token.money, scene.home).code if token.money is not None else None
            if said not in (None, other) or (said is None and scene.default not in (Subject.OWN, Subject.INVERSE)):
                continue
            found = _many_of(code, other).search(head)
            if found is None:
                continue
            amount = float(re.sub(r"\D", "", found["many"] or found["of"]))
            value, unit, turned = token.value / amount, token.unit / amount, code != scene.base
            if turned:
                value, unit = 1 / value, unit / value / value
            scene.used.add(index)
            if index and scene.tokens[index - 1].end > token.start - len(head) + found.start():
                scene.used.add(index - 1)
            return [
                Candidate(
                    value=value, unit=unit, currency=scene.home, label=Label.PRICE, strength=CERTAIN, page=scene.page,
                    position=scene.position, url=scene.url, order=token.start, derived=True, kind=Kind.CONVERTED,
                    note="a rate by the hundred", when=stated_beside(scene, index, index, Label.PRICE, 0),
                )
            ]  # fmt: skip
    return []
