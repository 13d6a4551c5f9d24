"""A plain text enters; the quantities that it states leave: value, worth of the last digit, unit, currency, sign."""

import re
from dataclasses import replace

from monitor.grading.verdicts.kinds import Kind, Quantity, kind_of
from monitor.grading.verdicts.masks import no_figure
from monitor.grading.verdicts.units import AFTER, BEFORE, BEFORE_WORDS, SCALES, cash_of
from monitor.reading.numbers import decimal_comma, parse

__all__ = ["quantities"]


_NUMBER = re.compile(r"\d{1,3}(?: \d{3})+(?![\d])(?:[.,]\d+)?(?![\d])|\d+(?:[.,']\d+)*(?:e[+-]?\d{1,2}(?!\w))?")
_COMMA_WORDS = re.compile(
    r"\b(?:millionen|milliarden|mio|mrd|prozent|betrug|betrugen|lag|beträgt|umsatz|ergebnis|gewinn|euro im|chiffre"
    r" d'affaires"
    r"|milliards?|s'élève|était|ventas|ingresos|millones|milioni|miliardi|ricavi|receita|bilhões|omzet|miljoen|por"
    r" ciento"
    r"|pour cent|procent|omsättning|und|auf|wurden?|waren|hatte|erzielte|mitarbeiter\w*|filialen|kunden|punkten?|aktien"
    r"|belief|avait|sont|salariés|magasins|effectifs?|employés|della|fueron|tenía|empleados|tiendas|aveva|dipendenti"
    r"|negozi|bedroeg|winkels|uppgick|anställda)\b"
)
def quantities(text: str, counted: re.Pattern[str] | None = None) -> list[Quantity]:
    """Give the quantities of a plain text (lower case) in order; years and the like are not among them.

    `counted`: what follows a number that counts what was asked for, so that "2019 branches" is no year.
    """
    found = list(_NUMBER.finditer(text))
    if not found:
        return []
    raws = [one[0] for one in found]
    odd = any("," in raw or "." in raw for raw in raws)
    comma = odd and decimal_comma(
        [raw for raw in raws if "'" not in raw and " " not in raw], lambda: _COMMA_WORDS.search(text) is not None
    )
    made: list[Quantity] = []
    last, passed = 0, False
    for one in found:
        start, end = one.span()
        passed = no_figure(text, start, end, passed and text[last:start].strip() in _JOINING)
        last = end
        if passed:
            continue
        quantity = _quantity(text, one, comma, counted)
        if quantity is not None:
            made.append(quantity)
    return _shared_ends(text, made)


def _quantity(
    text: str, found: re.Match[str], comma: bool, counted: re.Pattern[str] | None
) -> Quantity | None:
    start, end = found.span()
    raw = found[0]
    if text[start - 1 : start] == "." and not text[start - 2 : start - 1].isalnum():
        raw, start = f"0.{raw}", start - 1
    before = _NOTHING if _alone(text, start) else BEFORE.search(text, max(0, start - 22), start)
    if before is None:
        return None
    begins = start if before is _NOTHING else before.start()
    cash_word = before["cash"]
    glued = text[begins - 1 : begins] if begins else ""
    if start and begins == start and (glued == "_" or (glued.isalpha() and glued < "\u2e80")):
        return None  # "cet1", "q3": part of a name
    number = _parsed(raw, comma)
    if number is None:
        return None
    after = AFTER.match(text, end)
    assert after is not None  # every part of it is optional
    cash = cash_of(cash_word) if cash_word else None
    stop, scale_word = after.end(), after["scale"]
    later = after["cash"] or after["cash0"]
    if later and cash is None:
        cash = cash_of(later)
    unit = after["unit"] or after["unit2"] or ""
    follows = text[stop : stop + 1]
    if stop == end and (follows.isalpha() or follows == "_"):
        return None  # "5g", "2nd"
    scale = SCALES[scale_word] if scale_word else 1.0
    if scale_word and scale in (1e4, 1e8, 1e12) and not scale_word.isascii():
        more = re.match(r"\s?(\d[\d,]*)\s?([万萬억億亿만])", text[after.end("scale") :])
        if more:  # "1兆2345億": the parts add up
            value = number[0] * scale + float(more[1].replace(",", "")) * SCALES[more[2]]
            number, scale = (value / scale, SCALES[more[2]] / scale), scale
    kind, factor, loose = kind_of(unit, cash, scale)
    sign_text = (before["sign"] or before["inner"] or "").strip()
    negative = sign_text in ("-", "minus", "negative")
    begin = begins
    if before["sign"] and sign_text == "-" and _is_dash(text, before):
        negative, sign_text, begin = False, "", before.end("sign")
    closed = after["close"] or after["close1"]
    shut = closed or text[stop : stop + 1] == ")"
    opened = before["open"] or before["inner"] == "("
    bracketed = bool(opened and closed and not negative and (before["inner"] == "(" or not (unit and unit[0] == "%"
                     and after["close1"]) ) and (after["close"] or before["inner"] == "("))  # fmt: skip
    if (
        kind is Kind.PLAIN and scale == 1.0 and raw.isdigit() and len(raw) == 4
        and 1900 <= int(raw) < 2100 and sign_text in ("", "(")
        and (counted is None or (counted.match(text, end) is None and text.strip(" .!") != raw))
    ):  # fmt: skip
        return None  # a year
    value = number[0] * scale * factor
    worth = number[1] * scale * factor
    if cash is not None and cash.per != 1:
        value, worth = value / cash.per, worth / cash.per
    enclosed = kind in (Kind.MONEY, Kind.PERCENT) and opened and shut and not negative and not bracketed
    return Quantity(
        -value if negative or bracketed else value, worth, kind, "" if cash is None else cash.code, scale,
        bool(sign_text) and sign_text != "(", bracketed or bool(enclosed), begin, stop,
        text[begin:stop].strip(" ().,;"), loose,
    )  # fmt: skip


