"""Rows of an SQLite file whose pages may be damaged, read page by page.

Owns the format of pages and records ("Database File Format" of SQLite's documentation). No tree is
followed from its root, since the root may be damaged. Every page is read by itself, and whatever
does not match the format exactly is left out. Neither the table of a row is known here, nor whether
the row is what was stored.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from struct import unpack_from

from sessions.storage import wal

Value = int | float | str | bytes | None
MAGIC = b"SQLite format 3\0"
FIRST_HEADER_OFFSET = 100
"""Offset of the first page's own header in bytes."""
USUAL_PAGE_SIZE = 4096
"""Page size in bytes, where the file does not state it."""
SIZES = frozenset(1 << bits for bits in range(9, 17))
INTERIOR_INDEX, LEAF_INDEX, LEAF_TABLE = 0x02, 0x0A, 0x0D
MANY_LINE_FEEDS = 16
"""In a file with more line feeds than this, it is no coincidence if each follows a carriage
return."""
LONGEST = 1 << 30
"""SQLite's maximum size of a row in bytes."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of some table or index."""

    values: tuple[Value, ...]
    """In texts, bytes that are not UTF-8 are lone surrogates."""
    moment: int
    """0 in the main file; else the number of the transaction in the write-ahead log, or -1 for a
    damaged frame of the log."""
    table: bool
    """Whether it comes from a table with row ids; else from an index, or a table without them."""


class _UnfitPageError(Exception):
    """Bytes that are not a row."""


@dataclass(slots=True)
class File:
    """The pages of a file and of its write-ahead log."""

    size: int
    versions: dict[int, list[tuple[int, bytes]]] = field(default_factory=dict)
    """By page number, from 1: the versions of the page with the moments from which they apply, in
    order."""

    def put(self, number: int, moment: int, page: bytes) -> None:
        """Add a version of a page from a moment on."""
        self.versions.setdefault(number, []).append((moment, page))

    def at(self, number: int, moment: int) -> bytes:
        """A page at a moment. Raises _Unfit where the file has no such page."""
        versions = self.versions.get(number)
        if not versions:
            raise _UnfitPageError
        place = bisect_right(versions, moment, key=lambda version: version[0])
        return versions[max(0, place - 1)][1]

    def rows(self) -> Iterator[Row]:
        """Every row that can be read, of every version of every page."""
        for versions in self.versions.values():
            for moment, page in versions:
                yield from _rows(self, moment, page)


def sizes(path: Path) -> list[int]:
    """The possible page sizes of a file, beginning with those that it states itself.

    Raises OSError where it cannot be read.
    """
    outcome: dict[int, None] = {}
    with path.open("rb") as file:
        head = file.read(FIRST_HEADER_OFFSET)
    if head.startswith(MAGIC) and len(head) == FIRST_HEADER_OFFSET:
        outcome[unpack_from(">H", head, 16)[0] or 1 << 16] = None
    try:
        with Path(f"{path}-wal").open("rb") as file:
            head = file.read(wal.HEADER)
        if len(head) == wal.HEADER:
            outcome[unpack_from(">I", head, 8)[0]] = None
    except OSError:
        pass
    outcome[USUAL_PAGE_SIZE] = None
    return [size for size in outcome if size in SIZES]


def readings(path: Path, size: int) -> Iterator[File]:
    """The pages of a file, assuming a page size, with those of its write-ahead log. Where the
    file's length is not a multiple of the page size, also with bytes inserted or removed in one
    place.

    Raises OSError where it cannot be read.
    """
    data = _binary(path.read_bytes())
    yield _read(path, data, size)
    extra = len(data) % size
    if extra:
        for shift in (extra, extra - size):
            yield _read(path, _put_back(data, size, shift), size)


def _binary(data: bytes) -> bytes:
    """Undo copying a file as text, which put a carriage return before each line feed."""
    feeds = data.count(b"\n")
    as_text = feeds > MANY_LINE_FEEDS and data.count(b"\r\n") == feeds
    return data.replace(b"\r\n", b"\n") if as_text else data


def _put_back(data: bytes, size: int, shift: int) -> bytes:
    """Remove or insert `shift` bytes at the place where most pages then look like pages."""
    count = len(data) // size
    before = [_plausible(data, n * size, size) for n in range(count)]
    after = [_plausible(data, n * size + shift, size) for n in range(count)]
    score = best = sum(after)
    cut = 0
    for n in range(count):
        score += before[n] - after[n]
        if score > best:
            best, cut = score, n + 1
    # The change is in the page before: that page's beginning is still in its place.
    place = cut * size
    if shift > 0:
        return data[:place] + data[place + shift :]
    return data[:place] + bytes(-shift) + data[place:]


def _plausible(data: bytes, offset: int, size: int) -> bool:
    """Whether a page of a tree may begin here, judged by its kind and the position of its cells."""
    if offset < 0 or offset + size > len(data) or data[offset] not in _HEADERS:
        return False
    cells: int
    begin: int
    cells, begin = unpack_from(">HH", data, offset + 3)
    return 0 < cells < size // 4 and 8 + 2 * cells <= begin <= size - 3


