"""A tenth set of own cases: all kinds mixed, of still other measures, with more than one trap in an answer.

At first sight: 60 of 71 right, 8 wrong, 3 left open.
"""

from .cases import C, Case, I, N

E1 = ("What was the book-to-bill ratio of Rotterdam-listed Veer Systems in the first quarter of 2024?", "1.18. Wrong: 0.94 (first quarter of 2023).", "±0.01")
E2 = ("What provision for credit losses did Halloran Bank take in fiscal 2023?", "C$1,265 million. Wrong: C$871 million (fiscal 2022).", "±0.5%")
E3 = ("What was the price-to-book ratio of Halloran Bank on 31 October 2023?", "1.24x", "±0.02")
E4 = ("By how much did Norland's minimum wage rise on 1 January 2024, in percent?", "4.6% (from 13.00 to 13.60 crowns an hour)", "±0.1 percentage points")
E5 = ("How many employees did Veer Systems have at the end of 2023?", "42,416. Also accept: 40,112 (full-time equivalents). Wrong: 39,086 (end of 2022).", "±0.1%")
E6 = ("What was the yield of the Norland 10-year government bond at the close on 19 October 2023?", "4.99%. Wrong: 5.02% (intraday high).", "±1 basis point")
E7 = ("What were Brightwater Utilities' operating revenue and operating loss for 2022?", "Operating revenue $418.2 million; operating loss $27.9 million", "±0.5%")
E8 = ("Who was the larger issuer of green bonds in 2023, Norland or Estmark, and how much did each issue?", "Estmark with €12.4 billion against Norland's €9.7 billion", "±1%")
E9 = ("What organic growth range does Veer Systems expect for 2025?", "6% to 8%", "exact")
E10 = ("What was the return on tangible equity of Arvo Bank in 2023, to one decimal?", "15.6%. Wrong: 13.9% (return on equity), 14.8% (2022).", "exact to one decimal")
E11 = ("What was the balance of Maravia's foreign exchange reserves at the end of May 2024?", "$38.6 billion", "rounding to the nearest billion is fine")
E12 = ("How much did Quill Media's subscribers change in the fourth quarter of 2023?", "a loss of 310,000 subscribers", "±1%")
E13 = ("What effective tax rate did Lumina Optics report for 2023?", "19.7%. Wrong: 23.4% (2022), 21.0% (adjusted).", "±0.1 percentage points")
E14 = ("What was the exchange rate of the Tarsian dinar to the US dollar at the end of 2023?", "112.40 dinars per dollar", "±0.1%")
E15 = ("What did Deccan Cement Works pay for the Vidarbha plant?", "₹1,850 crore ($222 million)", "±1%")
E16 = ("Did Castell Energy raise, hold or cut its dividend for 2023, and to how much per share?", "It raised it, to 42.5p", "exact")

