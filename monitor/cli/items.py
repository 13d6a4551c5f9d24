"""``monitor items``: what is asked for."""

from typing import Annotated

import typer

from monitor.cli.options import AsJson, Config

__all__ = ["items"]


def items(
    asset: Annotated[str | None, typer.Option("--asset", metavar="ASSET", help="Only equity, crypto or fx.")] = None,
    data: Annotated[
        str | None,
        typer.Option("--data", metavar="SPEC", help="A folder, a JSONL file, or hf:<owner>/<name>[@revision]."),
    ] = None,
    as_json: AsJson = False,
    config: Config = None,
) -> None:
    """List the items whose prices are asked for."""
    from collections import Counter

    from monitor import paths
    from monitor.cli.context import settings_for
    from monitor.cli.output import print_json, print_table, say
    from monitor.datasets import Asset, load_live

    if asset is not None and asset not in set(Asset):
        raise typer.BadParameter(f"{asset!r} is not one of {', '.join(Asset)}", param_hint="--asset")
    settings = settings_for(config)
    spec = data or settings.data or str(paths.data_dir(settings.base))
    if data is None and not spec.startswith("hf:"):
        spec = str(settings.path(spec))
    chosen = [item for item in load_live(spec) if asset in (None, item.asset.value)]
    if as_json:
        print_json(
            [
                {
                    "id": item.id,
                    "asset": item.asset.value,
                    "name": item.name,
                    "ticker": item.ticker,
                    "currency": item.currency,
                    "query_template": item.query_template,
                    "close": item.close,
                }
                for item in chosen
            ]
        )
        return
    print_table(
        ("id", "asset", "ticker", "name", "in", "query"),
        [(item.id, item.asset.value, item.ticker, item.name, item.currency, item.query_template) for item in chosen],
    )
    counts = Counter(item.asset.value for item in chosen)
    say()
    things = "item" if len(chosen) == 1 else "items"
    say(f"{len(chosen)} {things} ({', '.join(f'{n} {name}' for name, n in counts.items())}) from {spec}")
