"""Waiting on conditions: until an application works nothing out, or until something holds.

Owns the two waits of all tests at the keyboard, and how long they go on before they fail. A fixed
pause is too short on a busy machine and too long on any other.
"""

from collections.abc import Callable
from time import monotonic

from textual.app import App
from textual.pilot import Pilot

from tui.screens.inspector.what_if import WhatIfScreen
from tui.widgets.job import Job
from tui.widgets.pad import Pad

PATIENCE_SECONDS = 300.0
"""Of the clock. Only a test that fails waits so long."""
TURN_SECONDS = 0.01


def unfinished_work(app: App[None]) -> list[str]:
    """What is being worked out, or will be once the keys rest; without the figures of a table's
    rows, which come in for as long as it has any, and without what is looked for last at an item's
    variants (`needs_known`).

    A job is busy until its screen has the result; its worker is finished before that.
    """
    names = [
        f"worker {worker.group}"
        for worker in app.workers
        if not worker.is_finished and worker.group != "figures"
    ]
    for screen in app.screen_stack:
        for node in (screen, *screen.query(Pad)):
            jobs = [value for value in vars(node).values() if isinstance(value, Job)]
            names += [f"job {job.group}" for job in jobs if job.busy]
            if isinstance(node, Pad | WhatIfScreen) and node.pause_timer is not None:
                names.append("work that begins once the keys rest")
            if isinstance(node, Pad) and node.rest_timer is not None:
                names.append("a text that is read once the keys rest")
    return names


async def at_rest(pilot: Pilot[None]) -> None:
    """Until nothing is under way any more."""
    await wait_until(
        pilot, lambda: not unfinished_work(pilot.app), lambda: ", ".join(unfinished_work(pilot.app))
    )
    await pilot.pause()


async def needs_known(pilot: Pilot[None]) -> None:
    """Until nothing is under way, nor the look for what answers need, which follows a longer rest
    of the keys."""
    screen = pilot.app.screen
    assert isinstance(screen, WhatIfScreen)
    await wait_until(pilot, lambda: screen.rest_timer is None)
    await at_rest(pilot)


async def wait_until(
    pilot: Pilot[None], holds: Callable[[], bool], describe: Callable[[], str] = lambda: ""
) -> None:
    """Wait until a condition is true; `describe` gives what a failure reports instead."""
    end = monotonic() + PATIENCE_SECONDS
    await pilot.pause()
    while not holds():
        assert monotonic() < end, describe()
        await pilot.pause(TURN_SECONDS)
