"""Every file that a run of tests leaves -> what stands in it, unpacked; the keys that stand in that."""

import contextlib
import gzip
import io
import json
import sqlite3
import zipfile
import zlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import zstandard

from tests.leaks.canary import CANARY, Canary

_ZSTD, _GZIP, _ZIP = b"\x28\xb5\x2f\xfd", b"\x1f\x8b", b"PK\x03\x04"
_MOST = 64_000_000  # bytes unpacked of one piece: tests also keep what unpacks without end
_LINES = 2_000_000  # bytes up to which a text is also looked at without its line breaks
_CHUNK = 4_000_000


@dataclass
class Swept:
    """What a sweep looked at, and what it found: one line for each place and form."""

    files: int = 0
    bytes: int = 0
    found: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    """Files named or made as databases and the like that cannot be opened as such; their raw bytes were looked at."""


def unpacked(data: bytes) -> bytes:
    """Give what a compressed piece holds, as far as it can be read; other data as it is."""
    with contextlib.suppress(zstandard.ZstdError, OSError, EOFError, zlib.error):  # a cut or spoiled one: what came
        if data.startswith(_ZSTD):
            return zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data)).read(_MOST)
        if data.startswith(_GZIP):
            with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
                return packed.read(_MOST)
    return data


def _columns(path: Path) -> Iterator[tuple[str, bytes]]:
    """Give the texts and unpacked blobs of a database by table and column, what its write-ahead log holds included."""
    with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=2)) as held:
        held.text_factory = bytes
        names = [row[0].decode() for row in held.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in names:
            quoted = '"' + table.replace('"', '""') + '"'
            rows = held.execute(f"SELECT * FROM {quoted}")
            columns = [one[0] for one in rows.description]
            parts: list[list[bytes]] = [[] for _ in columns]
            size = 0
            for row in rows:
                for n, value in enumerate(row):
                    if isinstance(value, bytes):
                        parts[n].append(unpacked(value))
                        size += len(parts[n][-1])
                if size > _CHUNK:
                    yield from ((f"{table}.{columns[n]}", b"\n".join(part)) for n, part in enumerate(parts) if part)
                    parts, size = [[] for _ in columns], 0
            yield from ((f"{table}.{columns[n]}", b"\n".join(part)) for n, part in enumerate(parts) if part)


def _parquet(data: bytes) -> Iterator[tuple[str, bytes]]:
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(io.BytesIO(data))
    yield "metadata", repr(table.schema.metadata).encode()
    for name in table.column_names:
        yield name, json.dumps(table.column(name).to_pylist(), default=str, ensure_ascii=False).encode()


def _zipped(data: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        for one in packed.infolist():
            with packed.open(one) as member:
                yield one.filename, member.read(_MOST)


def pieces(path: Path, data: bytes) -> Iterator[tuple[str, bytes]]:
    """Give what a file holds beyond its raw bytes, each piece with its name inside the file."""
    if data.startswith(b"SQLite format 3\0"):
        yield from _columns(path)
    elif data.startswith(b"PAR1"):
        yield from _parquet(data)
    elif data.startswith(_ZIP):
        yield from _zipped(data)
    elif data.startswith((_ZSTD, _GZIP)):
        yield "unpacked", unpacked(data)


def _look(canary: Canary, where: str, data: bytes) -> list[str]:
    forms = canary.forms_in_text(data.decode("utf-8", "replace")) if len(data) <= _LINES else []
    return [f"{where}: a key, {form}" for form in forms or canary.forms_in(data)]


def sweep(root: Path, *, besides: Collection[str] = (), planted: Collection[str] = (),
          canary: Canary = CANARY) -> Swept:  # fmt: skip
    """Look for the canary's keys in every file below `root` and in its name.

    Left out are folders directly below `root` with a name in `besides`, and files whose path is in `planted`.
    """
    swept = Swept()
    for path in sorted(root.rglob("*")):
        shown = str(path.relative_to(root))
        if path.relative_to(root).parts[0] in besides or str(path) in planted or path.is_symlink():
            continue
        swept.found += _look(canary, f"the name {shown}", shown.encode())
        if not path.is_file():
            continue
        data = path.read_bytes()
        swept.files, swept.bytes = swept.files + 1, swept.bytes + len(data)
        swept.found += _look(canary, shown, data)
        try:
            for name, piece in pieces(path, data):
                swept.bytes += len(piece)
                swept.found += _look(canary, f"{shown}, {name}", piece)
        except (sqlite3.DatabaseError, zipfile.BadZipFile, OSError, ValueError) as error:  # spoiled by its test
            swept.unread.append(f"{shown}: {error}")
    return swept
