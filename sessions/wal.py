"""The write-ahead log beside a database, frame by frame.

Owns telling a damaged log from one that just ends. SQLite reads a log up to the first frame that is
not right and says nothing of what stands behind it, since a log may hold frames of an earlier
round; so damage would lose answers unseen. The format is that of SQLite's documentation, "WAL File
Format".
"""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from struct import unpack_from

MAGIC = 0x377F0682
"""The first four bytes; one more where checksums are over big-endian words."""
HEADER, FRAME = 32, 24
"""Bytes of the log's header and of a frame's."""
LOOKS = 3
"""A frame that is being written right now is right at the next look."""


@dataclass(frozen=True, slots=True)
class _Frame:
    number: int
    """From 1."""
    salts: tuple[int, int]
    sums: tuple[int, int]
    start: bytes
    """The part of the header that counts for the checksum."""
    page: bytes


def problems(database: Path) -> tuple[str, ...]:
    """What is wrong with the log of a database, a line each; nothing where there is no log. Reads
    the file only.

    Raises OSError where it cannot be read.
    """
    texts: tuple[str, ...] = ()
    for look in range(LOOKS):
        if look:
            time.sleep(0.05)
        try:
            texts = tuple(_problems(Path(f"{database}-wal").read_bytes()))
        except FileNotFoundError:
            return ()
        if not texts:
            break
    return texts


def _problems(log: bytes) -> Iterator[str]:
    if not log.strip(b"\0"):
        return
    if len(log) < HEADER:
        # A header that was never completed has nothing behind it.
        return
    magic, _, page_size, _, *salts, first, second = unpack_from(">8I", log)
    big = bool(magic & 1)
    sums = _checksum(log[: HEADER - 8], (0, 0), big)
    if magic & ~1 != MAGIC or sums != (first, second):
        yield "write-ahead log: its header is damaged; nothing that stands in it is read"
        return
    frames = list(_frames(log, page_size))
    own = (salts[0], salts[1])
    for frame in frames:
        before = sums
        sums = _checksum(frame.page, _checksum(frame.start, before, big), big)
        if frame.salts == own and frame.sums == sums:
            continue
        behind = sum(entry.salts == own for entry in frames[frame.number :])
        # Frames of an earlier round have two other salts; one other salt is a damaged one.
        if behind or any(salt == right for salt, right in zip(frame.salts, own, strict=True)):
            yield (
                f"write-ahead log: frame {frame.number} of {len(frames)} is damaged;"
                f" {_counted(behind)} behind it cannot be read"
            )
        return


def pages(log: bytes, size: int) -> Iterator[tuple[int, int, bytes]]:
    """Of every page in a log, damaged or not: the number of its transaction from 1, its own number,
    and its bytes. A transaction that was never completed is left out, and so are frames of an
    earlier round. Frames that are not right have -1 as transaction, which is before all others: by
    their checksums, which go on from the frame before."""
    if len(log) < HEADER:
        return
    magic, _, _, _, salt_1, salt_2, *sums = unpack_from(">8I", log)
    # A log that was cut off under a running program goes on behind a hole of zeros.
    frames = [frame for frame in _frames(log, size) if any(frame.start) or any(frame.salts)]
    whole = magic & ~1 == MAGIC and _checksum(log[: HEADER - 8], (0, 0), bool(magic & 1)) == (
        *sums,
    )
    # Where the header is damaged, most frames are still of one round.
    counted = Counter(frame.salts for frame in frames).most_common(1)
    own = (salt_1, salt_2) if whole or not counted else counted[0][0]
    big = bool(magic & 1) if whole else _is_big(frames)
    before = (sums[0], sums[1])
    last = max((at for at, frame in enumerate(frames, 1) if frame.salts == own), default=0)
    transaction: list[tuple[int, bytes, bool]] = []
    moment = 1
    for frame in frames[:last]:
        sums_then = _checksum(frame.page, _checksum(frame.start, before, big), big)
        before = frame.sums
        number, pages_then = unpack_from(">2I", frame.start)
        right = frame.salts == own and frame.sums == sums_then
        transaction.append((number, frame.page, right))
        if pages_then:
            yield from ((moment if sure else -1, at, page) for at, page, sure in transaction)
            transaction.clear()
            moment += 1


def _is_big(frames: list[_Frame]) -> bool:
    """Whether checksums are over big-endian words, told by the frames themselves."""
    for before, frame in pairwise(frames):
        for big in (False, True):
            sums = _checksum(frame.page, _checksum(frame.start, before.sums, big), big)
            if sums == frame.sums:
                return big
    return False


def _counted(number: int) -> str:
    return f"{number} frame{'s' * (number != 1)}"


def _frames(log: bytes, page_size: int) -> Iterator[_Frame]:
    """The complete frames."""
    size = FRAME + page_size
    for number in range(1, (len(log) - HEADER) // size + 1):
        at = HEADER + (number - 1) * size
        salt_1, salt_2, sum_1, sum_2 = unpack_from(">4I", log, at + 8)
        page = log[at + FRAME : at + size]
        yield _Frame(number, (salt_1, salt_2), (sum_1, sum_2), log[at : at + 8], page)


def _checksum(data: bytes, before: tuple[int, int], big: bool) -> tuple[int, int]:
    """SQLite's checksum of a text of whole 8-byte steps, after what stood before it."""
    first, second = before
    words = unpack_from(f"{'>' if big else '<'}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second
