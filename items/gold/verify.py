"""Checking gold answers of many items with the solver, and the report.

Owns the run, its figures and their JSON form. `check` defines agreement for one item. `checking`
processes a set of any size, and `Figures` accumulates the results.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

from items.executors.executor import Workers
from items.executors.jobs import InputFailure
from items.executors.spool import Spool
from items.gold.answered_items import Data, answered_questions
from items.gold.check import ItemCheck, PartCheck, Status, check_item, decided_by
from items.models import SUB_QUESTIONS, Item, ProofState
from solver.cancel import Budget, Cancel, TimeLeft
from solver.queries import DEFAULT_TIMEOUT
from solver.results import EngineChoice

Progress = Callable[[int, int], None]
"""Called with the numbers of items done and in total; the total is 0 if unknown."""
SubState = Literal["proved", "refuted", "open"]
_SUB_STATES: tuple[SubState, ...] = get_args(SubState)
MAX_CACHED_CHECKS = 1 << 12
"""Most checks that are cached for items with the same logic."""


class Figures:
    """The results of checking without the items; lists that may be long are `Spool`s."""

    def __init__(self) -> None:
        self.items = self.questions = self.agreeing = self.approximated = self.from_nothing = 0
        """`approximated`: proved items whose text only approximates their formulas; `from_nothing`:
        proved items with contradictory premises."""
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
                    self.agreeing += 1
                case Status.DISAGREE:
                    self.disagree.append(_entry(check, part))
                case Status.UNCHECKED:
                    self.unchecked.append(_reason(check, part))
                    if part.unread:
                        self.unreadable.append(_reason(check, part))
                case Status.UNKNOWN if part.engines_agree is not False:
                    self.unknown.append(_reason(check, part))
        if check.inconsistent_variants:
            self.inconsistent.append({"id": item.id, "under": list(check.inconsistent_variants)})
            self.from_nothing += check.state == "proved"
        for warning in check.warnings:
            self.warnings.append({"id": item.id, "warning": warning})
        if item.approximate:
            self.approximate.append(item.id)
            self.approximated += check.state == "proved"
        if SUB_QUESTIONS in item.attributes:
            self._hard = Counter() if self._hard is None else self._hard
            self._hard.update(question_states(check))

    @property
    def sub_questions(self) -> Mapping[str, int] | None:
        """Sub-questions of hard items by the outcome of their gold: `proved`, `refuted`, or `open`
        if a part is not formalized or not decided; None without hard items."""
        return None if self._hard is None else {name: self._hard[name] for name in _SUB_STATES}

    def to_json(self, seconds: float) -> dict[str, Any]:
        """The report for machines; `agree` counts queries, `questions` whole questions."""
        return {
            "items": self.items,
            "questions": self.questions,
            "agree": self.agreeing,
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
    """The state of each question of an item: proved if all golds of its parts are, refuted if one
    is."""
    parts = iter(check.parts)
    for question in check.item.questions:
        statuses = [next(parts).status for _ in question.leaves]
        if Status.DISAGREE in statuses:
            yield "refuted"
        elif all(status is Status.AGREE for status in statuses):
            yield "proved"
        else:
            yield "open"


def checking(
    items: Iterable[Item],
    job: "VerifyJob",
    workers: Workers | None = None,
    *,
    progress: Progress | None = None,
    total: int = 0,
) -> "Iterator[VerifiedItem]":
    """Yield the check of every item, in order, holding only a few at a time. `total` is the number
    of items, for `progress`. The job's `cancel` only works if this process does the work.

    Items with the same queries over the same premises, such as renderings of one template, are put
    to Z3 once. An item that cannot be processed is unknown, with the reason.
    """
    item_count = 0
    cancel = job.cancel
    pairs = (workers or Workers()).pairs(job, items)
    while True:
        if progress is not None and (item_count < total or not total):
            progress(item_count, total)
        if cancel is not None and cancel.cancelled:
            break
        pair = next(pairs, None)
        if pair is None:
            break
        item, result = pair
        if isinstance(result, InputFailure):
            result = VerifiedItem(_not_checked(item, result), [])
        item_count += 1
        yield VerifiedItem(_of(item, result.check), result.answers)
    if progress is not None:
        progress(item_count, total or item_count)


_CHECK_SHARE = 0.8
"""Part of a question's time that checking its gold may use if the question is answered too."""


@dataclass(frozen=True, slots=True)
class VerifiedItem:
    """The results of one item."""

    check: ItemCheck
    answers: list[Data]
    """The answers to its questions, if requested."""


@dataclass(frozen=True)
class VerifyJob:
    """The job of checking items."""

    engine: EngineChoice = "both"
    timeout: float = DEFAULT_TIMEOUT
    """Seconds for each query."""
    item_seconds: float | None = None
    """Seconds for all queries of an item together."""
    answers: bool = False
    """Whether every question is answered too."""
    cancel: Cancel | None = field(default=None, repr=False)
    size: int = 64

    @property
    def identity(self) -> str:
        """The parameters."""
        return repr(self)

    def begin(self) -> Callable[[Item], VerifiedItem]:
        """The function that checks one item, with a cache of results for items with the same
        logic."""
        # Computing keys costs as much as the exact engine's decision.
        checks_by_key: dict[str, ItemCheck] | None = None if self.engine == "worlds" else {}

        def check(item: Item) -> VerifiedItem:
            key = decided_by(item) if checks_by_key is not None else None
            before = (
                checks_by_key.get(key) if checks_by_key is not None and key is not None else None
            )
            left = TimeLeft(self.timeout)
            if before is None:
                before = self._check(item, left)
                if checks_by_key is not None and key is not None:
                    if len(checks_by_key) >= MAX_CACHED_CHECKS:
                        checks_by_key.clear()
                    checks_by_key[key] = before
            answers = []
            if self.answers:
                answers = answered_questions(
                    item, engine=self.engine, timeout=self.timeout, time_left=left
                )
            return VerifiedItem(before, answers)

        return check

    def _check(self, item: Item, left: TimeLeft) -> ItemCheck:
        shared = None if self.item_seconds is None else Budget.of(self.item_seconds, self.cancel)
        return check_item(
            item,
            engine=self.engine,
            timeout=self.timeout,
            cancel=self.cancel,
            shared_budget=shared,
            time_left=left,
            share=_CHECK_SHARE if self.answers else 1.0,
        )

    def key_of(self, input: Item) -> str:
        """The whole item."""
        return input.model_dump_json()


def _not_checked(item: Item, failure: InputFailure) -> ItemCheck:
    """The check of an item that could not be processed."""
    reason = " ".join(part for part in (failure.title, failure.reason) if part)
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
        "query": part.query_text,
        "gold": part.gold_text,
        "worlds": part.text("worlds"),
        "z3": part.text("z3"),
        "reason": part.reason,
    }


def _reason(check: ItemCheck, part: PartCheck) -> dict[str, Any]:
    return {"id": check.item.id, "question": part.question.id, "reason": part.reason}
