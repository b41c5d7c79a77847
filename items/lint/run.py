"""Lint over item sets: every rule on every item, counted.

Owns the report and its JSON, and that the solver looks once at items that differ in words only.
"""

import json
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from items.check import QUESTION_TYPE, TRUTH_SCALE
from items.executors.executor import Workers
from items.executors.work import Failed
from items.lint import (
    balance,
    claimed,
    damaged,
    double_negation,
    invisible,
    logic,
    lures,
    polarity,
    readings,
    rules,
    sets,
    telling,
    words,
)
from items.lint.balance import Spread
from items.lint.logic import NOISE, Logical
from items.lint.rules import RULES, Finding, Rule
from items.models import Item
from solver.results import EngineChoice

KNOWN = 1 << 16
"""So much of what the solver found is remembered, for items of the same logic."""
EXAMPLES = 3
"""Examples of a rule that a report carries by default."""
Progress = Callable[[int, int], None]
"""Called with items done and items in all."""
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
        rules.UNUSED_PREMISE,
        rules.UNUSED_SYMBOL,
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
        rules.UNTOLD,
        rules.READING,
        rules.UNREACHED,
        rules.SPARED,
        rules.CLAIM_FALSE,
        rules.CLAIM_OPEN,
    }
)
"""Rules about items with a formalization; of the others every item is the base."""


@dataclass(frozen=True, slots=True)
class Found:
    """A finding and the item it is about."""

    item: Item
    finding: Finding


