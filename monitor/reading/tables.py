"""Rows of a date and numbers enter; the newest row's price leaves, by the column that the head names."""

import re
from datetime import date, datetime

from monitor.reading.candidates import CERTAIN, Candidate
from monitor.reading.codes import FX
from monitor.reading.currencies import money_of
from monitor.reading.identity import Subject
from monitor.reading.labels import Label
from monitor.reading.scene import Scene
from monitor.reading.token import Sort, Token
from monitor.reading.types import Kind
from monitor.reading.vocabulary import trie, words

__all__ = ["read_tables"]


_COLUMNS: dict[str, list[str]] = {
    "date": words("date|datum|fecha|data|日付|day|session|time period|tag|jour|dia|datetime"),
    "close": words(
        "close|close*|close/last|closing price|last|price|schluss|schlusskurs|kurs|dernier|clôture|cierre|último"
        "|ultimo|chiusura|prezzo|fechamento|preço|終値|close price|last price|rate|letzter|cours|precio|exchange rate"
        "|zuletzt|koers|slot|settle|value|fix|kurs (eur)|schluss*|reference rate|adjusted close price|fixing"
    ),
    "adjusted": words(
        "adj close|adj. close|adj close**|adjusted close|close adj.|調整後終値*|調整後終値|adj. schluss|adj close*"
        "|cierre"
        " ajustado|clôture ajustée"
    ),
    "open": words(
        "open|eröffnung|erster|ouverture|ouv.|apertura|abertura|始値|opening price|opening|eröffnungskurs|open*"
    ),
    "high": words("high|hoch|tageshoch|plus haut|haut|+ haut|máximo|máx.|massimo|max|max.|máxima|高値|day high"
    "|highest"),
    "low": words("low|tief|tagestief|plus bas|bas|+ bas|mínimo|mín.|minimo|min|min.|mínima|安値|day low|lowest"),
    "volume": words(
        "volume|vol.|vol|volumen|umsatz|volumes|volumi|出来高|stück|volume traded|volumen (stück)|no. of shares"
        "|turnover"
    ),
    "change": words(
        "change %|change|chg|chg.|% change|veränderung|+/- %|var. %|var.|variation|% var.|variación|variazione %"
        "|var %|前日比|diff.|%|change(%)|chg%|+/-|differenz|change in %|%chg"
    ),
    "cap": words(
        "market cap|marktkapitalisierung|marketcap|capitalisation|mkt cap|dividends|trades|value|average|vwap"
    ),
    "bid": words("bid|buying|geld|ttb|buy"),
    "ask": words("ask|selling|brief|tts|sell"),
}  # fmt: skip
_OF: dict[str, str] = {}
for _name, _entries in _COLUMNS.items():
    for _entry in _entries:
        _OF.setdefault(_entry, _name)
_HEAD = re.compile(
    rf"[\s|·,;/:*()\u00a0\n-]*({trie(_OF)})(?![^\W_])\*{{0,2}}(?:\s?\((?:usd|eur|gbp|chf|jpy|\$|€|£|%|inr|in \w+)\))?"
)
_HEAD_WIDE = re.compile(rf"[\s|·,;\n]*({trie(e for e in _OF if e[0] >= chr(0x3000))})")
_DATE_WORD = re.compile(rf"(?<![^\W_])({trie(_COLUMNS['date'])})(?![^\W_])|日付")
_OLD_BASIS = re.compile(
    r"before the split|pre-split|vor dem split|unadjusted|as traded|avant (?:le )?split|nicht bereinigt|not"
    r" adjusted|split-unadjusted|antes del split"
)
_CELL = re.compile(
    r"[\s|·,;:\u00a0\t\n$€£¥₹()–-]*(?:usd|eur|gbp|chf|jpy|close|rate|=|fixing|kurs|1 eur|1 usd)?[\s|:=$€£¥₹]*\Z"
)


