"""The executor `dask:ADDRESS`: the workers of a Dask cluster, on any number of machines.

Owns the import of distributed, which requires an extra, sending pieces of work, and resuming after
the scheduler or all workers were lost. Dask itself repeats a piece whose worker is lost. A cluster
executes whatever it is sent, so its address must be reachable only by its users.
"""

import logging
import pickle
import queue
import time
import uuid
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from items.executors.code_fingerprint import fingerprint
from items.executors.executor import ShardResults
from items.executors.jobs import CodeMismatch, Order, do, not_sent
from solver.errors import InputError, OutsideError

if TYPE_CHECKING:
    from distributed import Client, Future

PATIENCE = 60.0
"""Seconds to wait for a scheduler, or for the first worker, before the run ends."""
PIECES_PER_WORKER = 3
"""Pieces sent for each worker: one being processed, and some queued."""
TICK = 1.0
"""Seconds between two checks of the cluster."""
KEPT_HINT = "Finished shards are kept; the same command continues from them."


class Dask:
    """A cluster."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._pieces: dict[int, bytes] = {}
        """Maps a ticket to its work in progress."""
        self._futures: dict[int, Future] = {}
        self._ended: queue.SimpleQueue[tuple[int, int]] = queue.SimpleQueue()
        """Connection and ticket of pieces that have ended, successfully or not."""
        self._connection = 0
        self._count = 1
        self._looked = 0.0
        self._alone_since: float | None = None
        """Time since when there have been no workers."""
        self._client: Client = self._connect()
        self._check_cluster()

    @property
    def workers(self) -> int:
        """Number of workers at the last check of the cluster."""
        return self._count

    def room(self) -> int:
        """Enough that no worker runs out of work."""
        return PIECES_PER_WORKER * self._count - len(self._pieces)

    def put(self, ticket: int, order: Order, inputs: Sequence[Any]) -> None:
        """Send a piece. Raises InputError if it cannot be pickled."""
        try:
            self._pieces[ticket] = pickle.dumps((order, tuple(inputs)))
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise not_sent(error) from None
        self._send(ticket)

    def take(self) -> ShardResults:
        """The next finished piece. If the scheduler was lost, work in progress is sent again once
        it is back."""
        while True:
            try:
                connection, ticket = self._ended.get(timeout=TICK)
            except queue.Empty:
                self._check_cluster()
                continue
            if connection != self._connection:
                continue
            future = self._futures[ticket]
            if future.status == "cancelled":
                self._reconnect()
                continue
            shard_results = self._result(ticket, future)
            if shard_results is None:
                self._reconnect()
                continue
            del self._futures[ticket], self._pieces[ticket]
            if time.monotonic() - self._looked > TICK:
                self._check_cluster()
            return shard_results

    def close(self) -> None:
        """Cancel the work in progress and disconnect."""
        with suppress(Exception):  # the connection may be lost
            self._client.cancel(list(self._futures.values()), force=True)
        with suppress(Exception):
            self._client.close(timeout=5)

    def _result(self, ticket: int, future: "Future") -> ShardResults | None:
        """The results of a piece; None if the connection was lost."""
        from distributed import KilledWorker

        try:
            return ShardResults(ticket, pickle.loads(future.result(timeout=PATIENCE)))
        except KilledWorker:
            return ShardResults(ticket, None)
        except CodeMismatch:
            raise OutsideError(
                "The workers run different code",
                f"{self.address}: expected this version of the program with the same libraries",
                "Install the same versions on all machines, and restart the workers.",
            ) from None
        except (OSError, TimeoutError):
            return None
        except Exception as error:
            if future.status == "cancelled":
                return None
            raise OutsideError(
                "The workers cannot do the work",
                f"{self.address}: {type(error).__name__}: {error}",
                "Install the program, with the plug-ins in use, where the workers run.",
            ) from None

    def _send(self, ticket: int) -> None:
        connection = self._connection
        try:
            future = self._client.submit(
                remote,
                self._pieces[ticket],
                fingerprint(),
                key=f"countermodel-{uuid.uuid4().hex}",
                pure=False,
            )
        except Exception:  # the client was closed in the meantime
            self._reconnect()
            return
        self._futures[ticket] = future
        future.add_done_callback(lambda _: self._ended.put((connection, ticket)))

    def _reconnect(self) -> None:
        """Reconnect and send all work in progress again."""
        self._connection += 1
        self._futures.clear()
        with suppress(Exception):
            self._client.close(timeout=1)
        self._client = self._connect()
        self._looked = 0.0
        for ticket in list(self._pieces):
            self._send(ticket)

    def _connect(self) -> "Client":
        try:
            from distributed import Client
        except ImportError:
            raise InputError(
                "Dask needs an extra",
                "expected the packages dask and distributed, found they are not installed",
                "Install the program as `countermodel[cluster]`, or use --executor local:N.",
            ) from None
        _quiet()
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return Client(
                    self.address, timeout=max(1.0, until - time.monotonic()), set_as_default=False
                )
            except (ValueError, TypeError) as error:
                raise InputError(
                    "Wrong --executor",
                    f"expected dask:ADDRESS of a scheduler, such as dask:tcp://host:8786, "
                    f"found {self.address!r}: {error}",
                ) from None
            except (OSError, TimeoutError) as error:
                if time.monotonic() >= until:
                    raise OutsideError(
                        "The scheduler cannot be reached", f"{self.address}: {error}", KEPT_HINT
                    ) from None
                time.sleep(TICK / 2)

    def _check_cluster(self) -> None:
        """Count the workers and check that the scheduler is available."""
        self._looked = time.monotonic()
        if self._client.status == "closed":
            self._reconnect()
            return
        try:
            count = len(self._client.nthreads())
        except (
            Exception
        ):  # the connection is lost, which its futures will report, or the client is closed
            return
        if count:
            self._count, self._alone_since = count, None
            return
        self._alone_since = self._looked if self._alone_since is None else self._alone_since
        if self._looked - self._alone_since > PATIENCE:
            raise OutsideError(
                "No workers",
                f"{self.address}: no worker appeared within {PATIENCE:.0f} s",
                KEPT_HINT,
            )


def _quiet() -> None:
    """Silence Dask's own logging, since this program reports errors itself. Dask configures its
    logging on import and would print tracebacks whenever a scheduler is lost."""
    for name in [*logging.root.manager.loggerDict]:
        if name.split(".")[0] == "distributed":
            logger = logging.getLogger(name)
            logger.handlers[:] = [logging.NullHandler()]
            logger.propagate = False


def remote(piece: bytes, code: str) -> bytes:
    """Runs on a worker: process a pickled piece and return its pickled results."""
    order, inputs = pickle.loads(piece)
    return pickle.dumps(do(order, inputs, code), protocol=pickle.HIGHEST_PROTOCOL)


def open_executor(argument: str) -> Dask:
    """Connect to a cluster by the address of its scheduler. Raises InputError if the address is
    invalid or the extra is missing, OutsideError if nobody answers."""
    if not argument:
        raise InputError(
            "Wrong --executor", "expected dask:ADDRESS, such as dask:tcp://host:8786, found dask"
        )
    return Dask(argument)
