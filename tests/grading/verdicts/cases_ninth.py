"""A ninth set of own cases: the kinds of the development cases once more, with the traps nearer to the figure.

At first sight: 55 of 70 right, 6 wrong, 9 left open.
"""

from .cases import C, Case, I, N

D1 = ("What revenue did Osprey Semiconductor report for the quarter ended 30 September 2024?", "$6.82 billion. Wrong: $6.11 billion (quarter ended 30 June 2024), $5.74 billion (a year earlier), $7.10 billion (guidance for the next quarter).", "±0.5%")
D2 = ("What was the consumer price inflation rate of Maravia in August 2024?", "2.2%. Wrong: 2.6% (July 2024), 2.8% (core).", "exact to one decimal")
D3 = ("How many hotel rooms did Belmonte Hotels operate at the end of 2023?", "1,998. Also accept: 2,046 (with franchised). Wrong: 1,870 (end of 2022).", "exact")
D4 = ("What net profit or loss did Quarrion Steel report for the year to March 2024?", "a net loss of ₹1,142 crore", "±0.5%")
D5 = ("At what price did Harrow Gold's shares close on 5 November 2024?", "84.5p. Wrong: 86.2p (previous close).", "exact")
D6 = ("What was Belmonte Hotels' occupancy rate in 2023 and its average daily rate?", "Occupancy 71.4%, average daily rate €138.20", "occupancy ±0.1 percentage points; average daily rate ±€0.5")
D7 = ("Did Osprey Semiconductor's gross margin in fiscal 2024 come in above or below its target of 58%, and what was it?", "Below: 56.9%", "±0.1 percentage points")
D8 = ("Which of Osprey Semiconductor and Tektite Devices spent more on research and development in 2023, and how much more?", "Tektite Devices, $2.31 billion against $1.98 billion: $0.33 billion more", "amounts ±0.5%; difference ±$0.01 billion")
D9 = ("What was the spread between the two banks' cost of risk, in basis points?", "37 basis points (Calder Bank 61, Seebank 24)", "exact")
D10 = ("What price range did Kestrel Foods set for its share offering?", "€21 to €24 per share", "exact")
D11 = ("What share of Solund Power's 2023 output came from wind?", "three quarters (75%)", "±1 percentage point")
D12 = ("How many tonnes of cobalt did Garnet Copper sell in 2023?", "12,480 tonnes", "rounding to the nearest hundred is fine")
D13 = ("What was the EBITDA of Polar Shipping in 2023, in US dollars?", "$391.4 million. Wrong: $412.0 million (adjusted), $371.2 million (2022).", "rounding to one decimal is fine")
D14 = ("What was Meridian Life's embedded value at the end of 2023?", "HK$212.6 billion (US$27.2 billion)", "±0.5%")
D15 = ("What was the year-on-year change in Fjordair's unit cost in 2023?", "-3.4%", "±0.1 percentage points")
D16 = ("How much did Tarn Logistics pay in dividends in fiscal 2023?", "$96.3 million", "±1%")

