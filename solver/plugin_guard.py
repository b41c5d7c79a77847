"""Reporting failures inside a plug-in as failures of that plug-in.

Owns the wrappers around a plug-in's functions, which name the plug-in instead of printing a
traceback. The registry says what a failure costs (a figure, a query, a record), with a
`FunctionContract` per function.
"""

import os
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any

from solver.errors import InputError
from solver.phrases import phrase
from solver.signal_errors import of_a_signal

OWN_PACKAGES = frozenset(
    {"solver", "items", "study", "sessions", "tui", "pydantic", "pydantic_core"}
)
"""Top-level packages whose exceptions a plug-in may raise, because the program handles them."""


DEBUG_VARIABLE = "COUNTERMODEL_DEBUG"
"""Environment variable that shows tracebacks unless it is empty or 0."""


class PluginError(InputError):
    """A plug-in's function failed; the message names the plug-in, its distribution and the
    function."""


@dataclass(frozen=True, slots=True)
class FunctionContract:
    """One function of a plug-in."""

    return_class: str = ""
    """Class of the returned value, as `package.module:Class`; any class if empty."""
    optional: bool = False
    """Whether it may also return None."""
    misfit: Callable[[Any], str] | None = None
    """Returns what is wrong with a returned value, or with each entry of an iterable; empty if
    nothing is."""
    substitute: Callable[[str], Any] | None = None
    """Returns a substitute for the result, given what went wrong; it may raise. None: raise
    PluginError."""


def guard(
    plugin: Any, owner: str, contracts: Mapping[str, FunctionContract], warn: Callable[[str], None]
) -> None:
    """Wrap the functions of a plug-in: those of a module, or of an object whose class belongs to
    the plug-in, or functions in its fields. `owner` names the plug-in. `warn` is called with the
    reason whenever a substitute is returned."""
    for name, function in _functions(plugin, contracts):
        wrapped = _wrapped(
            function, f"{owner} failed in {name}", contracts.get(name, FunctionContract()), warn
        )
        if isinstance(plugin, ModuleType):
            setattr(plugin, name, wrapped)
        else:
            # Works for frozen classes too. If the object has no `__dict__`, the function is not
            # wrapped.
            try:
                object.__setattr__(plugin, name, wrapped)
            except AttributeError:
                continue


def guarded_function(function: FunctionType, owner: str, warn: Callable[[str], None]) -> Any:
    """Wrap a plug-in that is itself a function."""
    return _wrapped(function, f"{owner} failed", FunctionContract(), warn)


def _functions(
    plugin: Any, contracts: Mapping[str, FunctionContract]
) -> Iterator[tuple[str, Callable[..., Any]]]:
    if isinstance(plugin, ModuleType):
        for name, value in list(vars(plugin).items()):
            own = getattr(value, "__module__", None) == plugin.__name__
            if (own or name in contracts) and isinstance(value, FunctionType):
                yield name, value
        return
    for kind in type(plugin).__mro__:
        if kind.__module__.partition(".")[0] in OWN_PACKAGES or kind is object:
            break
        for name, value in vars(kind).items():
            if isinstance(value, FunctionType) and not name.startswith("_"):
                yield name, getattr(plugin, name)
    plugin_fields = fields(plugin) if is_dataclass(plugin) else ()
    for name in dict.fromkeys(
        [*(field.name for field in plugin_fields), *getattr(plugin, "__dict__", ())]
    ):
        value = getattr(plugin, name)
        if isinstance(value, FunctionType):
            yield name, value


def _wrapped(
    function: Callable[..., Any],
    where: str,
    contract: FunctionContract,
    warn: Callable[[str], None],
) -> Callable[..., Any]:
    if hasattr(function, "__guards__"):
        return function

    def failed(error: Exception | SystemExit) -> Any:
        if (signalled := of_a_signal(error)) is not None:
            raise signalled from None
        sentence = f"{where}: {reason_of(error)}."
        if contract.substitute is None:
            raise PluginError("A plug-in failed", sentence) from error
        warn(sentence + _traceback(error))
        return contract.substitute(sentence)

    @wraps(function)
    def guarded(*arguments: Any, **keywords: Any) -> Any:
        try:
            result = function(*arguments, **keywords)
            _expect(contract, result)
            entries = iter(result) if _by_entry(contract, result) else None
            if entries is None and contract.misfit is not None:
                _refuse(contract.misfit(result))
        except (Exception, SystemExit) as error:
            if _answered_for(error):
                raise
            return failed(error)
        if entries is not None:
            return _entries(entries, contract, failed)
        if isinstance(result, dict) and all(map(callable, result.values())):
            return {
                key: _wrapped(value, where, FunctionContract(), warn)
                for key, value in result.items()
            }
        return result

    guarded.__guards__ = function  # type: ignore[attr-defined]
    return guarded


def _by_entry(contract: FunctionContract, result: Any) -> bool:
    """Whether a result is checked entry by entry: a generator or another iterable."""
    return isinstance(result, Iterator) or (
        contract.misfit is not None and contract.return_class == ITERABLE
    )


def _entries(
    entries: Iterator[Any],
    contract: FunctionContract,
    on_failure: Callable[[Exception | SystemExit], Any],
) -> Iterator[Any]:
    """The entries of a plug-in's generator, until it fails or yields an invalid entry."""
    while True:
        try:
            entry = next(entries)
            if contract.misfit is not None:
                _refuse(contract.misfit(entry))
        except StopIteration:
            return
        except (Exception, SystemExit) as error:
            if _answered_for(error):
                raise
            on_failure(error)
            return
        yield entry


def _refuse(reason: str) -> None:
    if reason:
        raise TypeError(reason)


def _expect(contract: FunctionContract, result: Any) -> None:
    if not contract.return_class or (contract.optional and result is None):
        return
    module, _, name = contract.return_class.partition(":")
    expected_class = getattr(import_module(module), name)
    if not isinstance(result, expected_class):
        raise TypeError(phrase("expected {a}, found {b}", a=name, b=type(result).__name__))


ITERABLE = f"{Iterable.__module__}:{Iterable.__name__}"
"""The class of iterables, for `FunctionContract.return_class`."""


def _answered_for(error: BaseException) -> bool:
    return (
        isinstance(error, MemoryError) or type(error).__module__.partition(".")[0] in OWN_PACKAGES
    )


def _traceback(error: BaseException) -> str:
    """The traceback if the environment asks for it; raised errors carry their own."""
    if os.environ.get(DEBUG_VARIABLE, "0") in ("", "0"):
        return ""
    return "\n" + "".join(traceback.format_exception(error))


def reason_of(error: BaseException) -> str:
    """The kind of an error and its message."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
