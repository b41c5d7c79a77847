"""Studies and first steps that tests of the runner share."""

from collections.abc import Callable

import pytest

from sessions.record.clock import ManualClock
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from study.design.protocol import LoadedStudy
from study.respondents.answer_checks import Reason, RefusedError
from tests.study.samples import POOLS, sample

PLAIN = """
title = "Plain"
pause_after = 0
consent = "Yes?"
[[blocks]]
source = "main"
number = 4
confidence = true
none_option = true
seconds_per_question = 10
"""
KINDS = """
title = "Kinds"
consent = "Yes?"
[[blocks]]
source = "kinds"
order = "fixed"
breaks = false
"""


def start(
    db: Database,
    study: LoadedStudy,
    clock: ManualClock,
    code: str = "P1",
    pilot: bool = False,
) -> Runner:
    return Runner.open(db, study, code, clock=clock, pools=lambda: POOLS, proofs={}, pilot=pilot)


def begin(db: Database, text: str, clock: ManualClock, code: str = "P1") -> Runner:
    """A runner at its first question."""
    runner = start(db, sample(text), clock, code)
    runner.consent(True)
    runner.proceed()
    runner.proceed()
    assert runner.state.phase == "question"
    return runner


def refusal(act: Callable[[], object]) -> Reason:
    with pytest.raises(RefusedError) as caught:
        act()
    assert caught.value.message
    return caught.value.reason
