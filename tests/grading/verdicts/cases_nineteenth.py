"""A nineteenth set of own cases: long answers of models with steps, formulas and a conclusion, with no tolerance given.

Written before the sixteenth set was mended.

At first sight: 47 of 54 right, 2 wrong, 5 left open.
"""

from .cases import C, Case, I, N

P1 = ("What is the FY2021 capital expenditure amount (in USD millions) for Norcastle Mining? Use the cash flow statement.", "$1842.00", "")
P2 = ("What is Pennant Beverages' FY2022 gross margin in percent, rounded to one decimal place? Gross margin is gross profit divided by net sales.", "54.3%", "")
P3 = ("What is the three-year average of capex as a % of revenue for Torrent Software from FY2019 to FY2021? Answer in units of percents and round to one decimal place.", "3.7%", "")
P4 = ("What was Aldgate Stores' FY2020 days payable outstanding (DPO)? DPO is defined as 365 * average accounts payable / (COGS + change in inventory). Round your answer to two decimal places.", "47.63", "")
P5 = ("What is Pennant Beverages' FY2022 fixed asset turnover ratio? Round to two decimal places.", "6.18", "")
P6 = ("How much cash dividends did Norcastle Mining pay in FY2021, in USD millions? If it paid none, state 0.", "$0.00", "")
P7 = ("What is the year end FY2019 net accounts receivable (in USD thousands) for Torrent Software?", "$412380.00", "")
P8 = ("By what percentage did Aldgate Stores' unadjusted EBIT change between FY2019 and FY2020? Round to one decimal place.", "-12.6%", "")
P9 = ("What is the operating cash flow ratio of Norcastle Mining for FY2021? It is cash from operations divided by total current liabilities. Round to two decimal places.", "0.74", "")
P10 = ("Has Pennant Beverages' quick ratio improved between FY2021 and FY2022?", "Yes. The quick ratio rose from 0.58 in FY2021 to 0.71 in FY2022.", "")
P11 = ("Which segment of Torrent Software grew fastest in FY2021?", "Cloud Infrastructure, which grew by 38.2%", "")
P12 = ("Is Aldgate Stores a capital-intensive business based on FY2020 data?", "No. Capex was only 2.1% of revenue and fixed assets 11.4% of total assets.", "")
P13 = ("What was the largest liability in Norcastle Mining's balance sheet at the end of FY2021?", "Long-term debt of $6.42 billion", "")
P14 = ("How much did Pennant Beverages expect to spend on its restructuring in FY2023, in USD million?", "85.5", "")

