"""Single phrases, each a way in which pages write a price, a time, or a number that is none."""

import json
from datetime import UTC, datetime
from pathlib import Path

from tests.reading.helpers import hit, item, read, same_price, shown

AT = datetime(2026, 11, 30, 15, 45, tzinfo=UTC)
PHRASES = Path(__file__).parent / "phrases.jsonl"
"""A row: the item, the title, the phrase, and the price (null: none), its currency, its stated time, the tolerance."""


def test_every_phrase_is_read() -> None:
    wrong = []
    for line in PHRASES.read_text(encoding="utf-8").splitlines():
        about, title, phrase, price, currency, stated, tolerance = json.loads(line)
        asked = read(item(*about.split("|")), hit(phrase, title, "https://pages.example/1"), at=AT).asked
        if not (
            same_price(asked, price, tolerance) and asked.currency == currency and shown(asked.stated_time) == stated
        ):
            wrong.append(f"{phrase}: {asked}")
    assert not wrong, "\n".join(wrong)
