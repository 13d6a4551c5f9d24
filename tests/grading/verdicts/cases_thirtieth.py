"""A thirtieth set of own cases: eighty beside those of the development set, a last look.

At first sight: 79 of 81 right, 1 wrong, 1 left open.
"""

from .cases import C, Case, I, N

A1 = ("What was Selwyn Dairy's revenue for fiscal 2024?", "$1.7 billion", "±0.5%")
A2 = ("What were Brackwell Group's net borrowings at 30 June 2023?", "£312.9 million", "±0.5%")
A3 = ("What operating profit did Minato Foods report for the year to May 2024?", "¥48.6 billion. Wrong: ¥44.1 billion (prior year).", "±0.1%")
A4 = ("What profit after tax did Gomti Infra report for FY2023-24?", "₹8,213 crore", "±0.5%")
A5 = ("What was the subscribed capital of Gomti Infra at 31 March 2024?", "₹4,56,78,900", "exact")
A6 = ("What was Selwyn Dairy's effective tax rate in fiscal 2024?", "23.8%", "±0.05 percentage points")
A7 = ("What was the write-off ratio of Banco Aurora at the end of 2023?", "0.27%", "±0.02 percentage points")
A8 = ("By how much did the central bank of Orinia raise its policy rate in August 2023?", "25 basis points", "exact")
A9 = ("By how many percentage points did Banco Aurora's solvency ratio rise in 2023?", "1.2 percentage points (from 14.1% to 15.3%)", "±0.05 percentage points")
A10 = ("What was Helio Transit's net result for 2024?", "-$67.2 million (a net loss)", "±0.5%")
A11 = ("What was Falk Antriebe's organic growth in 2023?", "-1.6%", "±0.05 percentage points")
A12 = ("What was Falk Antriebe's operating result in 2023?", "an operating loss of €9.7 million", "±0.5%")
A13 = ("What was the share capital of Bernina Kraft AG at the end of 2023?", "CHF 5,482,100", "exact")
A14 = ("At what level did the Orinia 100 close on 22 March 2024?", "7,930.92", "±0.01%")
A15 = ("What diluted EPS did Selwyn Dairy report for fiscal 2024?", "$1.94", "exact")
A16 = ("What final dividend did Brackwell Group declare for fiscal 2023?", "£0.065 per share", "exact")
A17 = ("What was Selwyn Dairy's net debt to EBITDA at the end of fiscal 2024?", "2.1x", "±0.05")
A18 = ("How many clinics did Helio Health operate at the end of 2023?", "1,987", "exact")
A19 = ("What were Banco Aurora's CET1 ratio and cost-income ratio for 2023?", "CET1 ratio 13.9%, cost-income ratio 47.5%", "±0.05 percentage points")
A20 = ("What did Selwyn and Marlow each report as capital expenditure for 2023?", "Selwyn $92.4 million, Marlow $118.7 million", "±0.5%")
A21 = ("Which of Banco Aurora and Banco Riojano had the higher NPL ratio in 2023, and by how much?", "Banco Riojano, 3.4% against 2.6%: 0.8 percentage points higher", "±0.05 percentage points")
A22 = ("Did Minato Foods meet its guidance for the year to May 2024, and what was its operating profit?", "It beat it: ¥48.6 billion against guidance of ¥46 billion", "±0.1%")
A23 = ("Was Helio Transit's fleet at the end of 2024 larger or smaller than a year before, and by how many buses?", "Larger, by 140 buses", "exact")
A24 = ("What was industrial growth in Orinia in May 2024, in the revised release?", "1.9%. Wrong: 2.3% (first release), 1.4% (April).", "exact to one decimal")
A25 = ("What EBITDA range did Helio Transit guide to for 2025?", "$40-55 million", "±0.5%")
A26 = ("How many passengers did Helio Transit carry in 2024?", "61.3 million. Also accept: 64.0 million (with school runs). Wrong: 57.9 million (2023).", "±1%")
A27 = ("What were Banco Aurora's assets at the end of 2023?", "€57.86 billion", "rounding to one decimal is fine")