def read_tables(scene: Scene) -> list[Candidate]:
    """Give the newest row of each run of dated rows, and mark the numbers of all rows as used."""
    tokens, lower = scene.tokens, scene.lower
    for token in tokens:
        if token.time is not None and token.time.day is not None:
            break
    else:
        return []
    rows: list[tuple[int, list[int]]] = []  # index of the date, indices of the cells
    index = 0
    while index < len(tokens):
        token = tokens[index]
        if token.sort is not Sort.TIME or token.time is None or token.time.day is None or token.time.month is None:
            index += 1
            continue
        cells: list[int] = []
        end = token.end
        at = index + 1
        while at < len(tokens):
            cell = tokens[at]
            if (
                cell.sort is Sort.TIME
                or at in scene.used
                or cell.start - end > 14
                or (not _CELL.match(lower[end : cell.start]) and cell.sign == 0)
            ):
                break
            cells.append(at)
            end = cell.end
            at += 1
        if cells:
            rows.append((index, cells))
        index = max(at, index + 1)
    if not rows:
        return []
    columns, head_end = _head(lower, tokens[rows[0][0]].start)
    runs = _runs(scene, rows)
    found: list[Candidate] = []
    for number, run in enumerate(runs):
        headed = number == 0 and len(columns) >= 2 and 0 <= tokens[run[0][0]].start - head_end <= 12
        if len(run) < 2 and not headed:
            continue
        for _, cells in run:
            scene.used |= set(cells)
        before = lower[max(0, tokens[run[0][0]].start - 60) : tokens[run[0][0]].start]
        if _OLD_BASIS.search(before):
            continue
        if scene.default is Subject.OTHER:
            continue
        candidate = _newest(scene, run, columns if headed else [])
        if candidate is not None:
            found.append(candidate)
    return found


def _head(lower: str, stop: int) -> tuple[list[str], int]:
    """Give the columns after the last "Date" before offset `stop`, and where the head ends."""
    start = max(0, stop - 220)
    columns: list[str] = []
    end = -1
    for match in _DATE_WORD.finditer(lower, start, stop):
        at = match.end()
        columns, end = [], at
        while True:
            word = _HEAD.match(lower, at, stop) or _HEAD_WIDE.match(lower, at, stop)
            if not word:
                break
            columns.append(_OF.get(word[1]) or _OF.get(" ".join(word[1].split())) or "other")
            at = end = word.end()
        if columns:
            break
    return columns, end


def _runs(scene: Scene, rows: list[tuple[int, list[int]]]) -> list[list[tuple[int, list[int]]]]:
    """Split the rows where text comes between them."""
    runs: list[list[tuple[int, list[int]]]] = []
    last_end = -1
    for row in rows:
        start = scene.tokens[row[0]].start
        between = scene.lower[last_end:start] if last_end >= 0 else ""
        alike = runs and abs(len(runs[-1][0][1]) - len(row[1])) <= 1
        if runs and alike and len(between) <= 16 and not re.search(r"[^\W\d_]{4,}", between):
            runs[-1].append(row)
        else:
            runs.append([row])
        last_end = scene.tokens[row[1][-1]].end
    return runs


def _newest(scene: Scene, run: list[tuple[int, list[int]]], columns: list[str]) -> Candidate | None:
    best: tuple[date, Token, datetime | date] | None = None
    for at, cells in run:
        stated = scene.tokens[at].time
        when = scene.resolve(stated) if stated else None
        if when is None:
            continue
        cell = _cell([scene.tokens[c] for c in cells], columns)
        if cell is None or cell.value <= 0:
            continue
        day = when.date() if isinstance(when, datetime) else when
        if best is None or day > best[0]:
            best = (day, cell, when)
    if best is None:
        return None
    _, cell, when = best
    money = money_of(cell.money, scene.home) if cell.money else scene.bare_money()
    if scene.asset is FX:
        if money.code not in (scene.home, scene.base):
            return None
    elif money.code in scene.own_codes:
        return None
    value, unit, derived = cell.value / money.per, cell.unit / money.per, money.per != 1
    if scene.asset is FX and scene.default is Subject.INVERSE:
        value, unit, derived = 1 / value, unit / value / value, True
    return Candidate(
        value=value,
        unit=unit,
        currency=scene.home if scene.asset is FX else money.code,
        label=Label.CLOSE,
        strength=CERTAIN,
        page=scene.page,
        position=scene.position,
        url=scene.url,
        order=cell.start,
        when=when,
        derived=derived,
        kind=Kind.CLOSE,
        table=True,
        stated_currency=cell.money is not None,
        note="newest row of a table",
    )


def _cell(cells: list[Token], columns: list[str]) -> Token | None:
    """Give the price of a row: the closing column, else the first number (or the fourth of open, high, low, close)."""
    if columns and abs(len(columns) - len(cells)) <= 1:
        for wanted in ("close", "adjusted"):
            if wanted in columns:
                at = columns.index(wanted)
                if at < len(cells) and cells[at].sort in (Sort.NUMBER,):
                    return cells[at]
        if "bid" in columns or "open" in columns:
            return None
    numbers = [c for c in cells if c.sort is Sort.NUMBER]
    if not numbers:
        return None
    if not columns and len(numbers) >= 4:
        four = [c.value for c in numbers[:4]]
        if four[1] == max(four) and four[2] == min(four) and four[1] > four[2]:
            return numbers[3]
    return numbers[0]
