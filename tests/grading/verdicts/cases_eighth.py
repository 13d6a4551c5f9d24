"""An eighth set of own cases: doubt, refusal and commitment in fuller sentences; sums of parts; tolerances in words.

At first sight: 61 of 70 right, 4 wrong, 5 left open.
"""

from .cases import C, Case, I, N

B1 = ("What was the operating cash flow of Nordal Seafood in 2023?", "NOK 1,846 million. Wrong: NOK 1,512 million (2022), NOK 1,290 million (free cash flow).", "within 1%")
B2 = ("What was the tier 1 leverage ratio of Calder Bank at 30 June 2024?", "5.8%. Wrong: 5.6% (31 December 2023), 14.2% (CET1).", "exact to one decimal")
B3 = ("How many electric cars did Lyra Motors deliver in the second quarter of 2024?", "41,275. Wrong: 38,904 (first quarter of 2024), 43,010 (produced), 80,179 (first half of 2024).", "exact")
B4 = ("What impairment did Okabe Heavy book in the year to March 2023?", "¥36.2 billion. Also accept: ¥36.7 billion (including associates).", "±1%")
B5 = ("What were Nordal Seafood's harvest volume and its EBIT per kilo in 2023?", "Harvest volume 84,300 tonnes; EBIT per kilo NOK 19.4", "volume ±0.5%; EBIT per kilo ±NOK 0.1")
B6 = ("How much did Veldoria's exports and imports amount to in 2022?", "Exports $48.7 billion, imports $53.2 billion. Wrong: $44.1 billion (exports, 2021).", "±0.5%")
B7 = ("Which of Calder Bank, Seebank and Alpenbank had the highest return on equity in 2023, and what was it?", "Seebank, 13.7%. Wrong: 12.9% (Calder Bank), 8.4% (Alpenbank).", "±0.1 percentage points")
B8 = ("Did Lyra Motors' automotive gross margin rise or fall in 2023, and by how many percentage points?", "It fell by 3.1 percentage points, from 21.4% to 18.3%", "±0.1 percentage points")
B9 = ("What was the midpoint of Tessera Retail's guidance for 2024 earnings per share?", "$4.65 (range of $4.50 to $4.80)", "exact to the cent")
B10 = ("What range for 2025 production did Garnet Copper give?", "310,000 to 335,000 tonnes", "±1%")
B11 = ("What was the total return of the Illyria Government Bond Index in 2022?", "-14.6%. Wrong: 14.6% (sign dropped), -17.9% (price return).", "±0.1 percentage points")
B12 = ("How many basis points did Sarovia's central bank add to its base rate over 2023 in total?", "225 basis points", "exact")
B13 = ("What dividend per share did Nordal Seafood propose for 2023?", "NOK 6.50", "exact")
B14 = ("What was Calder Bank's net interest margin in the first half of 2024?", "2.87%. Wrong: 2.94% (first half of 2023).", "±2 basis points")
B15 = ("How much goodwill did Cobalt Systems carry at the end of fiscal 2024?", "$7,905 million", "within $10 million")
B16 = ("What was Garnet Copper's all-in sustaining cost in 2023?", "$3.12 per pound. Wrong: $2.04 per pound (C1 cash cost).", "±1%")

