"""The write-ahead log of a database, frame by frame.

Owns distinguishing a damaged log from one that simply ends. SQLite reads a log up to the first
invalid frame and ignores the rest without an error, since a log may contain frames of an earlier
round; so damage would lose answers unnoticed. The format is that of SQLite's documentation, "WAL
File Format".
"""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from itertools import islice, pairwise
from pathlib import Path
from struct import unpack_from
from typing import IO

MAGIC = 0x377F0682
"""The first four bytes; one more if checksums are over big-endian words."""
_HEADER_DAMAGED = "write-ahead log: its header is damaged; its content is not read"
_CUT_OFF_PROBLEM = (
    "write-ahead log: it ends in the middle of a frame; the program was killed or the disk was "
    "full while it wrote, or the log was cut off; anything stored after that is gone"
)
_LAST_FRAME_AT = 16
"""Offset of the number of frames in the log's index."""
_SALTS_AT = 32
"""Offset in the index of the two salts, which the log's header has too if it is of the same
round."""
_COPIED_AT = 96
"""Offset in the index of the number of frames copied into the main file."""
HEADER, FRAME = 32, 24
"""Sizes of the log's header and of a frame's in bytes."""
LOOKS = 3
"""A frame that is just being written is valid at the next look."""


Bytes = bytes | memoryview


@dataclass(frozen=True, slots=True)
class _Frame:
    number: int
    """From 1."""
    salts: tuple[int, int]
    sums: tuple[int, int]
    start: Bytes
    """The part of the header that the checksum covers."""
    page: Bytes


def problems(database: Path) -> tuple[str, ...]:
    """Problems of a database's log, one line each; none where there is no log and its index does
    not mention one. Only reads the files. This process must not have the database open, because
    reading the index releases its locks.

    Raises OSError where it cannot be read.
    """
    texts: tuple[str, ...] = ()
    for look in range(LOOKS):
        if look:
            time.sleep(0.05)
        texts = _looked_at(database)
        if not texts:
            break
    return texts


def _looked_at(database: Path) -> tuple[str, ...]:
    """The problems at one look. A log may be as large as memory, so only one look holds it at a
    time."""
    index = _content(Path(f"{database}-shm"))
    log = _content(Path(f"{database}-wal"))
    return (*_missing(log, index), *_problems(memoryview(log), index))


