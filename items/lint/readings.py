"""Lint of items whose answer depends on how a common word is read.

Owns which misreadings are tried, and which texts say themselves how a word is meant. A misreading
counts where the formula it changes is told with the word, and the text does not settle it.
"""

import re
from collections.abc import Iterator, Mapping

from items.check import Status, check_answer
from items.formal import formal_item
from items.lint import rules
from items.lint.rules import Finding
from items.misreadings.misreading import Case
from items.misreadings.registry import MISREADINGS
from items.models import Item
from items.wording.bank import LANGUAGES, language_of
from items.wording.conventions import without_conventions
from items.wording.tokens import sentences_of
from solver.cancel import Budget
from solver.errors import InputError
from solver.language.edits import theory
from solver.language.problem import BASELINE, Query
from solver.language.syntax import Truth
from solver.queries import Session

_WORDS: Mapping[str, re.Pattern[str]] = {
    "exclusive-or": re.compile(r"\bor\b|或", re.IGNORECASE),
    "unless-biconditional": re.compile(r"\bunless\b|除非", re.IGNORECASE),
    "only-if-reversed": re.compile(
        r"(?<!if and )\bonly (?:if|when|on condition)\b|只有|(?<!当且)仅当", re.IGNORECASE
    ),
    "existential-import": re.compile(r"\b(?:all|every|no)\b|所有|每|没有", re.IGNORECASE),
}
_SETTLED: Mapping[str, re.Pattern[str]] = {
    "exclusive-or": re.compile(
        r"or both|“or” (?:always )?includes|\"or\" (?:always )?includes|inclusive|at least one of"
        r"|或[^。]{0,8}(?:都成立|兼|两者)|至少",
        re.IGNORECASE,
    ),
    "unless-biconditional": re.compile(r"“unless” says nothing|“除非”不涉及", re.IGNORECASE),
    "only-if-reversed": re.compile(
        r"“only if” (?:names|means|says|states)|“只有”说的是必要条件|necessary condition|必要条件",
        re.IGNORECASE,
    ),
    "existential-import": re.compile(
        r"there (?:may be|need not be|might be) no|可能没有", re.IGNORECASE
    ),
}

_EXACT = frozenset({"only-if-reversed"})
"""Words that change a premise only where its own sentence has them. Where it is not known which
sentence says which premise, they are not tried."""


def look(item: Item, seconds: float) -> Iterator[Finding]:
    """Misreadings under which the gold would not be right, of words the text leaves open."""
    text = " ".join((item.text, *(leaf.text for leaf in item.leaves)))
    open_words = [
        name
        for name, word in _WORDS.items()
        if word.search(text) and not _SETTLED[name].search(text)
    ]
    if not open_words or item.formalization is None:
        return
    try:
        formal = formal_item(item)
    except InputError:
        return
    if formal is None:
        return
    base = theory(formal.problem, BASELINE)
    budget = Budget.of(seconds)
    for place, leaf in enumerate(item.leaves):
        query = formal.queries.get(place)
        if leaf.gold is None or (query is not None and query.variants != (BASELINE,)):
            continue
        asked = query or Query("necessary", "necessary(⊤)", Truth(True))
        plain = check_answer(item, formal, place, leaf.gold, Session(base, timeout=seconds))
        if plain is not Status.AGREE:
            continue
        for name in open_words:
            if budget.over:
                return
            sentences = _sentences(item, len(base.premises), text, name in _EXACT)
            if sentences is None:
                continue
            readings = list(MISREADINGS[name].readings(Case(base, asked, sentences)))
            readings = [reading for reading in readings if reading.premises]
            if not readings:
                continue
            session = Session(readings[-1].theory, timeout=max(budget.left, 0.001))
            if session.report.consistent is not True:
                continue
            if check_answer(item, formal, place, leaf.gold, session) is Status.DISAGREE:
                title = MISREADINGS[name].titles["en"]
                yield Finding(
                    rules.READING, f"{title}: the gold is then not right", leaf.id, kind=name
                )


def _sentences(item: Item, count: int, text: str, exact: bool) -> dict[int, str] | None:
    """Number of a premise to the text that says it: its own sentence where there are as many as
    premises, else the whole text, unless it has to be exact."""
    if item.language in LANGUAGES:
        language = language_of(item.language)
        plain = without_conventions(item.text, language)
        told = [part for line in plain.split("\n") for part in sentences_of(line, language)]
        if len(told) == count:
            return dict(enumerate(told))
    return None if exact else dict.fromkeys(range(count), text)
