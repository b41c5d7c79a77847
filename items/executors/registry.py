"""The executors by name, and the one that a command was asked for.

Owns the names, how `--executor` is read, and which executor is used where nothing is said.
"""

from typing import Protocol

from items.executors.executor import Executor, Workers
from solver.errors import InputError
from solver.plugins import Registry

MANY = 10_000
"""More items than these are shared out among the processes of this machine where nothing else is
said."""


class ExecutorModule(Protocol):
    """What every module of an executor offers."""

    SUMMARY: str
    """Where the work is done, for help."""

    def open_executor(self, argument: str) -> Executor | None:
        """The executor for what stands after the name and a colon; None for this process. Raises
        InputError where it is nothing of the sort, OutsideError where nobody is there."""


EXECUTORS: Registry[ExecutorModule] = Registry(
    "countermodel.executors",
    {
        "here": "items.executors.this_process",
        "local": "items.executors.local",
        "dask": "items.executors.dask",
    },
    offers=("SUMMARY", "open_executor"),
)
"""Name to the module of the executor."""


def workers_of(wanted: str | None, items: int | None = None) -> Workers:
    """The workers of `NAME` or `NAME:ARGUMENT`; without it, this process, or beyond `MANY` items
    the processes of this machine. `items` is None where their number is not known.

    Raises:
        InputError: there is no such executor, or it takes no such argument.
        OutsideError: it cannot be reached.
    """
    if wanted is None:
        wanted = "local" if items is None or items > MANY else "here"
    name, _, argument = wanted.partition(":")
    if name not in EXECUTORS:
        raise InputError(
            "Wrong --executor", f"expected one of {', '.join(EXECUTORS)}, found {wanted!r}"
        )
    return Workers(EXECUTORS[name].open_executor(argument))
