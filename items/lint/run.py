"""Lint over item sets: every rule on every item, counted.

Owns the report and its JSON, and that the solver runs once for items that differ only in words.
"""

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sized
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from items.executors.executor import Workers
from items.executors.jobs import InputFailure
from items.executors.spool import Spool
from items.families.agreement import idle_on_purpose
from items.findings import readings, rules
from items.findings.rules import Finding, Rule
from items.gold.check import QUESTION_TYPE, decided_by
from items.lint import balance, false_claims, logic, lures, whole_sets
from items.lint.balance import Spread
from items.lint.checks import Check, all_rules, checks
from items.lint.logic import NOISE, LogicFindings
from items.models import TRUTH_SCALE, Item
from items.wording.text_limit import limited
from solver.cancel import Budget, GaveUp
from solver.results import EngineChoice

MAX_CACHED_RESULTS = 1 << 12
"""Most solver results that are cached for items with the same logic."""
EXAMPLES = 3
"""Default number of examples per rule in a report."""
_MIN_SECONDS = 0.001
"""Seconds for a rule if those before it used all of an item's time."""
Progress = Callable[[int, int], None]
"""Called with the numbers of items done and in total; the total is 0 if unknown."""
_TEXTS = ("what", "question", "excerpt", "kind")
"""Text fields of a finding."""
_CLAIMS = frozenset({rules.CLAIM_FALSE.name, rules.CLAIM_OPEN.name})
_LURES = frozenset({rules.UNREACHED.name, rules.SPARED.name})


class ItemFinding(NamedTuple):
    """A finding and the item it is about."""

    id: str
    """Id of the item."""
    finding: Finding


