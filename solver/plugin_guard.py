"""What goes wrong inside a plug-in while it works, said as what it is: a fault of the plug-in.

Owns the wrappers around a plug-in's functions, which name the plug-in in place of a traceback. What
a failure costs (a figure, a query, a record) is said by the registry, a `Work` for each function.
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

OWN = frozenset({"solver", "items", "study", "sessions", "tui", "pydantic", "pydantic_core"})
"""Top-level packages whose exceptions a plug-in may raise: somebody answers for each of them."""


DEBUG_VARIABLE = "COUNTERMODEL_DEBUG"
"""Environment variable that, set to anything but nothing or 0, shows tracebacks."""


class PluginError(InputError):
    """A plug-in failed while it worked; the message names it, its distribution and the function."""


@dataclass(frozen=True, slots=True)
class Work:
    """One function of a plug-in."""

    returns: str = ""
    """Place of the class of what it returns, as `package.module:Class`; anything where empty."""
    optional: bool = False
    """Whether it may return None instead."""
    misfit: Callable[[Any], str] | None = None
    """From what it returns, or each entry where that is gone through, to what is wrong with it;
    empty where nothing is."""
    instead: Callable[[str], Any] | None = None
    """From what went wrong to what stands for the result; it may raise. A PluginError where
    absent."""


def guard(plugin: Any, whose: str, works: Mapping[str, Work], warn: Callable[[str], None]) -> None:
    """Put wrappers around the functions that a plug-in brings: those of a module, or of an object
    whose class is the plug-in's, or that it was given as fields. `whose` names the plug-in; what
    went wrong is told where something stands in for the result."""
    for name, function in _functions(plugin, works):
        wrapped = _wrapped(function, f"{whose} failed in {name}", works.get(name, Work()), warn)
        if isinstance(plugin, ModuleType):
            setattr(plugin, name, wrapped)
        else:
            # Objects of frozen classes too; where there is no room, the function stays as it is.
            try:
                object.__setattr__(plugin, name, wrapped)
            except AttributeError:
                continue


def guarded_function(function: FunctionType, whose: str, warn: Callable[[str], None]) -> Any:
    """A plug-in that is itself a function, with such a wrapper around it."""
    return _wrapped(function, f"{whose} failed", Work(), warn)


def _functions(plugin: Any, works: Mapping[str, Work]) -> Iterator[tuple[str, Callable[..., Any]]]:
    if isinstance(plugin, ModuleType):
        for name, value in list(vars(plugin).items()):
            own = getattr(value, "__module__", None) == plugin.__name__
            if (own or name in works) and isinstance(value, FunctionType):
                yield name, value
        return
    for kind in type(plugin).__mro__:
        if kind.__module__.partition(".")[0] in OWN or kind is object:
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
    function: Callable[..., Any], where: str, work: Work, warn: Callable[[str], None]
) -> Callable[..., Any]:
    if hasattr(function, "__guards__"):
        return function

    def failed(error: Exception | SystemExit) -> Any:
        if (signalled := of_a_signal(error)) is not None:
            raise signalled from None
        sentence = f"{where}: {_reason(error)}."
        if work.instead is None:
            raise PluginError("A plug-in failed", sentence) from error
        warn(sentence + _traceback(error))
        return work.instead(sentence)

    @wraps(function)
    def guarded(*arguments: Any, **named: Any) -> Any:
        try:
            result = function(*arguments, **named)
            _expect(work, result)
            entries = iter(result) if _by_entry(work, result) else None
            if entries is None and work.misfit is not None:
                _refuse(work.misfit(result))
        except (Exception, SystemExit) as error:
            if _answered_for(error):
                raise
            return failed(error)
        if entries is not None:
            return _entries(entries, work, failed)
        if isinstance(result, dict) and all(map(callable, result.values())):
            return {key: _wrapped(value, where, Work(), warn) for key, value in result.items()}
        return result

    guarded.__guards__ = function  # type: ignore[attr-defined]
    return guarded


def _by_entry(work: Work, result: Any) -> bool:
    """Whether a result is gone through: a generator, or what stands in for one."""
    return isinstance(result, Iterator) or (work.misfit is not None and work.returns == ITERABLE)


def _entries(
    entries: Iterator[Any], work: Work, failed: Callable[[Exception | SystemExit], Any]
) -> Iterator[Any]:
    """What a generator of a plug-in gives, up to where it fails or gives what it must not."""
    while True:
        try:
            entry = next(entries)
            if work.misfit is not None:
                _refuse(work.misfit(entry))
        except StopIteration:
            return
        except (Exception, SystemExit) as error:
            if _answered_for(error):
                raise
            failed(error)
            return
        yield entry


def _refuse(reason: str) -> None:
    if reason:
        raise TypeError(reason)


def _expect(work: Work, result: Any) -> None:
    if not work.returns or (work.optional and result is None):
        return
    module, _, name = work.returns.partition(":")
    wanted = getattr(import_module(module), name)
    if not isinstance(result, wanted):
        raise TypeError(phrase("expected {a}, found {b}", a=name, b=type(result).__name__))


ITERABLE = f"{Iterable.__module__}:{Iterable.__name__}"
"""Place of what can be gone through, for `Work.returns`."""


def _answered_for(error: BaseException) -> bool:
    return isinstance(error, MemoryError) or type(error).__module__.partition(".")[0] in OWN


def _traceback(error: BaseException) -> str:
    """Where it went wrong, for whoever asked for tracebacks; what is raised carries its own."""
    if os.environ.get(DEBUG_VARIABLE, "0") in ("", "0"):
        return ""
    return "\n" + "".join(traceback.format_exception(error))


def _reason(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