@dataclass(frozen=True, slots=True)
class Count:
    """What came of one rule."""

    rule: Rule
    found: tuple[Found, ...]
    """All findings, in the order of the items; none for rules about a set."""
    of: int
    """Items it could be broken by."""
    answers: int | None
    """Rules about answers: how many answers there are in all; else None."""

    @property
    def items(self) -> tuple[str, ...]:
        """Ids of the items that break it, each once."""
        return tuple(dict.fromkeys(entry.item.id for entry in self.found))

    def to_json(self, examples: int) -> dict[str, Any]:
        """As documented in docs/lint.md."""
        ids = self.items
        kinds = Counter(entry.finding.kind for entry in self.found if entry.finding.kind)
        document: dict[str, Any] = {
            "rule": self.rule.name,
            "severity": self.rule.severity,
            "title": self.rule.title,
            "items": len(ids),
            "of": self.of,
            "percent": _percent(len(ids), self.of),
            "findings": len(self.found),
            "kinds": dict(sorted(kinds.items())),
            "answers": None,
            "ids": list(ids),
            "examples": [_example(entry) for entry in self.found[:examples]],
        }
        if self.answers is not None:
            count = len(self.found)
            document["answers"] = {
                "found": count,
                "of": self.answers,
                "percent": _percent(count, self.answers),
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
    """Items of which the solver left something open in its time, whichever rules are reported."""

    @property
    def wrong(self) -> bool:
        """Whether anything is wrong, notes apart."""
        return any(count.found for count in self.counts if count.rule.severity == "wrong")

    def to_json(self, examples: int = EXAMPLES) -> dict[str, Any]:
        """As documented in docs/lint.md."""
        return {
            "items": self.items,
            "formal": self.formal,
            "wrong": len(_ids(self.counts, "wrong")),
            "noted": len(_ids(self.counts, "note")),
            "undecided": self.undecided,
            "rules": [count.to_json(examples) for count in self.counts],
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
) -> LintReport:
    """Look at every item. `only` names rules to report; empty means all. `timeout` is in seconds,
    for everything that the solver is asked about one item; `engine` is who is asked. An item that
    cannot be worked on is undecided, with the reason."""
    began = time.perf_counter()
    chosen: Sequence[Item] = tuple(items)
    findings: dict[Rule, list[Found]] = {rule: [] for rule in RULES}
    formal = answers = 0
    looked = (workers or Workers()).run(
        Looking(tuple(sorted(only)), timeout, engine=engine), chosen
    )
    for done, (item, seen) in enumerate(zip(chosen, looked, strict=True)):
        if progress is not None:
            progress(done, len(chosen))
        formal += item.formalization is not None
        if isinstance(seen, Failed):
            reason = " ".join(part for part in (seen.title, seen.reason) if part)
            findings[rules.UNDECIDED].append(Found(item, Finding(rules.UNDECIDED, reason)))
            continue
        answers += seen.answers
        for finding in seen.findings:
            findings[finding.rule].append(Found(item, finding))
    for entry in sets.look(chosen):
        findings[entry.finding.rule].append(Found(entry.item, entry.finding))
    if progress is not None:
        progress(len(chosen), len(chosen))
    placed, labelled = balance.positions(chosen), balance.labels(chosen)
    counts = [
        Count(
            rule,
            tuple(findings[rule]),
            formal if rule in _FORMAL else len(chosen),
            answers if rule in _ANSWERS else None,
        )
        for rule in RULES
        if rule not in (rules.POSITIONS, rules.LABELS)
        and (rule.name in only if only else rule not in rules.ON_REQUEST)
    ]
    spreads = [
        *(placed if not only or rules.POSITIONS.name in only else ()),
        *(labelled if not only or rules.LABELS.name in only else ()),
    ]
    seconds = time.perf_counter() - began
    undecided = len({entry.item.id for entry in findings[rules.UNDECIDED]})
    return LintReport(len(chosen), formal, tuple(counts), tuple(spreads), seconds, undecided)


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen of one item by itself."""

    findings: tuple[Finding, ...]
    answers: int
    """That rules about answers could be broken by."""


@dataclass(frozen=True)
class Looking:
    """The job of looking at items one by one."""

    only: tuple[str, ...]
    timeout: float
    size: int = 64
    engine: EngineChoice = "auto"

    @property
    def identity(self) -> str:
        """The parameters."""
        return repr(self)

    def begin(self) -> Callable[[Item], Seen]:
        """Looking, with what the solver found of items of the same logic."""
        known: dict[str, Logical] = {}
        only, timeout, engine = self.only, self.timeout, self.engine

        def look(item: Item) -> Seen:
            findings = [
                *words.look(item),
                *telling.look(item),
                *invisible.look(item),
                *damaged.look(item),
            ]
            answers = 0
            if item.formalization is not None:
                key = _key(item)
                if key not in known:
                    if len(known) >= KNOWN:
                        known.clear()
                    known[key] = logic.look(item, timeout, engine)
                answers = known[key].answers
                findings += [
                    *known[key].findings,
                    *double_negation.look(item),
                    *polarity.look(item),
                ]
                if not only or not _CLAIMS.isdisjoint(only):
                    findings += claimed.look(item, timeout, engine)
                if not only or rules.READING.name in only:
                    findings += readings.look(item, timeout, engine)
                if not _LURES.isdisjoint(only):
                    findings += lures.look(item, timeout, engine)
            return Seen(tuple(findings), answers)

        return look

    def key_of(self, input: Item) -> str:
        """Everything in the item."""
        return input.model_dump_json()


def _key(item: Item) -> str:
    """What decides the solver's findings: everything but the words."""
    assert item.formalization is not None
    formal = {key: value for key, value in item.formalization.items() if key != "translation"}
    asked = [
        (
            leaf.id,
            leaf.kind,
            leaf.query_kind,
            leaf.query,
            [(option.formula, option.formula or option.text) for option in leaf.options],
            [choice.key for choice in leaf.vocabulary],
            None if leaf.gold is None else leaf.gold.model_dump(mode="json"),
        )
        for leaf in item.leaves
    ]
    scales = [item.attributes.get(name) for name in (TRUTH_SCALE, QUESTION_TYPE, *NOISE)]
    return json.dumps([formal, asked, scales], sort_keys=True)


def _ids(counts: Iterable[Count], severity: str) -> set[str]:
    return {
        entry.item.id
        for count in counts
        if count.rule.severity == severity
        for entry in count.found
    }


def _percent(part: int, whole: int) -> float | None:
    return 100 * part / whole if whole else None


def _example(entry: Found) -> dict[str, str]:
    finding = entry.finding
    return {
        "id": entry.item.id,
        "question": finding.question,
        "what": finding.what,
        "kind": finding.kind,
        "excerpt": finding.excerpt,
    }
