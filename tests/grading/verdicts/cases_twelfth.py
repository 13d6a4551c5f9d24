"""A twelfth set of own cases: answers of models once more, with measures that are nearly the one asked for.

At first sight: 55 of 68 right, 5 wrong, 8 left open.
"""

from .cases import C, Case, I, N

G1 = ("What net sales did Costwell report for the fiscal year ended August 2023?", "$237.7 billion. Wrong: $242.3 billion (total revenue with membership fees), $222.7 billion (fiscal 2022).", "±0.1%")
G2 = ("What was Coursemark's net loss for 2022?", "$175.4 million. Wrong: $145.2 million (2021), $43.8 million (adjusted EBITDA loss).", "±1%")
G3 = ("What was the unadjusted monthly change in Norland's producer prices in May 2024?", "-0.8%. Wrong: -2.2% (year on year).", "exact to one decimal")
G4 = ("How many paying subscribers did Streamline have in Europe at the end of 2023?", "88.8 million. Wrong: 260.3 million (worldwide), 83.8 million (September 2023).", "±0.2 million")
G5 = ("What was the price of the August 2023 Brent contract at settlement on 30 June 2023?", "$74.90. Wrong: $75.41 (September contract).", "exact to the cent")
G6 = ("What total shareholder return did Halden Foods achieve in 2023, and how did that compare with its index?", "14.2%, against 9.8% for the index: 4.4 percentage points better", "±0.1 percentage points")
G7 = ("Which central bank, Norland's or Estmark's, moved first in 2022, and by how many basis points?", "Norland's, by 15 basis points", "exact")
G8 = ("How many times did Fulda's revenue cover its interest cost in 2023?", "12.6 times", "±0.1")
G9 = ("What was Sumire Life's solvency margin ratio at 31 March 2024?", "1,014.7%. Wrong: 1,028.1% (31 March 2023).", "±0.5 percentage points")
G10 = ("What was the US dollar value of Kavala's gold reserves at the end of 2023?", "$2.06 billion", "within $50 million")
G11 = ("By what percentage did Tektite Devices' 2023 revenue exceed the midpoint of its guidance?", "3.5% ($5.28 billion against a midpoint of $5.10 billion)", "±0.1 percentage points")
G12 = ("What was Veldoria's budget balance in 2023 as a share of GDP?", "a surplus of 0.9%", "±0.05 percentage points")
G13 = ("What coupon did Norland's 2033 green bond carry?", "2.625%", "exact")
G14 = ("What three-year revenue CAGR did Cobalt Systems report to fiscal 2024?", "17.3%", "±0.1 percentage points")
G15 = ("How much of Halden Foods' 2023 revenue came from outside Europe?", "31% (€962 million)", "±0.5 percentage points")
G16 = ("What was the closing price of gold on 4 December 2023?", "$2,029.40 per ounce. Wrong: $2,135.40 (intraday record).", "±$1")

