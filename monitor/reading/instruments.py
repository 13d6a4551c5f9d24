"""Well-known instruments and the words that make one thing out of another (wrapped, futures, class B).

The lists only help to see that a number belongs to something else; what the reader is asked for is taken out of them.
"""

import re

from monitor.reading.vocabulary import spaced, words

__all__ = [
    "ACRONYMS",
    "ALIASES",
    "BAD_AFTER",
    "BAD_AFTER_HEADS",
    "BAD_AFTER_SHARE",
    "BAD_BEFORE",
    "BAD_BEFORE_ENDS",
    "EXCHANGES",
    "GENERIC_FIRST",
    "INDICES",
    "LEGAL",
    "LEGAL_GROUP",
    "NAMES",
]

NAMES: frozenset[str] = frozenset(
    words(
        "bitcoin|ethereum|ether|tether|ripple|binance coin|solana|dogecoin|cardano|tron|avalanche|chainlink|shiba"
        " inu|polkadot|toncoin|litecoin|uniswap|stellar"
        "|monero|cosmos|hedera|near protocol|aptos|arbitrum|optimism|filecoin|algorand|vechain|internet computer"
        "|maker|aave|the graph|fantom|sui|pepe|bonk|kaspa"
        "|injective|celestia|tezos|eos|iota|zcash|dash|decred|hyperliquid|mantle|polygon|worldcoin|render|immutable"
        "|the sandbox|decentraland|bitcoin cash|ethereum classic",
        "apple|amazon|alphabet|google|meta platforms|tesla|nvidia|broadcom|netflix|adobe|salesforce|oracle|intel"
        "|cisco|qualcomm|micron|palantir|coinbase|microstrategy"
        "|walmart|costco|home depot|lowe's|deere|caterpillar|boeing|lockheed|jpmorgan|goldman sachs|morgan stanley"
        "|wells fargo|citigroup|visa|mastercard|exxon|chevron"
        "|pfizer|merck|eli lilly|johnson & johnson|coca-cola|pepsico|procter & gamble|mcdonald's|starbucks|disney"
        "|nike|ford|general motors|toyota|honda|sony|samsung"
        "|siemens|allianz|volkswagen|bmw|mercedes|bayer|basf|adidas|nestlé|nestle|novartis|roche|lvmh|totalenergies"
        "|sanofi|airbus|asml|shell|bp|hsbc|barclays|vodafone"
        "|unilever|astrazeneca|glaxosmithkline|rio tinto|sainsbury's|sainsbury|marks & spencer|tesco|la-z-boy"
        "|williams-sonoma|wayfair|microsoft|infosys|tcs|hdfc bank|advanced micro devices",
        "s&p 500|s&p500|s&p|dow jones|dow|nasdaq composite|nasdaq 100|nasdaq-100|russell 2000|ftse 100|ftse|dax"
        "|mdax|cac 40|euro stoxx 50|eurostoxx|nikkei|nikkei 225|hang seng"
        "|sensex|nifty|nifty 50|smi|ibex 35|dollar index|u.s. dollar index|us dollar index|dxy|vix|topix|kospi|asx"
        " 200|stoxx 600|brent|wti|crude oil|gold|silver|copper"
        "|natural gas|10-year treasury|treasury yield|bund|ftse mib",
    )
)
"""Names of coins, companies, indices and commodities that often stand beside the one asked for."""

INDICES = frozenset(
    words(
        "s&p 500|dow jones|dow|nasdaq composite|nasdaq 100|nasdaq-100|russell 2000|ftse 100|ftse|dax|mdax|cac 40"
        "|euro stoxx 50|nikkei|nikkei 225|hang seng|sensex|nifty|nifty 50|smi|ibex 35|topix|kospi|kosdaq|asx 200"
        "|stoxx 600|ftse mib"
    )
)
"""Names of indices, which also say where a share is listed."""

ALIASES: dict[str, tuple[str, ...]] = {
    "BTC": ("XBT",), "XRP": ("Ripple", "XRP"), "ETH": ("Ether",), "BNB": ("BNB", "Binance Coin"),
    "POL": ("Polygon", "MATIC"),
    "DOGE": ("Dogecoin", "Doge"), "TON": ("Toncoin",), "GOOG": ("Google",), "GOOGL": ("Google",),
    "META": ("Facebook",), "DOT": ("Polkadot",),
    "AVAX": ("Avalanche",), "HBAR": ("Hedera",), "ICP": ("Internet Computer",), "XLM": ("Stellar", "Lumen"),
    "ADA": ("Cardano",),
    "MMM": ("3M",), "BRK.A": ("Berkshire",), "BRK.B": ("Berkshire",), "HPQ": ("HP",),
    "JPM": ("JPMorgan", "JP Morgan"), "LTC": ("Litecoin",),
    "SHIB": ("Shiba",), "TRX": ("Tron",), "ATOM": ("Cosmos",),
}  # fmt: skip
"""Other names that pages use for a ticker."""