CASES = [
    Case("period", *D1, "Osprey's revenue for its fiscal fourth quarter (ended September 30, 2024) was $6.82 billion, up 19% from $5.74 billion a year earlier and 12% from $6.11 billion in the previous quarter.", C),
    Case("period", *D1, "For the quarter ended 30 June 2024 it was $6.11 billion; for the following one, $6.82 billion.", C),
    Case("period", *D1, "Osprey guided to $7.10 billion for the quarter.", I),
    Case("period", *D1, "$5.74 billion a year earlier, $6.82 billion now.", C),
    Case("period", *D1, "Revenue for the quarter came to $6.82bn. Osprey expects $7.10bn for the next quarter.", C),
    Case("period", *D1, "Revenue for the quarter came to $6.11bn. Osprey expects $6.82bn for the next quarter.", I),
    Case("period", *D1, "In the twelve months to September 2024 revenue was $24.6 billion.", I),
    Case("period", *D1, "USD 6,82 Mrd.", C),
    Case("period", *D2, "Inflation slowed to 2.2% in August from 2.6% in July; core inflation was 2.8%.", C),
    Case("period", *D2, "Inflation in July 2024 was 2.2%, and in August 2024 2.0%.", I),
    Case("period", *D2, "The annual inflation rate was 2.6 percent.", I),
    Case("period", *D2, "August: 2.2%. July: 2.6%.", C),
    Case("period", *D2, "August: 2.6%. July: 2.2%.", I),
    Case("period", *D2, "| Month | CPI | Core |\n|---|---|---|\n| Jul 2024 | 2.6% | 2.9% |\n| Aug 2024 | 2.2% | 2.8% |", C),
    Case("period", *D2, "Consumer prices rose 2.2% year on year and 0.3% month on month.", C),
    Case("period", *D2, "It was two point two per cent.", C),
    Case("period", *D2, "I can only see July's 2.6%; August's number is missing from the results.", N),
    Case("dates", *D3, "At year-end 2023 it operated 1,998 rooms in 14 hotels.", C),
    Case("dates", *D3, "It had 2023 rooms.", I),
    Case("dates", *D3, "2,046, if you count the franchised hotels.", C),
    Case("dates", *D3, "Founded in 1998, Belmonte operated 1,870 rooms at the end of 2023.", I),
    Case("dates", *D3, "almost 2,000", I),
    Case("negative", *D4, "Net loss of Rs 11.42 billion", C),
    Case("negative", *D4, "PAT: (₹1,142 crore)", C),
    Case("negative", *D4, "Net profit of ₹1,142 crore", I),
    Case("negative", *D4, "The company posted a loss of ₹1,142 lakh.", I),
    Case("negative", *D4, "-1142 crore rupees", C),
    Case("subunits", *D5, "£0.845", C),
    Case("subunits", *D5, "84.5 pence, down from 86.2 pence", C),
    Case("subunits", *D5, "£84.50", I),
    Case("subunits", *D5, "It lost 1.7p to close at 84.5p.", C),
    Case("parts", *D6, "The occupancy rate was 71.4% and the ADR €138.20.", C),
    Case("parts", *D6, "Occupancy: 71.4%; ADR: €138", C),
    Case("parts", *D6, "Occupancy reached 71.4%, while RevPAR was €98.70.", I),
    Case("parts", *D6, "ADR €138.20, occupancy 74.1%", I),
    Case("target", *D7, "It came in below, at 56.9%.", C),
    Case("target", *D7, "56.9%, 1.1 points short of the target.", C),
    Case("target", *D7, "At 56.9% the margin exceeded the target.", I),
    Case("target", *D7, "Above, at 58.9%.", I),
    Case("ranking", *D8, "Tektite Devices spent $2.31 billion and Osprey $1.98 billion, so Tektite spent $330 million more.", C),
    Case("ranking", *D8, "Osprey spent $0.33 billion more than Tektite Devices.", I),
    Case("ranking", *D8, "Tektite outspent Osprey by $0.33 billion.", C),
    Case("ranking", *D8, "Tektite Devices, by $230 million.", I),
    Case("points", *D9, "0.37 percentage points", C),
    Case("points", *D9, "Calder Bank's cost of risk was 61 bps and Seebank's 24 bps, a gap of 37 bps.", C),
    Case("points", *D9, "61 basis points against 24", I),
    Case("range", *D10, "Between €21 and €24 a share.", C),
    Case("range", *D10, "€24 per share, the top of the range", I),
    Case("range", *D10, "EUR 21.00–24.00", C),
    Case("range", *D10, "€20-24", I),
    Case("percent", *D11, "75 percent", C),
    Case("percent", *D11, "Three-quarters of it.", C),
    Case("percent", *D11, "0.75", C),
    Case("percent", *D11, "Wind supplied about two thirds.", I),
    Case("rounding", *D12, "12,500 tonnes", C),
    Case("rounding", *D12, "12.5 kt", C),
    Case("rounding", *D12, "12,000 tonnes", I),
    Case("rounding", *D12, "More than 12,000 tonnes", I),
    Case("rounding", *D13, "391.4 million dollars, or 412.0 million on an adjusted basis.", C),
    Case("rounding", *D13, "Adjusted EBITDA was $412.0 million.", I),
    Case("rounding", *D13, "It rose 5.4% to $391.4m.", C),
    Case("currency", *D14, "US$27.2 billion", C),
    Case("currency", *D14, "HKD 212.6bn", C),
    Case("currency", *D14, "US$212.6 billion", I),
    Case("sign", *D15, "Unit cost fell 3.4%.", C),
    Case("sign", *D15, "Unit costs were up 3.4%.", I),
    Case("sign", *D15, "3.4% lower", C),
    Case("commit", *D16, "It returned $246.3 million to shareholders: $96.3 million in dividends and $150 million in buybacks.", C),
    Case("commit", *D16, "It returned $246.3 million to shareholders.", I),
    Case("commit", *D16, "Dividends paid: $93.6 million", I),
]  # fmt: skip
