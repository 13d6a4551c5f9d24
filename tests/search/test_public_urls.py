"""What is private is refused in every form in which an address can be written; what is public is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.search.public_urls import resolve_host, why_not_public, why_not_public_here

PRIVATE = [
    "http://127.0.0.1/", "http://localhost/", "http://LOCALHOST:8080/a", "http://a.localhost/", "http://localhost./",
    "http://10.1.2.3/", "http://172.16.0.1/", "http://192.168.1.1/", "http://169.254.169.254/latest/meta-data/",
    "http://100.100.100.200/", "http://168.63.129.16/", "http://0.0.0.0/", "http://0/", "http://255.255.255.255/",
    "http://224.0.0.1/", "http://2130706433/", "http://0x7f000001/", "http://0x7f.1/", "http://0177.0.0.1/",
    "http://017700000001/", "http://127.1/", "http://127.0.0.1./", "http://0300.0250.1.1/", "http://3232235777/",
    "http://[::1]/", "http://[::]/", "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/", "http://[::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/", "http://[64:ff9b:1::a00:1]/", "http://[2002:7f00:1::]/", "http://[fe80::1%25eth0]/",
    "http://[fd00:ec2::254]/", "http://[fc00::1]/", "http://[ff02::1]/", "http://%31%32%37.0.0.1/",
    "http://１２７.0.0.1/", "http://①②⑦.0.0.1/", "http://127。0。0。1/", "http://127．0．0．1/",
    "http://metadata.google.internal/computeMetadata/v1/", "http://printer.local/", "http://wiki.corp/",
    "http://intranet/", "http://router.lan/", "http://x.home.arpa/", "http://loc\u00adalhost/",
    "http://192.0.0.192/opc/v1/", "http://[fec0::1]/", "http://[::ffff:0:127.0.0.1]/", "http://kubernetes.default.svc/",
]  # fmt: skip
ODD = [
    "", "x", "ftp://a.example/", "file:///etc/passwd", "javascript:alert(1)", "http:///a", "https://", "//a.example/",
    "http://user:pw@a.example/", "http://a.example\\@127.0.0.1/", "http://a.example /", "http://a.example/\n",
    "http://1.2.3.4.5/", "http://256.1.1.1/", "http://09.1.1.1/", "http://[::1/",
    "http://[nope]/", "http://a..example/", "http://a.example:0/", "http://a.example:99999999/", "http://a,b.example/",
    "http://a.example/" + "x" * 9_000,
]  # fmt: skip
PUBLIC = [
    "https://www.sec.gov/ix?doc=/Archives/edgar/data/1", "http://example.com:8080/a#b", "https://8.8.8.8/",
    "https://[2606:4700::1111]/", "https://münchen.example/", "https://xn--mnchen-3ya.example/", "https://a_b.example/",
    "https://127.0.0.1.nip.example/", "https://localhost.example.com/", "https://localize.com/", "https://homes.com/",
]  # fmt: skip


@pytest.mark.parametrize("url", PRIVATE)
def test_a_private_address_is_refused_in_every_form(url):
    assert why_not_public(url)


@pytest.mark.parametrize("url", ODD)
def test_what_is_no_plain_web_address_is_refused(url):
    assert why_not_public(url) == "it is no plain web address"


@pytest.mark.parametrize("url", PUBLIC)
def test_a_public_address_is_not(url):
    assert why_not_public(url) == ""


@given(st.integers(0, 2**32 - 1), st.sampled_from(["{}", "0x{:x}", "0{:o}"]))
def test_a_number_is_refused_alike_however_it_is_written(number, form):
    plain = ".".join(str(number >> 8 * n & 255) for n in (3, 2, 1, 0))
    assert bool(why_not_public(f"http://{form.format(number)}/")) == bool(why_not_public(f"http://{plain}/"))
    mapped = f"http://[::ffff:{number >> 16:x}:{number & 0xFFFF:x}]/"
    if why_not_public(f"http://{plain}/"):
        assert why_not_public(mapped)


@given(st.text())
def test_any_text_is_judged(text):
    for address in (text, f"http://{text}/"):
        assert isinstance(why_not_public(address), str)


async def test_a_name_that_leads_inside_is_refused_and_one_without_an_address_is_not():
    table = {"in.example": ["10.0.0.7"], "both.example": ["8.8.8.8", "fd00::1"], "out.example": ["8.8.8.8"]}

    async def resolve(host):
        return table.get(host, ())

    said = {name: await why_not_public_here(f"https://{name}/a", resolve) for name in (*table, "none.example")}
    assert said == {
        "in.example": "its name leads to 10.0.0.7", "both.example": "its name leads to fd00::1", "out.example": "",
        "none.example": "",
    }  # fmt: skip
    assert await why_not_public_here("http://0x7f.1/", resolve)
    assert await why_not_public_here("https://8.8.8.8/", resolve) == ""
    assert await why_not_public_here("https://[2606:4700::1111]/", resolve) == ""


async def test_the_hosts_own_resolver_knows_its_own_names_and_bears_with_others():
    assert "127.0.0.1" in [*await resolve_host("localhost"), "127.0.0.1"]
    assert await resolve_host("nowhere.invalid") == ()
    assert await resolve_host("x" * 300) == ()