LEGAL_GROUP: dict[str, str] = {
    "co": "company", "company": "company", "corp": "corp", "corporation": "corp", "inc": "inc", "incorporated": "inc",
    "ltd": "plc", "limited": "plc",
    "plc": "plc", "ag": "ag", "se": "se", "sa": "sa", "nv": "nv", "spa": "spa", "llc": "llc", "lp": "lp", "ab": "ab",
    "asa": "asa", "oyj": "oyj", "kk": "kk",
}  # fmt: skip
"""Legal forms, by the group within which pages mix them."""

LEGAL = frozenset(LEGAL_GROUP) | frozenset(
    [
        "the",
        "holdings",
        "holding",
        "group",
        "class",
        "a",
        "b",
        "c",
        "adr",
        "ads",
        "shares",
        "share",
        "ordinary",
        "common",
        "stock",
        "registered",
        "bearer",
        "preferred",
        "preference",
        "pref",
        "vz",
        "st",
        "pn",
        "on",
        "non-voting",
        "voting",
        "gmbh",
        "kgaa",
        "&",
        "and",
        "of",
        "de",
        "international",
        "interiors",
        "motor",
        "industries",
        "platforms",
    ]
)
"""Words of a company's name that do not tell it apart."""

GENERIC_FIRST = frozenset(
    spaced(
        "general american bank first united national international north south west east new royal deutsche banco",
        "texas home best advanced applied standard southern northern western eastern pacific global great green",
        "blue black white red gold silver old big open digital super smart pure prime core internet world near the",
        "to in on at air sun energy union federal capital credit digital star hong british swiss european canadian",
        "central china japan state public service",
    )
)
"""First words that are no company by themselves."""

ACRONYMS = frozenset(
    spaced(
        "USD EUR GBP JPY CHF AUD CAD NZD CNY HKD INR KRW SGD SEK NOK DKK TWD BRL MXN ZAR TRY PLN GBX GBP USDT USDC",
        "AM PM EST EDT ET CST CDT CT PST PDT PT UTC GMT BST CET CEST MEZ MESZ IST JST HKT SGT AEST AEDT NYSE NASDAQ",
        "AMEX LSE TSE TSX ASX HKEX NSE BSE SIX XETRA OTC CBOE ETF ETFS ETN ETP ADR ADS PLC INC CORP LTD AG SE SA NV",
        "AB ASA ORD EPS PE TTM YTD YOY QOQ NAV ATH ATL CEO CFO COO IPO USA US UK EU API AI IT TV PC Q1 Q2 Q3 Q4 FY",
        "H1 H2 RT VOL CAP MKT CHG LTP CMP VWAP SMA EMA RSI MACD ROI ROE ROA EBITDA GAAP SEC FED FOMC ECB BOE BOJ",
        "CPI GDP PMI NFP DEFI NFT DEX CEX DAO TVL FDV P2P FAQ RSS PDF HTML JSON URL CSV OK NEW BUY SELL HOLD LIVE",
        "HOT TOP FREE NOW HIGH LOW OPEN CLOSE LAST BID ASK PRICE DATE TIME NET PRM FTSE DAX SMI CAC MIC ISIN WKN",
        "CUSIP SEDOL CCC CCY NMS NYQ PCT BPS KYC AML MA PT EX DIV JP DE FR ES IN HK CH GB MO TU WE TH FR SU JAN FEB",
        "MAR APR MAY JUN JUL AUG SEP OCT NOV DEC MON TUE WED THU FRI SAT SUN AND THE FOR OF TO AT ON BY OR VS TTB",
        "TTS TTM CR BN MN TN MIN MAX AVG OHLC OHLCV INTL INT GRP HLDG HLDGS REG NOM NAM INH NA PS GS PC IS ES CL",
        "COM SHS DRC PLN DELAYED SPOT BASED QUOTE STOCK SHARE SHARES LIMITED NOTE REAL DAY DAYS RANGE WEEK YEAR",
        "RATE RATES LTG VALUE NAME SYMBOL TICKER EXCHANGE MARKET GROUP HOLDING HOLDINGS TRADE TRADES LAST CURRENT",
        "TODAY PREVIOUS PREV CLOSED DAILY INDEX BOURSE AKTIE KURS PREIS COURS PRIX BATS BZX IEX EDGX NLS",
        "OTCQX OTCQB OTCMKTS TSXV KRX KOSPI TWSE MOEX TRADEGATE GETTEX QUOTRIX",
    )
)
"""Upper-case words that are no instrument."""

BAD_BEFORE = re.compile(
    r"(?:wrapped|staked|staking|restaked|liquid|bridged|pegged|binance-peg|binance pegged|wormhole|lido|jito"
    r"|marinade|rocket pool|coinbase wrapped|ishares|grayscale|fidelity|vaneck|ark 21shares"
    r"|bitwise|proshares|direxion|direxion daily|graniteshares|yieldmax|leverage shares|tokenized|tokenised"
    r"|tokenizado|synthetic|mini|micro|nano|baby|fake|meme|lightning|2x long|2x short|3x long|3x short|ultra long"
    r"|ultra short"
    r"|1x|2x|3x|5x|etp|21shares|hashdex|coinshares|wisdomtree|3iq|purpose|roundhill|defiance|t-rex|tradr|rex"
    r"|franklin|invesco|super|dark|green|safe)[\s-]+\Z"
)
"""What before a name makes another instrument of it."""

