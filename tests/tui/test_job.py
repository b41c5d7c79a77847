"""Background work of a screen: however it ends, the program continues and the screen says why."""

import threading
from collections.abc import Callable

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.widget import Widget

from solver.cancel import Cancel, Cancelled
from solver.engines.base import GaveUp
from solver.errors import CountermodelError, InputError, OutsideError
from tui.widgets.job import Job, JobEnded, failure_text


class Owner(Widget):
    """Holds one job and what came of it."""

    def __init__(self) -> None:
        super().__init__()
        self.results: list[str] = []
        self.failures: list[str] = []
        self.job: Job[str] = Job(self, "work", self.results.append, self.failed)

    def failed(self, error: CountermodelError) -> None:
        self.failures.append(failure_text(error))

    def on_job_ended(self, message: JobEnded) -> None:
        message.deliver()


class Program(App[None]):
    """One owner."""

    def __init__(self) -> None:
        super().__init__()
        self.owner = Owner()

    def on_mount(self) -> None:
        self.mount(self.owner)


async def wait_for_workers(pilot: Pilot[None]) -> None:
    while any(not worker.is_finished for worker in pilot.app.workers):
        await pilot.pause(0.01)
    await pilot.pause()


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (GaveUp("timeout"), "unknown: timeout"),
        (OutsideError("Solver gave up", "memory"), "Solver gave up: memory"),
        (InputError("No formalization"), "No formalization"),
        (Cancelled(), "Cancelled: The work was stopped before it was done."),
    ],
)
async def test_failed_work_reports_its_reason(error: Exception, words: str) -> None:
    def work(cancel: Cancel) -> str:
        raise error

    app = Program()
    async with app.run_test() as pilot:
        app.owner.job.start(work)
        await wait_for_workers(pilot)
        assert app.owner.failures == [words]
        assert not app.owner.job.busy


class Foreign(Exception):
    """What a library raises that was interrupted from another thread."""


def breaking(started: threading.Event) -> Callable[[Cancel], str]:
    """Work that breaks inside a library once it is stopped."""

    def work(cancel: Cancel) -> str:
        started.set()
        while not cancel.cancelled:
            threading.Event().wait(0.001)
        raise Foreign("canceled")

    return work


async def test_an_error_after_cancelling_does_not_end_the_program() -> None:
    app = Program()
    async with app.run_test() as pilot:
        for _turn in range(5):
            started = threading.Event()
            app.owner.job.start(breaking(started))
            while not started.is_set():
                await pilot.pause(0.01)
        assert app.owner.job.cancel()
        app.owner.job.start(lambda _cancel: "done")
        await wait_for_workers(pilot)
        assert app.owner.results == ["done"]
        assert app.owner.failures == []
        assert app.is_running


@pytest.mark.slow
async def test_a_fault_of_the_program_is_not_hidden() -> None:
    def work(cancel: Cancel) -> str:
        raise ZeroDivisionError

    async def run() -> None:
        app = Program()
        async with app.run_test() as pilot:
            app.owner.job.start(work)
            await wait_for_workers(pilot)

    with pytest.raises(Exception, match="ZeroDivisionError"):
        await run()


async def test_intermediate_results_come_only_from_the_current_work() -> None:
    app = Program()
    tokens: list[Cancel] = []

    def work(cancel: Cancel) -> str:
        tokens.append(cancel)
        app.owner.job.meanwhile(cancel, lambda: app.owner.results.append(f"{len(tokens)} begun"))
        return f"{len(tokens)} done"

    async with app.run_test() as pilot:
        for _ in range(2):
            app.owner.job.start(work)
            await wait_for_workers(pilot)
        app.owner.job.meanwhile(tokens[0], lambda: app.owner.results.append("too late"))
        await pilot.pause()
        assert app.owner.results == ["1 begun", "1 done", "2 begun", "2 done"]