class RuleCount:
    """The findings of one rule. Large numbers of findings are not held in memory."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.total = 0
        """Number of items to which the rule applies."""
        self.answers: int | None = None
        """For rules about answers: the total number of answers; otherwise None."""
        self.kinds: Counter[str] = Counter()
        """Number of findings of each kind, if the rule has kinds."""
        self.ids = Spool()
        """Ids of the items that violate the rule, each once."""
        self._found = Spool()
        self._last: int | None = None

    def add(self, place: int, id_: str, finding: Finding) -> None:
        """Add a finding; findings come in the order of the items. `place` is the index of the
        item."""
        self._found.append([id_, *(getattr(finding, name) for name in _TEXTS)])
        if finding.kind:
            self.kinds[finding.kind] += 1
        if place != self._last:
            self._last = place
            self.ids.append(id_)

    @property
    def number(self) -> int:
        """Number of findings."""
        return len(self._found)

    @property
    def findings(self) -> tuple[ItemFinding, ...]:
        """All findings, in the order of the items; empty for rules about a set."""
        return tuple(map(self._read, self._found))

    def first(self, number: int) -> list[ItemFinding]:
        """The first `number` findings."""
        return [self._read(entry) for entry in self._found.head(number)]

    @property
    def items(self) -> tuple[str, ...]:
        """Ids of the items that violate the rule, each once."""
        return tuple(self.ids)

    def _read(self, entry: list[str]) -> ItemFinding:
        return ItemFinding(
            entry[0], Finding(self.rule, **dict(zip(_TEXTS, entry[1:], strict=True)))
        )

    def to_json(self, examples: int, *, held: bool = True) -> dict[str, Any]:
        """As documented in docs/lint.md; `ids` is a `Spool` unless `held`."""
        number = len(self.ids)
        document: dict[str, Any] = {
            "rule": self.rule.name,
            "severity": self.rule.severity,
            "title": self.rule.title,
            "items": number,
            "of": self.total,
            "percent": _percent(number, self.total),
            "findings": self.number,
            "kinds": dict(sorted(self.kinds.items())),
            "answers": None,
            "ids": list(self.ids) if held else self.ids,
            "examples": [_example(entry) for entry in self.first(examples)],
        }
        if self.answers is not None:
            document["answers"] = {
                "found": self.number,
                "of": self.answers,
                "percent": _percent(self.number, self.answers),
            }
        return document


@dataclass(frozen=True, slots=True)
class LintReport:
    """The findings of lint in a set."""

    items: int
    formal: int
    """Number of items with a formalization, including unreadable ones."""
    counts: tuple[RuleCount, ...]
    """One per rule, violated or not, in the order of the rules."""
    spreads: tuple[Spread, ...]
    seconds: float
    undecided_items: int = 0
    """Number of items for which the solver left something open in its time, including claims,
    regardless of the rules reported."""
    items_by_severity: Mapping[str, int] = field(default_factory=dict)
    """Maps a severity to the number of items that violate a rule with it."""

    @property
    def wrong(self) -> bool:
        """Whether anything is wrong, notes aside."""
        return any(count.number for count in self.counts if count.rule.severity == "wrong")

    def to_json(self, examples: int = EXAMPLES, *, held: bool = True) -> dict[str, Any]:
        """As documented in docs/lint.md; the ids of a rule are a `Spool` unless `held` in
        memory."""
        return {
            "items": self.items,
            "formal": self.formal,
            "wrong": self.items_by_severity.get("wrong", 0),
            "noted": self.items_by_severity.get("note", 0),
            "undecided": self.undecided_items,
            "rules": [count.to_json(examples, held=held) for count in self.counts],
            "balance": [
                {
                    "what": spread.what,
                    "counts": spread.counts,
                    "chi_square": spread.chi_square,
                    "unbalanced": spread.unbalanced,
                }
                for spread in self.spreads
            ],
            "seconds": round(self.seconds, 3),
        }


def lint(
    items: Iterable[Item],
    *,
    only: Collection[str] = (),
    progress: Progress | None = None,
    timeout: float = logic.DEFAULT_TIMEOUT,
    workers: Workers | None = None,
    engine: EngineChoice = "auto",
    total: int | None = None,
) -> LintReport:
    """Check every item, one after the other; a set may have any size. `only` names the rules to
    report; empty means all. `timeout` is the limit in seconds for all checks of one item, text and
    solver together; `engine` chooses the solver. `total` is the number of items, for `progress`. An
    item that cannot be processed counts as undecided, with the reason."""
    began = time.perf_counter()
    if total is None:
        total = len(items) if isinstance(items, Sized) else 0
    counts = {rule: RuleCount(rule) for rule in all_rules().values()}
    reported = [rule for rule in counts if _reported(rule, only)]
    marks = {"wrong": bytearray(), "note": bytearray()}
    """Maps a severity to a bit for each item that violates a reported rule."""
    left_open = bytearray()
    """A bit for each item that is not completely decided."""
    golds, whole = balance.Golds(), whole_sets.SetLint(timeout)
    item_count = formal = answers = 0

    def note(place: int, id_: str, finding: Finding) -> None:
        counts[finding.rule].add(place, id_, finding)
        if finding.rule in (rules.UNDECIDED, rules.CLAIM_OPEN):
            left_open[place >> 3] |= 1 << (place & 7)
        if finding.rule in reported:
            marks[finding.rule.severity][place >> 3] |= 1 << (place & 7)

    job = LintJob(tuple(sorted(only)), timeout, engine=engine)
    for item, outcome in (workers or Workers()).pairs(job, items):
        if progress is not None:
            progress(item_count, total)
        if item_count % 8 == 0:
            for bits in (*marks.values(), left_open):
                bits.append(0)
        formal += item.formalization is not None
        golds.see(item)
        if not whole.see(item):
            message = "its problem was not compared with the others in time"
            note(item_count, item.id, Finding(rules.UNDECIDED, message))
        if isinstance(outcome, InputFailure):
            reason = " ".join(part for part in (outcome.title, outcome.reason) if part)
            note(item_count, item.id, Finding(rules.UNDECIDED, reason))
        else:
            answers += outcome.answers
            for finding in outcome.findings:
                note(item_count, item.id, finding)
        item_count += 1
    for entry in whole.findings():
        note(entry.place, entry.id, entry.finding)
    if progress is not None:
        progress(item_count, total or item_count)
    for rule, count in counts.items():
        count.total = formal if rule.formal else item_count
        count.answers = answers if rule.per_answer else None
    spreads = [
        *(golds.positions() if not only or rules.POSITIONS.name in only else ()),
        *(golds.labels() if not only or rules.LABELS.name in only else ()),
    ]
    return LintReport(
        item_count,
        formal,
        tuple(counts[rule] for rule in reported),
        tuple(spreads),
        time.perf_counter() - began,
        sum(byte.bit_count() for byte in left_open),
        {name: sum(byte.bit_count() for byte in bits) for name, bits in marks.items()},
    )


def _reported(rule: Rule, only: Collection[str]) -> bool:
    """Whether a rule about items is reported; those about a set are spreads."""
    if rule in (rules.POSITIONS, rules.LABELS):
        return False
    return rule.name in only if only else not rule.on_request


@dataclass(frozen=True, slots=True)
class ItemLint:
    """The result for one item, considered alone."""

    findings: tuple[Finding, ...]
    answers: int
    """Number of answers to which rules about answers apply."""


@dataclass(frozen=True)
class LintJob:
    """The job of checking items one by one."""

    rules: tuple[str, ...]
    timeout: float
    size: int = 64
    engine: EngineChoice = "auto"

    @property
    def identity(self) -> str:
        """The parameters."""
        return repr(self)

    def begin(self) -> Callable[[Item], ItemLint]:
        """The function that checks one item, with a cache of solver results for items with the same
        logic."""
        logical_results: dict[tuple[str | None, ...], LogicFindings] = {}
        only, timeout, engine = self.rules, self.timeout, self.engine
        of_texts, of_formalizations = checks(formal=False), checks(formal=True)

        def look(item: Item) -> ItemLint:
            budget = Budget.of(timeout)
            findings: list[Finding] = []
            unfinished = False

            def seconds_left() -> float:
                return max(budget.left, _MIN_SECONDS)

            def make(chosen: Iterable[Check]) -> None:
                nonlocal unfinished
                try:
                    with limited(budget):
                        for check in chosen:
                            budget.check()
                            findings.extend(check.look(item))
                except GaveUp:
                    unfinished = True

            make(of_texts)
            answers = 0
            if item.formalization is not None:
                ids = [leaf.id for leaf in item.leaves]
                decided = decided_by(item, (TRUTH_SCALE, QUESTION_TYPE, *NOISE))
                key = (*ids, decided, str(idle_on_purpose(item)))
                if key not in logical_results:
                    if len(logical_results) >= MAX_CACHED_RESULTS:
                        logical_results.clear()
                    logical_results[key] = logic.look(item, seconds_left(), engine)
                answers = logical_results[key].answers
                findings += logical_results[key].findings
                make(of_formalizations)
                if not only or not _CLAIMS.isdisjoint(only):
                    findings += false_claims.look(item, seconds_left(), engine)
                if not only or rules.READING.name in only:
                    findings += readings.look(item, seconds_left(), engine)
                if not _LURES.isdisjoint(only):
                    findings += lures.look(item, seconds_left(), engine)
            if unfinished:
                message = "its texts were not checked in time"
                findings.append(Finding(rules.UNDECIDED, message))
            return ItemLint(tuple(findings), answers)

        return look

    def key_of(self, input: Item) -> str:
        """The whole item."""
        return input.model_dump_json()


def _percent(part: int, whole: int) -> float | None:
    return 100 * part / whole if whole else None


def _example(entry: ItemFinding) -> dict[str, str]:
    finding = entry.finding
    return {
        "id": entry.id,
        "question": finding.question,
        "what": finding.what,
        "kind": finding.kind,
        "excerpt": finding.excerpt,
    }
