"""What scripted models do: a request as heard, and how often it came, enter; the turn leaves."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from monitor.sandbox.lookup import SAID
from monitor.sandbox.models import Heard, Turn

__all__ = ["BEHAVIOURS", "READERS", "Behaviour", "Cast", "Report", "budget_in"]

_BUDGET = re.compile(r"Searches: (\d+)")
_PAGES = re.compile(r"Pages: (\d+)")
_URL = re.compile(r'"url": "([^"]+)"')
_QUESTION = re.compile(r"Question: (.+)", re.DOTALL)


class Behaviour(Protocol):
    """Decides what a model does with a request; `came` counts the earlier requests that were just like it."""

    def __call__(self, heard: Heard, came: int) -> Turn:
        """Give the turn."""
        ...


def budget_in(text: str) -> int:
    """Give the number of searches that the first message allows; 1 where it names none."""
    found = _BUDGET.search(text)
    return int(found[1]) if found else 1


def _question(heard: Heard) -> str:
    found = _QUESTION.search(heard.text)
    return (found[1] if found else heard.text).strip()


def _search(heard: Heard) -> Turn:
    more = f" ({len(heard.results) + 1})" if heard.results else ""
    return Turn("call", calls=(("search", json.dumps({"query": _question(heard) + more})),))


def _answer(heard: Heard) -> Turn:
    """Answer with the figure of the first search result that states one."""
    for result in heard.results:
        found = SAID.search(result)
        if found:
            return Turn("say", f"The answer is {json.loads(f'{chr(34)}{found[1]}{chr(34)}')}")
    return Turn("say", "I could not find the figure.")


def plays(heard: Heard, came: int) -> Turn:
    """Search once, read the result, answer with the figure found."""
    return _answer(heard) if heard.results else _search(heard)


def hops(heard: Heard, came: int) -> Turn:
    """Search as often as is allowed, then answer."""
    return _answer(heard) if len(heard.results) >= budget_in(heard.text) else _search(heard)


def one_more(heard: Heard, came: int) -> Turn:
    """Ask for one search more than is allowed, then answer all the same."""
    return _answer(heard) if len(heard.results) > budget_in(heard.text) else _search(heard)


def at_once(heard: Heard, came: int) -> Turn:
    """Answer without a search."""
    return Turn("say", "The answer is 42 million.")


def never_stops(heard: Heard, came: int) -> Turn:
    """Call the tool for ever."""
    return _search(heard)


def bad_arguments(heard: Heard, came: int) -> Turn:
    """Call the tool with arguments that it does not take, then as it should be."""
    if heard.turns == 0:
        return Turn("call", calls=(("search", '{"q": 5}'),))
    searched = [one for one in heard.results if SAID.search(one)]
    return _answer(heard) if searched or heard.turns > 2 else _search(heard)


def broken_arguments(heard: Heard, came: int) -> Turn:
    """Call the tool with arguments that are no JSON, then as it should be."""
    return Turn("call", calls=(("search", '{"query": "unfin'),)) if heard.turns == 0 else bad_arguments(heard, came)


def unknown_tool(heard: Heard, came: int) -> Turn:
    """Call a tool that does not exist, then the one that does."""
    return Turn("call", calls=(("browse", '{"url": "http://x/"}'),)) if heard.turns == 0 else bad_arguments(heard, came)


def refuses(heard: Heard, came: int) -> Turn:
    """Refuse."""
    return Turn("refuse", "I cannot help with that.")


def cut_off(heard: Heard, came: int) -> Turn:
    """Search, then be cut off within the answer."""
    return Turn("say", "The answer is", cut=True) if heard.results else _search(heard)


def blank(heard: Heard, came: int) -> Turn:
    """Search, then say nothing."""
    return Turn("say", "") if heard.results else _search(heard)


def _once(fault: Turn) -> Behaviour:
    def work(heard: Heard, came: int) -> Turn:
        return fault if came % 2 == 0 else plays(heard, came)

    return work


def down(heard: Heard, came: int) -> Turn:
    """Never answer."""
    return Turn("error", status=500)


BEHAVIOURS: dict[str, Behaviour] = {
    "plays": plays,
    "hops": hops,
    "one_more": one_more,
    "at_once": at_once,
    "never_stops": never_stops,
    "bad_arguments": bad_arguments,
    "broken_arguments": broken_arguments,
    "unknown_tool": unknown_tool,
    "refuses": refuses,
    "cut_off": cut_off,
    "blank": blank,
    "throttled": _once(Turn("error", status=429, retry_after_s=0.05)),
    "failing": _once(Turn("error", status=500)),
    "bad_json": _once(Turn("broken")),
    "slow": _once(Turn("hang")),
    "down": down,
}
"""Behaviours by name. The last but one of them fail at every second request that is like an earlier one."""


def _fetch(url: str) -> Turn:
    return Turn("call", calls=(("fetch", json.dumps({"url": url})),))


def _first_url(heard: Heard) -> str:
    found = _URL.search(heard.results[0]) if heard.results else None
    return found[1] if found else "https://nowhere.example/"


def reads(heard: Heard, came: int) -> Turn:
    """Search once, read the page behind the first result, answer with the figure found."""
    if not heard.results:
        return _search(heard)
    return _fetch(_first_url(heard)) if len(heard.results) == 1 else _answer(heard)


def strays(heard: Heard, came: int) -> Turn:
    """Search, ask for pages that are not among the results, one of them private, then for the right one."""
    away = ("https://elsewhere.example/a", "http://169.254.169.254/latest/meta-data/", "http://2130706433/")
    if not heard.results:
        return _search(heard)
    n = len(heard.results) - 1
    return _fetch((*away, _first_url(heard))[n]) if n <= len(away) else _answer(heard)


def one_page_more(heard: Heard, came: int) -> Turn:
    """Search, read one page more than is allowed, then answer all the same."""
    found = _PAGES.search(heard.text)
    most = int(found[1]) if found else 1
    if not heard.results:
        return _search(heard)
    return _fetch(_first_url(heard)) if len(heard.results) <= most + 1 else _answer(heard)


def never_stops_reading(heard: Heard, came: int) -> Turn:
    """Search, then read the same page for ever."""
    return _fetch(_first_url(heard)) if heard.results else _search(heard)


def bad_page_arguments(heard: Heard, came: int) -> Turn:
    """Search, call the tool for pages with arguments that it does not take, then as it should be."""
    if heard.turns == 1:
        return Turn("call", calls=(("fetch", '{"page": 5}'),))
    if heard.turns < 2:
        return _search(heard)
    return _fetch(_first_url(heard)) if heard.turns == 2 else _answer(heard)


READERS: dict[str, Behaviour] = {
    "reads": reads,
    "strays": strays,
    "one_page_more": one_page_more,
    "never_stops_reading": never_stops_reading,
    "bad_page_arguments": bad_page_arguments,
}
"""Behaviours that read pages, for the mode in which that is possible."""


@dataclass
class Cast:
    """Plays a behaviour for each question: the first whose words stand in the message, else `otherwise`."""

    parts: Mapping[str, str]
    otherwise: str = "plays"

    def __call__(self, heard: Heard, came: int) -> Turn:
        """Give the turn of the part."""
        name = next((name for words, name in self.parts.items() if words in heard.text), self.otherwise)
        return {**BEHAVIOURS, **READERS}[name](heard, came)


@dataclass
class Report:
    """Calls the only tool with what `answer` makes of the message; `faults` come first, one a request.

    A fault is ``429``, ``500``, ``401``, ``refuse``, ``cut``, ``bad json``, ``wrong schema`` or ``text``.
    """

    answer: Callable[[str], Mapping[str, Any]]
    faults: list[str] = field(default_factory=list)
    wrong: Mapping[str, Any] = field(default_factory=lambda: {"price": "a lot"})
    usage: tuple[int, int] = (1000, 100)

    def __call__(self, heard: Heard, came: int) -> Turn:
        """Give the report, or the next fault."""
        fault = self.faults.pop(0) if self.faults else ""
        if fault.isdigit():
            return Turn("error", status=int(fault), retry_after_s=0.005)
        text = json.dumps(self.answer(heard.text))
        if fault == "refuse":
            return Turn("refuse", usage=self.usage)
        if fault == "text":
            return Turn("say", "The price is 5.", usage=self.usage)
        if fault == "wrong schema":
            text = json.dumps(self.wrong)
        if fault in ("cut", "bad json"):
            text = text[:20] if fault == "cut" else text[: len(text) // 2]
        return Turn("call", calls=((_only(heard.tools), text),), cut=fault == "cut", usage=self.usage)


def _only(tools: Sequence[str]) -> str:
    return tools[0] if tools else "report"
