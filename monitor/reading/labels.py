"""The words before a number enter; what the number is (last, bid, day's high, market value …) leaves."""

import re
from functools import lru_cache

from monitor.reading.codes import Code
from monitor.reading.vocabulary import longest, spaced, words

__all__ = ["Label", "before", "labelled", "neutral_or_none"]


class Label(Code):
    """What a number is. Only those up to `OPEN` can be read as a price; the others never are."""

    NONE = 0
    PRICE = 1  # "price", "rate": says that it is one, not which
    LAST = 2
    CLOSE = 3
    EXTENDED = 4
    BID = 5
    ASK = 6
    MID = 7
    PREVIOUS = 8
    OPEN = 9
    NEUTRAL = 10  # words that look like a label and are none ("market open", "last updated")
    RANGE = 11  # two numbers follow
    BIDASK = 12  # two numbers follow
    HIGHLOW = 13
    TARGET = 14
    LEVEL = 15
    FORECAST = 16
    AVERAGE = 17
    NAV = 18
    VALUE = 19
    CHANGE = 20
    INCOME = 21
    FEE = 22
    BANK = 23
    PAST = 24
    OTHER = 25


_VOCABULARY: dict[Label, list[str]] = {
    Label.PRICE: words(
        "price|prices|quote|rate|exchange rate|kurs|wechselkurs|aktienkurs|cours|taux|taux de change|precio"
        "|cotización|cotizacion|tipo de cambio"
        "|prezzo|quotazione|tasso|tasso di cambio|preço|cotação|cotacao|câmbio|株価|価格|レート|為替レート|現値"
        "|value today"
        "|trading price|price per coin|price per token|price per share"
        "|fiyat|fiyatı|harga|cena|kurz|kursen|hinta|цена|курс|giá|भाव|कीमत|dollarkurs|eurokurs|bitcoin-kurs"
        "|價格|价格|行情價|报价|報價"
        "|koers|price today|share price|stock price|live price|kurswert"
        "|valor hoy|worth"
    ),
    Label.LAST: words(
        "last price|last trade|last sale|latest price|last|letzter preis|letzter kurs|letzter|aktueller kurs"
        "|aktuell|aktueller preis|kurs aktuell"
        "|current price|currently at|current rate|current value|current|market price|trade price|last traded price"
        "|ltp|cmp|spot price|spot rate|spot"
        "|mid-market rate|mid-market exchange rate|mid market rate|live price|live rate|price now|real-time price"
        "|delayed quote|last quote"
        "|dernier cours|dernier|cours actuel|último precio|último|ultimo precio|ultimo|precio actual|cotización"
        " actual|ultimo prezzo|prezzo attuale"
        "|ultimo valore|último preço|preço atual|cotação atual|現在値|取引値|現在の価格|laatste koers|laatste"
        "|letzte|schweizer"
        " kurs|trades at"
        "|regular market price|last done|prix actuel|valor atual|valor actual|valore attuale|valeur actuelle|現在値:"
        "|prix en direct|taux actuel|precio en vivo|valor actual|kurs:|letzte notierung|geldkurs aktuell"
        "|वर्तमान मूल्य|현재가|체결가"
        "|目前價格|目前价格|目前價格為|目前价格为|當前價格|当前价格|實時價格|实时价格|即時價格|即时价格|現在価格|時価"
        "|오늘의시세|시세|最新|當前價|当前价|最新價格|最新价|现价|成交价|最新價|last trade price"
        "|现报|現報|报价为|報價為|升至|跌至|涨至|漲至|回落至|反弹至|价格为|價格為"
        "|now trading at|trading at"
        "|last price traded"
        "|consolidated last|last sale price|consolidated last sale|last consolidated sale|son fiyat|son işlem|son"
        "|güncel fiyat|senast|siste|seneste|siste kurs|viimeisin|harga terakhir|harga terkini|harga saat ini"
        "|ostatni kurs|ostatnia cena|aktualny kurs|poslední cena|aktuální kurz|utolsó ár|последняя цена|текущая цена"
        "|текущий курс|торгуется по|торгуется на уровне|стоит|составляет"
        "|giá hiện tại|giá gần nhất|成交|現價|按盤價|市價"
        "|current stock price|current share price|current market price|current trading price|latest stock price"
        "|latest share price|last share price|last stock price|recent price|recent stock price|recent share price"
        "|most recent price|latest quote|latest rate|latest trade|1st jan change|1st jan. change"
    ),
    Label.CLOSE: words(
        "close|closing price|closed at|close price|closing|closes at|at close|official close|schlusskurs|schluss"
        "|clôture|cours de clôture|cierre"
        "|precio de cierre|chiusura|prezzo di chiusura|fechamento|終値|ended at|finished at|settled at|ended the day"
        " at|closed the day at"
        "|closed on|adj close|regular close|fixing|reference rate|referenzkurs|ezb-referenzkurs|slotkoers|official"
        " price|closing value|market close"
        "|kapanış|zamknięcie|kurs zamknięcia|závěr|sluttkurs|stängning|slutkurs|lukukurssi|penutupan|закрытие"
        "|收市|收市價|收市价|last close|latest close|official closing price|prezzo ufficiale|fix|종가|收盘价"
        "|latest closing price|closing share price|closing stock price|recent close|most recent close"
        "|most recent closing price|收盤價|收盘|收于|收於|收报|收報|报收|報收|大引け|終値は"
    ),
    Label.EXTENDED: words(
        "after hours|after-hours|after market|after-market|postmarket|post-market|post market|pre-market|pre market"
        "|premarket|pre-market price"
        "|extended hours|extended trading|extended-hours|overnight|nachbörslich|vorbörslich|nachbörse|vorbörse"
        "|après-bourse|avant-bourse"
        "|after-hours price|after hours price|before hours|pre-market last|fuori orario|時間外"
    ),
    Label.BID: words(
        "bid|bids|bid price|best bid|geld|geldkurs|sell|sell price|denaro|achat|demanda|compra bid|買気配|売値|bied"
        "|cours"
        " acheteur|highest bid"
        "|bester geldkurs|prezzo denaro|comprador|alış|kupno|köp|kjøper|køb|beli|покупка|nákup|買入價"
    ),
    Label.ASK: words(
        "ask|asks|ask price|best ask|offer|offer price|brief|briefkurs|buy|buy price|lettera|vente|oferta|売気配|買値"
        "|laat"
        "|lowest ask|best offer"
        "|cours vendeur|prezzo lettera|vendedor|satış|sprzedaż|sälj|selger|salg|jual|продажа|prodej|賣出價"
    ),
    Label.MID: words(
        "mid|mid price|mid-price|midpoint|mid rate|mittelkurs|cours moyen bid/ask|仲値|middle rate|mid-rate"
    ),
    Label.PREVIOUS: words(
        "previous close|prev close|prev. close|prior close|previous closing price|previous day's close|yesterday's"
        " close|last close price|pr. close"
        "|vortag|vortageskurs|schlusskurs vortag|schluss vortag|kurs vortag|clôture veille|clôture précédente"
        "|veille|cierre anterior|cierre previo"
        "|chiusura precedente|chiusura prec.|prec. chiusura|fechamento anterior|前日終値|前日|前終|prev"
        "|prev.|previous"
        "|prior settle|prior settlement"
        "|yesterday|friday's close|monday's close|tuesday's close|wednesday's close|thursday's close|prior-day"
        " close|vorige slotkoers|gestern|previously closed at|had previously closed at|closed previously at"
        "|vortagesschluss|vortagesschlusskurs|cours veille|previous day close|y'day close|ayer|ieri|ontem|hier"
        "|precedente|anterior|vorheriger schlusskurs"
        "|önceki kapanış|kurs odniesienia|poprzednie zamknięcie|poprzedni kurs|föregående|forrige"
        "|föregående stängning"
        "|forrige slutt|edellinen|penutupan sebelumnya|предыдущее закрытие|předchozí závěr|prezzo di riferimento"
        "|前收市|前收市價|前收市价|前收|昨收價|昨收价|previous session|prior session|p.close|prevclose|전일"
        "|전일가|전일종가|昨收|前收盘|昨收盘|昨日收盘"
    ),
    Label.OPEN: words(
        "open|opened at|opening price|opening at|opens at|open price|eröffnung|eröffnungskurs|ouverture|cours"
        " d'ouverture|apertura|precio de apertura"
        "|prezzo di apertura|abertura|preço de abertura|始値|opened the day at|opened|opening|openingskoers|startkurs"
        "|day open|erster kurs|시가|开盘|今开|開盤|open today|açılış|otwarcie|öppning|åpning|åbning"
        "|pembukaan|открытие"
        "|開市|開市價|开市价|开盘价|開盤價"
    ),
    Label.NEUTRAL: words(
        "market open|market closed|markets open|market is open|market is closed|last updated|last update|last"
        " updated on|last traded|last trade time"
        "|currency in|closed|open quotes|opening hours|currently|last refreshed|traded as|buy now|buy and sell|sell"
        " orders|kurszeit|letzte aktualisierung"
        "|realtime|real-time|real time|letztes update|quote price arrow up|quote price arrow down|stock price today"
        "|price chart|quote details|key data"
        "|last modified|dernière mise à jour|última actualización|ultimo aggiornamento|última atualização|data as"
        " of|as of|convert|to buy|to sell|buy or sell"
    ),
    Label.RANGE: words(
        "day's range|days range|day range|daily range|today's range|24h range|24 hour range|24-hour range|range|52"
        " week range|52-week range|52 wk range"
        "|52-wk range|year range|52w range|day low / high|24h low / 24h high|24h low/high|low/high|low / high"
        "|high/low|high / low|high - low"
        "|tagesspanne|52-wochen-spanne|52 wochen spanne|spanne|tageshoch/-tief|tief/hoch|hoch/tief|rango|rango día"
        "|rango diario|rango 52 semanas"
        "|rango de 52 semanas|fourchette|intervallo|min - max|min/max|var. 52 semaines|escursione|extrêmes|between"
        "|値幅|52週レンジ|variação dia|day's low/high"
        "|today's low / high|l/h|h/l|7d range|7d low / 7d high|52w low/high|today's l/h|52w l/h|fifty two week"
        " range|intraday range|bandbreite|plus haut / plus bas|波幅|振幅|gün aralığı|52 hafta aralığı"
        "|dagens intervall"
    ),
    Label.BIDASK: words(
        "bid/ask|bid / ask|bid-ask|ask/bid|bid - ask|geld/brief|geld / brief|achat/vente|sell/buy|buy/sell"
        "|bid/offer|denaro/lettera"
    ),
    Label.HIGHLOW: words(
        "high|low|day high|day low|day's high|day's low|today's high|today's low|24h high|24h low|24-hour high"
        "|24-hour low|52 week high|52 week low"
        "|52-week high|52-week low|52 wk high|52w high|52w low|52w hoch|52w tief|52-wk high|52-wk low|1-year high"
        "|1-year low|1 year high|1 year low|12-month high|12-month low|12 month high|12 month low"
        "|year high|year low|yearly high|yearly low|all-time high|all time high|all-time low|all time low|ath|atl"
        "|record high|record low|record|peak"
        "|lifetime high|highest|lowest|tageshoch|tagestief|hoch|tief|jahreshoch|jahrestief|allzeithoch|allzeittief"
        "|52-wochen-hoch|52-wochen-tief|rekordhoch"
        "|52 wochen hoch|52 wochen tief|höchstkurs|tiefstkurs|höchststand|tiefststand|plus haut|plus bas|plus haut"
        " annuel|plus bas annuel|record historique"
        "|máximo|mínimo|maximo|minimo|máximo histórico|mínimo histórico|máx. 52 semanas|mín. 52 semanas|máx|mín"
        "|máx.|mín.|max|min|max.|min.|massimo|massimi"
        "|minimi|massimo storico|minimo storico|máxima|mínima|máxima 52 semanas|高値|安値|年初来高値|年初来安値"
        "|上場来高値|maximum"
        "|minimum|best rate|worst"
        "|best|worst rate|highs|lows|session high|session low|intraday high|intraday low|intra-day high|52wk high"
        "|52wk low|year's high|year's low|52-week peak"
        "|top|bottom|floor|ceiling|cycle high|multi-year high|three-month high|ytd high|ytd low|fiftytwoweekhigh"
        "|fiftytwoweeklow|hoog|laag|hi|lo|was haut"
        "|new high of|a high of|a low of|hit a high|hit a low|jahreshöchststand|plus haut historique|24 h hoch|24 h"
        " tief|24h hoch|24h tief|52週高値|52週安値|上限|下限|고가|저가"
        "|상한가|하한가|涨停|跌停|涨停价|跌停价|最高|最低|52주최고|52주최저|最高价|最低价"
        "|high of the day|low of the day|en yüksek|en düşük|högst|lägst|høy|lav|høj|najwyższy|najniższy|tertinggi"
        "|terendah|максимум|минимум|最高價|最低價|52周最高|52周最低|52週最高|52週最低|24h高|24h低"
    ),
    Label.TARGET: words(
        "price target|target|target price|price objective|price targets|average price target|target est|1y target"
        " est|1y target|fair value|kursziel|kursziele"
        "|objectif de cours|objectif|precio objetivo|prezzo obiettivo|target price medio|preço-alvo"
        "|preço alvo|目標株価"
        "|consensus|take profit|take-profit|tp"
        "|valuation|intrinsic value|fair value estimate|koersdoel|upside to|analyst target|target of|objetivo|mean"
        " target|median target|high target|low target"
        "|dcf value|fairer wert|juste valeur|valor razonable|price forecast|raised to|hiked to|lifted to|cut to"
        "|lowered to|trimmed to|his target|my target"
    ),
    Label.LEVEL: words(
        "support|resistance|support at|resistance at|pivot|pivots|pivot point|daily pivots|s1|s2|s3|r1|r2|r3|sma"
        "|ema|stop|stop-loss|stop loss|breakout"
        "|break above|break below|above|below|fibonacci|fib|retracement|strike|strike price|barrier|knock-out"
        "|knockout|unterstützung|widerstand|stützt"
        "|soutien|résistance|soporte|resistencia|supporto|resistenza|suporte|resistência|支持線|抵抗線|サポート"
        "|レジスタンス"
        "|bollinger|entry|entry at|entry zone|liquidation"
        "|liquidation price|trigger|psychological level|level of|key level|vwap|mark|mark price|index|index price"
        "|mark-preis|call|put|p:|zone|limit|limit price|demand zone"
        "|supply zone|buy zone|sl|invalidation|hürde|marke|marke von|basispreis|invalidation level|toward|towards"
        "|under|over|gap at|seuil|nivel|livello|soglia"
    ),
    Label.FORECAST: words(
        "forecast|prediction|predicted|prognose|prévision|pronóstico|previsione|previsão|could reach|could hit|will"
        " reach|will hit|may reach|could rise to"
        "|expected to|reach a maximum of|maximum price|minimum price|could fall to|could climb to|could drop to"
        "|high forecast|low forecast|estimate|projected|projection"
        "|estimated price|potential high|potential low|by 2027|by 2028|by 2030|予想|予測|we expect|we see|sees|see"
        "|expect|expects|forecasts|eyes|eye|eyeing|hit|hits|reach|reaches|could trade at"
        "|might reach|may hit|will be|would be|should reach|aims for|heading to|headed to|on track for|road to"
        "|bulls target|bears target|model price|könnte auf|erwartet|erwarten|sehen"
    ),
    Label.AVERAGE: words(
        "average|average price|moving average|moving average price|moving average of|50-day moving average|200-day"
        " moving average|day average|avg|avg.|avg price"
        "|production cost|electrical cost|mining cost|miner price|realized price|realised price"
        "|average cost|average rate|average price of|simple moving average|mean|median|durchschnitt"
        "|durchschnittskurs|moyenne|promedio|media|media mobile|média|média móvel"
        "|平均|均價|均价|移動平均|gleitender durchschnitt|cost basis|weighted average|cost average|50-day"
        "|200-day|50 day ma"
        "|200 day"
        " ma|ma50|ma200|50d ma|200d ma|durchschnittlich|30-day average|average purchase price"
    ),
    Label.NAV: words(
        "nav|net asset value|inav|book value|buchwert|nettoinventarwert|valeur liquidative|基準価額|book value per"
        " share|liquidation value|market closing price|sum of parts|nta"
    ),
    Label.VALUE: words(
        "volume|vol|vol.|avg. volume|avg volume|average volume|volume 24h|trading volume|24h volume|market cap"
        "|market capitalization|market capitalisation|mkt cap|mkt. cap"
        "|market value|cap|capitalization|capitalisation|capitalisation boursière|valued at|marktkapitalisierung"
        "|marktkap.|börsenwert|handelsvolumen|umsatz|umsätze|volumen|stückzahl"
        "|capitalización|capitalización bursátil|capitalizzazione|capitalização|valor de mercado|volumi"
        "|volumes|出来高"
        "|時価総額|売買代金|turnover|revenue|revenues|net sales|sales|supply"
        "|circulating supply|max supply|max. supply|total supply|fully diluted|fdv|fully diluted valuation"
        "|enterprise value|shares out|shares outstanding|employees|float"
        "|open interest|liq|liquidity|tvl|assets|aum|worth of|stake|pe|p/e|p/e ratio|pe ratio|pe ratio (ttm)|p/e"
        " (ttm)|price-to-earnings|kgv|per|pbr|beta|beta (5y monthly)|rank|ranking|size"
        "|bid size|ask size|lot size|deposits|raised|invested|minimum order|balance|umlaufmenge|im umlauf|offre en"
        " circulation|suministro|oferta circulante|円換算|value traded|traded value|number of trades|hash rate|block"
        " height|block reward|block"
        "|price to sales|price/sales|price to book|price/book|p/b|p/s|peg|employees:|p/e ratio of|beta of|거래량"
        "|시가총액"
        "|成交量|市值|成交额|거래대금|kbv|volatility|rsi|dominance|isin|wkn|valor|cusip|sedol|nominal|par value"
        "|nominal value"
        "|hacim|wolumen|obrót|omsättning|omsetning|omsætning|volum|объем|объём|總量|總市值|成交金額|成交股數"
        "|成交張數|市盈率"
        "|本益比|换手率|shares worth|stock worth|stake worth|holdings worth|position worth|worth about"
        "|worth approximately|valued at approximately|gegenwert|founded|since|ordinary|ord|ordinary shares"
        "|ord shs|nennwert|nennwert"
    ),
    Label.CHANGE: words(
        "since previous close|since prev. close|since last close|depuis la clôture veille|depuis la clôture|seit vortag"
        "|change|전일대비|등락률|涨跌|涨跌幅|涨幅|漲跌|chg|chg.|net change|% change|veränderung|differenz|variation"
        "|variación"
        "|前週末比|前営業日比|前日終値比|前取引日比|前週比|涨幅为|跌幅为|上漲|下跌|上涨"
        "|전장보다|전일보다|전장 대비|전거래일 대비"
        "|variazione|variação|var|var.|var %|var. %|前日比|騰落|gain|loss|gained|lost|up|down|up by|down by|rose by"
        "|fell"
        " by"
        "|rose|fell|risen|fallen"
        "|added|shed|climbed|dropped|slipped|jumped|gains|rises|falls|drops|abs.|diff|+/-|day change|24h"
        " change|change 24h|24h|tick|steigt um|fällt um|plus|minus|advance|advanced|declined|decline|increased"
        "|increase|decreased|more than|as much as"
    ),
    Label.INCOME: words(
        "earned|earns|dividend|dividends|dividend of"
        "|dividende|dividendo|配当|dividend yield|yield|payout|pays|annual dividend"
        "|quarterly dividend|quarterly cash dividend|eps|eps (ttm)|earnings|earnings per share|earnings of"
        "|per-share earnings|diluted earnings per share"
        "|adjusted earnings|adjusted earnings of|adjusted eps|gewinn je aktie|ergebnis je aktie|bpa|bénéfice par"
        " action|bpa|utile per azione|lucro por ação|eps estimate|consensus eps estimate|guided for|guidance"
        "|forward dividend|forward dividend & yield"
        "|dividendenrendite|rendite|rendimiento|distribution|coupon|ausschüttung|ex-dividend|income|profit|net"
        " income|special dividend|dividend/share|staking reward|reward|rewards|1株配当|1株利益|eps of"
    ),
    Label.FEE: words(
        "fee|fees|fees from|start at|start from|starting from|starts from|priced from|msrp|base price|retail price"
        "|retails for|retails at|sticker price|commission|gebühr|frais|comisión|commissione|taxa|spread"
        "|minimum|min. order|from only"
        "|as little as|as low as|from as little as|starting at|starts at|cost of"
        "|you could receive|you receive|you get|recipient gets|they receive|receives"
        "|gas|funding|funding rate|margin|expense ratio|you'd get|you'll get|you will receive|cashback|bonus|手数料"
    ),
    Label.BANK: words(
        "we buy|we sell|tourist rate|today's tourist rate|cash rate|cash rates|buying rate|selling rate|cash buying"
        "|cash selling|tt buying|tt selling|remittance rate|remittance|bureau de change|sorten|sortenkurs|ankauf"
        "|verkauf|achat billets|our rate|your rate|transfer rate"
        "|card rate|holiday money|travel money|wir kaufen|wir verkaufen|buy rate|sell rate|branch rate|airport rate"
        "|現金|ttb|tts|ttm|customer rate|notes buying|notes selling|western union rate|exchange counter|counter rate"
        "|billete|compra|venta|compra:|venda|vendita|acquisto"
    ),
    Label.PAST: words(
        "bought at|bought in at|sold at|purchased at|buy in at|got in at|got out at|picked up at|ipo price|ipo"
        "|issue price|issued at|offering price|priced at|placement price|average price of|exercise price|per share"
        " in cash|takeover|buyout|offer of|acquire|acquisition price|at a price of"
        "|unadjusted close|unadjusted price"
        "|before the split|pre-split|as traded before the split|vor dem split|unadjusted|avant le split|antes del"
        " split|split-unadjusted|my cost|my entry|i bought|i sold|buy more at|add at|add under|add below|buy at"
        "|sell my|buying at|selling at|holding until|bagholding at|buy more under"
        "|only|at only|for only|just|for just|launch price|listing price|tender offer|buyback|repurchased|grant"
        " price|conversion price|insider|ausgabepreis|emissionspreis|had been|traded at in|a year ago|years ago|in"
        " january|month ago|week ago|last year|last month"
    ),
}  # fmt: skip