BAD_AFTER = re.compile(
    r"[\s-]{0,2}(?:\([^()]{0,30}\)\s)?(?:cash|gold|classic|sv|diamond|private|name service|pow|unchained|inu|2\.0"
    r"|satoshi|vault|standard|token fund|hyper|x\b|silver|god|atom|plus|world|pay|minetrix|dogs|ordinals|runes"
    r"|trust|etfs?|etns?|etps?|etc\b|fund|futures?|future|perpetuals?|perp|swap|options?|calls?|puts?|warrants?"
    r"|zertifikate?|optionsscheine?|knock-outs?|turbos?|cfds?|index|bull|bear|2x|3x|1x|-?1\.5x|covered call"
    r"|xstock|bstocks?|tokenized|tokenised|tokenisiert|dstock|ondo|cdr|cedears?|bdr|preferred|pfd|vorzug|units?"
    r"|rights?|adr program|mini|micro|yield|premium yield|buywrite|income strategy|leveraged|inverse"
    r"|price index|volatility|dominance|halving|miners?|mining|treasury|holdings?|reserve|ira|depot|atm|pizza|ai|20"
    r"|layer|l2|cash node|wizards)(?![\w])"
)
"""What after a coin's name makes another instrument, or another matter, of it."""

BAD_AFTER_SHARE = re.compile(
    r"[\s-]{0,2}(?:\([^()]{0,30}\)\s)?(?:etfs?|etns?|etps?|futures?|perpetuals?|perp|swap|options?|calls?|puts?"
    r"|warrants?|zertifikate?|optionsscheine?|knock-outs?|turbos?|cfds?|bull|bear|2x|3x|1x|covered call|xstock"
    r"|bstocks?|tokenized|tokenised|tokenisiert|dstock|ondo|cdr|cedears?|bdr|preferred|pfd|yield|premium yield"
    r"|income strategy|leveraged|inverse|discount-zertifikat|aktienanleihe|bonds?|notes"
    r"|debentures?|anleihen?)(?![\w])|\susd \("
)
"""What after a company's name makes another instrument of it."""

BAD_BEFORE_ENDS = frozenset(
    [
        "wrapped",
        "staked",
        "staking",
        "restaked",
        "liquid",
        "bridged",
        "pegged",
        "wormhole",
        "lido",
        "jito",
        "marinade",
        "pool",
        "ishares",
        "grayscale",
        "fidelity",
        "vaneck",
        "21shares",
        "bitwise",
        "proshares",
        "direxion",
        "daily",
        "graniteshares",
        "yieldmax",
        "shares",
        "tokenized",
        "tokenised",
        "tokenizado",
        "synthetic",
        "mini",
        "micro",
        "nano",
        "baby",
        "fake",
        "meme",
        "lightning",
        "long",
        "short",
        "1x",
        "2x",
        "3x",
        "5x",
        "etp",
        "hashdex",
        "coinshares",
        "wisdomtree",
        "3iq",
        "purpose",
        "roundhill",
        "defiance",
        "rex",
        "tradr",
        "franklin",
        "invesco",
        "super",
        "dark",
        "green",
        "safe",
    ]
)
"""Last words of what makes another instrument of a name; a cheap look before `BAD_BEFORE`."""

BAD_AFTER_HEADS = frozenset("abcdefghiklmnoprstuvwxz123456789-(")
"""First characters of what `BAD_AFTER` finds."""

EXCHANGES = frozenset(
    [
        "NYSE",
        "NASDAQ",
        "NASDAQGS",
        "NASDAQGM",
        "NASDAQCM",
        "AMEX",
        "NYSEAMERICAN",
        "NYSEARCA",
        "LSE",
        "LON",
        "TSX",
        "ASX",
        "XETRA",
        "ETR",
        "FRA",
        "EPA",
        "TYO",
        "TSE",
        "HKG",
        "NSE",
        "BSE",
        "BOM",
        "SWX",
        "SIX",
        "XNYS",
        "XNAS",
        "XLON",
        "XETR",
        "BIT",
        "BME",
        "AMS",
        "OTC",
        "OTCMKTS",
        "CVE",
        "US",
        "UK",
        "LN",
        "GR",
        "GY",
        "FP",
        "JP",
        "HK",
        "CN",
        "IN",
        "BVMF",
        "KRX",
        "TPE",
        "SGX",
        "JSE",
        "TSXV",
        "NEO",
        "CBOE",
        "EURONEXT",
        "STO",
        "CPH",
        "HEL",
        "OSL",
        "VIE",
        "WSE",
    ]
)
"""Codes of exchanges beside a ticker ("NYSE:TTC", "MSFT:US")."""
