"""Checks of what is asked over the network: apis, sources, and other clocks to compare this host's with."""

import http.client
import socket
import struct
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from monitor.cli.checks.finding import Finding
from monitor.cli.checks.reach import Reached, Target, target_of
from monitor.config import MarketSettings
from monitor.probing.hostclock import estimate
from monitor.search.models import ApiConfig

__all__ = ["ClockCheck", "api_targets", "checks_of_reach", "source_targets"]

SOURCE_HOSTS = {
    "yahoo": "https://query2.finance.yahoo.com",
    "kraken": "https://api.kraken.com",
    "coinbaseexchange": "https://api.exchange.coinbase.com",
    "coinbase": "https://api.coinbase.com",
    "binance": "https://api.binance.com",
    "bitstamp": "https://www.bitstamp.net",
    "okx": "https://www.okx.com",
    "gemini": "https://api.gemini.com",
    "ecb": "https://www.ecb.europa.eu",
    "frankfurter": "https://api.frankfurter.dev",
}
NTP_SERVERS = (("pool.ntp.org", 123), ("time.cloudflare.com", 123))
NTP_EPOCH = datetime(1900, 1, 1, tzinfo=UTC)
CLOCK_LIMIT_MS = 500.0


def api_targets(usable: Mapping[str, ApiConfig]) -> dict[str, Target]:
    """Give, by api, the host that it is asked at; an engine of ddgs that is not known has none."""
    found = {name: target_of(api.url) for name, api in usable.items() if api.url}
    if any(api.class_ == "ddgs" for api in usable.values()):
        from ddgs.engines import ENGINES

        for name, api in usable.items():
            engine = ENGINES.get(str(api.options.get("category", "text")), {}).get(str(api.engine))
            if api.class_ == "ddgs" and engine is not None:
                found[name] = target_of(str(engine.search_url))
    return found


def source_targets(market: MarketSettings) -> dict[str, Target]:
    """Give, by source, the host that its bars are asked at."""
    names = [*(["yahoo"] if market.yahoo else []), *market.exchanges, *market.fixings]
    return {
        name: target_of(market.base_url or SOURCE_HOSTS[name])
        for name in names
        if market.base_url or name in SOURCE_HOSTS
    }


def checks_of_reach(kind: str, targets: Mapping[str, Target], reached: Mapping[Target, Reached]) -> Iterator[Finding]:
    """Give a line for each host with everything that is asked there; hosts that fail alike share one line."""
    users: dict[Target, list[str]] = defaultdict(list)
    for name, target in targets.items():
        users[target].append(name)
    alike: dict[tuple[str, str], list[str]] = defaultdict(list)
    for target, names in users.items():
        went = reached[target]
        who = f"{', '.join(names)} at {target}"
        if went.ms is not None:
            yield Finding(kind, f"{who}: reached in {went.ms:.0f} ms")
        else:
            alike[went.problem, went.remedy].append(who)
    for (problem, remedy), places in alike.items():
        said = f"{places[0]}: {problem}" if len(places) == 1 else f"{len(places)} hosts: {problem}: {'; '.join(places)}"
        yield Finding(kind, said, False, remedy)


@dataclass
class ClockCheck:
    """Compares the host's clock with others; started early, so that it runs while other checks do."""

    now: Callable[[], datetime]
    wait_s: float = 3.0
    servers: tuple[tuple[str, int], ...] = field(default_factory=lambda: NTP_SERVERS)
    _offsets_ms: list[float] = field(default_factory=list)
    _threads: list[threading.Thread] = field(default_factory=list)

    def start(self) -> None:
        """Ask the time servers."""
        self._threads = [threading.Thread(target=self._ask, args=(one,), daemon=True) for one in self.servers]
        for thread in self._threads:
            thread.start()

    def finish(self, fallbacks: list[Target]) -> Finding:
        """Give the finding; without an answer by NTP, the Date header of one of the `fallbacks` bounds the error."""
        for thread in self._threads:
            thread.join(self.wait_s / len(self._threads))  # they all started at once
        if self._offsets_ms:
            off = min(self._offsets_ms, key=abs)
            return _judged(off, off, "NTP")
        bounds = estimate([one for target in fallbacks[:2] if (one := _date_of(target, self.now)) is not None])
        if bounds is not None:
            return _judged(bounds.low_ms, bounds.high_ms, "Date headers")
        return Finding(
            "clock",
            "cannot be compared: no time server answers on UDP 123, and no Date header is to be had",
            False,
            "run an NTP client (chrony, systemd-timesyncd), or connect this host to a network",
        )

    def _ask(self, server: tuple[str, int]) -> None:
        try:
            self._offsets_ms.append(_sntp_ms(server, self.now, self.wait_s))
        except (OSError, struct.error):
            return  # no answer is itself an answer: the others, or none, speak


def _judged(low_ms: float, high_ms: float, by: str) -> Finding:
    size = f"{low_ms:+.0f} ms" if low_ms == high_ms else f"{low_ms:+.0f} to {high_ms:+.0f} ms"
    off = low_ms > CLOCK_LIMIT_MS or high_ms < -CLOCK_LIMIT_MS
    return Finding(
        "clock", f"{size} off by {by}", not off, "run an NTP client (chrony, systemd-timesyncd)" if off else ""
    )


def _sntp_ms(server: tuple[str, int], now: Callable[[], datetime], wait_s: float) -> float:
    """Give host time minus the server's in milliseconds (RFC 4330; the mean of both ways cancels the path)."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        link.settimeout(wait_s)
        link.connect(server)  # so that a refusal is heard at once
        sent_at = now()
        link.send(b"\x23" + 47 * b"\0")
        answer = link.recv(48)
        received_at = now()
    came, left = (_ntp_time(answer[place : place + 8]) for place in (32, 40))
    return ((sent_at - came) + (received_at - left)) / 2 / timedelta(milliseconds=1)


def _ntp_time(raw: bytes) -> datetime:
    seconds, fraction = struct.unpack("!II", raw)
    return NTP_EPOCH + timedelta(seconds=seconds, microseconds=fraction * 1_000_000 // 2**32)


def _date_of(target: Target, now: Callable[[], datetime]) -> tuple[datetime, datetime, str] | None:
    kind = http.client.HTTPSConnection if target.port == 443 else http.client.HTTPConnection
    link = kind(target.host, target.port, timeout=2)
    try:
        sent_at = now()
        link.request("HEAD", "/")
        date = link.getresponse().getheader("date")
        return (sent_at, now(), date) if date else None
    except (OSError, http.client.HTTPException):
        return None
    finally:
        link.close()