def _content(path: Path) -> bytes:
    """The content of a file; empty where there is none."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def _missing(log: Bytes, index: bytes) -> Iterator[str]:
    """A line if the index, which was read before the log, has more frames in use than the log, and
    not all of them are in the main file. A program that is killed leaves both. The next one to open
    the database creates a new index, which hides the loss."""
    if len(index) < _COPIED_AT + 4:
        return
    last, copied = (unpack_from("=I", index, at)[0] for at in (_LAST_FRAME_AT, _COPIED_AT))
    whole = 0
    if len(log) >= HEADER:
        if log[16:24] != index[_SALTS_AT : _SALTS_AT + 8]:
            # A new round began in between, or the index belongs to another file.
            return
        whole = (len(log) - HEADER) // (FRAME + int(unpack_from(">I", log, 8)[0]))
    if last > max(whole, copied):
        yield (
            f"write-ahead log: {_counted(last)} were in use, {whole} are left; what was stored in "
            "the others is gone"
        )


def cut_off(database: Path) -> tuple[str, ...]:
    """A line if the log ends in the middle of a frame, or its last frame is all zeros. A program
    killed while writing leaves such an end, and so does a truncated log whose other frames are
    valid: the two cannot be distinguished.

    Raises OSError where it cannot be read.
    """
    ends = 0
    for look in range(LOOKS):
        if look:
            time.sleep(0.05)
        try:
            with Path(f"{database}-wal").open("rb") as log:
                ends += _ends_early(log)
        except FileNotFoundError:
            return ()
    return (_CUT_OFF_PROBLEM,) if ends == LOOKS else ()


def _ends_early(log: IO[bytes]) -> bool:
    length = os.fstat(log.fileno()).st_size
    header = log.read(HEADER)
    if len(header) < HEADER:
        return length > 0
    size = FRAME + int(unpack_from(">I", header, 8)[0])
    frames, rest = divmod(length - HEADER, size)
    if rest or not frames:
        return rest > 0
    log.seek(length - size)
    # A damaged header may declare pages of gigabytes.
    return size <= FRAME + 65_536 and not any(log.read(size))


def _problems(log: Bytes, index: bytes = b"") -> Iterator[str]:
    """A line if a frame covered by a commit is invalid. While SQLite writes a transaction, it may
    rewrite a page in place, which invalidates later checksums until the commit: frames not covered
    by a commit never counted, and may be left over from a kill."""
    if not any(log):
        return
    if len(log) < HEADER:
        # A header that was never completed is not followed by data.
        return
    whole = _whole(log)
    if whole < 0:
        yield _HEADER_DAMAGED
        return
    last = _covered(log, index, whole)
    if last > whole:
        behind = last - whole - 1
        yield (
            f"write-ahead log: frame {whole + 1} of {last} is damaged;"
            f" {_counted(behind)} behind it cannot be read"
        )


def _covered(log: Bytes, index: bytes, frames_complete: int) -> int:
    """The last frame covered by a commit, from the first invalid one on; 0 if there is none. A
    transaction's final frame gets the round's salts when all before it are valid, so a later one
    covers all before it. The index shows whether that frame itself is damaged or was being written:
    without an index, it counts as damaged."""
    _, _, page_size, _, *salts, _, _ = unpack_from(">8I", log)
    own = (salts[0], salts[1])
    in_use = _in_use(log, index)
    # Missing frames are handled separately.
    last = min(in_use or 0, (len(log) - HEADER) // (FRAME + int(page_size)))
    for entry in islice(_frames(log, page_size), frames_complete, None):
        commits = any(entry.start[4:8])
        if entry.number == frames_complete + 1 and in_use is not None:
            continue
        # Frames of an earlier round differ in both salts; if only one differs, it is damaged.
        of_round = entry.salts == own
        if entry.number == frames_complete + 1:
            of_round = any(salt == right for salt, right in zip(entry.salts, own, strict=True))
        if commits and of_round:
            last = max(last, entry.number)
    return last


def _in_use(log: Bytes, index: bytes) -> int | None:
    """Number of frames in use according to an index of the same round; None where there is none."""
    if len(index) < _SALTS_AT + 8 or log[16:24] != index[_SALTS_AT : _SALTS_AT + 8]:
        return None
    return int(unpack_from("=I", index, _LAST_FRAME_AT)[0])


def _whole(log: Bytes) -> int:
    """Number of valid frames at the start; -1 where the header is invalid."""
    magic, _, page_size, _, salt_1, salt_2, first, second = unpack_from(">8I", log)
    big = bool(magic & 1)
    sums = _checksum(log[: HEADER - 8], (0, 0), big)
    if magic & ~1 != MAGIC or sums != (first, second):
        return -1
    whole = 0
    for frame in _frames(log, page_size):
        sums = _checksum(frame.page, _checksum(frame.start, sums, big), big)
        if frame.salts != (salt_1, salt_2) or frame.sums != sums:
            break
        whole = frame.number
    return whole


def damage_under_use(database: Path, locked: Callable[[], AbstractContextManager[object]]) -> str:
    """A problem in frames that running programs read; empty if none. They find frames through the
    log's index, and SQLite does not check them once they are there. In `locked`, nobody writes to
    the log.

    Raises OSError where a file cannot be read.
    """
    path = Path(f"{database}-wal")
    with _read_once(path, locked) as log:
        if len(log) < HEADER or not any(_problems(log)):
            return ""
    with locked(), _read_once(path) as log:
        last = _last_frame(Path(f"{database}-shm"))
        whole = _whole(log) if len(log) >= HEADER else -1
        if whole >= last or not last:
            # Data after the last frame is from a program that was killed while writing.
            return ""
        if whole < 0:
            return _HEADER_DAMAGED
        return f"write-ahead log: frame {whole + 1} of {last} is damaged"


@contextmanager
def _read_once(
    path: Path, locked: Callable[[], AbstractContextManager[object]] = nullcontext
) -> Iterator[memoryview]:
    """The content of a file, in this process's memory no longer than the context lasts: the log may
    contain pages that the process must never read (`Database.leave_out`)."""
    with locked(), path.open("rb", buffering=0) as file:
        content = bytearray(os.fstat(file.fileno()).st_size)
        length = file.readinto(content)
    try:
        yield memoryview(content)[:length]
    finally:
        content[:] = bytes(len(content))


def _last_frame(index: Path) -> int:
    """Number of frames in use according to the log's index (SQLite, "WAL-mode File Format")."""
    # When a process closes a file once, the system releases all of the process's locks on it,
    # including SQLite's. So it stays open until the process ends; this is rarely reached, and
    # hardly ever twice.
    descriptor = os.open(index, os.O_RDONLY | os.O_CLOEXEC)
    (last,) = unpack_from("=I", os.pread(descriptor, _LAST_FRAME_AT + 4, 0), _LAST_FRAME_AT)
    return int(last)


