"""Lint over item sets: every rule on every item, counted.

Owns the report and its JSON, and that the solver looks once at items that differ in words only.
"""

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from items.executors.executor import Workers
from items.executors.jobs import InputFailure
from items.executors.spool import Spool
from items.families.agreement import idle_on_purpose
from items.findings import readings, rules, words
from items.findings.rules import RULES, Finding, Rule
from items.gold.check import QUESTION_TYPE, decided_by
from items.lint import (
    balance,
    damaged_text,
    double_negation,
    exchanged_glosses,
    false_claims,
    invisible,
    logic,
    lures,
    missing_text,
    polarity,
    reversed_question,
    swapped_options,
    text_faults,
    whole_sets,
)
from items.lint.balance import Spread
from items.lint.logic import NOISE, Logical
from items.models import TRUTH_SCALE, Item
from items.wording.text_limit import limited
from solver.cancel import Budget, GaveUp
from solver.results import EngineChoice

KNOWN = 1 << 12
"""So much of what the solver found is remembered, for items of the same logic."""
EXAMPLES = 3
"""Examples of a rule that a report carries by default."""
_LEAST = 0.001
"""Seconds that a rule has where those before it took all of an item's time."""
Progress = Callable[[int, int], None]
"""Called with items done and items in all, which is 0 where nobody knows."""
_TEXTS = ("what", "question", "excerpt", "kind")
"""Of a finding."""
_CLAIMS = frozenset({rules.CLAIM_FALSE.name, rules.CLAIM_OPEN.name})
_LURES = frozenset(rule.name for rule in rules.ON_REQUEST)
_ANSWERS = frozenset({rules.SINGLE, rules.VACUOUS})
_FORMAL = frozenset(
    {
        rules.UNREADABLE,
        rules.INCONSISTENT,
        rules.DISPROVED,
        rules.SEVERAL,
        rules.NO_RIGHT,
        rules.EQUIVALENT,
        rules.SAME_HERE,
        rules.FOREIGN,
        rules.VACUOUS,
        rules.SINGLE,
        rules.GIVEN,
        rules.REPEATED,
        rules.UNUSED_PREMISE,
        rules.UNUSED_SYMBOL,
        rules.UNDECLARED,
        rules.EXCHANGED,
        rules.UNGLOSSED,
        rules.UNDECIDED,
        rules.ENGINES,
        rules.LEFT_IN,
        rules.LETTER,
        rules.SAME_SENTENCE,
        rules.DOUBLE_WRONG,
        rules.DOUBLE_RIGHT,
        rules.POLARITY,
        rules.POLARITY_UNSURE,
        rules.REVERSED,
        rules.UNTOLD,
        rules.UNTOLD_PREMISE,
        rules.READING,
        rules.UNREACHED,
        rules.SPARED,
        rules.CLAIM_FALSE,
        rules.CLAIM_OPEN,
    }
)
"""Rules about items with a formalization; of the others every item is the base."""
_TEXTS_AND_FORMULAS = (
    double_negation.look,
    polarity.look,
    exchanged_glosses.look,
    swapped_options.look,
    reversed_question.look,
    missing_text.look,
)


class ItemFinding(NamedTuple):
    """A finding and the item it is about."""

    id: str
    """Of the item."""
    finding: Finding