_JOINING = frozenset(("-", ",", "and", "to", ", and", "/"))
_NOTHING = BEFORE.match("")
_LEADING = frozenset("$€£¥₹₩₪₽-+(.")


def _alone(text: str, start: int) -> bool:
    """Tell whether nothing that belongs to a number stands before it: the common case, found without a pattern."""
    at = start - 1
    if at < 0:
        return True
    if text[at] == " ":
        at -= 1
        if at < 0:
            return True
    last = text[at]
    if last in _LEADING:
        return False
    if not last.isalpha():
        return last != "円"
    begin = at
    while begin and text[begin - 1].isalpha() and at - begin < 12:
        begin -= 1
    return text[begin : at + 1] not in BEFORE_WORDS


def _parsed(raw: str, comma: bool) -> tuple[float, float] | None:
    if " " in raw:
        raw = raw.replace(" ", "")
        return parse(raw, "," in raw)
    if "e" in raw and raw.partition("e")[2].lstrip("+-").isdigit():
        try:
            value = float(raw.replace(",", ""))
        except ValueError:
            return None
        return value, abs(value) * 1e-6
    groups = raw.split(",")
    if len(groups) > 2 and len(groups[0]) <= 2 and all(len(g) == 2 for g in groups[1:-1]):
        tail = groups[-1].partition(".")
        if len(tail[0]) == 3:  # 1,23,45,678
            return parse(raw.replace(",", ""))
    return parse(raw, comma)


def _is_dash(text: str, before: re.Match[str]) -> bool:
    """Tell whether the mark before a number joins or opens a line instead of meaning minus."""
    at = before.start("sign")
    earlier = text[at - 1 : at] if at else ""
    if earlier.isalnum() or earlier in ("%", ")", "€", "$", "£"):
        return True
    if at == 0 and len(text) < 20 and "\n" not in text:
        return False
    spaced = text[at + 1 : at + 2] == " "
    if spaced and re.search(r"(?:\b(?:is|was|were|of|at|to)|[:=]) \Z", text[max(0, at - 6) : at]):
        return False
    return spaced and (at == 0 or earlier == "\n" or text[max(0, at - 2) : at].strip() != "" or earlier == " ")


def _ratio(one: float, other: float) -> float:
    return abs(one / other) if other else 0.0


_TO = re.compile(r" ?(?:-|to|(?:and|to) (?:at most|up to|no more than)|and|or|through|,) ?\Z|\s?-\s?")


def _shared_ends(text: str, made: list[Quantity]) -> list[Quantity]:
    """Give the same quantities, the first end of "4.4-4.6 billion" with the second one's scale and unit."""
    for place in range(len(made) - 2, -1, -1):
        one, two = made[place], made[place + 1]
        if one.kind is Kind.MONEY and two.kind is Kind.PLAIN and text[one.end : two.start].strip() in ("-", "to"):
            two = made[place + 1] = replace(two, kind=Kind.MONEY, cash=one.cash)
        if one.kind is not Kind.PLAIN and not (one.kind is Kind.MONEY and one.scale == 1.0 and two.scale != 1.0):
            continue
        if one.loose or (one.scale != 1.0 and two.kind is one.kind):
            continue  # it has a unit of its own
        between = text[one.end : two.start]
        if len(between) > 18 or not _TO.fullmatch(between):
            continue
        if two.kind is Kind.PLAIN and two.scale == 1.0:
            continue
        if between.strip() in ("or", "and", ",") and not 0.1 < _ratio(one.value, two.value / two.scale) < 10:
            continue
        if one.kind is Kind.MONEY and two.kind is not Kind.MONEY and two.kind is not Kind.PLAIN:
            continue
        by = two.scale if one.scale == 1.0 and one.value < 1e4 and two.kind is not Kind.DAYS else 1.0
        if two.raw.endswith(("bps", "bp", "basis points")):
            by *= 0.01
        made[place] = Quantity(
            one.value * by, one.worth * by, two.kind if one.kind is Kind.PLAIN else one.kind, one.cash or two.cash,
            two.scale, one.signed, one.bracketed, one.start, one.end, one.raw, one.loose,
        )  # fmt: skip
    return made