def pages(log: bytes, size: int) -> Iterator[tuple[int, int, bytes]]:
    """Every page in a log, damaged or not: the number of its transaction from 1, its own number,
    and its bytes. Incomplete transactions and frames of an earlier round are left out. Invalid
    frames have transaction -1, before all others; validity is judged by checksums, which continue
    from the previous frame."""
    if len(log) < HEADER:
        return
    magic, _, _, _, salt_1, salt_2, *sums = unpack_from(">8I", log)
    # A log truncated under a running program continues after a gap of zeros.
    frames = [frame for frame in _frames(log, size) if any(frame.start) or any(frame.salts)]
    whole = magic & ~1 == MAGIC and _checksum(log[: HEADER - 8], (0, 0), bool(magic & 1)) == (
        *sums,
    )
    # If the header is damaged, most frames still belong to one round.
    counted = Counter(frame.salts for frame in frames).most_common(1)
    own = (salt_1, salt_2) if whole or not counted else counted[0][0]
    big = bool(magic & 1) if whole else _is_big(frames)
    before = (sums[0], sums[1])
    last = max((at for at, frame in enumerate(frames, 1) if frame.salts == own), default=0)
    transaction: list[tuple[int, Bytes, bool]] = []
    moment = 1
    for frame in frames[:last]:
        sums_then = _checksum(frame.page, _checksum(frame.start, before, big), big)
        before = frame.sums
        number, pages_then = unpack_from(">2I", frame.start)
        right = frame.salts == own and frame.sums == sums_then
        transaction.append((number, frame.page, right))
        if pages_then:
            yield from ((moment if sure else -1, at, bytes(page)) for at, page, sure in transaction)
            transaction.clear()
            moment += 1


def _is_big(frames: list[_Frame]) -> bool:
    """Whether checksums are over big-endian words, determined from the frames themselves."""
    for before, frame in pairwise(frames):
        for big in (False, True):
            sums = _checksum(frame.page, _checksum(frame.start, before.sums, big), big)
            if sums == frame.sums:
                return big
    return False


def _counted(number: int) -> str:
    return f"{number} frame{'s' * (number != 1)}"


def _frames(log: Bytes, page_size: int) -> Iterator[_Frame]:
    """The complete frames."""
    size = FRAME + page_size
    for number in range(1, (len(log) - HEADER) // size + 1):
        at = HEADER + (number - 1) * size
        salt_1, salt_2, sum_1, sum_2 = unpack_from(">4I", log, at + 8)
        page = log[at + FRAME : at + size]
        yield _Frame(number, (salt_1, salt_2), (sum_1, sum_2), log[at : at + 8], page)


def _checksum(data: Bytes, sums: tuple[int, int], big_endian: bool) -> tuple[int, int]:
    """SQLite's checksum of data in whole 8-byte steps, continuing from `sums`."""
    first, second = sums
    words = unpack_from(f"{'>' if big_endian else '<'}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second
