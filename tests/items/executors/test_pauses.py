"""What was under way while the process was stopped is done again."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from items.executors import pauses
from items.executors.jobs import PAUSES, InputFailure, attempt
from items.executors.pauses import LONG_SECONDS, Pauses
from tests.items.executors.jobs import Squares

RUN = """
import sys
from items.executors.executor import Workers
from tests.items.executors.jobs import Squares
print(list(Workers().run(Squares(sys.argv[1], seconds=1.0), range(2))))
"""


def test_it_stood_still_where_the_clock_went_on_and_the_work_did_not() -> None:
    now = [0.0, 0.0]
    counted = Pauses(lambda: now[0], lambda: now[1])

    def after(clock: float, worked: float) -> int:
        now[0] += clock
        now[1] += worked
        return counted.count()

    assert after(1000, 0) == 0, "nothing is known of the time before"
    assert after(LONG_SECONDS, 0) == 0
    assert after(LONG_SECONDS + 0.1, 0) == 1
    assert after(60, 59) == 1, "it worked on something that let no other thread in"
    assert after(0, 0) == 1
    assert after(60, 1) == 2


def test_an_input_is_done_again_after_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    count = 0
    monkeypatch.setattr(pauses, "count", lambda: count)
    inputs: list[int] = []

    def stopped_twice(number: int) -> str:
        nonlocal count
        inputs.append(number)
        if len(inputs) < 3:
            count += 1
            raise TimeoutError("its time was over")
        return "proved"

    assert attempt(stopped_twice, 7) == "proved"
    assert inputs == [7, 7, 7]

    def always_stopped(number: int) -> str:
        nonlocal count
        inputs.append(number)
        count += 1
        raise TimeoutError("its time was over")

    inputs.clear()
    assert attempt(always_stopped, 8) == InputFailure("TimeoutError: its time was over")
    assert inputs == [8] * (PAUSES + 1)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes cannot be stopped here")
def test_a_stopped_process_does_its_input_again(tmp_path: Path) -> None:
    job = Squares(str(tmp_path))
    command = [sys.executable, "-c", RUN, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        end = time.monotonic() + 300
        while not job.tries(0):
            assert time.monotonic() < end
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGSTOP)
        time.sleep(LONG_SECONDS + 0.5)
        os.kill(process.pid, signal.SIGCONT)
        assert process.communicate()[0].split() == ["[0,", "1]"]
    assert (job.tries(0), job.tries(1)) == (2, 1)
