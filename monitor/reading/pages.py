"""Address, title and text of a hit enter; the kind of page, and whether it means to deceive, leave."""

import re

from monitor.reading.codes import Code
from monitor.reading.text import as_said
from monitor.reading.vocabulary import alternatives, sieve, spaced

__all__ = ["Page", "calm", "fraud", "instruction", "kind", "plain_title", "stuffed"]


class Page(Code):
    """What sort of page a hit is, as far as trust goes."""

    QUOTE = 0
    ARTICLE = 1
    FORECAST = 2  # forecasts, targets, chart levels: only an explicit last price counts
    FORUM = 3
    BANK = 4  # counter, cash and transfer rates


_FORUM_SAID = (
    r"reddit\.com|stocktwits|/forums?[/.]|//forums?\.|quora\.com|//(?:x|twitter)\.com/|\.(?:x|twitter)\.com/|facebook\.com|discord"
    r"|telegram|//t\.me|//boards?\.|\.boards?\.|bogleheads|ycombinator|youtube\.com|tiktok|bitcointalk"
    r"|wallstreet-online\.de/diskussion"
    r"|ariva\.de/forum|lse\.co\.uk/sharechat|/message-?board|/comments?/|/community/|/discussion|/thread|/posts?/"
    r"|mastodon|bsky\.app|advfn\.com/.*bb|valuepickr|/diskussion|iii\.co\.uk/.*discuss|tradingview\.com/(?:chart"
    r"|ideas|u)/"
)
_FORUM_TITLE_SAID = (
    r"\br/\w+|\bforum\b|\bstocktwits\b|on twitter|\(@\w+\)|\bmessage board|\bsharechat\b|\bdiskussion\b|\bthread\b"
    r"|\bdaily discussion|掲示板|\bforo\b|\bon x\b: "
)
_FRAUD = re.compile(
    r"(?P<sure>send \d[\d.,]* ?\w+(?:,| to| and|:| -) (?:receive|get)|(?:receive|get) (?:back )?\d[\d.,]* ?\w+ back"
    r"|double your|multiply your|connect your wallet|buy .{0,20} at only|seed phrase|private key"
    r"|risk[- ]free profit|100% profit|get rich|claim \d[\d,.]* ?\w+|will (?:be|hit|explode to) \$?[\d.,]+ tomorrow"
    r"|guaranteed? (?:price|profit|return|rate|income)|\$?[\d.,]+ guaranteed|verdoppel\w+ (?:dein|ihr)"
    r"|必ず儲かる|free (?:btc|bitcoin|eth|crypto) (?:giveaway|now)|\b(?:below|under) market price|% below market\b|half"
    r" (?:the )?(?:market )?price|instant(?:ly)? (?:profit|payout|doubl\w+))"
    r"|giveaway|airdrop|guaranteed?\b|claim (?:your|now)|whatsapp|limited(?: time)? offer|only today|act now"
    r"|insider tip|huge discount|discount(?:ed)? (?:bitcoin|btc|eth|coins?)|presale|pre-sale|free (?:btc|bitcoin"
    r"|eth|coins)"
    r"|join(?:ed)? (?:today|now)|official event|elon musk|gewinnspiel|garantiert|sorteo|verschenkt|kostenlose?"
    r" coins|100x|1000x|to the moon soon|limited:|!!!|telegram group|deposit now|bonus code"
)
_FRAUD_WORDS = as_said(
    spaced(
        "giveaway airdrop double doubled doubling multiply wallet seed private guaranteed guarantee claim tomorrow",
        "verdoppeln verdoppelt whatsapp insider discount discounted presale joined join elon gewinnspiel garantiert",
        "sorteo verschenkt kostenlose 100x 1000x telegram bonus send instantly instant limited rich",
    )
)
_FORECAST_SAID = (
    "|".join(rf"\b{verb} (?:hit|reach) \$?\d" for verb in ("to", "can", "may", "might"))
    + r"|predict|forecast|price target|price objective|outlook|technical"
    r" analysis|pivot point|support and resistance"
    r"|\bprognose|kursziel|prévision|pronóstico|previsione|previsão|will .{2,30} (?:hit|reach)|\beyes\b|\bcould"
    r" (?:hit|reach|rise|fall)"
    r"|analyst (?:rating|research|target)|objectif de cours|precio objetivo|prezzo obiettivo|目標株価|予想|chart levels"
    r"|elliott wave|fair value|intrinsic value|valuation|in 20[3-9]\d|20[2-9]\d[-–]20[2-9]\d|fibonacci|trading"
    r" signal|\bsignals?\b|technische analyse|levels to watch|how high|analisi tecnica|análisis técnico|analyse"
    r" technique|テクニカル"
)
_BANK_SAID = (
    r"travel ?money|tourist|counter rates|cash rates?|banknotes?|bureau de change|sortenkurs|sorten\b|holiday money"
    r"|remittance|money transfer|send money|western union|moneygram|remitly|airport|branch rates|現金両替|外貨両替"
    r"|bargeld|reisegeld|billetes|divisas en efectivo|change de billets|cambio turistico|transfer money|geldwechsel"
    r"|money exchange|savings bank|exchange counter|exchange bureau|wechselstube|casa de cambio|cambio efectivo"
)
_ARTICLE_SAID = (
    r"//[^/]*news[^/]*/|/news/|/artikel/|/nachricht/|/article[-/]|/feature/|/meldung|/story/|/stories/|/articles?/"
    r"|/blog/|/press"
    r"|/20\d\d/\d\d/|/20\d\d-\d\d-\d\d|-20\d\d-\d\d-\d\d|/research/|/analysis/|/markets/[a-z]+-[a-z]+-[a-z]+"
    r"|/insights?/|/opinion|/instant-alerts/|globenewswire|prnewswire|businesswire|/nachrichten/|/noticias?/"
    r"|/actualites?/|/notizie/|/newsroom|/magazine|/archive/|/wire/"
)
_ARTICLE_TITLE_SAID = (
    r"what moved|market update|here's why|why (?:is|are|did)|rises?|falls?|climbs?|gains?|slips?|drops?|jumps?"
    r"|closes|ends|surges?|tumbles?|rallies|plunges?|steadies"
    r"|holds|hits|slides?|soars?|edges|dips|rebounds?|announces?|reports?|beats?|misses|sinks?|retreats?|extends"
    r"|trades? (?:at|near|around|above|below)|shares (?:are|were)|steigt|fällt|klettert|legt zu|gibt nach"
    r"|notiert|schließt|sube|baja|cae|cierra|monte|recule|clôture|grimpe|sale|scende|chiude|sobe|fecha|上昇|下落|続伸|反落"
    r"|boosts?|raises?|lowers?|sells|buys|stock split|after .{3,40} results|market wrap|stocks to watch|what is"
    r" going on"
)
_ARTICLE_OWNED = re.compile(r":(?<=\w:) .{3,40}'s (?:stock|shares)")
_QUOTE = sieve(
    r"/quotes?/|/price/|/currencies/|/coins?/|/trade/|/symbols/|/markets/|converter|/spot/|ticker|/stocks?/"
    r"|stockpricequote|/equit|/aktien/|/company-page|/exchange-rates|/devisen/"
)

