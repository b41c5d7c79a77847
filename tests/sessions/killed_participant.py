"""A participant in a process of its own, to be killed at any moment.

Writes down what it has seen, each line only after the runner has returned, so that a test can tell
what the record must hold.
"""

import os
import random
import time
from collections.abc import Callable
from pathlib import Path

from sessions.storage.database import Database
from sessions.taking.runner import Runner
from study.design.codes import CodeError
from tests.study.samples import POOLS, sample

STUDY = """
id = "victim"
title = "Victim"
consent = "Yes?"
[[blocks]]
source = "main"
seconds_per_question = 36000
[[blocks]]
source = "kinds"
seconds_per_block = 360000
"""


def play(database: str, notes: str, seed: int, eagerness: float) -> None:
    """Resume and go on until killed; returns only when the session has ended.

    `eagerness` is the chance of answering at each look at the clock, some 100 a second.
    """
    rng = random.Random(seed)
    out = os.open(notes, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def note(*words: object) -> None:
        os.write(out, (" ".join(map(str, words)) + "\n").encode())

    with Database.open(database) as db:
        runner = Runner.open(db, sample(STUDY), "V", pools=lambda: POOLS, proofs={})
        note("opened")
        while not runner.state.ended:
            current = runner.current
            if current is None:
                _go_on(runner)
                continue
            time.sleep(rng.uniform(0, 0.02))
            runner.tick()
            _note_time("open", runner, note)
            if rng.random() < eagerness:
                for part in current.question.leaves:
                    runner.change(part.id, part.gold)
                    note("changed", runner.state.position, part.id)
                step = runner.state.position
                runner.confirm()
                note("confirmed", step)
        note("ended")
        runner.close()


def _go_on(runner: Runner) -> None:
    if runner.state.phase == "consent":
        runner.consent(True)
    else:
        runner.proceed()


def _note_time(word: str, runner: Runner, note: Callable[..., None]) -> None:
    left = runner.remaining()
    if runner.current is not None:
        note(word, runner.state.position, left.question_ns or 0, left.block_ns or 0)


def take_slot(database: str, code: str, ready: str, go: str) -> None:
    """Wait for the signal, then start a session."""
    with Database.open(database) as db:
        Path(ready).touch()
        while not Path(go).exists():
            time.sleep(0.0005)
        Runner.open(db, sample(STUDY), code, pools=lambda: POOLS, proofs={})


FILLED = """
title = "Filled"
consent = "Yes?"
[[blocks]]
source = "main"
number = 2
answers_per_item = 1
"""


def find_place(database: str, code: str, ready: str, go: str, outcome: str) -> None:
    """Wait for the signal, then start a session of a study that has places for four; write down
    whether there was one."""
    with Database.open(database) as db:
        Path(ready).touch()
        while not Path(go).exists():
            time.sleep(0.0005)
        try:
            Runner.open(db, sample(FILLED), code, pools=lambda: POOLS, proofs={})
        except CodeError as error:
            Path(outcome).write_text(error.reason)
        else:
            Path(outcome).write_text("begun")


def fill(database: str, code: str, answers_per_item: int, seed: int, outcome: str) -> None:
    """Begin or resume a study with this number of answers per item, and continue until killed;
    write down another outcome."""
    rng = random.Random(seed)
    loaded = sample(
        FILLED.replace("answers_per_item = 1", f"answers_per_item = {answers_per_item}")
    )
    try:
        with Database.open(database) as db:
            runner = Runner.open(db, loaded, code, pools=lambda: POOLS, proofs={})
            while not runner.state.ended:
                time.sleep(rng.uniform(0, 0.01))
                current = runner.current
                if current is None:
                    _go_on(runner)
                    continue
                for part in current.question.leaves:
                    runner.change(part.id, part.gold)
                runner.confirm()
            runner.close()
    except CodeError as error:
        Path(outcome).write_text(error.reason)
    else:
        Path(outcome).write_text("completed")
