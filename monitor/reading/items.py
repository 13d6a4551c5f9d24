"""Items as imported runs told of them, kept in the store, so that grading there knows what the run's folder knew."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from sqlmodel import Session, col, select

from monitor.datasets import Asset, Item
from monitor.store.database import Database
from monitor.store.tables import ConfigVersion

__all__ = ["keep_item", "known_items"]

KIND = "item"


def keep_item(session: Session, item: Item, size: str | None, now: datetime) -> None:
    """Keep what a run says of an item, its size among it; the same once only."""
    extra = {**item.extra, **({"size": size} if size is not None else {})}
    value = {
        "id": item.id, "asset": item.asset.value, "name": item.name, "ticker": item.ticker,
        "query_template": item.query_template, "close": item.close, "extra": extra,
    }  # fmt: skip
    digest = hashlib.sha256(json.dumps(value, sort_keys=True, default=str).encode()).hexdigest()[:16]
    if session.get(ConfigVersion, digest) is None:
        session.add(ConfigVersion(hash=digest, kind=KIND, name=item.id, first_at=now, value=value))


def known_items(database: Database, items: Mapping[str, Item]) -> dict[str, Item]:
    """Give `items` with those that imports kept; what the set's own item does not say of itself, the kept one does."""
    with database.read() as session:
        kept = session.exec(
            select(ConfigVersion).where(ConfigVersion.kind == KIND).order_by(col(ConfigVersion.first_at))
        ).all()
    known: dict[str, Item] = {}
    for row in kept:
        value = dict(row.value)
        known[row.name] = Item(**{**value, "asset": Asset(value["asset"])})
    for name, item in items.items():
        more = known.get(name)
        same = more is not None and (more.asset, more.ticker) == (item.asset, item.ticker)
        known[name] = replace(item, extra={**more.extra, **item.extra}) if more is not None and same else item
    return known
