"""Two APIs beside each other: their lag, and how they did where both were asked the same."""

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse

from monitor.web.data.comparisons import comparison_rows, comparisons_of
from monitor.web.data.lag import lag_of, lag_rows
from monitor.web.data.pairs import DAYS, pairs_of
from monitor.web.data.standing import standings
from monitor.web.site import Site
from monitor.web.table.view import view

__all__ = ["add_compare"]


def add_compare(app: FastAPI, site: Site) -> None:
    """Add the page to `app`."""

    @app.get("/compare", response_class=HTMLResponse, include_in_schema=False)
    def compare(request: Request) -> str:
        rows = lag_rows(site)
        known = sorted({row["api"] for row in rows if row.get("api")})
        given = request.query_params
        first, second = (given.get(name) or (known[place] if len(known) > place else "")
                         for place, name in enumerate(("a", "b")))  # fmt: skip
        if not first or not second or first == second:
            return site.render("compare.html", known=known, first=first, second=second, standing=(), lag=None,
                               pairs=None, compared=None, days=DAYS)  # fmt: skip
        both = [row for row in rows if row.get("api") in (first, second)]
        parameters = given.multi_items()
        compared = view(site, comparisons_of(first, second), parameters, prefix="comparisons.")
        return site.render(
            "compare.html", known=known, first=first, second=second, days=DAYS,
            standing=standings(both, comparison_rows(site)), compared=compared,
            lag=view(site, lag_of(api=f"{first},{second}"), parameters, prefix="lag."),
            pairs=view(site, pairs_of(first, second), parameters, prefix="pairs."),
        )  # fmt: skip
