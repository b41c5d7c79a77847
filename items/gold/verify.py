"""Gold against solver over many items, and the report of it.

Owns the run, its figures and their JSON form. What agreeing means for one item is `check`'s. A set
of any size is gone through by `checking`, and `Figures` holds what came of it.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

from items.executors.executor import Workers
from items.executors.jobs import InputFailure
from items.executors.spool import Spool
from items.gold.answered_items import Data, answered_questions
from items.gold.check import ItemCheck, PartCheck, Status, check_item, decided_by
from items.models import SUB_QUESTIONS, Item, ProofState
from solver.cancel import Budget, Cancel
from solver.queries import DEFAULT_TIMEOUT
from solver.results import EngineChoice

Progress = Callable[[int, int], None]
"""Called with items done and items in all, which is 0 where nobody knows."""
SubState = Literal["proved", "refuted", "open"]
_SUB_STATES: tuple[SubState, ...] = get_args(SubState)
KNOWN = 1 << 12
"""So many checks are remembered, for items of the same logic."""


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """What came of holding every gold answer against the solver."""

    checks: tuple[ItemCheck, ...]
    seconds: float
    """Wall time of checking; reading the files is not in it."""
    answers: tuple[list[Data], ...] = ()
    """To the questions of each item, where they were asked for."""

    def parts(self, status: Status) -> list[tuple[ItemCheck, PartCheck]]:
        """Question parts with that outcome, in order, each with its item."""
        return [(c, p) for c in self.checks for p in c.parts if p.status is status]

    @property
    def contradictions(self) -> list[tuple[ItemCheck, PartCheck]]:
        """Parts on which the engines contradict each other."""
        return [(check, part) for check in self.checks for part in check.contradictions]

    @property
    def states(self) -> Mapping[ProofState, int]:
        """How many items are in each proof state."""
        return Counter(check.state for check in self.checks)

    @property
    def sub_questions(self) -> Mapping[str, int] | None:
        """Sub-questions of hard items by what became of their gold: `proved`, `refuted`, or `open`
        where a part is not formalized or not decided; None without hard items."""
        hard = [check for check in self.checks if SUB_QUESTIONS in check.item.attributes]
        if not hard:
            return None
        counts = Counter(state for check in hard for state in question_states(check))
        return {state: counts[state] for state in _SUB_STATES}

    def to_json(self) -> dict[str, Any]:
        """The report for machines, as of `Figures`."""
        figures = Figures()
        for check in self.checks:
            figures.add(check)
        document = figures.to_json(self.seconds)
        return {
            key: list(value) if isinstance(value, Spool) else value
            for key, value in document.items()
        }


class Figures:
    """What came of checking, without the items: lists that may be long are `Spool`s."""

    def __init__(self) -> None:
        self.items = self.questions = self.agree = self.nearly = self.from_nothing = 0
        """`nearly`: items proved whose words only approximate their formulas; `from_nothing`: items
        proved some of whose premises contradict one another."""
        self.states: Counter[ProofState] = Counter()
        self._hard: Counter[SubState] | None = None
        self.disagree, self.unchecked, self.unknown = Spool(), Spool(), Spool()
        self.contradictions, self.inconsistent = Spool(), Spool()
        self.unreadable = Spool()
        self.warnings, self.approximate = Spool(), Spool()

    def add(self, check: ItemCheck) -> None:
        """Count one item."""
        item = check.item
        self.items += 1
        self.questions += len(item.questions)
        self.states[check.state] += 1
        for part in check.parts:
            if part.engines_agree is False:
                self.contradictions.append(_entry(check, part))
            match part.status:
                case Status.AGREE:
                    self.agree += 1
                case Status.DISAGREE:
                    self.disagree.append(_entry(check, part))
                case Status.UNCHECKED:
                    self.unchecked.append(_reason(check, part))
                    if part.unread:
                        self.unreadable.append(_reason(check, part))
                case Status.UNKNOWN if part.engines_agree is not False:
                    self.unknown.append(_reason(check, part))
        if check.inconsistent:
            self.inconsistent.append({"id": item.id, "under": list(check.inconsistent)})
            self.from_nothing += check.state == "proved"
        for warning in check.warnings:
            self.warnings.append({"id": item.id, "warning": warning})
        if item.approximate:
            self.approximate.append(item.id)
            self.nearly += check.state == "proved"
        if SUB_QUESTIONS in item.attributes:
            self._hard = Counter() if self._hard is None else self._hard
            self._hard.update(question_states(check))

    @property
    def sub_questions(self) -> Mapping[str, int] | None:
        """As of a report."""
        return None if self._hard is None else {name: self._hard[name] for name in _SUB_STATES}

    def to_json(self, seconds: float) -> dict[str, Any]:
        """The report for machines; `agree` counts queries, `questions` whole questions."""
        return {
            "items": self.items,
            "questions": self.questions,
            "agree": self.agree,
            "disagree": self.disagree,
            "unchecked": self.unchecked,
            "unreadable": self.unreadable,
            "unknown": self.unknown,
            "engines_disagree": self.contradictions,
            "inconsistent": self.inconsistent,
            "warnings": self.warnings,
            "proofs": dict(self.states),
            "approximate": self.approximate,
            "sub_questions": self.sub_questions,
            "seconds": seconds,
        }


def question_states(check: ItemCheck) -> Iterator[SubState]:
    """Of every question of an item: proved if all golds of its parts are, refuted if one is."""
    parts = iter(check.parts)
    for question in check.item.questions:
        statuses = [next(parts).status for _ in question.leaves]
        if Status.DISAGREE in statuses:
            yield "refuted"
        elif all(status is Status.AGREE for status in statuses):
            yield "proved"
        else:
            yield "open"


def verify(
    items: Iterable[Item],
    *,
    engine: EngineChoice = "both",
    timeout: float = DEFAULT_TIMEOUT,
    item_seconds: float | None = None,
    cancel: Cancel | None = None,
    progress: Progress | None = None,
    on_check: Callable[[ItemCheck], None] = lambda _check: None,
    workers: Workers | None = None,
    answers: bool = False,
) -> VerifyReport:
    """Check every gold answer of every item. `timeout` is in seconds for each query, `item_seconds`
    for all queries of an item together; `on_check` is given each item's check as it is done. With
    `answers`, every question is answered too. `cancel` is heeded where this process does the work.

    Items that ask the same of the same premises, as the tellings of one template do, are put to Z3
    once. An item that cannot be worked on is unknown, with the reason.
    """
    chosen: Sequence[Item] = tuple(items)
    start = time.perf_counter()
    checks: list[ItemCheck] = []
    answered: list[list[Data]] = []
    job = VerifyJob(engine, timeout, item_seconds, answers, cancel)
    for checked in checking(chosen, job, workers, progress=progress, total=len(chosen)):
        checks.append(checked.check)
        answered.append(checked.answers)
        on_check(checked.check)
    return VerifyReport(tuple(checks), time.perf_counter() - start, tuple(answered))


def checking(
    items: Iterable[Item],
    job: "VerifyJob",
    workers: Workers | None = None,
    *,
    progress: Progress | None = None,
    total: int = 0,
) -> "Iterator[VerifiedItem]":
    """The check of every item, in order, and never many at a time. `total` is how many there are,
    for `progress`."""
    done = 0
    cancel = job.cancel
    pairs = (workers or Workers()).pairs(job, items)
    while True:
        if progress is not None and (done < total or not total):
            progress(done, total)
        if cancel is not None and cancel.cancelled:
            break
        pair = next(pairs, None)
        if pair is None:
            break
        item, result = pair
        if isinstance(result, InputFailure):
            result = VerifiedItem(_not_checked(item, result), [])
        done += 1
        yield VerifiedItem(_of(item, result.check), result.answers)
    if progress is not None:
        progress(done, total or done)


@dataclass(frozen=True, slots=True)
class VerifiedItem:
    """What came of one item."""

    check: ItemCheck
    answers: list[Data]
    """To its questions, where they were asked for."""


@dataclass(frozen=True)
class VerifyJob:
    """The job of checking items."""

    engine: EngineChoice
    timeout: float
    item_seconds: float | None
    answers: bool
    cancel: Cancel | None = field(default=None, repr=False)
    size: int = 64

    @property
    def identity(self) -> str:
        """The parameters."""
        return repr(self)

    def begin(self) -> Callable[[Item], VerifiedItem]:
        """Checking, with what items of the same logic came to."""
        # Keys cost as much as the exact engine takes to decide.
        known: dict[str, ItemCheck] | None = None if self.engine == "worlds" else {}

        def check(item: Item) -> VerifiedItem:
            key = decided_by(item) if known is not None else None
            before = known.get(key) if known is not None and key is not None else None
            if before is None:
                before = self._check(item)
                if known is not None and key is not None:
                    if len(known) >= KNOWN:
                        known.clear()
                    known[key] = before
            answers = []
            if self.answers:
                answers = answered_questions(item, engine=self.engine, timeout=self.timeout)
            return VerifiedItem(before, answers)

        return check

    def _check(self, item: Item) -> ItemCheck:
        shared = None if self.item_seconds is None else Budget.of(self.item_seconds, self.cancel)
        return check_item(
            item, engine=self.engine, timeout=self.timeout, cancel=self.cancel, shared=shared
        )

    def key_of(self, input: Item) -> str:
        """Everything in the item."""
        return input.model_dump_json()


def _not_checked(item: Item, failed: InputFailure) -> ItemCheck:
    """The check of an item that could not be worked on."""
    reason = " ".join(part for part in (failed.title, failed.reason) if part)
    parts = [PartCheck(leaf, Status.UNKNOWN, leaf.query or "", reason) for leaf in item.leaves]
    return ItemCheck(item, tuple(parts), "unknown", reason)


def _of(item: Item, check: ItemCheck) -> ItemCheck:
    if check.item is item:
        return check
    parts = tuple(
        replace(part, question=leaf) for part, leaf in zip(check.parts, item.leaves, strict=True)
    )
    return replace(check, item=item, parts=parts)


def _entry(check: ItemCheck, part: PartCheck) -> dict[str, Any]:
    return {
        "id": check.item.id,
        "question": part.question.id,
        "query": part.asked,
        "gold": part.gold_text,
        "worlds": part.text("worlds"),
        "z3": part.text("z3"),
        "reason": part.reason,
    }


def _reason(check: ItemCheck, part: PartCheck) -> dict[str, Any]:
    return {"id": check.item.id, "question": part.question.id, "reason": part.reason}
