"""A title enters; whether it names a derivative, a fund or a wrapper, and by which word, leaves."""

import re

from monitor.reading.text import as_said
from monitor.reading.vocabulary import spaced

__all__ = ["DERIVATIVE", "derivative"]

DERIVATIVE = re.compile(
    r"\b(?:futures?|perpetuals?|perps?|swaps?(?! \w+ (?:to|for)\b)|options?|option chain|warrants?|etfs?|etns?|etps?"
    r"|leveraged|2x|3x"
    r"|bull|bear|xstocks?|tokeni[sz]ed|zertifikat|optionsschein|knock-out|turbo|cfd|cme|mini futures?|micro"
    r" (?:bitcoin|ether|e-mini|futures?|euro)"
    r"|wrapped|staked|bridged|pegged|trust|fund|index fund|yieldmax|direxion|proshares|graniteshares|leverage"
    r" shares|covered call|nav|quanto|forwards?|ndf|\d+ calls?|\d+ puts?|call option|put option|strike|preferred stock"
    r"|bonds?|debentures?|anleihen?|obligations?|cdr|cedear|bdr|termin(?:kontrakt)?|先物|オプション)\b|1!|\bperp\b"
)
"""Words of a title that name a derivative, a fund or a wrapper."""
_WORDS = as_said(
    spaced(
        "future futures perpetual perpetuals perp perps swap swaps option options warrant warrants etf etfs etn etns",
        "etp etps leveraged 2x 3x bull bear xstock xstocks tokenized tokenised zertifikat optionsschein knock turbo",
        "cfd cme mini micro wrapped staked bridged pegged trust fund index yieldmax direxion proshares graniteshares",
        "leverage covered nav quanto forward forwards ndf call calls put puts strike preferred bond bonds debenture",
        "debentures anleihe anleihen obligation obligations cdr cedear bdr termin terminkontrakt",
    )
)
"""One of each of them, as `words_of` gives it, but for "1!" and those of scripts without spaces."""


def derivative(lower: str, said: frozenset[bytes]) -> re.Match[str] | None:
    """Give the first such words of a lower-case title of the words `said`, or None."""
    if _WORDS.isdisjoint(said) and lower.isascii() and "1!" not in lower:
        return None
    return DERIVATIVE.search(lower)
