"""The process that reads items for a participant's program.

Owns both ends. `Keeper` is the participant's end: it forks the process before anything of an item
is read, and sends requests to it. The process reads the study's sources and the table of items,
begins sessions, and passes on items without their reference answers, explanations and attributes.
It passes on those of a question one by one, when the question is over and the study reports or
counts whether it was right. Nothing else of them can be found in the participant's memory.

A crash writes the process's memory to no file. On Linux, other programs of the same user cannot
read it either. Messages that tell a participant that the items cannot be used quote no item.

The two ends exchange pickles, since one process talks to its own copy.
"""

import contextlib
import os
import pickle
import signal
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NoReturn, Self

from solver.errors import CountermodelError, InputError, OutsideError
from solver.phrases import phrase

if TYPE_CHECKING:
    from items.models import Item
    from study.course.sections import Pools
    from study.design.protocol import LoadedStudy
    from study.files.study_file import StudyFile

Prove = Callable[["LoadedStudy", str], "tuple[Pools, Sequence[str]] | None"]
"""Reads a study's items and checks them with the solver, for a code that may be empty; returns them
with messages for the researcher. None where the holder of the code does not need it. Raises
InputError where nobody can begin."""


_PR_SET_DUMPABLE = 4
"""From `linux/prctl.h`."""


@dataclass(frozen=True)
class KeptStudy:
    """The study with which sessions begin, and how to begin them."""

    file: "StudyFile | LoadedStudy"
    database: Path | str
    pilot: bool
    program: Callable[[], str]
    """Name and version as stored in the record: computed when the first session begins."""
    prove: Prove


class Keeper:
    """The participant's end. Thread-safe."""

    def __init__(self, study_kept: KeptStudy) -> None:
        """Fork the process. No other thread may be running."""
        ours, theirs = socket.socketpair()
        self._pid = os.fork()
        if self._pid == 0:
            _keep(study_kept, ours, theirs)
        theirs.close()
        self._file = ours.makefile("rwb")
        ours.close()
        self._turn = Lock()
        self.answered_items: Mapping[str, Item] = AnsweredItems(self)
        """Items with their reference answers, by content hash: each is read on access."""

    def prove(self, code: str) -> tuple[str, ...]:
        """Read the study's items and prove them now rather than when the first session begins; the
        other process reports progress on standard error. Returns messages for the researcher.

        Raises InputError where nobody can begin the study.
        """
        warnings: tuple[str, ...] = self._ask("prove", code)
        return warnings

    def warm(self) -> None:
        """Import what beginning a session needs, while the code is being typed."""
        self._ask("warm")

    def open(self) -> None:
        """Open the database and bring its schema up to date, which reads all of it.

        Raises what `Database.open` raises.
        """
        self._ask("open")

    def checkpoint(self) -> None:
        """Copy the write-ahead log into the main file, as far as possible without waiting: the log
        may contain pages of items, which would otherwise enter the memory of the process that does
        so."""
        self._ask("checkpoint")

    def begin(self, code: str, language: str) -> "dict[str, Item]":
        """Begin the session of a code in a language of the study, unless it exists. Returns the
        items that it shows, by content hash, without anything about their answers; includes the
        worked example.

        Raises what `sessions.taking.beginning.found_or_begun` raises; BusyError soon, so that a
        screen can report it and try again.
        """
        from sessions.record.snapshots import received

        return received(self._ask("begin", code, language))

    def item(self, item_hash: str) -> "Item":
        """An item with its reference answer. Raises OutsideError where it cannot be read."""
        from sessions.record.snapshots import received

        return received(self._ask("item", item_hash))[item_hash]

    def close(self) -> None:
        """End the process; closing twice has no further effect."""
        pid, self._pid = self._pid, 0
        if pid:
            with contextlib.suppress(OSError):
                # It ends by itself when no more requests come, but not in the middle of one; and a
                # thread that waits for its reply prevents the socket from being closed.
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
            with contextlib.suppress(OSError):
                self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()

    def _ask(self, request: str, *arguments: str) -> Any:
        """The answer of the process. Raises the error that it reports, and OutsideError where it
        has ended."""
        try:
            with self._turn:
                pickle.dump((request, *arguments), self._file)
                self._file.flush()
                outcome = pickle.load(self._file)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            raise OutsideError(
                phrase("The items cannot be read"),
                phrase("the process that reads them has ended"),
                phrase("Start the program again; nothing was lost."),
            ) from None
        if isinstance(outcome, CountermodelError):
            raise outcome
        return outcome


