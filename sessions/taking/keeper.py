"""The process that reads items for a participant's program.

Owns both ends. `Keeper` is the participant's: it forks the process before anything of an item is
read, and asks it. The process reads the study's sources and the table of items, begins sessions,
and hands over items without their reference answers, explanations and attributes. Those of a
question come over one by one, when the question is over and the study tells or counts what was
right. Whoever reads the participant's memory finds nothing else of them.

The process's own memory goes into no file when it crashes. On Linux, other programs of the same
user cannot read it either. What a participant is told when the items cannot be used quotes none.

On the wire between both stand pickles: it leads from one process to its own copy.
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
"""Reads a study's items and holds them against the solver, for a code that may be empty; gives them
with what the researcher is to be told. None where whoever has the code needs none of it. Raises
InputError where nobody can begin."""


_PR_SET_DUMPABLE = 4
"""Of `linux/prctl.h`."""


@dataclass(frozen=True)
class KeptStudy:
    """What sessions are begun with."""

    file: "StudyFile | LoadedStudy"
    database: Path | str
    pilot: bool
    program: Callable[[], str]
    """Name and version, as the record has it: looked up when the first session begins."""
    prove: Prove


class Keeper:
    """The participant's end. Several threads may use it."""

    def __init__(self, study_kept: KeptStudy) -> None:
        """Fork the process. Nothing may run beside the thread that calls this."""
        ours, theirs = socket.socketpair()
        self._pid = os.fork()
        if self._pid == 0:
            _keep(study_kept, ours, theirs)
        theirs.close()
        self._file = ours.makefile("rwb")
        ours.close()
        self._turn = Lock()
        self.answered: Mapping[str, Item] = AnsweredItems(self)
        """Items with their reference answers, by content hash: one is read when it is asked for."""

    def prove(self, code: str) -> tuple[str, ...]:
        """Read the study's items and prove them now, not when the first session begins; how far it
        is, the other process tells on standard error. What the researcher is to be told.

        Raises InputError where nobody can begin with the study.
        """
        warnings: tuple[str, ...] = self._ask("prove", code)
        return warnings

    def warm(self) -> None:
        """Have what beginning a session needs imported, while the code is typed."""
        self._ask("warm")

    def open(self) -> None:
        """Have the database there, with its schema brought up to date: that reads all of it.

        Raises what `Database.open` raises.
        """
        self._ask("open")

    def checkpoint(self) -> None:
        """Have the write-ahead log brought into the main file, as far as that needs no waiting: it
        may hold pages of items, which would come into the memory of whoever does so."""
        self._ask("checkpoint")

    def begin(self, code: str, language: str) -> "dict[str, Item]":
        """Begin the session of a code in a language of the study, unless it is there. The items
        that it shows, by content hash, without what belongs to their answers; with the worked
        example.

        Raises what `sessions.taking.beginning.found_or_begun` raises; BusyError soon, so that a
        screen can say so and try again.
        """
        from sessions.record.snapshots import received

        return received(self._ask("begin", code, language))

    def item(self, item_hash: str) -> "Item":
        """An item with its reference answer. Raises OutsideError where it cannot be read."""
        from sessions.record.snapshots import received

        return received(self._ask("item", item_hash))[item_hash]

    def close(self) -> None:
        """End the process; twice does nothing."""
        pid, self._pid = self._pid, 0
        if pid:
            with contextlib.suppress(OSError):
                # It ends by itself when nobody asks any more, but not in the middle of something;
                # and a thread that waits for its answer keeps the socket from being closed.
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
            with contextlib.suppress(OSError):
                self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()

    def _ask(self, request: str, *arguments: str) -> Any:
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
    """Items with their reference answers, each read when it is asked for."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._known: dict[str, Item] = {}

    def __getitem__(self, item_hash: str) -> "Item":
        if item_hash not in self._known:
            self._known[item_hash] = self._keeper.item(item_hash)
        return self._known[item_hash]

    def __iter__(self) -> Iterator[str]:
        """Those that were asked for."""
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


def _keep(study_kept: KeptStudy, theirs: socket.socket, ours: socket.socket) -> NoReturn:
    """The process: answer until nobody asks any more."""
    code = 3
    try:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        theirs.close()
        _hush(0, 1)
        file = ours.makefile("rwb")
        desk = _Desk(study_kept)
        while True:
            try:
                request, *arguments = pickle.load(file)
            except (EOFError, OSError):
                break
            if not desk.shut:  # nothing is read before
                _shut()
                desk.shut = True
            pickle.dump(desk.answer(request, arguments), file)
            file.flush()
        code = 0
    except BaseException:  # nothing of an item is to be told by a traceback
        code = 3
    finally:
        os._exit(code)


def _hush(*descriptors: int) -> None:
    """Have these lead nowhere."""
    nothing = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    for descriptor in descriptors:
        os.dup2(nothing, descriptor)
    os.close(nothing)


def _shut() -> None:
    """Have the memory of this process in no file, and read by no other program of the user where
    the system knows how to refuse that (Linux)."""
    import ctypes
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


class _Desk:
    """What the process answers with."""

    def __init__(self, study_kept: KeptStudy) -> None:
        self._kept = study_kept
        self.shut = False
        """Whether the memory of this process is closed to others."""
        self._loaded: dict[str, LoadedStudy] = {}
        self._pools: dict[tuple[str, ...], Pools] = {}
        """By the study's sources, which may differ by language: those that were proved."""
        self._in_vain = False
        """Whether another program held the database when a session was to begin last."""

    def answer(self, request: str, arguments: list[str]) -> object:
        """The value, or the error, of what is asked."""
        known: Mapping[str, Callable[..., object]] = {
            "prove": self.prove,
            "warm": self.warm,
            "open": self.open,
            "checkpoint": self.checkpoint,
            "begin": self.begin,
            "item": self.item,
        }
        if request != "prove":
            _hush(2)  # the screen is the other process's from here on
        try:
            return known[request](*arguments)
        except CountermodelError as error:
            return error.with_traceback(None)
        except Exception as error:
            return OutsideError(phrase("The items cannot be read"), type(error).__name__)

    def prove(self, code: str) -> tuple[str, ...]:
        """As `Keeper.prove`."""
        loaded = self._study(self._kept.file.language)
        outcome = self._kept.prove(loaded, code)
        if outcome is None:
            return ()
        pools, warnings = outcome
        self._pools[loaded.study.all_sources] = pools
        return tuple(warnings)

    def warm(self) -> None:
        """As `Keeper.warm`."""
        import items.files.loading as _loading  # noqa: F401
        import sessions.taking.beginning as _beginning  # noqa: F401

        self._study(self._kept.file.language)

    def open(self) -> None:
        """As `Keeper.open`."""
        from sessions.storage.database import Database

        Database.open(self._kept.database).close()

    def checkpoint(self) -> None:
        """As `Keeper.checkpoint`. Where nobody else has the database open any more, closing it
        removes the log."""
        from sessions.storage.database import Database

        with Database.open(self._kept.database, create=False) as db:
            db.checkpoint()

    def begin(self, code: str, language: str) -> str:
        """As `Keeper.begin`, in JSON. The screen stands still meanwhile."""
        from sessions.record.clock import SystemClock
        from sessions.record.event_log import SESSIONS
        from sessions.record.snapshots import handed_over
        from sessions.storage.database import SCREEN_WAITS, Database
        from sessions.taking.beginning import found_or_begun
        from study.course.rules import replay

        loaded = self._study(language)
        with Database.open(self._kept.database) as db:
            db.wait_for_others(SCREEN_WAITS[self._in_vain])
            self._in_vain = True
            begun = found_or_begun(
                db,
                loaded,
                code,
                clock=SystemClock(),
                pilot=self._kept.pilot,
                pools=lambda: self._read(loaded),
                program=self._kept.program(),
            )
            self._in_vain = False
            plan = replay(SESSIONS.read(db, begun.row.id)).plan
            return handed_over(db, begun.row.version, plan, none=True)

    def item(self, item_hash: str) -> str:
        """As `Keeper.item`, in JSON."""
        from sessions.record.snapshots import handed, load_item
        from sessions.storage.database import Database

        with Database.open(self._kept.database, create=False) as db:
            return handed({item_hash: load_item(db, item_hash)})

    def _read(self, loaded: "LoadedStudy") -> "Pools":
        """The study's items. A participant is told that they cannot be used and not why: the
        reason may quote a reference answer. `study check` tells it.

        Raises InputError where a source cannot be read.
        """
        from study.design.pools import read_sources

        sources = loaded.study.all_sources
        if sources not in self._pools:
            try:
                self._pools[sources] = read_sources(loaded).pools
            except InputError:
                raise InputError(
                    phrase("The study cannot be opened here now"),
                    phrase("its items cannot be read"),
                    phrase("Run `countermodel study check` on the study file."),
                ) from None
        return self._pools[sources]

    def _study(self, language: str) -> "LoadedStudy":
        if language not in self._loaded:
            from study.design.protocol import loaded
            from study.files.study_file import StudyFile

            file = self._kept.file
            if language != file.language and language in file.languages:
                file = file.in_language(language)
            self._loaded[language] = loaded(file) if isinstance(file, StudyFile) else file
        return self._loaded[language]
