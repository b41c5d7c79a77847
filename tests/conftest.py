"""What holds for every test: no deadline on a busy machine, and nobody's own records touched."""

import gc
import importlib
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import settings
from textual._styles_cache import StylesCache

from tests.application_waits import settled
from tests.effort import TIMES, TORTURE
from tui import i18n
from tui.console.exitcodes import BACKGROUND_THREAD

ROOT = Path(__file__).resolve().parents[1]

if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    # Workers, and programs that tests start, would compile every module again, which takes longer
    # than most of what they do.
    os.environ.setdefault("PYTHONPYCACHEPREFIX", str(ROOT / ".pytest_cache" / "bytecode"))

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # A shell ignores Ctrl+C for what runs in its background, and the programs that tests start
    # would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "countermodel", deadline=None, print_blob=True, max_examples=round(100 * TIMES[TORTURE])
)
settings.load_profile("countermodel")


def pytest_xdist_auto_num_workers() -> int:
    """For `--numprocesses=auto`: half as many again as there are cores. Some tests wait for another
    process more than they work."""
    cores = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    return cores + (cores + 1) // 2


def pytest_sessionstart(session: pytest.Session) -> None:
    """Import the test modules; each worker begins at a different one.

    Every worker imports all test modules. In the same order, all workers would compile the same
    module at the same time, which takes longer than the rest of the collection. So each worker
    compiles its own part first and finds the other parts already compiled. A module that cannot be
    imported is reported later, by the collection."""
    number = os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw")
    if not number:
        return
    gc.disable()  # until all is collected: nearly everything that is made stays
    folders = [Path(argument).resolve() for argument in session.config.args]
    modules = sorted({path for folder in folders for path in folder.rglob("test_*.py")})
    first = len(modules) * int(number) // int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    for path in modules[first:] + modules[:first]:
        with suppress(Exception, pytest.skip.Exception):
            importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """Leave what was imported and collected to no garbage collection: it stays until the end, and
    every full collection would walk through it again."""
    gc.enable()
    gc.collect()
    gc.freeze()
    # A mounted application makes some 100,000 objects. With the interpreter's own 700, collecting
    # takes a fifth of the processor time of such a test; with these, a twelfth.
    gc.set_threshold(10_000, 10, 10)


@pytest.fixture(scope="session", autouse=True)
def settling() -> Iterator[None]:
    """Have Textual's pilot wait for work, not for quiet."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("textual.app.wait_for_idle", settled)
        patch.setattr("textual.pilot.wait_for_idle", settled)
        yield


@pytest.fixture(scope="module", autouse=True)
def unpainted() -> Iterator[None]:
    """Let go of the lines of the last thousand widgets, which Textual keeps beyond their
    application."""
    yield
    StylesCache.get_inner_outer.cache_clear()


@pytest.fixture(autouse=True)
def language_kept() -> Iterator[None]:
    """Undo a test's choice of a language, which would hold for every test after it."""
    before = i18n.language()
    yield
    if i18n.language() != before:
        i18n.use(before)


@pytest.fixture(autouse=True)
def no_thread_left_waiting() -> Iterator[None]:
    """Fail a test that leaves a thread at work whose end the program does not wait for: a later
    test's command would end the process abruptly because of it, and every test after that one with
    it."""
    yield
    for thread in threading.enumerate():
        if thread.name == BACKGROUND_THREAD:
            thread.join(300)
            assert not thread.is_alive(), f"{thread} is left behind"


@pytest.fixture(scope="session", autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Send what would go to the user's folders to a folder that ends with the tests."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("COUNTERMODEL_DB", raising=False)
        patch.delenv("COUNTERMODEL_DEBUG", raising=False)
        patch.setenv("HOME", str(home))
        for name in ("CACHE", "CONFIG", "DATA", "STATE"):
            patch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
        yield
