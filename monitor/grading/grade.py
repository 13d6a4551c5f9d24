"""One ask, its reading and its reference become one grade: an array of one, judged as the store's millions are."""

from monitor.grading.answers import answers_of, taken_of
from monitor.grading.board import board_grade
from monitor.grading.columns import grade_columns
from monitor.grading.many import grade_many
from monitor.grading.policy import Policy
from monitor.grading.target import make_frame
from monitor.grading.types import Ask, Grade, Rates
from monitor.market.series import Reference
from monitor.reading.types import Reading

__all__ = ["grade"]


def grade(ask: Ask, reading: Reading | None, reference: Reference, policy: Policy,
          rates: Rates | None = None) -> Grade:
    """Give the grade of one answer; `reading` is None where there was no response or nothing was read.

    `rates` gives the price of one USDT or USDC in the item's currency at the target minute. A price in a coin
    whose rate is not given has no reference; it is never taken at par.
    """
    if policy.rules == "board":
        return board_grade(ask, reading, reference, policy)
    frame = make_frame(ask, reference, policy)
    answers = answers_of(taken_of(ask, reading), ask.item, policy, rates or {})
    found = grade_columns(frame, answers, grade_many(frame, answers, policy), policy)
    code, known = answers.codes[0], frame.has_reference
    return Grade(
        policy=policy.name, policy_version=policy.version, cls=found.cls[0], correct=found.correct[0],
        target_low=found.target_low[0], target_high=found.target_high[0], band=frame.band if known else None,
        coarse=found.coarse[0], closed=frame.closed, power=found.power[0], rivals=found.rivals[0],
        contained=found.contained[0], lag_low_s=found.lag_low_s[0], lag_high_s=found.lag_high_s[0],
        lookback_s=frame.lookback_s, single_source=frame.single_source, sources=frame.sources,
        converted=code if code in policy.converted else None, key_available=known, why=found.why[0])
