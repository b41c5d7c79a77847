"""Importing an engine's library in such a way that the waiting question can be stopped.

Owns waiting for it. An import that has begun cannot be stopped, and takes a tenth of a second or
more on a cold start; so it runs in a thread, and is ready for the next question.
"""

import threading
from importlib import import_module
from types import ModuleType

from solver.cancel import Budget

_LOOK_SECONDS = 0.01
"""How often the budget is checked in the meantime."""
_lock = threading.Lock()
_loading: dict[str, "_Loading"] = {}
_loaded_modules: dict[str, ModuleType] = {}


class _Loading(threading.Thread):
    """One import."""

    def __init__(self, name: str) -> None:
        super().__init__(name=f"loading {name}", daemon=True)
        self.module_name = name
        self.module: ModuleType | None = None
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self.module = import_module(self.module_name)
        except BaseException as error:
            self.error = error


def loaded(name: str, budget: Budget) -> ModuleType:
    """The module of that name, imported if necessary. Raises what the import raises, and GaveUp at
    the end of the budget, in which case the import continues."""
    with _lock:
        if name in _loaded_modules:
            return _loaded_modules[name]
        loading = _loading.get(name)
        if loading is None:
            loading = _loading[name] = _Loading(name)
            loading.start()
    while loading.is_alive():
        budget.check()
        loading.join(_LOOK_SECONDS)
    with _lock:
        _loading.pop(name, None)
        if loading.error is not None:
            raise loading.error
        assert loading.module is not None
        _loaded_modules[name] = loading.module
    return loading.module
