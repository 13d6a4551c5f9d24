"""A title or a text enters; whose page it is, and every instrument that it names, place by place, leave."""

import re
from operator import attrgetter
from typing import NamedTuple

from monitor.reading.codes import CRYPTO, EQUITY
from monitor.reading.currencies import COINS_AS_MONEY
from monitor.reading.derivatives import derivative
from monitor.reading.identity import DERIVED_SYMBOL, INDEX, MONEY, Mention, Profile, Subject
from monitor.reading.instruments import BAD_AFTER, EXCHANGES, INDICES

__all__ = ["Owner", "mentions_in", "owned", "owner_of"]

_CAPITAL = re.compile(
    r"[(A-Z](?:"
    r"(?<=\()(?:(?P<inx>[A-Za-z]{2,8})\s?:\s?)?(?P<paren>[A-Z0-9][A-Z0-9.\-/_^=]{0,14})\)"
    r"|(?<=[A-Z])(?<![\w][A-Z])(?:"
    r"(?P<of>[A-Za-z]{1,9}+:\s?[A-Z0-9]{1,6}(?:[.\-/][A-Z]{1,2})?)(?![\w])"
    r"|(?![a-z])(?:(?P<pair>[A-Z0-9]{1,9}+\s?[/_\-]\s?[A-Z]{3,5}[0-9]?)(?![\w])"
    r"|(?P<bare>[A-Z0-9]{1,11}+(?:[.\-/][A-Z]{1,4})?(?:=X|!)?)(?![\w&]))"
    r"|(?P<word>(?:[^\W\d_]|&[A-Z])[\w'&-]*+)))"
)
_DERIVED_AFTER = re.compile(r"[-_ ]?(?:PERP(?:ETUAL)?|SWAP|FUT(?:URES?)?|\d{6})\b|[-_]\d{1,2}[A-Z]{3}\d{2}\b")
"""What makes a future or a swap of the pair before it ("LINK_USDC-PERPETUAL")."""
_EQUITY_WORDS = re.compile(r"\b(?:inc|corp|corporation|ltd|plc|n\.v|stock|nasdaq|nyse|aktie|shares|company)\b")
_COIN_WORDS = re.compile(r"\b(?:coin|token|crypto|usdt|blockchain|to usd)\b")
_INDEX = re.compile(r"(?:usd|eur|dollar) index\b|\breference rate\b|(?<!price )\bindex(?: \(| -|\Z)")
_SPOT = re.compile(r"\bspot\b")
_PARTS = re.compile(r"[/?&=:,#]|%5E|%3A")
_SLUG = re.compile(r"[-_.]")
_START, _END = attrgetter("start"), attrgetter("end")


def _symbol_in(match: re.Match[str]) -> tuple[str, str] | None:
    """Give the kind and the ticker of a find: "(MSFT)", "NYSE:TTC", "BTC/USD", "MSFT"; None for an ordinary word."""
    group = match.lastgroup
    if group == "word" or group is None:
        return None
    if group == "of":
        left, _, right = match[0].partition(":")
        right = right.strip()
        if left.upper() in EXCHANGES:
            return "of", right
        if right.upper() in EXCHANGES:
            return "of", left
        return ("bare", left) if left.isupper() else None
    if group == "paren":
        return "paren", match["paren"]
    if group == "pair" and "-" in match[0]:
        left, _, right = match[0].rpartition("-")
        if right.strip() not in MONEY and (" - " in match[0] or not DERIVED_SYMBOL.search(right)):
            return "bare", left.strip()  # "PEPE - DEX Screener", "BTC-ECHO"
    return group, match[0]


class Owner(NamedTuple):
    """Whose page it is by its title (None: the address tells), and the currency of the pair that it names."""

    subject: Subject | None
    quote: str | None
    by_name: bool = False
    """The company is named, no class of it: the address may name another class."""


def owner_of(about: Profile, title: str, lower: str, said: frozenset[bytes], article: bool) -> Owner:
    """Tell whose page it is by its title, of the words `said`; `owned` settles it by the address."""
    named = about.own_mentions(title, lower)
    own_name = bad_name = bare_own = sure_own = sure_other = sibling = False
    for mention in named:
        if mention.subject is not Subject.OWN:
            bad_name = True
        elif title[mention.start : mention.end] in about.forms:
            bare_own = True
        else:
            own_name = True
    bare_own = bare_own and not own_name
    quote: str | None = None
    for match in _CAPITAL.finditer(title):
        found = _symbol_in(match)
        if found is None:
            continue
        group, raw = found
        if group == "bare" and about.is_name(raw):
            continue
        if group == "paren" and about.base.isdecimal() and about.is_name(raw):
            continue  # "네이버(NAVER)": the name of a share whose ticker is a number
        subject, money = about.symbol(raw)
        if subject is Subject.OWN:
            quote = quote or money
            if group == "bare" and not money:
                bare_own = True
            elif group == "paren" and not own_name and about.stranger(title[: match.start()], raw):
                sure_other = True
            else:
                sure_own = True
        elif group == "paren" and named and raw in COINS_AS_MONEY and about.asset is EQUITY:
            sure_other = True
        elif subject is Subject.OTHER and group == "bare" and about.made_of(raw):
            sibling = True
        elif subject is Subject.OTHER and group != "bare":
            sure_other = sure_other or group != "pair" or money is not None or about.asset is not EQUITY
    if not own_name:
        foreign = _EQUITY_WORDS if about.asset is CRYPTO else _COIN_WORDS
        if foreign.search(lower):
            return Owner(Subject.OTHER, quote)
    if not article and (named or sure_own or bare_own or sure_other or sibling):
        word = derivative(lower, said) or (_INDEX.search(lower) if about.asset is CRYPTO else None)
        if word and word[0] not in about.name.lower() and not _SPOT.search(lower):
            return Owner(Subject.OTHER, quote)
    if sibling and bare_own and not sure_own:
        return Owner(Subject.NONE, quote)  # "GOOGL or GOOG?"
    sure_other = sure_other or sibling
    if sure_own and not (bad_name and not own_name and not article):
        return Owner(Subject.OWN, quote)
    if sure_other:
        return Owner(Subject.NONE if article and own_name else Subject.OTHER, quote)
    if own_name or (article and bare_own):
        return Owner(Subject.OWN, quote, by_name=not article)
    if bad_name:
        return Owner(Subject.NONE if article else Subject.OTHER, quote)
    return Owner(Subject.OWN if bare_own else None, quote)


