"""The executor `local:N`: N processes on this machine.

Owns the processes. Each has a fresh interpreter, is started when there is work for it, gets one
piece at a time over a pipe, and is replaced if it ends before its piece is done.
"""

import os
import pickle
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from items.executors.code_fingerprint import fingerprint
from items.executors.executor import ShardResults
from items.executors.jobs import CodeMismatch, Order, do, not_sent
from solver.errors import InputError, OutsideError

MAX_PROCESSES = 1024
_SAFE_PATH = "PYTHONSAFEPATH"
_INHERITED = (signal.SIGINT,)
"""Signals blocked until a new interpreter can ignore them."""


@dataclass
class _Process:
    """A worker, as seen by this process."""

    process: SpawnProcess
    pipe: Connection
    ticket: int | None = None
    """Ticket of the piece being processed."""
    order: Order | None = None
    """The last order it received."""


class Local:
    """The worker processes of this machine."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        # Each process gets a fresh interpreter, so behaviour is the same on every system and no
        # threads are copied.
        self._context = get_context("spawn")
        self._processes: list[_Process] = []

    def room(self) -> int:
        """Number of processes that are idle or could be started."""
        return self.workers - sum(process.ticket is not None for process in self._processes)

    def put(self, ticket: int, order: Order, inputs: Sequence[Any]) -> None:
        """Give a piece to an idle process.

        Raises:
            InputError: the piece cannot be pickled.
            OutsideError: no process can be started.
        """
        while True:
            process = next((p for p in self._processes if p.ticket is None), None) or self._start()
            has_order = process.order is order
            try:
                process.pipe.send((None if has_order else order, tuple(inputs), fingerprint()))
            except (BrokenPipeError, ConnectionResetError):
                # It ended while it was idle.
                self._end(process)
                continue
            except (pickle.PicklingError, AttributeError, TypeError) as error:
                raise not_sent(error) from None
            process.ticket, process.order = ticket, order
            return

    def take(self) -> ShardResults:
        """The first piece that is done, or whose process has ended. Raises OutsideError if a
        process cannot do this kind of work."""
        busy = [entry for entry in self._processes if entry.ticket is not None]
        ready = wait([*(entry.pipe for entry in busy), *(entry.process.sentinel for entry in busy)])
        for process in busy:
            ticket = process.ticket
            assert ticket is not None
            if process.pipe in ready:
                with suppress(EOFError, ConnectionResetError, pickle.UnpicklingError):
                    results = process.pipe.recv()
                    process.ticket = None
                    if isinstance(results, BaseException):
                        raise _cannot(results)
                    return ShardResults(ticket, results)
            if process.pipe in ready or process.process.sentinel in ready:
                self._end(process)
                return ShardResults(ticket, None)
        raise AssertionError("nothing is under way")

    def close(self) -> None:
        """Kill all processes, busy or not."""
        for process in list(self._processes):
            self._end(process)

    def _start(self) -> _Process:
        own_end, worker_end = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(worker_end,), daemon=True)
        try:
            with _nothing_from_here(), _undisturbed():
                process.start()
        except OSError as error:
            raise OutsideError("No process can be started", str(error)) from error
        worker_end.close()
        entry = _Process(process, own_end)
        self._processes.append(entry)
        return entry

    def _end(self, process: _Process) -> None:
        self._processes.remove(process)
        process.pipe.close()
        process.process.kill()
        process.process.join()


@contextmanager
def _nothing_from_here() -> Iterator[None]:
    """New interpreters import nothing from the current folder, which may contain untrusted modules
    next to the items."""
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SAFE_PATH]
        else:
            os.environ[_SAFE_PATH] = before


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Delay signals that end this program until a new interpreter has received its instructions. An
    interpreter with incomplete instructions, or one that gets Ctrl+C while importing, prints a
    traceback."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    # Otherwise it would be started in between and unblock Ctrl+C.
    resource_tracker.ensure_running()
    received: list[int] = []
    before = {
        number: handler
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        if (handler := signal.getsignal(number)) not in (None, signal.SIG_IGN)
    }
    for number in before:
        signal.signal(number, lambda number, _frame: received.append(number))
    signal.pthread_sigmask(signal.SIG_BLOCK, _INHERITED)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _INHERITED)
        for number, handler in before.items():
            signal.signal(number, handler)
        for signal_number in received:
            signal.raise_signal(signal_number)


def _cannot(error: BaseException) -> OutsideError:
    """The error of a process that cannot do this kind of work."""
    if isinstance(error, CodeMismatch):
        message = "the program was changed while it ran"
        return OutsideError("The processes run different code", message, "Run the command again.")
    return OutsideError("A process cannot do the work", f"{type(error).__name__}: {error}")


def _serve(pipe: Connection) -> None:
    """The main loop of a worker: processes pieces of work until the pipe is closed."""
    # Ctrl+C reaches every process of a terminal; the parent process stops the work.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _INHERITED)
    order: Order | None = None
    while True:
        try:
            sent_order, inputs, code = pipe.recv()
        except EOFError:
            return
        except Exception as error:  # the job's class cannot be imported here
            pipe.send(RuntimeError(f"{type(error).__name__}: {error}"))
            continue
        order = order if sent_order is None else sent_order
        assert order is not None
        try:
            results: Any = do(order, inputs, code)
        except CodeMismatch as error:
            results = error
        except Exception as error:  # the job's own `begin` failed
            results = RuntimeError(f"{type(error).__name__}: {error}")
        try:
            pipe.send(results)
        except (BrokenPipeError, ConnectionResetError):
            return
        except Exception as error:  # its result cannot be pickled
            pipe.send(RuntimeError(f"{type(error).__name__}: {error}"))


def cores() -> int:
    """Number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def open_executor(argument: str) -> Local:
    """`N` processes. Raises InputError if N is not a number."""
    if argument and not (argument.isdecimal() and 1 <= int(argument) <= MAX_PROCESSES):
        raise InputError(
            "Wrong --executor",
            f"expected local:N with N from 1 to {MAX_PROCESSES}, found {argument!r}",
        )
    return Local(int(argument) if argument else cores())
