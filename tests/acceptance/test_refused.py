"""A daemon whose page others could read without a token does not begin at all."""

from tests.site import Site

SCHEDULE = '[[live]]\nname = "s"\nitems = ["live-004"]\ncalendar = "always"\nevery = "1m"\noffsets = ["5s"]\n'


def test_a_public_address_without_a_token_is_refused_before_anything_is_asked(site: Site) -> None:
    site.configure(SCHEDULE, engines=("fast",))
    assert site.start("run", "--host", "0.0.0.0", "--port", "0").wait(90) == 2
    assert "others could read the page" in site.log()
    assert '"started"' not in site.log()
    assert site.sandbox.world.ledger.arrivals() == []
