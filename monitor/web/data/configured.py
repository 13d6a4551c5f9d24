"""What is configured, with how it is used: apis and items."""

from datetime import timedelta

from monitor.probing.use import use_of_apis
from monitor.web.data import links
from monitor.web.site import Site
from monitor.web.table.plain import PlainSource
from monitor.web.table.spec import Column, Kind, Row, Table

__all__ = ["APIS", "ITEMS", "api_rows"]

BACK = timedelta(days=2)
"""How far back the last answer and the last failure are sought for a page."""


def api_rows(site: Site) -> list[Row]:
    """Give a row for each api that is configured, or that has been asked lately."""
    configured = site.configured
    with site.database.read() as session:
        uses = use_of_apis(session, site.clock.now(), BACK)
    rows = []
    for name in dict.fromkeys((*configured.apis, *uses)):
        api, use = configured.apis.get(name), uses.get(name, {})
        error = use.get("last_error") or {}
        why = None
        if api is None:
            why = "not configured any more"
        elif name not in configured.keyed:
            wanted = [api.env, *api.vars.values()] if api.env else list(api.vars.values())
            why = "needs " + "; ".join(" or ".join(names) for names in wanted)
        elif name not in configured.asked:
            why = "not enabled"
        rows.append({
            "api": name,
            "provider": api.provider if api else None,
            "key_group": api.key_group if api else None,
            "asked": name in configured.asked,
            "why_not": why,
            "price_usd": api.price_usd if api else None,
            "rps": api.group.rps if api else None,
            "per_minute": api.group.per_minute if api else None,
            "concurrent": api.group.concurrent if api else None,
            "calls_today": use.get("calls", 0),
            "usd_today": use.get("usd", 0.0),
            "last_ok": use.get("last_ok"),
            "last_error_at": error.get("at"),
            "last_error_class": error.get("class"),
            "last_error": error.get("reason"),
            "config_hash": api.config_hash if api else None,
        })  # fmt: skip
    return rows


def _item_rows(site: Site) -> list[Row]:
    return [
        {"item": one.id, "asset": str(one.asset), "name": one.name, "ticker": one.ticker, "currency": one.currency,
         "query_template": one.query_template} for one in site.configured.items.values()
    ]  # fmt: skip


APIS = Table(
    name="apis",
    title="APIs",
    columns=(
        Column("api", "API", href=links.to_api, filter="has"),
        Column("provider", "Provider", filter="is", shown=False),
        Column("key_group", "Key group", shown=False),
        Column("asked", "Asked", Kind.YES, filter="is", choices=("yes", "no")),
        Column("why_not", "Why not", Kind.LONG, sort=False),
        Column("price_usd", "USD a call", Kind.MONEY),
        Column("rps", "Calls a second", Kind.NUMBER, shown=False),
        Column("per_minute", "Calls a minute", Kind.COUNT, shown=False),
        Column("concurrent", "At once", Kind.COUNT, shown=False),
        Column("calls_today", "Calls today", Kind.COUNT),
        Column("usd_today", "USD today", Kind.MONEY),
        Column("last_ok", "Last answer", Kind.MOMENT),
        Column("last_error_at", "Last failure", Kind.MOMENT),
        Column("last_error_class", "Fault", filter="is", shown=False),
        Column("last_error", "Its reason", Kind.LONG, sort=False),
        Column("config_hash", "Configuration", shown=False),
    ),
    source=PlainSource(api_rows),
    sort="-asked",
    about="The search APIs that are configured, and how each was used today (UTC) and in the last two days.",
    empty="No API is configured so.",
)

ITEMS = Table(
    name="items",
    title="Items",
    columns=(
        Column("item", "Item", href=links.to_item),
        Column("asset", "Asset", filter="is", choices=("equity", "crypto", "fx")),
        Column("name", "Name", filter="has"),
        Column("ticker", "Ticker", filter="is"),
        Column("currency", "In", filter="is"),
        Column("query_template", "Question", Kind.LONG, sort=False),
    ),
    source=PlainSource(_item_rows),
    about="The rows of the live set.",
    empty="No item is configured so.",
)