class AnsweredItems(Mapping[str, "Item"]):
    """Items with their reference answers, each read on access."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._items: dict[str, Item] = {}

    def __getitem__(self, item_hash: str) -> "Item":
        if item_hash not in self._items:
            self._items[item_hash] = self._keeper.item(item_hash)
        return self._items[item_hash]

    def __iter__(self) -> Iterator[str]:
        """The items accessed so far."""
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)


def _keep(study_kept: KeptStudy, their_end: socket.socket, our_end: socket.socket) -> NoReturn:
    """Run the process: answer until no more requests come."""
    code = 3
    try:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        their_end.close()
        _hush(0, 1)
        file = our_end.makefile("rwb")
        desk = _Desk(study_kept)
        while True:
            try:
                request, *arguments = pickle.load(file)
            except (EOFError, OSError):
                break
            if not desk.closed:  # nothing is read before
                _shut()
                desk.closed = True
            pickle.dump(desk.answer(request, arguments), file)
            file.flush()
        code = 0
    except BaseException:  # a traceback must not reveal anything of an item
        code = 3
    finally:
        os._exit(code)


def _hush(*descriptors: int) -> None:
    """Redirect these to the null device."""
    nothing = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    for descriptor in descriptors:
        os.dup2(nothing, descriptor)
    os.close(nothing)


def _shut() -> None:
    """Exclude the memory of this process from crash files and, where the system supports it
    (Linux), prevent other programs of the user from reading it."""
    import ctypes
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


class _Desk:
    """Handles the requests to the process."""

    def __init__(self, study_kept: KeptStudy) -> None:
        self._study_kept = study_kept
        self.closed = False
        """Whether the memory of this process is protected from others."""
        self._loaded_studies: dict[str, LoadedStudy] = {}
        self._pools: dict[tuple[str, ...], Pools] = {}
        """The proved items by the study's sources, which may differ by language."""
        self._in_vain = False
        """Whether another program held the database at the last attempt to begin a session."""

    def answer(self, request: str, arguments: list[str]) -> object:
        """The value, or the error, of a request."""
        requests: Mapping[str, Callable[..., object]] = {
            "prove": self.prove,
            "warm": self.warm,
            "open": self.open,
            "checkpoint": self.checkpoint,
            "begin": self.begin,
            "item": self.item,
        }
        if request != "prove":
            _hush(2)  # from here on the screen belongs to the other process
        try:
            return requests[request](*arguments)
        except CountermodelError as error:
            return error.with_traceback(None)
        except Exception as error:
            return OutsideError(phrase("The items cannot be read"), type(error).__name__)

    def prove(self, code: str) -> tuple[str, ...]:
        """See `Keeper.prove`."""
        loaded = self._study(self._study_kept.file.language)
        outcome = self._study_kept.prove(loaded, code)
        if outcome is None:
            return ()
        pools, warnings = outcome
        self._pools[loaded.study.all_sources] = pools
        return tuple(warnings)

    def warm(self) -> None:
        """See `Keeper.warm`."""
        import items.files.loading as _loading  # noqa: F401
        import sessions.taking.beginning as _beginning  # noqa: F401

        self._study(self._study_kept.file.language)

    def open(self) -> None:
        """See `Keeper.open`."""
        from sessions.storage.database import Database

        Database.open(self._study_kept.database).close()

    def checkpoint(self) -> None:
        """See `Keeper.checkpoint`. If nobody else has the database open any more, closing it
        removes the log."""
        from sessions.storage.database import Database

        with Database.open(self._study_kept.database, create=False) as db:
            db.checkpoint()

    def begin(self, code: str, language: str) -> str:
        """See `Keeper.begin`; in JSON. The screen is blocked meanwhile."""
        from sessions.record.clock import SystemClock
        from sessions.record.event_log import SESSIONS
        from sessions.record.snapshots import handed_over
        from sessions.storage.database import SCREEN_WAITS, Database
        from sessions.taking.beginning import found_or_begun
        from study.course.rules import replay

        loaded = self._study(language)
        with Database.open(self._study_kept.database) as db:
            db.wait_for_others(SCREEN_WAITS[self._in_vain])
            self._in_vain = True
            begun = found_or_begun(
                db,
                loaded,
                code,
                clock=SystemClock(),
                pilot=self._study_kept.pilot,
                pools=lambda: self._read(loaded),
                program=self._study_kept.program(),
            )
            self._in_vain = False
            plan = replay(SESSIONS.read(db, begun.id)).plan
            return handed_over(db, begun.version, plan, none=True)

    def item(self, item_hash: str) -> str:
        """See `Keeper.item`; in JSON."""
        from sessions.record.snapshots import handed, load_item
        from sessions.storage.database import Database

        with Database.open(self._study_kept.database, create=False) as db:
            return handed({item_hash: load_item(db, item_hash)})

    def _read(self, loaded_study: "LoadedStudy") -> "Pools":
        """The study's items. A participant is told that they cannot be used but not why, since the
        reason may quote a reference answer. `study check` reports it.

        Raises InputError where a source cannot be read.
        """
        from study.design.pools import read_sources

        sources = loaded_study.study.all_sources
        if sources not in self._pools:
            try:
                self._pools[sources] = read_sources(loaded_study).pools
            except InputError:
                raise InputError(
                    phrase("The study cannot be opened here now"),
                    phrase("its items cannot be read"),
                    phrase("Run `countermodel study check` on the study file."),
                ) from None
        return self._pools[sources]

    def _study(self, language: str) -> "LoadedStudy":
        if language not in self._loaded_studies:
            from study.design.protocol import loaded
            from study.files.study_file import StudyFile

            file = self._study_kept.file
            if language != file.language and language in file.languages:
                file = file.in_language(language)
            self._loaded_studies[language] = loaded(file) if isinstance(file, StudyFile) else file
        return self._loaded_studies[language]