_BY_WORD: dict[str, Label] = {}
for _label, _entries in _VOCABULARY.items():
    for _entry in _entries:
        _BY_WORD.setdefault(_entry, _label)
_FIND = longest(_BY_WORD, "\u0900")

# Words that may stand between a label and its number.
_BETWEEN = re.compile(
    r"(?:[\s:=$€£¥₹()\[\]|·•*\"'~≈,/–—-]|(?<![^\W_])(?:of|at|is|was|were|are|to|around|about|near|nearly"
    r"|approximately|approx|the|a|an|in|on|for|und|and|or"
    r"|bei|von|um|auf|zu|ist|beträgt|liegt|lag|notiert|est|est de|à|de|en|es|era|di|em|por|per|da|del|della|un|una"
    r"|il|le|la|el|o|é|e|y|price|prices|value|kurs|precio|prix|prezzo|preço"
    r"|usd|eur|gbp|chf|jpy|gbx|gbp|inr|us|c|hk|usdt|btc|eth|today|currently|now|right|stands|stock|share|shares"
    r"|rate|live|real-time|delayed|intraday|ttm|mrq|yoy|mid-market|heute|aktuell|hoy|oggi|hoje|"
    r"aujourd'hui|just|only|level|line|area|circa|ca|rs|exactly|roughly|set|sale|settled|quoted|trading|traded|trade"
    r"|trades|set at|quote|estimate|est|coins|coin)(?![^\W_])|は|が|の|を|で)*\Z"
)
_EXTENDABLE = (Label.LAST, Label.CLOSE)
_WEAK = frozenset((Label.PRICE, Label.NEUTRAL))
_STICKY = frozenset(
    (
        Label.TARGET,
        Label.FORECAST,
        Label.AVERAGE,
        Label.VALUE,
        Label.INCOME,
        Label.PAST,
        Label.HIGHLOW,
        Label.BANK,
        Label.FEE,
        Label.LEVEL,
        Label.NAV,
    )
)
# Single words of these lists say nothing at a distance ("open", "high", "above" occur everywhere).
_NEAR_ONLY = frozenset(
    spaced(
        "open high low close last bid ask offer buy sell change up down prev previous above below under over mark",
        "index call put limit hit hits see sees reach top bottom best worst record only just more max min shares",
        "sales cap block size float mean media brief geld hoch tief plus minus current spot mid per since minimum",
        "maximum lo hi tp sl ordinary ord entry stop zone floor ceiling range between eyes estimate expect expects",
        "assets raised pays profit income yesterday",
    )
) | {"ord shs", "ordinary shares"}
_BREAK = re.compile(r"[.!?;|·•\n](?:\s|\Z)|\s[|·•]\s|\n")


