"""Registries: objects of one sort by name, built-in or from other distributions.

Owns look-up by name, import of an object when it is first needed, and complaints about plug-ins.
The registered objects belong to the modules that define the registries. A plug-in is an entry point
of an installed distribution, or of a file (`solver.plugin_files`), in a group such as
`countermodel.sources`.
"""

import os
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from solver.errors import InputError
from solver.plugin_guard import FunctionContract, guard, guarded_function, reason_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")

_complaints: dict[str, None] = {}


def take_complaints() -> tuple[str, ...]:
    """Return and clear the complaints about plug-ins, one sentence each. The program prints them
    when it ends, after its screens have closed."""
    complaints = tuple(_complaints)
    _complaints.clear()
    return complaints


@cache
def _installed(group: str) -> tuple["EntryPoint", ...]:
    """The entry points of a group in every installed distribution."""
    from importlib.metadata import entry_points  # slower to import than this whole module

    try:
        return tuple(entry_points(group=group))
    except Exception as error:  # metadata written by other distributions
        _complaints[f"No plug-in of {group} was read: {reason_of(error)}."] = None
        return ()


class Registry(Mapping[str, T], Generic[T]):
    """Map from name to object: built-in ones first, in their order, then plug-ins by name.

    Names are known without importing anything. An object is imported when its name is first looked
    up. Of two plug-ins with the same name the first is used; a plug-in cannot use a built-in name.
    """

    def __init__(
        self,
        group: str,
        builtin: Mapping[str, str],
        required: tuple[str, ...] = (),
        *,
        sort: str = "",
        contracts: Mapping[str, FunctionContract] | None = None,
    ) -> None:
        """`group` is the group of the entry points. `builtin` maps each built-in name to its place,
        `package.module` or `package.module:attribute`. `required` lists the attributes that
        registered objects must have; `sort`, if given, is the place of their class. `contracts`
        says what a plug-in's functions return and what their failures cost."""
        self._sort = sort
        self._contracts = contracts or {}
        self.group = group
        self._builtin = builtin
        self._required = required
        self._plugins: dict[str, EntryPoint] | None = None
        self._loaded: dict[str, T] = {}
        self._failures: dict[str, str] = {}
        self._additions: dict[str, T] = {}
        self._usable: tuple[tuple[str, T], ...] | None = None
        """The last result of `working`; None after any change to the registry."""

    def __iter__(self) -> Iterator[str]:
        yield from self._builtin
        yield from self._others()
        yield from self._additions

    def __len__(self) -> int:
        return len(self._builtin) + len(self._others()) + len(self._additions)

    def __contains__(self, name: object) -> bool:
        return name in self._builtin or name in self._others() or name in self._additions

    def add(self, name: str, plugin: T) -> None:
        """Register another object, after all others, until this process ends. Raises ValueError if
        the name is taken."""
        if name in self:
            raise ValueError(f"there is a {name} already")
        self._additions[name] = self._loaded[name] = plugin
        self._usable = None

    def __getitem__(self, name: str) -> T:
        """The object registered under a name.

        Raises:
            KeyError: the name is not registered.
            InputError: it is a plug-in that cannot be used; the message names its distribution.
        """
        if name not in self._loaded:
            if name in self._builtin:
                self._loaded[name] = _place(self._builtin[name])
            else:
                self._loaded[name] = self._plugin(name)
        return self._loaded[name]

    def working(self) -> Iterator[tuple[str, T]]:
        """Every name with its object. Unusable plug-ins are skipped and reported by
        `take_complaints`."""
        if self._usable is not None:
            yield from self._usable
            return
        usable: list[tuple[str, T]] = []
        for name in self:
            try:
                plugin = self[name]
            except InputError:
                continue
            usable.append((name, plugin))
            yield name, plugin
        self._usable = tuple(usable)

    def usable(self) -> Iterator[str]:
        """The names of `working`. Loops that look up every name use this, so that an unusable
        plug-in does not end them."""
        for name, _plugin in self.working():
            yield name

    def refresh(self) -> None:
        """Forget all plug-ins and added objects; plug-ins are searched for again when next
        needed."""
        _installed.cache_clear()
        for name in (*(self._plugins or ()), *self._additions):
            self._loaded.pop(name, None)
        self._plugins = self._usable = None
        self._additions.clear()
        self._failures.clear()

    def _others(self) -> dict[str, "EntryPoint"]:
        """The plug-ins of the group, by name."""
        if self._plugins is None:
            plugins: dict[str, EntryPoint] = {}
            for entry in sorted(_installed(self.group), key=lambda entry: entry.name):
                if entry.name in self._builtin:
                    _complain(entry, "its name is the program's own")
                elif entry.name in plugins:
                    _complain(entry, f"{_distribution(plugins[entry.name])} has one of that name")
                else:
                    plugins[entry.name] = entry
            self._plugins = plugins
        return self._plugins

    def _plugin(self, name: str) -> T:
        entry = self._others()[name]
        if name not in self._failures:
            try:
                plugin: T = entry.load()
                reason = self._misfit(plugin, entry.value)
                if not reason:
                    whose = f"The plug-in {name} of {self.group} in {_distribution(entry)}"
                    if isinstance(plugin, FunctionType):
                        wrapped: T = guarded_function(plugin, whose, _note)
                        return wrapped
                    guard(plugin, whose, self._contracts, _note)
                    return plugin
            except (Exception, SystemExit) as error:  # a plug-in's code may raise anything
                reason = reason_of(error)
            self._failures[name] = _complain(entry, reason)
        raise InputError("Plug-in cannot be used", self._failures[name])

    def _misfit(self, plugin: T, value: str) -> str:
        """What a plug-in lacks; empty if it meets the registry's requirements."""
        missing = [offer for offer in self._required if not hasattr(plugin, offer)]
        if missing:
            return f"expected {value} to have {', '.join(missing)}, found nothing there"
        idle = [name for name in self._contracts if not callable(getattr(plugin, name, None))]
        if idle:
            return f"expected {', '.join(idle)} of {value} to be a function"
        if self._sort and not isinstance(plugin, _place(self._sort)):
            expected_class, actual_class = self._sort.partition(":")[2], type(plugin).__name__
            return f"expected {value} to be of class {expected_class}, found {actual_class}"
        return ""


def _place(place: str) -> Any:
    """Import `package.module` or `package.module:attribute`."""
    module, _, attribute = place.partition(":")
    target = import_module(module)
    return getattr(target, attribute) if attribute else target


def modules_of(package: str, *names: str) -> tuple[ModuleType, ...]:
    """The modules of a package by their names, imported: a list of what varies in the program only,
    such as the tables of the report."""
    return tuple(import_module(f"{package}.{name}") for name in names)


def _note(sentence: str) -> None:
    _complaints[sentence] = None


if os.environ.get("COUNTERMODEL_PLUGINS"):
    from solver.plugin_files import look_in_files

    look_in_files(_note)


def _complain(entry: "EntryPoint", reason: str) -> str:
    """Record what is wrong with a plug-in; returns the whole sentence."""
    sentence = (
        f"The plug-in {entry.name} of {entry.group} in {_distribution(entry)} "
        f"is not used: {reason}."
    )
    _complaints[sentence] = None
    return sentence


def _distribution(entry: "EntryPoint") -> str:
    """Name and version of a plug-in's distribution."""
    if entry.dist is None:
        return "an unnamed distribution"
    return f"{entry.dist.name} {entry.dist.version}".strip()