CASES = [
    Case("ratio", *E1, "Orders of €5.2 billion and sales of €4.4 billion gave a book-to-bill of 1.18.", C),
    Case("ratio", *E1, "1.18x (Q1 2023: 0.94x)", C),
    Case("ratio", *E1, "0.94", I),
    Case("ratio", *E1, "118%", C),
    Case("ratio", *E1, "Book-to-bill was above 1.", I),
    Case("ratio", *E1, "For Q1 2024 Veer Systems had a book-to-bill ratio of 1.81.", I),
    Case("ratio", *E1, "Veer's book-to-bill in Q4 2023 was 1.18. For Q1 2024 I have no figure.", N),
    Case("currency", *E2, "CAD 1.265 billion", C),
    Case("currency", *E2, "US$1,265 million", I),
    Case("currency", *E2, "Provisions rose 45% to $1,265 million from $871 million.", C),
    Case("currency", *E2, "Provision for credit losses: $871 million.", I),
    Case("currency", *E2, "1 265 millions de dollars canadiens", C),
    Case("currency", *E2, "$1,265", I),
    Case("ratio", *E3, "1.24 times book", C),
    Case("ratio", *E3, "The shares traded at a 24% premium to book value.", C),
    Case("ratio", *E3, "12.4x", I),
    Case("points", *E4, "It went up by 4.6 percent, to 13.60 crowns.", C),
    Case("points", *E4, "From 13.00 to 13.60 crowns an hour, or 4.6%.", C),
    Case("points", *E4, "It rose 0.60 crowns.", I),
    Case("points", *E4, "4.6 percentage points", C),
    Case("counts", *E5, "Veer employed 42,416 people (40,112 FTE) at year-end 2023, up from 39,086.", C),
    Case("counts", *E5, "40,112 FTEs", C),
    Case("counts", *E5, "Headcount grew by 3,330 to 42,416.", C),
    Case("counts", *E5, "Some 42,400 staff.", C),
    Case("counts", *E5, "around 42 thousand", I),
    Case("counts", *E5, "39,086 employees at the end of 2022, and 42,416 a year later.", C),
    Case("counts", *E5, "At the end of 2023 the workforce numbered 39,086, after 42,416 a year before.", I),
    Case("tolerance", *E6, "The yield closed at 4.99% after touching 5.02% during the day.", C),
    Case("tolerance", *E6, "4.98 %", C),
    Case("tolerance", *E6, "It topped 5%, peaking at 5.02%.", I),
    Case("tolerance", *E6, "4.97%", I),
    Case("parts", *E7, "Operating revenue: $418.2m. Operating result: –$27.9m.", C),
    Case("parts", *E7, "Brightwater made an operating profit of $27.9 million on revenue of $418.2 million.", I),
    Case("parts", *E7, "On operating revenue of $418.2 million it lost $27.9 million at the operating level.", C),
    Case("parts", *E7, "| | 2022 | 2021 |\n|---|---:|---:|\n| Operating revenue ($m) | 418.2 | 391.0 |\n| Operating loss ($m) | (27.9) | (11.3) |", C),
    Case("parts", *E7, "Operating revenue came to $418.2 million and the net loss to $41.5 million.", I),
    Case("ranking", *E8, "Estmark: EUR 12.4bn; Norland: EUR 9.7bn.", C),
    Case("ranking", *E8, "Norland (€12.4 billion) issued more than Estmark (€9.7 billion).", I),
    Case("ranking", *E8, "Estmark was larger with €12.4 billion; Norland issued €9.7 billion.", C),
    Case("ranking", *E8, "Estmark.", I),
    Case("range", *E9, "Between 6 and 8 percent.", C),
    Case("range", *E9, "6-8%", C),
    Case("range", *E9, "Organic growth of about 7%.", I),
    Case("range", *E9, "up to 8%", I),
    Case("range", *E9, "5% to 8%", I),
    Case("listed wrong", *E10, "Return on tangible equity 15.6%; return on equity 13.9%.", C),
    Case("listed wrong", *E10, "ROE 13.9%", I),
    Case("listed wrong", *E10, "RoTE reached 15.6 per cent (2022: 14.8 per cent).", C),
    Case("listed wrong", *E10, "RoTE reached 14.8 per cent (2022: 15.6 per cent).", I),
    Case("listed wrong", *E10, "It is 13.9%, although on a tangible basis it would be 15.6%.", I),
    Case("rounding", *E11, "about $39 billion", C),
    Case("rounding", *E11, "$38 billion", I),
    Case("rounding", *E11, "38.6 billion dollars, or 4.2 months of imports", C),
    Case("sign", *E12, "It lost 310,000 subscribers.", C),
    Case("sign", *E12, "It added 310,000 subscribers.", I),
    Case("sign", *E12, "-0.31 million", C),
    Case("sign", *E12, "The number of subscribers declined from 8.42 million to 8.11 million, a loss of 310,000.", C),
    Case("commit", *E13, "The effective tax rate was 19.7% (23.4% in the prior year); excluding one-offs it was 21.0%.", C),
    Case("commit", *E13, "The reported rate was 19.7%, but I would use the adjusted 21.0%.", I),
    Case("commit", *E13, "19.7%? Or 21.0%? Both appear in the report.", I),
    Case("commit", *E13, "It's 19.7%, I think.", C),
    Case("commit", *E13, "Sorry, but I can't access the 2023 annual report. From memory, it was 19.7%.", C),
    Case("commit", *E13, "If I had to guess, 19.7%.", C),
    Case("fx", *E14, "One US dollar bought 112.4 dinars.", C),
    Case("fx", *E14, "USD/TSD 112.40", C),
    Case("fx", *E14, "112.9", I),
    Case("currency", *E15, "Rs 1,850 crore", C),
    Case("currency", *E15, "about $222 million", C),
    Case("currency", *E15, "$1,850 crore", I),
    Case("claim", *E16, "It raised it to 42.5 pence a share.", C),
    Case("claim", *E16, "It held the dividend at 42.5p.", I),
]  # fmt: skip