@lru_cache(maxsize=16384)
def before(gap: str) -> tuple[Label, int]:
    """Give the label that the lower-case `gap` before a number sets, and its offset in `gap` (-1 for none).

    The last label that stands beside the number wins. "Price" and the like do not displace a telling one
    directly before them ("52-week high stock price"). Farther off, only telling ones count, in the same clause.
    """
    found = list(_FIND.finditer(gap))
    if not found:
        return Label.NONE, -1
    weak: tuple[Label, int] | None = None
    for match in reversed(found):
        label = _BY_WORD[_spaced(match[0])]
        tail = gap[match.end() :]
        if weak is not None:
            tail = gap[match.end() : weak[1]]
            if _BREAK.search(tail) or len(tail) > 40 or label in _WEAK or label in (Label.LAST, Label.NONE):
                break
            if _BETWEEN.match(tail) or (label in _STICKY and match[0] not in _NEAR_ONLY):
                return label, match.start()
            break
        adjacent = _BETWEEN.match(tail) is not None
        if label is Label.CHANGE and _TOWARD.search(tail):
            return Label.NONE, -1  # "slipped to $181.20" is no change
        regular = match[0].startswith(("closed", "at close"))
        if adjacent and label in _EXTENDABLE and not regular and _EXTENDED_BEFORE.search(gap, 0, match.start()):
            return Label.EXTENDED, match.start()
        if adjacent:
            if label is Label.NEUTRAL:
                return label, match.start()
            if label in _WEAK:
                weak = (label, match.start())
                continue
            return label, match.start()
        if label in _STICKY and match[0] not in _NEAR_ONLY and not _BREAK.search(tail):
            return label, match.start()
    return weak if weak is not None else (Label.NONE, -1)


_TOWARD = re.compile(r"\b(?:to|at|auf|bei|à|hasta|su|around|near)\b")
_EXTENDED_BEFORE = re.compile(
    r"(?:after[- ]hours|after[- ]market|pre-?market|pre market|post-?market|extended[- ]hours|overnight|vorbörslich"
    r"|nachbörslich)[\s:|·•,-]*(?:last|price|trade|quote)?[\s:|·-]*\Z"
)


def _spaced(word: str) -> str:
    return " ".join(word.split()) if not word.isascii() or "\n" in word or "\t" in word or "  " in word else word


def labelled(name: str) -> bool:
    """Tell whether a label's word occurs in a lower-case name, so that the name would be taken for one."""
    return _FIND.search(name) is not None


def neutral_or_none(label: Label) -> bool:
    """Tell whether `label` leaves open what the number is."""
    return label in (Label.NONE, Label.NEUTRAL)