_FORUM, _BANK, _ARTICLE = sieve(_FORUM_SAID), sieve(_BANK_SAID), sieve(_ARTICLE_SAID)
_FORUM_TITLE, _FORECAST = sieve(_FORUM_TITLE_SAID), sieve(_FORECAST_SAID)
_ARTICLE_TITLE = sieve(_ARTICLE_TITLE_SAID, whole=r"\w")
_BY_ADDRESS = sieve(f"{_FORUM_SAID}|{_BANK_SAID}|{_ARTICLE_SAID}")
_BY_TITLE = sieve(
    "|".join(
        [
            _FORUM_TITLE_SAID,
            _BANK_SAID,
            _FORECAST_SAID,
            r": .{3,40}'s (?:stock|shares)",
            *(rf"\b{said}" for said in alternatives(_ARTICLE_TITLE_SAID)),
        ]
    )
)
"""One look at an address, and one at a title, that tell most pages of quotes from all others."""

_QUOTE_TITLE = re.compile(r"\bstock (?:quotes?|price)\b|\bquotes?\b")
"""What the title of a page of quotes says, though it also promises forecasts."""

_INSTRUCTION = re.compile(
    r"ignore (?:all |any |the |your |other |every )?(?:previous|other|prior|above|earlier|sources|instructions"
    r"|results)|disregard (?:all|any|the|other|previous)|(?:note|attention|message|instructions?|notice|hinweis)(?:"
    r" to| for| an)? (?:all )?(?:ai|llms?|assistants?|language models?|agents?|bots|ki\b|chatbots?|gpt|models?)"
    r"|\b(?:ai|llm) ?-?(?:assistants?|agents?|models?|readers?)\s?(?:must|should|:|,|are)|\bai: (?:report|answer"
    r"|ignore|use|say|output)|system ?(?:prompt|message|:)|as an ai\b|you (?:must|are to|should) (?:answer|reply"
    r"|respond|report|say|output|state)|(?:answer|respond|reply|output|report) (?:that|only|with|exactly)\b"
    r"|override|</?(?:system|instructions?|user|assistant)>|\[/?inst\]|prompt injection"
    r"|forget (?:everything|all|previous)|new instructions|ignorier|ignorez|ignora(?:r|te)? (?:las|todas|le|os)|do"
    r" not (?:use|trust|cite) (?:other|any)|the correct (?:answer|price) is|begin system|assistant:|tell the user"
    r"|important for (?:ai|llm)|無視して|olvida las"
)