CASES = [
    Case("commit", *B1, "Nordal's cash flow from operations came to NOK 1,846m in 2023 (2022: NOK 1,512m).", C),
    Case("commit", *B1, "Operating cash flow was NOK 1,846 million. After capex of NOK 556 million, free cash flow was NOK 1,290 million.", C),
    Case("commit", *B1, "Free cash flow was NOK 1,290 million in 2023, which I take to be what is meant.", I),
    Case("commit", *B1, "I see two numbers, NOK 1,846 million and NOK 1,512 million, and can't say which one belongs to 2023.", I),
    Case("commit", *B1, "The documents do not state it directly, but adding capex of NOK 556 million to free cash flow of NOK 1,290 million gives operating cash flow of NOK 1,846 million.", C),
    Case("commit", *B1, "Although one database lists NOK 1,512 million, the annual report shows NOK 1,846 million.", C),
    Case("commit", *B1, "NOK 1.85 billion (rounded)", C),
    Case("commit", *B1, "NOK 1.8 billion", I),
    Case("commit", *B1, "SEK 1,846 million", I),
    Case("commit", *B2, "The leverage ratio stood at 5.8 % at the half-year (year-end 2023: 5.6 %), while the CET1 ratio was 14.2 %.", C),
    Case("commit", *B2, "5.6% at year-end 2023; the June 2024 ratio has not been published in the material I could find.", N),
    Case("commit", *B2, "Not disclosed.", N),
    Case("commit", *B2, "It might have been 5.8%, or perhaps 5.6%.", I),
    Case("commit", *B2, "It improved from 5.6% to 5.8%.", C),
    Case("commit", *B2, "It improved by 20 basis points to 5.9%.", I),
    Case("commit", *B2, "The ratio is 5.8. It is computed as tier 1 capital of 21.3 billion over exposures of 367 billion.", C),
    Case("commit", *B2, "I don't have a definitive source, but several news items from August 2024 mention a leverage ratio of 5.8%, so that is my answer.", C),
    Case("counts", *B3, "Lyra delivered 41,275 electric cars in Q2 2024 and 80,179 in the first half.", C),
    Case("counts", *B3, "In the second quarter it produced 43,010 cars and delivered 41,275.", C),
    Case("counts", *B3, "In the second quarter it delivered 43,010 cars and produced 41,275.", I),
    Case("counts", *B3, "80,179 cars in the first six months of 2024", I),
    Case("counts", *B3, "Deliveries rose 6.1% from 38,904 in Q1 to 41,275.", C),
    Case("counts", *B3, "About 41 thousand", I),
    Case("counts", *B3, "41 275", C),
    Case("also", *B4, "36.7 billion yen, associates included", C),
    Case("also", *B4, "It wrote off ¥36 billion.", C),
    Case("also", *B4, "¥362 billion", I),
    Case("also", *B4, "Okabe recognised an impairment loss of JPY 36,200 million.", C),
    Case("parts", *B5, "Nordal harvested 84,300 tonnes and made an EBIT of NOK 19.4 per kilo.", C),
    Case("parts", *B5, "Harvest volume: 84.3 thousand tonnes (2022: 79.8). EBIT/kg: NOK 19.40 (2022: NOK 22.10).", C),
    Case("parts", *B5, "84,300 tonnes; NOK 22.10 per kilo.", I),
    Case("parts", *B5, "EBIT per kilo was NOK 19.4; harvest volume was not among the results.", N),
    Case("parts", *B6, "Veldoria exported goods for $48.7bn and imported goods for $53.2bn, a deficit of $4.5bn.", C),
    Case("parts", *B6, "Imports were $48.7 billion and exports $53.2 billion.", I),
    Case("parts", *B6, "Exports were $44.1 billion in 2021 and $48.7 billion in 2022; imports were $53.2 billion in 2022.", C),
    Case("parts", *B6, "Trade totalled $101.9 billion.", I),
    Case("ranking", *B7, "Seebank, with an ROE of 13.7% (Calder Bank 12.9%, Alpenbank 8.4%).", C),
    Case("ranking", *B7, "Calder Bank had the highest return on equity: 13.7%.", I),
    Case("ranking", *B7, "Seebank had the highest, at 12.9%.", I),
    Case("ranking", *B7, "| Bank | ROE 2023 |\n|---|---|\n| Calder Bank | 12.9% |\n| Seebank | 13.7% |\n| Alpenbank | 8.4% |\n\nSo Seebank was highest.", C),
    Case("direction", *B8, "It fell by 3.1 percentage points.", C),
    Case("direction", *B8, "The margin contracted 310 bps, from 21.4% to 18.3%.", C),
    Case("direction", *B8, "It rose from 18.3% to 21.4%, i.e. by 3.1 points.", I),
    Case("direction", *B8, "It declined 14.5%.", I),
    Case("direction", *B8, "Down 2.1 percentage points.", I),
    Case("range", *B9, "The guidance was $4.50 to $4.80, so the midpoint is $4.65.", C),
    Case("range", *B9, "$4.50-$4.80", I),
    Case("range", *B10, "310-335 kt", C),
    Case("range", *B10, "Garnet expects to produce between 310,000 and 335,000 tonnes of copper in 2025.", C),
    Case("range", *B10, "at least 310,000 tonnes", I),
    Case("range", *B10, "322,500 tonnes, plus or minus 12,500 tonnes", C),
    Case("sign", *B11, "The index lost 14.6% in 2022 on a total return basis.", C),
    Case("sign", *B11, "(14.6)%", C),
    Case("sign", *B11, "It returned 14.6% in 2022.", I),
    Case("sign", *B11, "-17.9%", I),
    Case("points", *B12, "It raised the rate by a total of 2.25 percentage points.", C),
    Case("points", *B12, "Nine hikes of 25 basis points each, 225 basis points in all.", C),
    Case("points", *B12, "The base rate went from 5.00% to 7.25%.", C),
    Case("subunits", *B13, "6.5 kroner per share", C),
    Case("subunits", *B13, "NOK 650 per share", I),
    Case("subunits", *B13, "650 øre", C),
    Case("tolerance", *B14, "2.89%", C),
    Case("tolerance", *B14, "2.90%", I),
    Case("tolerance", *B14, "The NIM narrowed by 7 basis points to 2.87%.", C),
    Case("tolerance", *B15, "Goodwill stood at $7.91 billion.", C),
    Case("tolerance", *B15, "$7.9 billion", C),
    Case("tolerance", *B15, "Goodwill was $7,950 million.", I),
    Case("tolerance", *B16, "AISC was US$3.12/lb, versus a C1 cash cost of US$2.04/lb.", C),
    Case("tolerance", *B16, "Garnet's cash cost was $2.04 per pound.", I),
    Case("tolerance", *B16, "312 cents a pound", C),
]  # fmt: skip