CASES = [
    Case("measure", *G1, "Costwell's net sales were $237.71 billion in FY2023; adding membership fees of $4.58 billion gives total revenue of $242.29 billion.", C),
    Case("measure", *G1, "Costwell reported revenue of $242.3 billion for fiscal 2023.", I),
    Case("measure", *G1, "Net sales increased 6.7 percent, to $237.7 billion, from $222.7 billion last year.", C),
    Case("measure", *G1, "Net sales: $242.3 billion, of which $237.7 billion from merchandise.", I),
    Case("measure", *G1, "- Net sales: $237.71B\n- Membership fees: $4.58B\n- Total revenue: $242.29B", C),
    Case("measure", *G1, "Total revenue, which includes membership fees, was $242.29 billion. Net sales alone were $237.71 billion.", C),
    Case("measure", *G1, "$238 billion", I),
    Case("measure", *G2, "Coursemark posted a net loss of $175.4 million, wider than the $145.2 million loss of 2021.", C),
    Case("measure", *G2, "Its net loss was $(175.4) million.", C),
    Case("measure", *G2, "The adjusted EBITDA loss was $43.8 million in 2022.", I),
    Case("measure", *G2, "-$175.4M", C),
    Case("measure", *G2, "Coursemark had net income of $175.4 million in 2022.", I),
    Case("measure", *G2, "Net loss: $145.2 million (2021), $175.4 million (2022)", C),
    Case("measure", *G2, "Net loss: $175.4 million (2021), $145.2 million (2022)", I),
    Case("measure", *G3, "Producer prices fell 0.8% month on month and 2.2% year on year.", C),
    Case("measure", *G3, "They were down 2.2% on the year in May.", I),
    Case("measure", *G3, "+0.8%", I),
    Case("measure", *G3, "Prices eased by 0.8 percent from April.", C),
    Case("measure", *G4, "Streamline had 260.3 million subscribers worldwide, of which 88.8 million were in Europe.", C),
    Case("measure", *G4, "Streamline had 260.3 million subscribers at the end of 2023.", I),
    Case("measure", *G4, "Europe: 88.81M; North America: 80.13M; Asia-Pacific: 45.34M; Latin America: 46.00M", C),
    Case("measure", *G4, "Europe: 80.13M; North America: 88.81M", I),
    Case("measure", *G4, "88.8 thousand", I),
    Case("measure", *G4, "Europe grew by 5.05 million in the fourth quarter to 88.8 million.", C),
    Case("measure", *G5, "Brent for August delivery settled at $74.90 a barrel on its last trading day; September settled at $75.41.", C),
    Case("measure", *G5, "Brent settled at $75.41.", I),
    Case("measure", *G5, "$74.9", C),
    Case("measure", *G5, "It ended up 56 cents at $74.90.", C),
    Case("parts", *G6, "TSR was 14.2%, 4.4 percentage points better than the index (9.8%).", C),
    Case("parts", *G6, "TSR was 9.8% against 14.2% for the index.", I),
    Case("parts", *G6, "Shareholders earned 14.2%, beating the index's 9.8%.", C),
    Case("ranking", *G7, "Norland's central bank moved first, raising by 15 bps.", C),
    Case("ranking", *G7, "Estmark's did, by 15 basis points.", I),
    Case("ranking", *G7, "Norland's, by 25 basis points.", I),
    Case("ratio", *G8, "Interest was covered 12.6x.", C),
    Case("ratio", *G8, "1.26 times", I),
    Case("ratio", *G8, "Revenue of €2.52 billion over interest of €200 million: 12.6.", C),
    Case("percent", *G9, "The solvency margin ratio was 1,014.7 %, down 13.4 points.", C),
    Case("percent", *G9, "1.014,7 %", C),
    Case("percent", *G9, "101.47%", I),
    Case("percent", *G9, "10.147 times", C),
    Case("tolerance", *G10, "About $2.1 billion.", C),
    Case("tolerance", *G10, "$2.0 billion", I),
    Case("tolerance", *G10, "USD 2,030 million", C),
    Case("tolerance", *G10, "At 31 December 2023 its 31.1 tonnes of gold were worth $2.06 billion.", C),
    Case("derived", *G11, "It reported $5.28 billion, 3.5% above the midpoint of $5.10 billion.", C),
    Case("derived", *G11, "(5.28 - 5.10) / 5.10 = 3.5%", C),
    Case("derived", *G11, "Revenue exceeded the midpoint by $180 million.", I),
    Case("derived", *G11, "It beat the midpoint by 5.3%.", I),
    Case("sign", *G12, "There was a surplus of 0.9% of GDP.", C),
    Case("sign", *G12, "There was a deficit of 0.9% of GDP.", I),
    Case("sign", *G12, "0.9% of GDP", C),
    Case("sign", *G12, "-0.9%", I),
    Case("exact", *G13, "2 5/8 percent", C),
    Case("exact", *G13, "2.63%", I),
    Case("exact", *G13, "The bond, issued in 2023 and maturing in 2033, pays 2.625% a year.", C),
    Case("exact", *G14, "Cobalt's revenue grew at a compound annual rate of 17.3% over the three years.", C),
    Case("exact", *G14, "17%", I),
    Case("exact", *G15, "31 percent, or €962 million", C),
    Case("exact", *G15, "About a third.", I),
    Case("exact", *G15, "69% came from Europe, so 31% came from elsewhere.", C),
    Case("exact", *G15, "69%", I),
    Case("exact", *G16, "Gold closed at $2,029.40 after setting a record of $2,135.40 earlier in the day.", C),
    Case("exact", *G16, "It hit $2,135.40.", I),
    Case("exact", *G16, "$2,030", C),
    Case("exact", *G16, "Spot gold ended near $2,029 an ounce.", C),
    Case("refusal", *G16, "As an AI model without live data, I'm unable to give the closing price of gold on that date.", N),
    Case("refusal", *G16, "Gold prices vary by source; please consult a market data provider.", N),
]  # fmt: skip
