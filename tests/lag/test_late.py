"""How late single answers were, on simulated markets: it adds up to the estimate, and tells bad days from good ones."""

import numpy as np

from monitor.lag.estimate import estimate_lag
from monitor.lag.late import late_shares
from monitor.lag.simulate import PROVIDERS

from .helpers import world_and_probes


def test_the_single_answers_add_up_to_the_estimate() -> None:
    world, _, probes = world_and_probes("large coin", PROVIDERS["5 min"], 5)
    timelines = {"x": world.timeline}
    share = estimate_lag(probes, timelines).share_within
    late = late_shares(probes, timelines, [300, 900], 86400.0)
    assert late is not None
    for limit in (300, 900):
        assert abs(1 - late.late[limit].sum() / late.dated.sum() - share[limit].est) < 0.005


def test_instants_at_which_an_api_was_late_are_told_from_the_rest() -> None:
    world, _, fresh = world_and_probes("large coin", PROVIDERS["5 min"], 5)
    _, _, stale = world_and_probes("large coin", PROVIDERS["50 min"], 5)
    instants = sorted({probe.instant_s for probe in fresh})
    bad = set(instants[-4:])
    probes = [b if b.instant_s in bad else a for a, b in zip(fresh, stale, strict=True)]
    late = late_shares(probes, {"x": world.timeline}, [900], 86400.0)
    assert late is not None
    at_bad = np.isin(late.instant_s, list(bad))
    assert late.late[900][at_bad].sum() / late.dated[at_bad].sum() > 0.8
    assert late.late[900][~at_bad].sum() / late.dated[~at_bad].sum() < 0.2


def test_too_few_answers_give_nothing() -> None:
    world, _, probes = world_and_probes("large coin", PROVIDERS["5 min"], 5)
    assert late_shares(probes[:20], {"x": world.timeline}, [900], 86400.0) is None