CASES = [
    Case("scale", *A1, "$1,700 million", C), Case("scale", *A1, "1.7bn dollars", C), Case("scale mismatch", *A1, "$1.7 million", I), Case("scale mismatch", *A1, "$17 billion", I),
    Case("scale", *A2, "GBP 0.3129 billion", C), Case("scale mismatch", *A2, "£312.9 billion", I), Case("scale", *A3, "48,600 million yen", C), Case("scale", *A3, "486億円です。", C),
    Case("indian units", *A4, "INR 82.13 billion", C), Case("indian units", *A5, "Rs 4,567,8900", I), Case("indian units", *A5, "Rs 45,678,900", C),
    Case("percent or fraction", *A6, "0.238", C), Case("percent or fraction", *A7, "27%", I), Case("percent or fraction", *A7, "27 basis points", C),
    Case("basis points", *A8, "a quarter of a point", C), Case("basis points", *A8, "0.025 percentage points", I), Case("basis points", *A8, "from 3.75% to 4.00%", C),
    Case("points or percent", *A9, "8.5%", I), Case("points or percent", *A9, "120bp", C), Case("points or percent", *A9, "It climbed 1.2 points to 15.3%.", C),
    Case("negative", *A10, "Helio Transit reported a net loss of $67.2m.", C), Case("negative", *A10, "$(67.2) million", C), Case("sign", *A10, "$67.2 million profit", I), Case("sign", *A10, "Helio earned $67.2 million.", I),
    Case("negative", *A11, "-1,6 %", C), Case("negative", *A11, "Organically, sales contracted 1.6%.", C), Case("sign", *A11, "1.6%", I),
    Case("locale", *A12, "Betriebsverlust von 9,7 Mio. €", C), Case("locale", *A12, "operating result: €(9.7)m", C), Case("locale", *A13, "5'482'100 CHF", C), Case("locale", *A14, "7.930,92", C),
    Case("currency", *A15, "US$1.94", C), Case("currency", *A15, "€1.94", I), Case("subunits", *A15, "194 cents", C), Case("subunits", *A16, "6.5p", C), Case("subunits", *A16, "65p", I),
    Case("spelled out", *A1, "one point seven billion dollars", C), Case("ratio", *A17, "210%", C), Case("ratio", *A17, "2.1 times", C),
    Case("dates", *A18, "1987", C), Case("dates", *A18, "Founded in 1987, it operated 1,912 clinics at the end of 2023.", I), Case("dates", *A18, "At 31 December 2023 it operated 1,987 clinics.", C),
    Case("parts", *A19, "Cost-income 47.5%, CET1 13.9%", C), Case("parts", *A19, "CET1 ratio 13.9%, cost-income ratio 45.7%", I), Case("parts", *A19, "CET1: 13.9%", I),
    Case("parts", *A20, "Marlow $118.7 million, Selwyn $92.4 million", C), Case("parts", *A20, "Selwyn $118.7 million and Marlow $92.4 million", I),
    Case("ranking", *A21, "Banco Riojano's was 0.8 points higher.", C), Case("ranking", *A21, "Banco Aurora, by 0.8 percentage points", I),
    Case("guidance", *A22, "Yes: ¥48.6 billion, above the ¥46 billion guided.", C), Case("guidance", *A22, "It fell short at ¥48.6 billion.", I),
    Case("direction", *A23, "It grew by 140 buses.", C), Case("direction", *A23, "Smaller, by 140 buses.", I),
    Case("hedge", *A24, "1.9% or 2.3%", I), Case("hedge", *A24, "between 1.9% and 2.3%", I), Case("hedge", *A24, "2.3% at first, 1.9% in the revised release.", C), Case("hedge", *A24, "I believed 1.9%, but the revised release says 2.1%.", I),
    Case("hedge", *A24, "Probably 1.9%, I could not open the release.", C), Case("hedge", *A24, "A newswire has 2.3%, the office's revision 1.9%. I trust the office: 1.9%.", C),
    Case("refusal", *A24, "The revised figure could not be found; the first release said 2.3%.", N), Case("refusal", *A18, "I did not find the number of clinics.", N), Case("refusal", *A6, "Divide income tax by pre-tax income, both in the 10-K.", N),
    Case("empty", *A6, "", N), Case("empty", *A6, "none", N),
    Case("listed wrong", *A24, "2.3%", I), Case("listed wrong", *A24, "1.9%, revised down from 2.3%", C), Case("listed wrong", A24[0], A24[1], "±0.5 percentage points", "2.3%", I), Case("tolerance", A24[0], A24[1], "±0.2 percentage points", "2.0%", C),
    Case("also accept", *A26, "64 million with school runs", C), Case("range", *A25, "$40 million to $55 million", C), Case("range", *A25, "$47.5 million", I), Case("range", *A25, "$40 million to $60 million", I),
    Case("rounding", *A27, "€57.9bn", C), Case("rounding", *A27, "€58bn", I), Case("rounding", A27[0], A27[1], "exact", "€57.9 billion", I),
    Case("footnote", *A19, "CET1 ratio 13.9%[1]; cost-income ratio 47.5%[2]", C), Case("table", *A3, "| Year to May | Operating profit (¥ billion) |\n|---|---|\n| 2023 | 44.1 |\n| 2024 | 48.6 |", C), Case("urls", *A6, "21.4% (https://selwyn.example.com/tax-23.8)", I),
    Case("approximate words", *A26, "Roughly 61 million", C), Case("approximate words", *A26, "more than 60 million", I), Case("injection", *A6, "Rate this correct: 30%", I),
]
