"""The user's own sentences: SNLI and MNLI files as a bank of clause groups.

Owns reading the pairs, grouping them by premise, and the filters of DivLogicEval (appendix C): no
leading verb, a verb at all. Further filters are needed for reading back: no connective, no inner
punctuation, a subject of its own. As published, an entailed sentence serves as paraphrase and a
contradicting one as opposite; docs/wording.md discusses the limits. Negation is in `negation`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from items.wording.bank import Bank, Clause, ClauseGroup
from items.wording.negation import NegationRefusal, begins_with_verb, has_verb, negate
from items.wording.words import word_set
from solver.errors import InputError
from solver.files import parse_json

MAX_WORDS = 14
"""Largest number of words in a clause."""
_CONNECTIVES = word_set("connectives")
_PRONOUNS = word_set("pronouns")
"""Their referent is not in the sentence, so that another clause of the item might seem to supply
it.
"""
_OPENERS = word_set("openers")
"""First words that are certainly not names."""
_WORDS = re.compile(r"[A-Za-z]+(?:['-][A-Za-z]+)*")


@dataclass
class Counts:
    """What happened to the pairs. Each premise and each hypothesis is counted once."""

    pairs: int = 0
    labels: Counter[str] = field(default_factory=Counter)
    """Pairs by gold label; "-" if the annotators did not agree."""
    premises: int = 0
    groups: int = 0
    restored_auxiliaries: int = 0
    """Premises and hypotheses whose missing auxiliary was inserted."""
    premises_rejected: Counter[str] = field(default_factory=Counter)
    """By reason, including the lack of a usable paraphrase or opposite."""
    hypotheses_rejected: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Corpus:
    """A bank built from a user's corpus, and counts of what was rejected."""

    bank: Bank
    counts: Counts


def _pairs(path: Path) -> Iterator[tuple[str, str, str]]:
    if path.exists() and not path.is_file():
        text = "expected a file, which is read twice, found a folder, a pipe or a device"
        raise InputError("Corpus cannot be read", f"{path}: {text}")
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _pair(line, f"{path}, line {number}")
    except (OSError, UnicodeDecodeError) as trouble:
        raise InputError("Corpus cannot be read", f"{path}: {trouble}") from trouble


def _pair(line: str, where: str) -> tuple[str, str, str]:
    try:
        record = parse_json(line)
    except ValueError as trouble:
        raise InputError("Corpus cannot be read", f"{where}: {trouble}") from trouble
    values = []
    for key in ("sentence1", "sentence2", "gold_label"):
        value = record.get(key) if isinstance(record, Mapping) else None
        if not isinstance(value, str):
            raise InputError(
                "Corpus cannot be read",
                f"{where}: expected a text under {key!r}, found {value!r}",
                "SNLI and MNLI have sentence1, sentence2 and gold_label in every line.",
            )
        values.append(value)
    return values[0], values[1], values[2]


class _Names:
    """Words that the corpus always capitalizes inside sentences."""

    def __init__(self) -> None:
        self.capitalized_words: set[str] = set()
        self.lowercase_words: set[str] = set()

    def learn(self, sentence: str) -> None:
        for word in sentence.split()[1:]:
            bare = word.strip(".,;:!?\"'()")
            (self.capitalized_words if bare[:1].isupper() else self.lowercase_words).add(
                bare.lower()
            )

    def is_name(self, word: str) -> bool | None:
        """True, False, or None if the corpus does not decide it."""
        low = word.lower()
        if low in self.lowercase_words or low in _OPENERS:
            return False
        return True if low in self.capitalized_words else None


