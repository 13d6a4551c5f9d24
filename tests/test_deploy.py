"""The files under `docs/deploy` are what they are said to be."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[1] / "docs" / "deploy"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not here")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path):
    text = (DEPLOY / "monitor.service").read_text().replace("/opt/monitor/bin/monitor", sys.executable)
    (tmp_path / "monitor.service").write_text(text)
    ran = subprocess.run(["systemd-analyze", "verify", "--man=no", str(tmp_path / "monitor.service")],
                         capture_output=True, text=True, timeout=60)  # fmt: skip
    ours = [line for line in (ran.stdout + ran.stderr).splitlines() if "monitor.service" in line]
    assert ours == []


def test_compose_understands_its_file(tmp_path):
    if not shutil.which("docker") or subprocess.run(["docker", "compose", "version"], capture_output=True).returncode:
        pytest.skip("docker compose is not here")
    shutil.copytree(DEPLOY, tmp_path / "docs" / "deploy")
    (tmp_path / "docs" / "deploy" / "monitor.env").write_text("MONITOR_WEB_TOKEN=x\n")
    words = ["docker", "compose", "-f", str(tmp_path / "docs" / "deploy" / "compose.yaml"), "config", "--quiet"]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr


def test_no_key_and_no_database_gets_into_an_image():
    kept_out = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    assert {".*", "**/.env", "**/*.env", "**/*.sqlite*"} <= set(kept_out)


def test_the_unit_waits_for_what_the_daemon_says():
    text = (DEPLOY / "monitor.service").read_text()
    for line in ("Type=notify", "WatchdogSec=60", "ExecReload=/bin/kill -HUP $MAINPID", "NoNewPrivileges=yes"):
        assert line in text


def test_containers_listen_with_a_token_and_run_as_nobody_special():
    docker, compose = (DEPLOY / "Dockerfile").read_text(), (DEPLOY / "compose.yaml").read_text()
    assert "USER monitor" in docker
    assert "/healthz" in docker
    for line in ("cap_drop: [ALL]", "read_only: true", '"127.0.0.1:8765:8765"'):
        assert line in compose
