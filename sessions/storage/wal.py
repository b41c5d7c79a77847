"""The write-ahead log beside a database, frame by frame.

Owns telling a damaged log from one that just ends. SQLite reads a log up to the first frame that is
not right and says nothing of what stands behind it, since a log may hold frames of an earlier
round; so damage would lose answers unseen. The format is that of SQLite's documentation, "WAL File
Format".
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
"""The first four bytes; one more where checksums are over big-endian words."""
_HEADER_DAMAGED = "write-ahead log: its header is damaged; nothing that stands in it is read"
_CUT_OFF = (
    "write-ahead log: it ends in the middle of a frame; the program was killed while it wrote, or "
    "the log was cut off, and what was stored after that is gone"
)
_LAST_FRAME_AT = 16
"""Where the number of frames stands in the log's index."""
_SALTS_AT = 32
"""Where the two numbers stand there that the log's header has for the same round."""
_COPIED_AT = 96
"""Where the number of frames stands there that were brought into the main file."""
HEADER, FRAME = 32, 24
"""Bytes of the log's header and of a frame's."""
LOOKS = 3
"""A frame that is being written right now is right at the next look."""


Bytes = bytes | memoryview


@dataclass(frozen=True, slots=True)
class _Frame:
    number: int
    """From 1."""
    salts: tuple[int, int]
    sums: tuple[int, int]
    start: Bytes
    """The part of the header that counts for the checksum."""
    page: Bytes


def problems(database: Path) -> tuple[str, ...]:
    """What is wrong with the log of a database, a line each; nothing where there is none and its
    index knows of none. Reads the files only. This process must not have the database open: to
    read the index frees its locks.

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
    """The problems at one look. A log may be as large as memory; only one look has it at a time."""
    index = _content(Path(f"{database}-shm"))
    log = _content(Path(f"{database}-wal"))
    return (*_missing(log, index), *_problems(memoryview(log), index))


def _content(path: Path) -> bytes:
    """Empty where there is no such file."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def _missing(log: Bytes, index: bytes) -> Iterator[str]:
    """A line where the index, which was read before the log, has more frames in use than the log,
    and not all of them are in the main file. A program that is killed leaves both. The next one to
    open the database makes the index anew, and then nothing shows any more."""
    if len(index) < _COPIED_AT + 4:
        return
    last, copied = (unpack_from("=I", index, at)[0] for at in (_LAST_FRAME_AT, _COPIED_AT))
    whole = 0
    if len(log) >= HEADER:
        if log[16:24] != index[_SALTS_AT : _SALTS_AT + 8]:
            # A new round began in between, or it is another file's index.
            return
        whole = (len(log) - HEADER) // (FRAME + int(unpack_from(">I", log, 8)[0]))
    if last > max(whole, copied):
        yield (
            f"write-ahead log: {_counted(last)} were in use, {whole} are left; what was stored in "
            "the others is gone"
        )


def cut_off(database: Path) -> tuple[str, ...]:
    """A line where the log ends in the middle of a frame, or its last frame is all zeros; nothing
    otherwise. A program that was killed while it wrote leaves such an end, and so does a log that
    was cut off, whose other frames are right: which of the two it was cannot be told.

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
    return (_CUT_OFF,) if ends == LOOKS else ()


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
    # A header that is damaged may tell of pages of gigabytes.
    return size <= FRAME + 65_536 and not any(log.read(size))


def _problems(log: Bytes, index: bytes = b"") -> Iterator[str]:
    """A line where a frame that a commit covers is not right. While SQLite writes a transaction, it
    may put a page anew where it stands already, and checksums behind do not hold until the commit:
    frames that no commit covers never counted, and are what a kill left."""
    if not any(log):
        return
    if len(log) < HEADER:
        # A header that was never completed has nothing behind it.
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


def _covered(log: Bytes, index: bytes, whole: int) -> int:
    """The last frame that a commit covers, from the first on that is not right; 0 if none does.
    The frame that ends a transaction gets the numbers of the round when all before it are right, so
    one further behind covers all. Whether it is itself damaged or was being written is told by the
    index: without it, it counts as damaged."""
    _, _, page_size, _, *salts, _, _ = unpack_from(">8I", log)
    own = (salts[0], salts[1])
    known = _in_use(log, index)
    # That frames are missing is another matter.
    last = min(known or 0, (len(log) - HEADER) // (FRAME + int(page_size)))
    for entry in islice(_frames(log, page_size), whole, None):
        commits = any(entry.start[4:8])
        if entry.number == whole + 1 and known is not None:
            continue
        # Frames of an earlier round have two other salts; one other salt is a damaged one.
        of_round = entry.salts == own
        if entry.number == whole + 1:
            of_round = any(salt == right for salt, right in zip(entry.salts, own, strict=True))
        if commits and of_round:
            last = max(last, entry.number)
    return last


def _in_use(log: Bytes, index: bytes) -> int | None:
    """How many frames are in use, by an index of the same round; None where there is none."""
    if len(index) < _SALTS_AT + 8 or log[16:24] != index[_SALTS_AT : _SALTS_AT + 8]:
        return None
    return int(unpack_from("=I", index, _LAST_FRAME_AT)[0])


def _whole(log: Bytes) -> int:
    """How many frames from the first on are right; -1 where the header is not."""
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
    """What is wrong with frames that the programs at work read; empty if nothing. They find frames
    by the log's index, and SQLite does not check them once they are there. In `locked`, nobody
    writes to the log.

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
            # What stands behind the last frame is of a program that was killed while it wrote.
            return ""
        if whole < 0:
            return _HEADER_DAMAGED
        return f"write-ahead log: frame {whole + 1} of {last} is damaged"


@contextmanager
def _read_once(
    path: Path, locked: Callable[[], AbstractContextManager[object]] = nullcontext
) -> Iterator[memoryview]:
    """What stands in a file, and in this process's memory no longer than the context lasts: the
    log may hold pages that the process is never to read (`Database.leave_out`)."""
    with locked(), path.open("rb", buffering=0) as file:
        content = bytearray(os.fstat(file.fileno()).st_size)
        length = file.readinto(content)
    try:
        yield memoryview(content)[:length]
    finally:
        content[:] = bytes(len(content))


def _last_frame(index: Path) -> int:
    """How many frames are in use, by the log's index (SQLite, "WAL-mode File Format")."""
    # The system frees all of a process's locks on a file as soon as it closes it once, SQLite's
    # among them. So it stays open until the process ends; few ever come here, and hardly twice.
    descriptor = os.open(index, os.O_RDONLY | os.O_CLOEXEC)
    (last,) = unpack_from("=I", os.pread(descriptor, _LAST_FRAME_AT + 4, 0), _LAST_FRAME_AT)
    return int(last)


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
    """Whether checksums are over big-endian words, told by the frames themselves."""
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


def _checksum(data: Bytes, before: tuple[int, int], big: bool) -> tuple[int, int]:
    """SQLite's checksum of a text of whole 8-byte steps, after what stood before it."""
    first, second = before
    words = unpack_from(f"{'>' if big else '<'}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second
