"""A respondent that plays sessions at random through the runner, kills and absences included.

It follows the live state event by event, so that a test can hold it against replay.
"""

import random
from collections.abc import Mapping

from items.answers import Answer, ChoiceAnswer, UniqueAnswer
from items.models import Question
from sessions.record.clock import ManualClock
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from study.course.sections import Pools
from study.course.state import SessionState
from study.design.protocol import LoadedStudy
from study.respondents.answer_checks import RefusedError
from tests.study.samples import POOLS, WRONG


class Player:
    """One participant at one computer."""

    def __init__(
        self,
        db: Database,
        study: LoadedStudy,
        seed: int,
        code: str = "P1",
        pools: Pools = POOLS,
        pilot: bool = False,
    ) -> None:
        self.db, self.study, self.code, self.pools, self.pilot = db, study, code, pools, pilot
        self.random = random.Random(seed)
        self.clock = ManualClock()
        self.live: dict[int, SessionState] = {}
        """The state that was live after each event, by event number."""
        self.refused = 0
        self.kills = 0
        self.runner = self._open()

    def _open(self) -> Runner:
        runner = Runner.open(
            self.db,
            self.study,
            self.code,
            pilot=self.pilot,
            clock=self.clock,
            pools=lambda: self.pools,
            proofs={},
        )
        self._note(runner)
        return runner

    def _note(self, runner: Runner) -> None:
        self.live[runner.state.seq] = runner.state

    def kill(self) -> None:
        """End the program without giving it a chance to write anything."""
        self.runner._journal.release()
        self.kills += 1

    def go_away(self) -> None:
        """Be away for a while: closed or killed, perhaps over a reboot, the clock set back."""
        if self.random.random() < 0.5:
            self.kill()
        else:
            self.runner.close()
            self._note(self.runner)
        seconds = self.random.choice((0.0, 0.3, 5, 50, 500))
        if self.random.random() < 0.3:
            self.clock.reboot(self.random.choice((seconds, -seconds)))
        else:
            self.clock.advance(seconds)
        self.runner = self._open()

    def play(self, steps: int = 2_000) -> SessionState:
        """Play until the session has ended."""
        for _ in range(steps):
            if self.runner.state.ended:
                break
            self.move()
        return self.runner.state

    def move(self) -> None:
        """One thing at random, mostly a sensible one."""
        chance = self.random.random()
        self.clock.advance(self.random.choice((0.0, 0.2, 1.0, 3.0)))
        try:
            if chance < 0.03:
                self.go_away()
            elif chance < 0.05:
                self.clock.suspend(self.random.choice((0.5, 20)))
                self.runner.tick()
            elif chance < 0.15:
                self._nonsense()
            elif chance < 0.4:
                self.runner.tick()
            else:
                self._sensible()
        except RefusedError:
            self.refused += 1
        self._note(self.runner)

    def _nonsense(self) -> None:
        self.random.choice(
            (
                lambda: self.runner.confirm(),
                lambda: self.runner.change("no such part", None),
                lambda: self.runner.change("q", ChoiceAnswer(option=99)),
                lambda: self.runner.end_break(),
                lambda: self.runner.proceed(),
                lambda: self.runner.set_confidence(9),
                lambda: self.runner.consent(True),
            )
        )()

    def _sensible(self) -> None:
        runner, state = self.runner, self.runner.state
        if state.phase == "consent":
            runner.consent(self.random.random() < 0.97)
        elif state.phase != "question":
            runner.proceed()
        elif self.random.random() < 0.03:
            runner.start_break()
        elif self.random.random() < 0.4:
            self._answer_part()
        else:
            current = runner.current
            assert current is not None
            drafts: Mapping[str, Answer] = state.drafts
            missing = [part for part in current.question.leaves if part.id not in drafts]
            if missing:
                self._answer_part(missing[0])
            elif current.block.confidence and state.confidence is None:
                runner.set_confidence(self.random.randint(1, 5))
            else:
                runner.confirm()

    def _answer_part(self, part: Question | None = None) -> None:
        current = self.runner.current
        assert current is not None
        part = part or self.random.choice(current.question.leaves)
        wrong = WRONG.get(part.id, ChoiceAnswer(option=self.random.randint(0, 2)))
        if part.kind == "truth":
            wrong = WRONG["truth"]
        answers: list[Answer | None] = [part.gold, part.gold, part.gold, wrong, None]
        if part.kind == "unique_solution":
            answers.append(UniqueAnswer(verdict="unique"))
        self.runner.change(part.id, self.random.choice(answers))
