"""A night against the sandbox: its search engines, its scripted models, a store in a folder."""

import asyncio
from contextlib import contextmanager
from datetime import UTC, datetime

from sqlmodel import select

from monitor.agent.night import NightWork, make_runs
from monitor.agent.plan import AskedSet, plan_night
from monitor.agent.spec import spec_for
from monitor.clock import SystemClock
from monitor.config import AgentSettings
from monitor.sandbox.lookup import generated_questions
from monitor.sandbox.server import SandboxServer
from monitor.search.budget import Limits
from monitor.search.clients import close_clients, open_clients
from monitor.search.config import load_apis
from monitor.store.database import open_database
from monitor.store.lease import this_process
from monitor.store.tables import Run, RunCall
from monitor.store.writer import Writer
from tests.leaks.canary import KEY

QUESTIONS = generated_questions(6, 3)

NOW = datetime(2026, 11, 30, 2, 30, tzinfo=UTC)


class NightSite:
    def __init__(self, folder, server, engines=("lookup_100", "lookup_0")):
        self.server = server
        self.env = {"SANDBOX_API_KEY": KEY, "OPENAI_API_KEY": KEY, "ANTHROPIC_API_KEY": KEY}
        tables = {
            name: {"like": "exa_instant", "key_group": name, "url": f"{server.base_url}/e/{name}/exa/search",
                   "env": ["SANDBOX_API_KEY"], "price_usd": 0.005, "cost": "", "total_s": 20.0}
            for name in engines
        }  # fmt: skip
        groups = {name: {"rps": 500, "concurrent": 50} for name in engines}
        self.apis = {name: one for name, one in load_apis(tables, groups, "test").items() if name in engines}
        self.database = open_database(folder / "m.sqlite")
        self.total = Limits(100.0)
        self.models = Limits(100.0)
        self.done = []

    def settings(self, script="plays", kind="openai", **more):
        base = f"{self.server.base_url}/m/{script}" + ("" if kind == "anthropic" else "/v1")
        given = {"model": f"{kind}:scripted", "base_url": base, "usd_per_million_in": 1.0, "usd_per_million_out": 10.0,
                 "timeout_s": 20.0, "retries": 2, **more}  # fmt: skip
        return AgentSettings(**given)

    def limits(self, payer):
        return (self.models if payer == "models" else Limits()), self.total

    def night(self, settings, questions=QUESTIONS[:2], repeats=1, night="2026-11-30", name="multi-hop-lookup",
              most_s=None, env=None, stop_after=None):  # fmt: skip
        env = self.env if env is None else env
        spec = spec_for(settings, name, env)
        asked = AskedSet(name, tuple(questions), spec)
        ids = plan_night(self.database, night, [asked], self.apis, repeats, NOW)
        clock = SystemClock()

        async def work():
            writer = Writer(self.database)
            apis = open_clients(self.apis, env, clock=clock)
            made = NightWork(self.database, writer, clock, apis, self.limits, env, this_process().name)

            def done(run):
                self.done.append(run)
                if stop_after is not None and len(self.done) >= stop_after:
                    made.stopping.set()

            made.done = done
            try:
                return await make_runs(made, night, ids, {name: spec}, most_s=most_s)
            finally:
                await close_clients(apis)
                writer.close()

        return asyncio.run(work())

    def runs(self):
        with self.database.read() as session:
            return session.exec(select(Run).order_by(Run.id)).all()

    def calls(self, run=None):
        with self.database.read() as session:
            query = select(RunCall).order_by(RunCall.id)
            return session.exec(query if run is None else query.where(RunCall.run_id == run.id)).all()


@contextmanager
def night_site(folder, **more):
    with SandboxServer(SystemClock(), 7, (), questions=QUESTIONS) as server:
        site = NightSite(folder, server, **more)
        try:
            yield site
        finally:
            site.database.close()
