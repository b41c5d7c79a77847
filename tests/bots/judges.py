"""Annotators and adjudicators who sit at the real program: what they mean to say, as keys.

Owns where a judge is (read from the record, as one reads the screen) and the keys that say what it
was told to say. What it says is told to it.
"""

import struct
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

from sessions.annotation.results import results
from sessions.record import queues
from sessions.storage.database import Database
from study.annotation.checks import AskedCheck, Subject, asked_checks, key_of, needs_reason
from study.annotation.queue import Entry, LoadedQueue
from study.annotation.scheme import Verdict
from study.annotation.state import DeskState, EntryWork
from tests.bots.terminal import STUCK_SECONDS, Terminal

SIZE = (120, 35)
SUBMIT, REASON, SHUT, ENTER = "\x1b[15~", "\x1bOQ", "\x13", "\r"
SIGNS = {"yes": "+", "no": "-", "unsure": "?"}
WAIT = STUCK_SECONDS
QUIET = 0.12
"""Seconds without output after which a window is taken to be painted."""

Say = Callable[[Entry, str], Verdict | None]
"""What a judge says of an entry on a check, by its key; None leaves it out."""


@dataclass
class Judge:
    """One annotator, or an adjudicator, of a queue."""

    queue: LoadedQueue
    database: Path
    name: str
    say: Say
    adjudicates: bool = False
    state: DeskState | None = None

    @property
    def arguments(self) -> list[str]:
        """The command that sits down."""
        more = ["--adjudicate"] if self.adjudicates else []
        return ["annotate", self.queue.path, "--annotator", self.name, *more,
                "--db", str(self.database)]  # fmt: skip

    def sit(self, size: tuple[int, int] = SIZE) -> Terminal:
        """Start the program and see the desk."""
        at = Terminal(self.arguments, size, loaded=True)
        at.await_text("hecks", WAIT)
        return at

    # --- where it is -----------------------------------------------------------------------------

    def look(self) -> DeskState:
        """The desk as the record has it."""
        with Database.open(self.database) as db:
            rows = [row for row in queues.desks(db, self.queue.hash) if row.annotator == self.name]
            state = queues.state_of(db, rows[0].id, self.state) if rows else DeskState()
        self.state = state if rows else None
        return state

    def wait_until(
        self, at: Terminal, holds: Callable[[DeskState], object], condition_name: str
    ) -> DeskState:
        """Wait for the record to say so."""
        end = time.monotonic() + WAIT
        while not holds(state := self.look()):
            assert at.read(0.02), f"{self.name} ended before {condition_name}: {at.text[-2000:]}"
            assert time.monotonic() < end, f"{self.name}: not {condition_name}: {at.text[-2000:]}"
        return state

    def asked_checks(self, work: EntryWork) -> list[AskedCheck]:
        """The checks of the entry on the screen."""
        with Database.open(self.database) as db:
            queue_results = results(db, self.queue.hash)
        item = queue_results.stored_queue.material.items[work.entry]
        if not self.adjudicates:
            return list(
                asked_checks(self.queue.scheme.scheme, Subject(item), work.standing_verdicts)
            )
        disputed = queue_results.disputed(work.entry)
        checks: dict[str, AskedCheck] = {}
        for judged in (None, *queue_results.submissions.get(work.entry, {}).values()):
            subject = queue_results.subject(work.entry, judged)
            verdicts = {} if judged is None else judged.standing_verdicts
            checks |= {
                check.key: check
                for check in asked_checks(self.queue.scheme.scheme, subject, verdicts)
            }
        return [check for key, check in checks.items() if key in disputed]

    # --- what it does ----------------------------------------------------------------------------

    def judge_entry(self, at: Terminal, most: int = 1000) -> bool:
        """Judge the entry on the screen and submit it; False where there is none. `most` checks are
        answered before it stops short."""
        state = self.look()
        work = state.on_screen
        if work is None or work.standing == "submitted":
            return False
        entry = self.queue.queue.entry(work.entry)
        for requested in self.asked_checks(work):
            wanted = self.say(entry, requested.key)
            if wanted is None or requested.key in work.verdicts:
                continue
            if not most:
                return True
            most -= 1
            self.answer(at, requested, wanted)
        submitted_count = len(state.submitted)
        at.raw = ""
        at.send(SUBMIT)
        self.wait_until(at, lambda now: len(now.submitted) > submitted_count, "submitted")
        # The next entry is opened by the same key, and judged once it is seen.
        now = self.wait_until(at, lambda s: s.on_screen is not None or self.idle(at), "at the next")
        if now.on_screen is not None:
            self.settle(at)
        return True

    def idle(self, at: Terminal) -> bool:
        """Whether the screen says that nothing is left."""
        at.read(0.05)
        return "Your share is done" in at.text or "Nothing is left" in at.text

    def answer(self, at: Terminal, asked: AskedCheck, verdict: Verdict) -> None:
        """Give a verdict to the check at the cursor, which is the first that lacks something, with
        a reason where one is wanted, and go on to the next."""
        check = asked.check
        key = key_of(check, self.queue.scheme.scheme)
        if isinstance(verdict, tuple):
            self.open(at, key, "Enter confirm")
            places = [option.id for option in check.options]
            at.send("".join(str(places.index(code) + 1) for code in verdict) + ENTER)
            at.await_text("submit, next")
            self.settle(at)
        elif check.kind == "yes_no":
            at.send(SIGNS[str(verdict)])
        else:
            values = [*range(check.low, check.high + 1)] if check.kind == "scale" else [
                option.id for option in check.options
            ]  # fmt: skip
            at.send(key * (values.index(verdict) + 1))
        if self.adjudicates or needs_reason(asked, verdict, {}):
            self.write(at, REASON, "Reason", f"because of {asked.key}")
            self.await_verdict(at, asked.key, verdict)  # closing the window has moved on
        elif check.kind != "yes_no":
            at.send(ENTER)

    def write(self, at: Terminal, opens: str, title: str, text: str) -> None:
        """Write a text into a window and close it."""
        self.open(at, opens, title)
        at.send(text + SHUT)
        at.await_text("submit, next")
        self.settle(at)

    def open(self, at: Terminal, keys: str, title: str) -> None:
        """Open a window and wait until all of it is painted, with the screen behind it: later
        painting shows that it has closed."""
        at.raw = ""
        at.send(keys)
        at.await_text(title)
        self.settle(at)
        at.raw = ""

    def settle(self, at: Terminal) -> None:
        """Wait until nothing more is painted."""
        screen_length = -1
        while len(at.raw) != screen_length:
            screen_length = len(at.raw)
            at.read(QUIET)

    def await_verdict(self, at: Terminal, key: str, verdict: Verdict) -> None:
        """See that it is in the record, with its reason."""

        def is_recorded(desk_state: DeskState) -> bool:
            work = desk_state.on_screen
            answer = None if work is None else work.verdicts.get(key)
            return answer is not None and answer.verdict == verdict and bool(answer.reason)

        self.wait_until(at, is_recorded, f"{key} {verdict}")


def resize(at: Terminal, size: tuple[int, int]) -> None:
    """Give the window another size, and wait until all of it is painted again."""
    at.raw = ""
    ioctl(at.fd, TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    end = time.monotonic() + WAIT
    while "submit, next" not in at.text:
        assert at.read(QUIET), at.text[-2000:]
        assert time.monotonic() < end, at.text[-2000:]
    at.read(QUIET)


def taking_turns(judges: Iterable[tuple[Judge, Terminal]]) -> None:
    """All work at the same time, an entry each in turn, until nothing is left for anybody."""
    left = list(judges)
    while left:
        left = [(judge, at) for judge, at in left if judge.judge_entry(at)]


def judge_from_table(table: Mapping[str, Mapping[str, Verdict]], places: Mapping[str, str]) -> Say:
    """A judge who gives the verdicts of a table: by check's key, then by the place of the item, or
    of its answered part."""

    def verdict_for(entry: Entry, key: str) -> Verdict | None:
        return table.get(key, {}).get(places[entry.item + entry.part])

    return verdict_for
