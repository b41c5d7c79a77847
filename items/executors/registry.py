"""The executors by name, and the one that a command uses.

Owns the names, the parsing of `--executor`, and the default executor.
"""

from typing import Protocol

from items.executors.executor import Executor, Workers
from solver.errors import InputError
from solver.plugins import Registry

MANY_ITEMS = 10_000
"""With more items than this, the default is to use several processes on this machine."""


class ExecutorModule(Protocol):
    """The interface of every executor module."""

    def open_executor(self, argument: str) -> Executor | None:
        """The executor for the argument after the name and a colon; None for this process. Raises
        InputError if the argument is invalid, OutsideError if nobody answers."""


EXECUTORS: Registry[ExecutorModule] = Registry(
    "countermodel.executors",
    {
        "here": "items.executors.this_process",
        "local": "items.executors.local",
        "dask": "items.executors.dask",
    },
    required=("open_executor",),
)
"""Maps a name to the module of the executor."""


def workers_of(executor_name: str | None, items: int | None = None) -> Workers:
    """The workers for `NAME` or `NAME:ARGUMENT`. By default, this process or, for more than
    `MANY_ITEMS` items, the processes of this machine. `items` is None if their number is unknown.

    Raises:
        InputError: there is no such executor, or its argument is invalid.
        OutsideError: it cannot be reached.
    """
    if executor_name is None:
        executor_name = "local" if items is None or items > MANY_ITEMS else "here"
    name, _, argument = executor_name.partition(":")
    if name not in EXECUTORS:
        raise InputError(
            "Wrong --executor", f"expected one of {', '.join(EXECUTORS)}, found {executor_name!r}"
        )
    return Workers(EXECUTORS[name].open_executor(argument))