CASES = [
    Case("statement", *P1, "According to the cash flow statement, Norcastle Mining's capital expenditure in FY2021 was $1,842 million.", C),
    Case("statement", *P1, "Norcastle Mining's FY2021 capital expenditure was $1,842 (in USD millions).", C),
    Case("statement", *P1, "Based on the context, the purchase of property, plant and equipment was:\n\n- FY2021: $(1,842) million\n- FY2020: $(1,517) million\n- FY2019: $(1,633) million\n\nThus capital expenditure was $1,842 million.", C),
    Case("statement", *P1, "The capital expenditure amount for FY2021 is $1.842 billion.", C),
    Case("statement", *P1, "The cash flow statement shows \"additions to property, plant and equipment\" of $1,517 million for FY2021.", I),
    Case("statement", *P1, "The FY2021 capital expenditure of Norcastle Mining is $1,842,000 million.", I),
    Case("refusal", *P1, "The excerpt contains only the balance sheet and income statement of Norcastle Mining. Without the cash flow statement I cannot state the FY2021 capital expenditure amount.", N),
    Case("refusal", *P1, "I'm sorry, but as an AI language model I don't have access to the filings. Please check the 10-K for FY2021.", N),
    Case("ratio", *P2, "Gross margin = gross profit / net sales\n\nFY2022 gross profit: $4,012 million\nFY2022 net sales: $7,389 million\n\n4,012 / 7,389 = 0.543 = 54.3%\n\nTherefore Pennant Beverages' FY2022 gross margin is 54.3%.", C),
    Case("ratio", *P2, "Gross margin = (Net sales - COGS) / Net sales = ($7,389 - $3,377) / $7,389 = 0.5430 or 54.30%.", C),
    Case("ratio", *P2, "To calculate this we divide $4,012 million by $7,389 million, which gives approximately 0.5297. So the gross margin is 53.0%.", I),
    Case("ratio", *P2, "The gross profit margin was 45.7% (cost of sales $3,377 million over net sales $7,389 million).", I),
    Case("ratio", *P2, "Net sales were $7,389 million in FY2022, but gross profit is not given, so the gross margin cannot be calculated from the context.", N),
    Case("average", *P3, "Capex as a % of revenue:\n\nFY2019: 310 / 9,120 = 3.4%\nFY2020: 402 / 10,050 = 4.0%\nFY2021: 440 / 11,890 = 3.7%\n\nAverage: (3.4% + 4.0% + 3.7%) / 3 = 3.7%", C),
    Case("average", *P3, "Step 1: yearly ratios: 3.40%, 4.00% and 3.70%.\nStep 2: sum = 11.10%.\nStep 3: 11.10% / 3 = 3.70%.\n\nThe three-year average is approximately 3.7%.", C),
    Case("average", *P3, "FY2019: 3.4%\nFY2020: 4.0%\nFY2021: 3.7%\n\nThe three year average of capex as a % of revenue is 4.1%.", I),
    Case("average", *P3, "We would need the capex and revenue figures of FY2019, FY2020 and FY2021. FY2019 capex was $310 million; the remaining years are missing. Therefore it is not possible to compute the three-year average.", N),
    Case("days", *P4, "Average AP = (1,240 + 1,316) / 2 = 1,278\nCOGS = 9,712\nChange in inventory = 82\n\nDPO = 365 * 1,278 / (9,712 + 82) = 47.63\n\nSo Aldgate Stores' FY2020 DPO was about 47.63 days.", C),
    Case("days", *P4, "DPO = 365 x $1,278 million / ($9,712 million + $82 million) = 365 x 0.13049 = 47.63 days", C),
    Case("days", *P4, "Plugging the numbers into the formula yields a DPO of 48.02 days.", I),
    Case("days", *P4, "The DPO is 365 * 1,278 / 9,794. This evaluates to 46.9 days when rounded.", I),
    Case("turnover", *P5, "Fixed asset turnover = FY2022 revenue / average PP&E = $7,389 / (($1,170 + $1,221) / 2) = $7,389 / $1,195.5 = 6.18", C),
    Case("turnover", *P5, "The fixed asset turnover ratio is 6.18x, i.e. each dollar of fixed assets generates $6.18 of sales.", C),
    Case("turnover", *P5, "Fixed asset turnover was 6.05 (7,389 / 1,221).", I),
    Case("turnover", *P5, "The ratio is 618%.", C),
    Case("zero", *P6, "Norcastle Mining did not pay any cash dividends in FY2021, so the answer is 0.", C),
    Case("zero", *P6, "$0", C),
    Case("zero", *P6, "Norcastle Mining paid cash dividends of $96 million in FY2021.", I),
    Case("zero", *P6, "There is no information about dividends in the provided text.", N),
    Case("thousands", *P7, "Accounts receivable, net, at the end of FY2019: $412,380 thousand.", C),
    Case("thousands", *P7, "Net accounts receivable were $412.38 million at year end FY2019.", C),
    Case("thousands", *P7, "The year end FY2019 net accounts receivable for Torrent Software is $412,380.", C),
    Case("thousands", *P7, "The balance sheet lists net receivables of $398,115 thousand at the end of FY2019.", I),
    Case("change", *P8, "EBIT fell from $1,032 million to $902 million.\n\nChange = (902 - 1,032) / 1,032 = -0.126 = -12.6%", C),
    Case("change", *P8, "Unadjusted EBIT decreased by 12.6% between FY2019 and FY2020.", C),
    Case("change", *P8, "Unadjusted EBIT increased by 12.6% between FY2019 and FY2020.", I),
    Case("change", *P8, "EBIT went from $902 million to $1,032 million, which is a 14.4% rise.", I),
    Case("change", *P8, "In FY2019, EBIT was $1,032 million. Unfortunately the FY2020 income statement is not included in the context, so I can't calculate the change.", N),
    Case("ratio", *P9, "Operating cash flow ratio = 2,905 / 3,926 = 0.74 (rounded to two decimal places).", C),
    Case("ratio", *P9, "CFO: $2,905 million; current liabilities: $3,926 million. The ratio therefore is 0.7399, or about 0.74.", C),
    Case("ratio", *P9, "2,905 divided by 3,926 equals 0.81.", I),
    Case("ratio", *P9, "74%", C),
    Case("mixed", *P10, "Yes, it improved: 0.58 in FY2021 against 0.71 in FY2022.", C),
    Case("mixed", *P10, "The quick ratio of Pennant Beverages increased from 0.58 to 0.71, which is an improvement.", C),
    Case("mixed", *P10, "No, the quick ratio deteriorated from 0.71 to 0.58.", I),
    Case("mixed", *P11, "The fastest growing segment was Cloud Infrastructure with growth of 38.2%.", C),
    Case("mixed", *P11, "Security Services grew fastest, by 38.2%.", I),
    Case("mixed", *P12, "Yes. With capex of $1.9 billion the company is clearly capital-intensive.", I),
    Case("mixed", *P13, "The largest liability was long-term debt, at $6,420 million.", C),
    Case("mixed", *P13, "Accounts payable of $6.42 billion.", I),
    Case("statement", *P14, "Pennant Beverages expects to incur restructuring charges of approximately $85.5 million in FY2023.", C),
    Case("statement", *P14, "It expects total programme costs of $210 million, of which $124.5 million were incurred by the end of FY2022. The remaining $85.5 million are expected in FY2023.", C),
    Case("statement", *P14, "Pennant Beverages expects to spend between $80 million and $90 million.", I),
    Case("statement", *P14, "It expects $210 million.", I),
]
