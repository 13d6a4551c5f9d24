"""The service manager and the dead-man switch are told that the monitor lives."""

import socket
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from monitor.clock import SystemClock
from monitor.daemon.notify import PING_VARIABLE, DeadMan, Supervisor
from tests.leaks.canary import PLAIN_KEY


@pytest.mark.parametrize("abstract", [False, True])
def test_the_service_manager_is_told(tmp_path, abstract):
    path = str(tmp_path / "s")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind("\0" + path if abstract else path)
        assert Supervisor({"NOTIFY_SOCKET": "@" + path if abstract else path}).say("READY=1", "STATUS=x")
        assert manager.recv(100) == b"READY=1\nSTATUS=x"


def test_without_a_manager_nothing_happens(tmp_path):
    assert not Supervisor({}).say("READY=1")
    assert not Supervisor({"NOTIFY_SOCKET": str(tmp_path / "absent")}).say("READY=1")


class Hand(SystemClock):
    now_s = 0.0

    def monotonic(self):
        return self.now_s


@pytest.fixture
def switch():
    asked = []

    class Switch(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Switch)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/ping", asked
    server.shutdown()
    server.server_close()


async def test_the_dead_man_switch_is_asked_once_a_minute_after_work_that_succeeded(switch):
    url, asked = switch
    clock = Hand()
    dead_man = DeadMan(clock, {PING_VARIABLE: url})
    await dead_man.worked()
    await dead_man.worked()
    assert asked == ["/ping"]
    clock.now_s, dead_man.barren = 61, True
    await dead_man.worked()
    assert len(asked) == 1  # the last batch brought nothing
    dead_man.barren = False
    await dead_man.worked()
    assert len(asked) == 2


async def test_a_switch_that_cannot_be_reached_costs_one_line_without_its_address(capsys):
    clock = Hand()
    dead_man = DeadMan(clock, {PING_VARIABLE: f"http://127.0.0.1:9/{PLAIN_KEY}"})
    await dead_man.worked()
    clock.now_s = 61
    await dead_man.worked()
    said = "".join(capsys.readouterr())
    assert said.count("ping_failed") == 1
    assert PLAIN_KEY not in said