def _read(path: Path, data: bytes, size: int) -> File:
    file = File(size)
    for start in range(0, len(data), size):
        page = data[start : start + size]
        file.put(start // size + 1, 0, page.ljust(size, b"\0"))
    try:
        log = Path(f"{path}-wal").read_bytes()
    except OSError:
        return file
    for moment, number, page in wal.pages(log, size):
        file.put(number, moment, page)
    for versions in file.versions.values():
        versions.sort(key=lambda version: version[0])
    return file


def _rows(file: File, moment: int, page: bytes) -> Iterator[Row]:
    """The rows of a page. If its first byte is damaged, it may be any kind of page."""
    start = FIRST_HEADER_OFFSET if page.startswith(MAGIC) else 0
    kind = page[start]
    if kind == 0 and int.from_bytes(page[:4], "big") <= len(file.versions):
        return  # the rest of a long row, or nothing
    for count in sorted(_HEADERS, key=lambda index: index != kind):
        rows = list(_cells(file, count, start + _HEADERS[count], moment, page))
        if rows:
            yield from rows
            return


def _cells(file: File, kind: int, start: int, moment: int, page: bytes) -> Iterator[Row]:
    """The rows of a page, assuming this kind. The number of rows may be damaged too, so everything
    that may be an offset in the page is tried, up to the lowest of these offsets."""
    places: set[int] = set()
    lowest = file.size - 1
    for at in range(start, file.size - 1, 2):
        if at >= lowest:
            break
        (cell,) = unpack_from(">H", page, at)
        if cell in places or not start < cell < file.size - 3:
            continue
        try:
            values = _cell(file, kind, moment, page, cell)
        except (_UnfitPageError, IndexError):
            continue
        places.add(cell)
        lowest = min(lowest, cell)
        yield Row(values, moment, kind == LEAF_TABLE)


_HEADERS: Mapping[int, int] = {INTERIOR_INDEX: 12, LEAF_INDEX: 8, LEAF_TABLE: 8}
"""Kinds of pages with rows, and the sizes of their headers."""


def _cell(file: File, kind: int, moment: int, page: bytes, offset: int) -> tuple[Value, ...]:
    """The row of a cell. Raises _Unfit where its size is impossible."""
    if kind == INTERIOR_INDEX:
        offset += 4
    size, offset = _varint(page, offset)
    if kind == LEAF_TABLE:
        _, offset = _varint(page, offset)
    if not 1 < size < LONGEST:
        raise _UnfitPageError
    return _record(_payload(file, kind, moment, page, offset, size))


def _payload(file: File, kind: int, moment: int, page: bytes, offset: int, size: int) -> bytes:
    """The bytes of a row, including those on overflow pages. Raises _Unfit where it does not fit
    its pages."""
    usable = file.size
    most = usable - 35 if kind == LEAF_TABLE else (usable - 12) * 64 // 255 - 23
    if size <= most:
        if offset + size > usable:
            raise _UnfitPageError
        return page[offset : offset + size]
    least = (usable - 12) * 32 // 255 - 23
    local = least + (size - least) % (usable - 4)
    local = local if local <= most else least
    if offset + local + 4 > usable:
        raise _UnfitPageError
    parts = [page[offset : offset + local]]
    (number,) = unpack_from(">I", page, offset + local)
    rest = size - local
    while rest > 0:
        # Each page adds bytes, so a cycle ends as well.
        more = file.at(number, moment)
        parts.append(more[4 : 4 + min(rest, usable - 4)])
        rest -= usable - 4
        (number,) = unpack_from(">I", more)
    return b"".join(parts)


def _record(data: bytes) -> tuple[Value, ...]:
    """The values of a row; raises where its bytes are not exactly those that its header
    declares."""
    end, at = _varint(data, 0)
    kinds: list[int] = []
    while at < end:
        kind, at = _varint(data, at)
        kinds.append(kind)
    if at != end or not kinds:
        raise _UnfitPageError
    values: list[Value] = []
    for kind in kinds:
        size = _SIZES[kind] if kind < 12 else (kind - 12) // 2
        if size is None or at + size > len(data):
            raise _UnfitPageError
        body = data[at : at + size]
        at += size
        values.append(_value(kind, body))
    if at != len(data):
        raise _UnfitPageError
    return tuple(values)


_SIZES: tuple[int | None, ...] = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, None, None)
"""Size of a value in bytes by its kind, below 12."""


def _value(kind: int, body: bytes) -> Value:
    if kind == 0:
        return None
    if kind < 7:
        return int.from_bytes(body, "big", signed=True)
    if kind == 7:
        number: float = unpack_from(">d", body)[0]
        return number
    if kind < 10:
        return kind - 8
    return body.decode("utf-8", "surrogateescape") if kind % 2 else body


def _varint(data: bytes, offset: int) -> tuple[int, int]:
    """An integer of one to nine bytes, and the position after it."""
    value = 0
    for place in range(8):
        byte = data[offset + place]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, offset + place + 1
    return value << 8 | data[offset + 8], offset + 9