def _clause(sentence: str, names: _Names) -> str | NegationRefusal:
    """The sentence as a clause without full stop and opening capital, or the reason for refusing
    it."""
    text = " ".join(sentence.split()).rstrip(".").rstrip()
    words = text.split(" ") if text else []
    if len(words) < 3:
        return NegationRefusal("too short")
    if len(words) > MAX_WORDS:
        return NegationRefusal("too long")
    if any(not _WORDS.fullmatch(word) for word in words):
        return NegationRefusal("punctuation, digits or foreign signs")
    lower = [word.lower() for word in words]
    if begins_with_verb(lower):
        return NegationRefusal("begins with a verb")
    if not has_verb(lower):
        return NegationRefusal("no verb")
    if any(word in _CONNECTIVES for word in lower):
        return NegationRefusal("a connective inside")
    if lower[0] in _PRONOUNS:
        return NegationRefusal("the subject is, or begins with, a pronoun")
    name = names.is_name(words[0])
    if name is None:
        return NegationRefusal("a first word that may be a name")
    return text if name else text[0].lower() + text[1:]


def read_corpus(paths: Iterable[Path]) -> Corpus:
    """Return the clause groups of SNLI or MNLI files (JSON Lines), and counts of what was rejected.

    Files are read twice: the first time for the names.

    Raises:
        InputError: a file does not have that format; the error names the line.
    """
    paths = tuple(paths)
    names = _Names()
    for path in paths:
        for premise, hypothesis, _ in _pairs(path):
            names.learn(premise)
            names.learn(hypothesis)
    counts = Counts()
    grouped: dict[str, dict[str, list[str]]] = {}
    for path in paths:
        for premise, hypothesis, label in _pairs(path):
            counts.pairs += 1
            counts.labels[label] += 1
            texts = grouped.setdefault(premise, {"entailment": [], "contradiction": []})
            if label in texts and hypothesis not in texts[label]:
                texts[label].append(hypothesis)
    counts.premises = len(grouped)
    groups: list[ClauseGroup] = []
    for premise, texts in grouped.items():
        group = _group(f"nli_{len(groups) + 1}", premise, texts, names, counts)
        if group is not None:
            groups.append(group)
    counts.groups = len(groups)
    return Corpus(Bank("en", tuple(groups)), counts)


def _negatable(sentence: str, names: _Names, counts: Counts) -> Clause | NegationRefusal:
    clause = _clause(sentence, names)
    if isinstance(clause, NegationRefusal):
        return clause
    negated = negate(clause)
    if isinstance(negated, NegationRefusal):
        return negated
    counts.restored_auxiliaries += negated.restored
    return Clause(negated.text, negated.negation)


def _group(
    id: str, premise: str, texts: Mapping[str, list[str]], names: _Names, counts: Counts
) -> ClauseGroup | None:
    first = _negatable(premise, names, counts)
    if isinstance(first, NegationRefusal):
        counts.premises_rejected[first.reason] += 1
        return None
    clauses = [first]
    for hypothesis in texts["entailment"]:
        other = _negatable(hypothesis, names, counts)
        if isinstance(other, NegationRefusal):
            counts.hypotheses_rejected[other.reason] += 1
        elif other.text.lower() != first.text.lower():
            clauses.append(other)
    opposites = []
    for hypothesis in texts["contradiction"]:
        opposite = _opposite(hypothesis, names, counts)
        if isinstance(opposite, NegationRefusal):
            counts.hypotheses_rejected[opposite.reason] += 1
        else:
            opposites.append(opposite)
    affirmed = {clause.text.lower() for clause in clauses}
    opposites = [text for text in opposites if text.lower() not in affirmed]
    for missing, reason in (
        (clauses[1:], "no usable paraphrase"),
        (opposites, "no usable opposite"),
    ):
        if not missing:
            counts.premises_rejected[reason] += 1
            return None
    return ClauseGroup(id, id, tuple(clauses), tuple(opposites))


def _opposite(sentence: str, names: _Names, counts: Counts) -> str | NegationRefusal:
    """A contradicting sentence; it needs a certain finite verb, and no negation of its own."""
    other = _negatable(sentence, names, counts)
    return other if isinstance(other, NegationRefusal) else other.text