def owned(about: Profile, owner: Owner, url: str) -> tuple[Subject, str | None]:
    """Tell whose page it is by title and address, and the currency of the pair that they name."""
    if owner.subject is None:
        return _of_address(about, url)
    if owner.by_name and about.letter is not None and _sister_in(about, url):
        return Subject.OTHER, owner.quote
    return owner.subject, owner.quote


def _sister_in(about: Profile, url: str) -> bool:
    """Tell whether an address names another class of the share ("/brk.a" for BRK.B) and not the share itself."""
    parts = [part.upper() for part in _PARTS.split(url.split("//")[-1].partition("/")[2]) if part]
    return any(about.made_of(part) for part in parts) and not any(part in about.forms for part in parts)


def _of_address(about: Profile, url: str) -> tuple[Subject, str | None]:
    """Tell whether an address names the item, by a ticker or by the words of its name as one part of the path."""
    path = url.split("//")[-1].partition("/")[2]
    for part in _PARTS.split(path):
        if not part:
            continue
        subject, money = about.symbol(part.upper().removesuffix(".HTML"))
        if subject is Subject.OWN:
            return subject, money
        slug = _SLUG.split(part.lower())
        for words in about.name_parts:
            if (
                words[0] in slug
                and all(w in slug for w in words)
                and len(slug) <= len(words) + 3
                and not BAD_AFTER.search(" " + " ".join(slug))
            ):
                return Subject.OWN, None
    return Subject.NONE, None


def _foreign(start: int, name: tuple[int, str]) -> Mention:
    """Give the mention of another well-known thing; an index also says where a share is listed, and is marked."""
    end, spelled = name
    return Mention(start, end, Subject.SOFT, INDEX) if spelled in INDICES else Mention(start, end, Subject.OTHER)


def mentions_in(about: Profile, text: str, lower: str) -> list[Mention]:
    """Give every instrument that `text` names, in order of place."""
    found = about.own_mentions(text, lower)
    if about.letter is not None and found:
        found.extend(about.class_mentions(text))
    spans = {m.start: m.end for m in found}
    own_ends = {m.end for m in found if m.subject is Subject.OWN}
    skip_to = -1
    foreign: set[str] = set()
    coin = about.asset is CRYPTO
    heads = about.other_heads
    for match in _CAPITAL.finditer(text):
        if match.lastgroup == "word":
            start, end = match.span()
            word = lower[start:end]
            if word in heads or (word[-2:] == "'s" and word[:-2] in heads):
                if coin and lower[max(0, start - 4) : start].endswith(("on ", "via ")):
                    continue  # "BONK / SOL on Solana": the network, no instrument
                name = about.other_at(lower, start) if start >= skip_to and start not in spans else None
                if name:
                    skip_to = name[0]
                    found.append(_foreign(start, name))
            continue
        start = match.start()
        symbol = _symbol_in(match)
        if symbol is None:
            continue
        group, raw = symbol
        end = match.end()
        subject, money = about.symbol(raw)
        if subject is Subject.OWN:
            if money:
                swap = _DERIVED_AFTER.match(text, end)
                found.append(Mention(start, end, Subject.OTHER if swap else Subject.OWN, money))
            elif group in ("paren", "of"):
                named = any(start - 50 <= e <= start for e in own_ends)
                strange = group == "paren" and not named and about.stranger(text[max(0, start - 60) : start], raw)
                found.append(Mention(start, end, Subject.OTHER if strange else Subject.OWN))
            elif start not in spans:
                found.append(Mention(start, end, Subject.OWN))
            continue
        if group == "bare":
            if (
                start in spans
                or about.is_name(raw)
                or (raw[0] in "RP" and text[end : end + 1] in (".", ",") and raw[1:].isdigit())
                or text[end : end + 1] == "$"
            ):
                continue
            name = about.other_at(lower, start) if raw.lower() in about.other_heads else None
            if name:
                found.append(_foreign(start, name))
            elif subject is Subject.OTHER:
                found.append(Mention(start, end, Subject.OTHER if about.made_of(raw) else Subject.SOFT))
            continue
        if subject is Subject.OTHER:
            if group == "paren" and start - 1 in own_ends and about.nickname(raw):
                continue
            if group != "pair" or about.asset is not EQUITY or raw.rpartition("/")[2].strip() in MONEY:
                found.append(Mention(start, end, Subject.OTHER))
                if group == "paren" and about.is_name(raw):
                    foreign.add(raw)  # "Toro Corp. (NASDAQ: TORO)": from here on TORO is that company
    if foreign:
        found = [m for m in found if m.subject is Subject.OTHER or text[m.start : m.end] not in foreign]
        found.extend(
            Mention(m.start(), m.end(), Subject.OTHER) for m in _CAPITAL.finditer(text) if m["bare"] in foreign
        )
    found.sort(key=_END, reverse=True)
    found.sort(key=_START)
    return found
