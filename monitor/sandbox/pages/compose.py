"""Puts a response together: some pages with the served price, some older, some about other things."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from monitor.datasets import Asset
from monitor.sandbox.asking import Ask
from monitor.sandbox.engines import Engine
from monitor.sandbox.noise import draw, seconds_of
from monitor.sandbox.pages import crypto, equity, fx
from monitor.sandbox.pages.scene import Page, Scene

__all__ = ["Page", "Served", "pages_for"]

Form = Callable[[Scene], Page]
_FORMS = {Asset.EQUITY: equity, Asset.CRYPTO: crypto, Asset.FX: fx}
_UNDATED = 0.3
"""Share of pages whose index entry has no date."""
_UNTIMED = 0.3
"""Share of answers whose pages state no time for the price."""
_OLDER = 0.4
"""Share of answers that hold an older report of the same item."""


@dataclass(frozen=True, slots=True)
class Served:
    """What an engine answered: its pages, and the truth about them."""

    pages: tuple[Page, ...]
    moment: datetime | None
    """The moment whose price the pages give, or None where the query named no known item."""
    price: float | None
    stated: datetime | None = None
    """The time that the pages state for it."""


def _shuffled(forms: tuple[Form, ...], words: tuple[object, ...]) -> list[Form]:
    return sorted(forms, key=lambda form: draw(*words, form.__module__, form.__name__))


def pages_for(engine: Engine, ask: Ask) -> Served:
    """Give five to ten pages for a question; the same engine, query and second give the same pages."""
    words = (engine.seed, engine.name, ask.query, seconds_of(ask.received_at))
    if ask.item is None or ask.item.ticker not in engine.market:
        return Served(_unrelated(ask), None, None)
    moment = min(engine.moment(ask), ask.received_at)
    scene = Scene(engine.market, ask.item, moment, engine.stated(ask, moment), ask.received_at, words)
    forms = _FORMS[ask.item.asset]
    timed = scene.chance("timed") >= _UNTIMED
    quotes: list[Form] = _shuffled((*forms.TIMED, *forms.UNTIMED), words) if timed else _shuffled(forms.UNTIMED, words)
    chosen = quotes[: 2 + scene.choice(3, "quotes")]
    pages = [form(scene) for form in chosen]
    pages += [form(scene) for form in _shuffled(forms.OLDER, words)[:1]]
    pages += [form(scene) for form in _shuffled(forms.OTHER, words)[: 2 + scene.choice(2, "others")]]
    # An older dated report only beside a dated quote: beside undated ones nobody could say which is the newest.
    if scene.chance("older") < _OLDER and any(form in forms.TIMED for form in chosen):
        earlier = forms.report(scene.earlier(7200 + 30_000 * scene.chance("age")))
        if all(earlier.text != page.text for page in pages):  # while a market is closed, they can agree
            pages.append(earlier)
    order = sorted(range(len(pages)), key=lambda n: n * 0.6 + 6 * draw(*words, "order", n))
    return Served(tuple(_dated(pages[n], words) for n in order), moment, scene.last, scene.stated)


def _dated(page: Page, words: tuple[object, ...]) -> Page:
    """Give the page with the date that an index holds of it: often none, sometimes only the day."""
    if page.published is None:
        return page
    chance = draw(*words, "dated", page.url)
    if chance < _UNDATED:
        return Page(page.title, page.url, page.text)
    shown = page.published.replace(microsecond=0)
    if chance < _UNDATED + 0.15:
        shown = shown.replace(hour=0, minute=0, second=0)
    return Page(page.title, page.url, page.text, shown)


def _unrelated(ask: Ask) -> tuple[Page, ...]:
    words = ask.query[:60]
    return tuple(
        Page(
            f"{topic} - results for {words}",
            f"https://pages.everywhere.example/{topic.lower().replace(' ', '-')}/{n}",
            f"{topic}: background reading about {words}. {n + 3} min read.",
            ask.received_at.replace(microsecond=0) - timedelta(days=40 * n) if n % 2 else None,
        )
        for n, topic in enumerate(("Encyclopedia", "Question and answer", "Opinion", "Glossary", "Archive"))
    )
