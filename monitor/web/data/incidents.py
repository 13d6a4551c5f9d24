"""Alerts with their evidence and timeline, by number and by API."""

from collections.abc import Mapping
from typing import Any

from starlette.exceptions import HTTPException

from monitor.alerting.incidents import incident, incidents
from monitor.web.site import Site

__all__ = ["incident_of", "open_incidents"]


def incident_of(site: Site, number: int) -> dict[str, Any]:
    """Give an incident as `monitor.alerting.incidents` does; 404 where there is none."""
    if not 0 < number < 2**63:
        raise HTTPException(404)
    with site.database.read() as session:
        found = incident(session, number)
    if found is None:
        raise HTTPException(404)
    return found


def open_incidents(site: Site, api: str) -> list[dict[str, Any]]:
    """Give the incidents about one API that stand, each with its timeline."""
    with site.database.read() as session:
        standing = [incident(session, one["id"]) for one in incidents(session, standing=True)]
    return [one for one in standing if one and _about(one, api)]


def _about(one: Mapping[str, Any], api: str) -> bool:
    """Tell by its evidence, else by its key (`account:exa_instant`), whether an incident is about an API."""
    named = one["detail"].get("api")
    return bool(named == api) if named else api in one["key"].split(":")[1:]
