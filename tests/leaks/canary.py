"""The fake keys that tests use as API keys, and the search for them in any form.

Every fake key holds the two runs of letters and digits of one `Canary`. No escaping changes a letter or digit, so a
search for the runs finds a key however it was quoted, and a part of it too; only encodings that change every byte
need patterns of their own. `note` looks at once through what a test saw and would not leave behind.
"""

import base64
import html
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import quote, quote_plus

_BREAKS = b" \t\r\n\x0b\x0c|\\"  # what may stand within a key that is broken over lines
_BARS = ("│", "┃", "║")
_AROUND = 400


def _aligned(text: bytes) -> list[bytes]:
    """Give what is constant of the base64 of anything that holds `text`, at each of the three alignments."""
    found = []
    for shift in range(3):
        whole = base64.b64encode(b"\0" * shift + text).rstrip(b"=")
        lead = (0, 2, 3)[shift]
        found.append(whole[lead:-1] if (len(text) + shift) % 3 else whole[lead:])
    return found


@dataclass(frozen=True)
class Canary:
    """Two runs of letters and digits that stand nowhere else."""

    first: str
    second: str

    @property
    def odd(self) -> str:
        """A key of characters that URLs, JSON, HTML and shells escape."""
        return f'{self.first}/+="<&%\\{self.second}'

    @property
    def plain(self) -> str:
        """A key that needs no escaping."""
        return f"sk-{self.first}-{self.second}"

    @cached_property
    def patterns(self) -> dict[bytes, str]:
        """What to search for, and how a key is written where it is found."""
        found = {}
        for run in (self.first, self.second):
            found[run.encode()] = "as it is"
            found[run.encode("utf-16-le")[:-1]] = "UTF-16"
            found[run.encode().hex().encode()] = "hex"
            found[run.encode().hex().upper().encode()] = "hex"
            for shift, form in enumerate(_aligned(run.encode())):
                found[form] = f"base64 at offset {shift}"
        return found

    @cached_property
    def _written(self) -> list[tuple[str, bytes]]:
        """The ways of writing a whole key that differ from it: to say more of a hit than that there is one."""
        key = self.odd
        percent = quote(key, safe="")
        found = [("percent-encoded twice", quote(percent, safe="")), ("percent-encoded", percent),
                 ("percent-encoded", quote(key)), ("percent-encoded", quote_plus(key)),
                 ("JSON in JSON", json.dumps(json.dumps(key))[3:-3]), ("JSON", json.dumps(key)[1:-1]),
                 ("HTML", html.escape(key))]  # fmt: skip
        lower = [(f"{name} in lower case", re.sub("%[0-9A-F]{2}", lambda hit: hit[0].lower(), form))
                 for name, form in found if "percent" in name]  # fmt: skip
        found += [("base64url", form.decode().replace("+", "-").replace("/", "_"))
                  for form in _aligned(key.encode()) if b"+" in form or b"/" in form]  # fmt: skip
        return [(name, form.encode()) for name, form in [*found, *lower]]

    def forms_in(self, data: bytes) -> list[str]:
        """Name each form in which a key, or one half of it, stands in the data; mostly there is none."""
        found: list[str] = []
        for pattern, name in self.patterns.items():
            at = data.find(pattern)
            if at >= 0:
                near = data[max(0, at - _AROUND) : at + _AROUND]
                found += [next((more for more, form in self._written if form in near), name)]
        return list(dict.fromkeys(found))

    def forms_in_text(self, text: str) -> list[str]:
        """Name each form in which a key stands in what a person reads, also where it is broken over lines."""
        found = self.forms_in(text.encode("utf-8", "surrogatepass"))
        if not found:
            for bar in _BARS:
                text = text.replace(bar, "")
            joined = text.encode("utf-8", "surrogatepass").translate(None, _BREAKS)
            found = [f"{name}, broken over lines" for name in self.forms_in(joined)]
        return found


CANARY = Canary("cNry7x9qvZ4T", "kLm3w8pHdR6y")
KEY = CANARY.odd
PLAIN_KEY = CANARY.plain

noted: list[str] = []
"""What `note` found in this process."""
planted: set[str] = set()
"""Files into which a test itself put a key, such as an `.env`; the sweep leaves out these and no others."""


def note(where: str, *texts: str | bytes) -> None:
    """Look for keys in the outputs of one command or page, which nothing keeps for the sweep."""
    noted.extend(finds(where, texts))


def finds(where: str, texts: Iterable[str | bytes]) -> list[str]:
    """Give one line for each form in which a key stands in one of the texts."""
    plain = [one.decode("utf-8", "surrogateescape") if isinstance(one, bytes) else one for one in texts]
    return [f"{where}: a key, {form}" for text in plain for form in CANARY.forms_in_text(text)]


def plant(path: Path) -> None:
    """Say that the test itself put a key into this file (a database: with the files beside it)."""
    planted.update(str(path) + suffix for suffix in ("", "-wal", "-shm", "-journal"))