class Count:
    """What came of one rule. Findings are not held in memory where there are many."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.of = 0
        """Items it could be broken by."""
        self.answers: int | None = None
        """Rules about answers: how many answers there are in all; else None."""
        self.kinds: Counter[str] = Counter()
        """Findings of each sort, where the rule has sorts."""
        self.ids = Spool()
        """Of the items that break it, each once."""
        self._found = Spool()
        self._last: int | None = None

    def add(self, place: int, id_: str, finding: Finding) -> None:
        """One more; findings come in the order of the items. `place` is the item's."""
        self._found.append([id_, *(getattr(finding, name) for name in _TEXTS)])
        if finding.kind:
            self.kinds[finding.kind] += 1
        if place != self._last:
            self._last = place
            self.ids.append(id_)

    @property
    def number(self) -> int:
        """How many findings there are."""
        return len(self._found)

    @property
    def findings(self) -> tuple[ItemFinding, ...]:
        """All findings, in the order of the items; none for rules about a set."""
        return tuple(map(self._read, self._found))

    def first(self, number: int) -> list[ItemFinding]:
        """The first findings."""
        return [self._read(entry) for entry in self._found.head(number)]

    @property
    def items(self) -> tuple[str, ...]:
        """Ids of the items that break it, each once."""
        return tuple(self.ids)

    def _read(self, entry: list[str]) -> ItemFinding:
        return ItemFinding(
            entry[0], Finding(self.rule, **dict(zip(_TEXTS, entry[1:], strict=True)))
        )

    def to_json(self, examples: int, *, held: bool = True) -> dict[str, Any]:
        """As documented in docs/lint.md; `ids` is a `Spool` where it is not to be held."""
        number = len(self.ids)
        document: dict[str, Any] = {
            "rule": self.rule.name,
            "severity": self.rule.severity,
            "title": self.rule.title,
            "items": number,
            "of": self.of,
            "percent": _percent(number, self.of),
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
    """What lint found in a set."""

    items: int
    formal: int
    """Items with a formalization that can be read, or that should be."""
    counts: tuple[Count, ...]
    """One a rule, broken or not, in the order of the rules."""
    spreads: tuple[Spread, ...]
    seconds: float
    undecided: int = 0
    """Items of which the solver left something open in its time, claims among it, whichever rules
    are reported."""
    broken: Mapping[str, int] = field(default_factory=dict)
    """Severity to items that break a rule of it."""

    @property
    def wrong(self) -> bool:
        """Whether anything is wrong, notes apart."""
        return any(count.number for count in self.counts if count.rule.severity == "wrong")

    def to_json(self, examples: int = EXAMPLES, *, held: bool = True) -> dict[str, Any]:
        """As documented in docs/lint.md; the ids of a rule are a `Spool` where they are not to be
        held in memory."""
        return {
            "items": self.items,
            "formal": self.formal,
            "wrong": self.broken.get("wrong", 0),
            "noted": self.broken.get("note", 0),
            "undecided": self.undecided,
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
    """Look at every item, one after the other; a set may have any size. `only` names rules to
    report; empty means all. `timeout` is in seconds, for everything that one item is looked at for,
    texts and solver together; `engine` is who is asked. `total` is how many items there are, for
    `progress`. An item that cannot be worked on is undecided, with the reason."""
    began = time.perf_counter()
    if total is None:
        total = len(items) if isinstance(items, Sized) else 0
    counts = {rule: Count(rule) for rule in RULES}
    reported = [rule for rule in RULES if _reported(rule, only)]
    marks = {"wrong": bytearray(), "note": bytearray()}
    """Severity to a bit for each item that breaks a reported rule."""
    left_open = bytearray()
    """A bit for each item that is not wholly decided."""
    golds, whole = balance.Golds(), whole_sets.Set(timeout)
    done = formal = answers = 0

    def note(place: int, id_: str, finding: Finding) -> None:
        counts[finding.rule].add(place, id_, finding)
        if finding.rule in (rules.UNDECIDED, rules.CLAIM_OPEN):
            left_open[place >> 3] |= 1 << (place & 7)
        if finding.rule in reported:
            marks[finding.rule.severity][place >> 3] |= 1 << (place & 7)

    job = LintJob(tuple(sorted(only)), timeout, engine=engine)
    for item, outcome in (workers or Workers()).pairs(job, items):
        if progress is not None:
            progress(done, total)
        if done % 8 == 0:
            for bits in (*marks.values(), left_open):
                bits.append(0)
        formal += item.formalization is not None
        golds.see(item)
        if not whole.see(item):
            message = "its problem was not compared with the others in its time"
            note(done, item.id, Finding(rules.UNDECIDED, message))
        if isinstance(outcome, InputFailure):
            reason = " ".join(part for part in (outcome.title, outcome.reason) if part)
            note(done, item.id, Finding(rules.UNDECIDED, reason))
        else:
            answers += outcome.answers
            for finding in outcome.findings:
                note(done, item.id, finding)
        done += 1
    for entry in whole.findings():
        note(entry.place, entry.id, entry.finding)
    if progress is not None:
        progress(done, total or done)
    for rule, count in counts.items():
        count.of = formal if rule in _FORMAL else done
        count.answers = answers if rule in _ANSWERS else None
    spreads = [
        *(golds.positions() if not only or rules.POSITIONS.name in only else ()),
        *(golds.labels() if not only or rules.LABELS.name in only else ()),
    ]
    return LintReport(
        done,
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
    return rule.name in only if only else rule not in rules.ON_REQUEST


@dataclass(frozen=True, slots=True)
class ItemLint:
    """What was seen of one item by itself."""

    findings: tuple[Finding, ...]
    answers: int
    """That rules about answers could be broken by."""


@dataclass(frozen=True)
class LintJob:
    """The job of looking at items one by one."""

    only: tuple[str, ...]
    timeout: float
    size: int = 64
    engine: EngineChoice = "auto"

    @property
    def identity(self) -> str:
        """The parameters."""
        return repr(self)

    def begin(self) -> Callable[[Item], ItemLint]:
        """The job, with what the solver found of items of the same logic."""
        known: dict[tuple[str | None, ...], Logical] = {}
        only, timeout, engine = self.only, self.timeout, self.engine

        def look(item: Item) -> ItemLint:
            budget = Budget.of(timeout)
            findings: list[Finding] = []
            unfinished = False

            def seconds_left() -> float:
                return max(budget.left, _LEAST)

            def read(rules_of_wording: Iterable[Callable[[Item], Iterator[Finding]]]) -> None:
                nonlocal unfinished
                try:
                    with limited(budget):
                        for rule in rules_of_wording:
                            budget.check()
                            findings.extend(rule(item))
                except GaveUp:
                    unfinished = True

            read((words.look, text_faults.look, invisible.look, damaged_text.look))
            answers = 0
            if item.formalization is not None:
                ids = [leaf.id for leaf in item.leaves]
                decided = decided_by(item, (TRUTH_SCALE, QUESTION_TYPE, *NOISE))
                key = (*ids, decided, str(idle_on_purpose(item)))
                if key not in known:
                    if len(known) >= KNOWN:
                        known.clear()
                    known[key] = logic.look(item, seconds_left(), engine)
                answers = known[key].answers
                findings += known[key].findings
                read(_TEXTS_AND_FORMULAS)
                if not only or not _CLAIMS.isdisjoint(only):
                    findings += false_claims.look(item, seconds_left(), engine)
                if not only or rules.READING.name in only:
                    findings += readings.look(item, seconds_left(), engine)
                if not _LURES.isdisjoint(only):
                    findings += lures.look(item, seconds_left(), engine)
            if unfinished:
                message = "its texts were not looked through in its time"
                findings.append(Finding(rules.UNDECIDED, message))
            return ItemLint(tuple(findings), answers)

        return look

    def key_of(self, input: Item) -> str:
        """Everything in the item."""
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