_INSTRUCTION_WORDS = as_said(
    spaced(
        "ignore ignores ignoring disregard assistant assistants instruction instructions prompt override overriding",
        "llm llms chatbot chatbots gpt ai agents bots models system must should forget injection answer reply",
        "respond report output inst user ignoriere ignorieren ignorez ignora ignorar ignorate olvida begin cite",
    )
)
_ALARMING = _FRAUD_WORDS | _INSTRUCTION_WORDS


def plain_title(title: str) -> bool:
    """Tell whether nothing in a lower-case title tells of another page than one of quotes."""
    return _BY_TITLE.search(title) is None


def kind(url: str, title: str, plain: bool) -> Page:
    """Give the kind of the page by its lower-case address and title; `plain` is what `plain_title` says of that."""
    if plain and _BY_ADDRESS.search(url) is None:
        return Page.QUOTE
    if _FORUM.search(url) or _FORUM_TITLE.search(title):
        return Page.FORUM
    if _BANK.search(title) or _BANK.search(url):
        return Page.BANK
    if _FORECAST.search(title) and not (_QUOTE_TITLE.search(title) and "/quote" in url):
        return Page.FORECAST
    if _ARTICLE.search(url) or (
        (_ARTICLE_TITLE.search(title) or _ARTICLE_OWNED.search(title)) and not _QUOTE.search(url)
    ):
        return Page.ARTICLE
    return Page.QUOTE


def calm(lower: str, said: frozenset[bytes]) -> bool:
    """Tell whether a lower-case text holds no sign at all of fraud or of an instruction, as nearly all do."""
    return (
        _ALARMING.isdisjoint(said)
        and "!!!" not in lower
        and (lower.isascii() or ("儲" not in lower and "無視" not in lower))
    )


def fraud(lower: str, said: frozenset[bytes]) -> int:
    """Count the signs of fraud in a lower-case text of the words `said`: one that is sure makes two."""
    if _FRAUD_WORDS.isdisjoint(said) and "!!!" not in lower and "儲" not in lower:
        return 0
    seen: set[str] = set()
    for match in _FRAUD.finditer(lower):
        if match["sure"]:
            return 2
        seen.add(match[0])
    return len(seen)


def instruction(lower: str, said: frozenset[bytes]) -> int | None:
    """Give the offset of the first words that address the reader's machine, or None."""
    if _INSTRUCTION_WORDS.isdisjoint(said) and "無視" not in lower:
        return None
    found = _INSTRUCTION.search(lower)
    return found.start() if found else None


_PIECE = re.compile(r"[,|;/·•\n]|\s-\s|\.\s")


def stuffed(lower: str) -> bool:
    """Tell whether a text is a row of search phrases: many short fragments that repeat the same few words."""
    if len(lower) < 47:
        return False  # shorter than the twelve words that it takes
    if (
        lower.count("price") + lower.count("kurs") + lower.count("precio") + lower.count("buy ") + lower.count("kaufen")
    ) < 4:
        return False
    pieces = [p.split() for p in _PIECE.split(lower[:1500])]
    pieces = [p for p in pieces if p]
    short = [p for p in pieces if len(p) <= 6]
    if len(pieces) < 5 or len(short) < 0.8 * len(pieces):
        return False
    said = [w for p in short for w in p if w.isalpha() and len(w) > 2]
    keys = sum(w in _KEYS for w in said)
    return len(said) >= 12 and keys >= 6 and len(set(said)) <= 0.6 * len(said)


_KEYS = frozenset(
    [
        "price",
        "prices",
        "buy",
        "best",
        "cheap",
        "today",
        "live",
        "now",
        "free",
        "online",
        "rate",
        "kurs",
        "kaufen",
        "cheapest",
        "prediction",
        "convert",
        "converter",
        "usd",
        "stock",
        "coin",
        "crypto",
        "value",
        "get",
        "sell",
        "trade",
    ]
)
