"""Gold against solver over many items, and the report of it.

Owns the run, its figures and their JSON form. What agreeing means for one item is `check`'s.
"""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from items.check import ItemCheck, PartCheck, Status, check_item
from items.executors.executor import Workers
from items.executors.work import Failed
from items.inspection.answered import Data, answered_questions
from items.models import Item, ProofState
from solver.cancel import Budget, Cancel
from solver.queries import DEFAULT_TIMEOUT
from solver.results import EngineChoice

SUB_QUESTIONS = "sub_questions"
"""Attribute of hard items: how many questions they ask."""
Progress = Callable[[int, int], None]
"""Called with items done and items in all."""
KNOWN = 1 << 16
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
        return {state: counts[state] for state in ("proved", "refuted", "open")}

    def to_json(self) -> dict[str, Any]:
        """The report for machines; `agree` counts queries, `questions` whole questions."""
        undecided = self.parts(Status.UNKNOWN)
        return {
            "items": len(self.checks),
            "questions": sum(len(check.item.questions) for check in self.checks),
            "agree": len(self.parts(Status.AGREE)),
            "disagree": [_entry(c, p) for c, p in self.parts(Status.DISAGREE)],
            "unchecked": [_reason(c, p) for c, p in self.parts(Status.UNCHECKED)],
            "unknown": [_reason(c, p) for c, p in undecided if p.engines_agree is not False],
            "engines_disagree": [_entry(c, p) for c, p in self.contradictions],
            "inconsistent": [
                {"id": check.item.id, "under": list(check.inconsistent)}
                for check in self.checks
                if check.inconsistent
            ],
            "warnings": [
                {"id": check.item.id, "warning": warning}
                for check in self.checks
                for warning in check.warnings
            ],
            "proofs": dict(self.states),
            "approximate": [check.item.id for check in self.checks if check.item.approximate],
            "sub_questions": None if self.sub_questions is None else dict(self.sub_questions),
            "seconds": self.seconds,
        }


def question_states(check: ItemCheck) -> Iterator[Literal["proved", "refuted", "open"]]:
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
    told: Callable[[ItemCheck], None] = lambda _check: None,
    workers: Workers | None = None,
    answers: bool = False,
) -> VerifyReport:
    """Check every gold answer of every item. `timeout` is in seconds for each query, `item_seconds`
    for all queries of an item together; `told` is given each item's check as it is done. With
    `answers`, every question is answered too. `cancel` is heeded where this process does the work.

    Items that ask the same of the same premises, as the tellings of one template do, are put to Z3
    once. An item that cannot be worked on is unknown, with the reason.
    """
    chosen: Sequence[Item] = tuple(items)
    start = time.perf_counter()
    checks: list[ItemCheck] = []
    answered: list[list[Data]] = []
    job = Checking(engine, timeout, item_seconds, answers, cancel)
    entries = (workers or Workers()).run(job, chosen)
    for done, item in enumerate(chosen):
        if progress is not None:
            progress(done, len(chosen))
        if cancel is not None and cancel.cancelled:
            break
        result = next(entries)
        if isinstance(result, Failed):
            result = Checked(_not_checked(item, result), [])
        checks.append(_of(item, result.check))
        answered.append(result.answers)
        told(checks[-1])
    if progress is not None:
        progress(len(checks), len(chosen))
    return VerifyReport(tuple(checks), time.perf_counter() - start, tuple(answered))


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of one item."""

    check: ItemCheck
    answers: list[Data]
    """To its questions, where they were asked for."""


@dataclass(frozen=True)
class Checking:
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

    def begin(self) -> Callable[[Item], Checked]:
        """Checking, with what items of the same logic came to."""
        # Keys cost as much as the exact engine takes to decide.
        known: dict[str, ItemCheck] | None = None if self.engine == "worlds" else {}

        def check(item: Item) -> Checked:
            key = _key(item) if known is not None else None
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
            return Checked(before, answers)

        return check

    def _check(self, item: Item) -> ItemCheck:
        shared = None if self.item_seconds is None else Budget.of(self.item_seconds, self.cancel)
        return check_item(
            item, engine=self.engine, timeout=self.timeout, cancel=self.cancel, shared=shared
        )

    def key_of(self, input: Item) -> str:
        """Everything in the item."""
        return input.model_dump_json()


def _not_checked(item: Item, failed: Failed) -> ItemCheck:
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


def _key(item: Item) -> str | None:
    """What decides an item's check: everything but its words."""
    if item.formalization is None:
        return None
    formal = {key: value for key, value in item.formalization.items() if key != "translation"}
    asked = [
        (
            leaf.kind,
            leaf.query_kind,
            leaf.query,
            [(option.formula, option.formula or option.text) for option in leaf.options],
            [choice.key for choice in leaf.vocabulary],
            None if leaf.gold is None else leaf.gold.model_dump(mode="json"),
        )
        for leaf in item.leaves
    ]
    scales = [item.attributes.get(name) for name in ("truth_scale", "question_type")]
    return json.dumps([formal, asked, scales], sort_keys=True)


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
