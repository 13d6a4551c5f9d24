"""Whatever is asked of the API, as its own description has it or not, no answer is a fault of ours."""

import json
import math
from collections import Counter

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from monitor import __version__
from monitor.config import Settings, WebSettings
from monitor.web.access import Rates
from monitor.web.app import create_app
from monitor.web.guard import TOKEN
from tests.conftest import ROOT
from tests.leaks.canary import KEY
from tests.web.conftest import StillClock

FULL = 2000
SCHEMA = "/api/v1/openapi.json"


@pytest.mark.parametrize("cases", [
    pytest.param(400, marks=pytest.mark.slow), pytest.param(FULL, marks=pytest.mark.full),
])  # fmt: skip
def test_no_case_of_the_described_api_ends_in_a_fault_of_ours(filled, monkeypatch, cases):
    import schemathesis

    monkeypatch.setenv(TOKEN, KEY)
    clock = StillClock()
    rates = Rates(clock, wrong=10**9, costly=10**9)
    app = create_app(filled.database, Settings(web=WebSettings(hosts=("testserver",))), clock, rates=rates)
    schema = schemathesis.openapi.from_asgi(SCHEMA, app)
    operations = [one.ok() for one in schema.get_all_operations()]
    assert len(operations) >= 10
    heavy = [one for one in operations if one.method.upper() == "POST"]  # each starts a process
    answers: list[int] = []
    light = math.ceil(1.15 * cases / (len(operations) - len(heavy)))
    for operation in operations:

        @settings(max_examples=20 if operation in heavy else light, deadline=None, database=None, derandomize=True,
                  phases=[Phase.generate], suppress_health_check=list(HealthCheck))  # fmt: skip
        @given(case=operation.as_strategy())
        def ask(case):
            answer = case.call(headers={"authorization": f"Bearer {KEY}"})
            assert answer.status_code < 500, f"{case.as_curl_command()}\n{answer.text[:500]}"
            answers.append(answer.status_code)

        ask()
    print(f"{len(answers)} cases of {len(operations)} operations, {sum(one < 300 for one in answers)} answered")
    assert len(answers) >= cases
    assert {200, 400} <= set(answers)
    if cases == FULL:
        found = {"version": __version__, "schemathesis": schemathesis.__version__, "cases": len(answers),
                 "operations": len(operations), "answers_by_status": dict(sorted(Counter(answers).items())),
                 "faults_of_ours": 0}  # fmt: skip
        (ROOT / "docs" / "results" / "api-cases.json").write_text(json.dumps(found, indent=2) + "\n")
