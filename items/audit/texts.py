"""What a reader sees of an item: questions of one type, their texts, labels and clusters.

Owns the grouping of questions into types and the texts of each view. `features` counts what is in
them.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from items.answers import ChoiceAnswer, TruthAnswer
from items.gold.check import QUESTION_TYPE
from items.models import Item, Question
from items.shape.renaming import structure_key
from items.shape.structure import cluster_of
from items.values.letters import letter

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*|[^\w\s]")
_HAN = re.compile(r"[\u3400-\u9fff]")
SPLIT = ("twins", "base", "base_item")
"""Attributes that name what twins have in common."""


@dataclass(frozen=True, slots=True)
class AuditQuestion:
    """One question of an item, as seen by a reader."""

    item: Item
    leaf: Question
    gold: int
    """Index of the right option, or of the right label among `labels`."""
    cluster: str
    """Its sampling cluster, which its twins and renamings share."""


@dataclass(frozen=True, slots=True)
class QuestionGroup:
    """All questions of one type."""

    name: str
    """For example `3c1e, 4 options` or `true, false, unknown`."""
    labels: tuple[str, ...]
    questions: tuple[AuditQuestion, ...]
    choice: bool
    """Whether each question has its own options; otherwise all share the labels."""


def groups_of(items: Iterable[Item]) -> tuple[QuestionGroup, ...]:
    """The questions with a gold answer that a reader can guess: an option or a label."""
    questions: dict[tuple[str, tuple[str, ...], bool], list[AuditQuestion]] = {}
    for item in items:
        cluster = None
        for leaf in item.leaves:
            row = _type_of(item, leaf)
            if row is None:
                continue
            if cluster is None:
                cluster = twins_of(item)
            name, labels, gold = row
            key = (name, labels, leaf.kind == "choice")
            questions.setdefault(key, []).append(AuditQuestion(item, leaf, gold, cluster))
    return tuple(
        QuestionGroup(name, labels, tuple(members), choice)
        for (name, labels, choice), members in questions.items()
    )


def _type_of(item: Item, leaf: Question) -> tuple[str, tuple[str, ...], int] | None:
    gold = leaf.gold
    if isinstance(gold, ChoiceAnswer):
        if gold.option is None or gold.option >= len(leaf.options):
            return None
        letters = tuple(letter(place) for place in range(len(leaf.options)))
        type_ = item.attributes.get(QUESTION_TYPE)
        name = f"{len(letters)} options" if type_ is None else f"{type_}, {len(letters)} options"
        return name, letters, gold.option
    if isinstance(gold, TruthAnswer):
        two_valued = item.two_valued
        labels = ("true", "false") if two_valued else ("true", "false", "unknown")
        if gold.value not in labels:
            return None
        return ", ".join(labels), labels, labels.index(gold.value)
    return None


def twins_of(item: Item) -> str:
    """The cluster of an item: what its twins share, or else its template, or else its structure."""
    for name in SPLIT:
        if name in item.attributes:
            return f"{item.provenance.benchmark} {name} {item.attributes[name]}"
    if "template" in item.attributes:
        return cluster_of(item)
    return structure_key(item) or cluster_of(item)


@lru_cache(maxsize=1 << 15)
def words_of(text: str) -> tuple[str, ...]:
    """Lower-case words and signs; Chinese characters one by one. Cached, for short texts that
    recur."""
    return words_in(text)


def words_in(text: str) -> tuple[str, ...]:
    """The same for a text that may be long, without caching."""
    texts: list[str] = []
    for word in _WORD.findall(text.casefold()):
        if _HAN.search(word):
            texts.extend(word)
        else:
            texts.append(word)
    return tuple(texts)
