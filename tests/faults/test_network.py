"""The network, one host, or the resolver gone and back: in a network of its own, taken down by the system's tools."""

from pathlib import Path

import pytest

from tests.faults.apart import scenario

pytestmark = pytest.mark.slow


def test_a_network_that_goes_is_ours_one_host_that_goes_is_its_own_and_both_are_asked_again_once_back(
    tmp_path: Path,
) -> None:
    scenario("network", tmp_path)


def test_a_resolver_that_goes_or_falls_silent_is_ours_and_is_asked_again_once_back(tmp_path: Path) -> None:
    scenario("resolver", tmp_path)
