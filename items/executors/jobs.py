"""The units of distributed work: a job, its inputs in shards, and the result of each input.

Owns processing a shard at its destination, turning an error of one input into a failure, and the
keys that identify shards. Each executor owns where shards are sent.
"""

import hashlib
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol, TypeVar

from items.executors import pauses
from items.executors.code_fingerprint import fingerprint
from solver.errors import CountermodelError, InputError, OutsideError
from solver.signal_errors import of_a_signal

I_contra = TypeVar("I_contra", contravariant=True)
I = TypeVar("I")  # noqa: E741
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class Job(Protocol[I_contra, R_co]):
    """A pure function of one input; it, its inputs and its results must be picklable."""

    @property
    def size(self) -> int:
        """Number of inputs in a shard. It never depends on the number of workers."""

    @property
    def identity(self) -> str:
        """Everything except the input that determines the results: the parameters, as text."""

    def begin(self) -> Callable[[I_contra], R_co]:
        """Return the function. Called once in each process, so that the function may cache."""

    def key_of(self, input: I_contra) -> str:
        """Everything in an input that determines its result, as text."""


@dataclass(frozen=True, slots=True)
class Order:
    """A job in the form in which it is sent to workers."""

    job: Job[Any, Any]
    key: str
    """Identifies job and code: a worker's function for an order serves all orders with this key."""


@dataclass(frozen=True, slots=True)
class InputFailure:
    """Takes the place of a result: an input that could not be processed."""

    reason: str
    title: str = ""
    """Title of an error intended for the user; empty for other errors."""
    hint: str = ""
    usage: bool = False
    """Whether that was a usage or input error."""

    def error(self) -> CountermodelError | None:
        """The error intended for the user, if it was one."""
        if not self.title:
            return None
        return (InputError if self.usage else OutsideError)(self.title, self.reason, self.hint)


@dataclass(frozen=True, slots=True)
class Shard:
    """Some consecutive inputs."""

    key: str
    """SHA-256 (hex) over the code, the job and the inputs: equal keys have equal results."""
    inputs: tuple[Any, ...]


class CodeMismatch(Exception):
    """The worker process runs another version of the program."""


def order_of(job: Job[I, R]) -> Order:
    """A job with its key."""
    kind = f"{type(job).__module__}.{type(job).__qualname__}"
    whole = f"{fingerprint()}\n{kind}\n{job.identity}\n"
    return Order(job, hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest())


def shards(order: Order, inputs: Iterable[I]) -> Iterator[Shard]:
    """The inputs in shards, in order; they are consumed only as needed."""
    job, rest = order.job, iter(inputs)
    while chosen := tuple(islice(rest, job.size)):
        digest = hashlib.sha256(order.key.encode())
        for entry in chosen:
            digest.update(job.key_of(entry).encode("utf-8", "surrogatepass"))
            digest.update(b"\0")
        yield Shard(digest.hexdigest(), chosen)


PAUSES = 3
"""Most restarts of an input because the process was suspended meanwhile."""


def attempt(work: Callable[[I], R], value: I) -> R | InputFailure:
    """The result of one input, or why there is none. Work during which the process was suspended is
    repeated, because its time limit ran on the clock."""
    for _ in range(PAUSES):
        before = pauses.count()
        result = _attempt(work, value)
        if pauses.count() == before:
            return result
    return _attempt(work, value)


def _attempt(work: Callable[[I], R], value: I) -> R | InputFailure:
    try:
        return work(value)
    except CountermodelError as error:
        usage = isinstance(error, InputError)
        return InputFailure(error.message, error.title, error.hint, usage)
    except Exception as error:  # one item of a million may contain anything
        if (signalled := of_a_signal(error)) is not None:
            raise signalled from None
        return InputFailure(
            f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        )


_job_functions: dict[str, Callable[[Any], Any]] = {}
"""In a worker: the function of its current job, by its order's key."""
_one_at_a_time = threading.Lock()
"""Z3 has one context per process, which only one thread may use at a time."""


def do(order: Order, inputs: Sequence[Any], code: str) -> list[Any]:
    """A shard's results, in a worker.

    Raises:
        CodeMismatch: the worker's code differs from the sender's.
    """
    if code != fingerprint():
        raise CodeMismatch
    with _one_at_a_time:
        work = _job_functions.get(order.key)
        if work is None:
            _job_functions.clear()
            work = _job_functions[order.key] = order.job.begin()
        return [attempt(work, entry) for entry in inputs]


def not_sent(error: Exception) -> InputError:
    """The error of an order that cannot be pickled."""
    return InputError(
        "The work cannot be sent to another process",
        f"expected what can be pickled, found {error}",
        "Use --executor here.",
    )
