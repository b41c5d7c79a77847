"""Lint of items whose answer depends on the reading of a common word.

Owns which misreadings are tried, and which texts say how a word is meant. A misreading counts if
the formula it changes is expressed with the word, and the text does not settle the reading.
"""

import re
from collections.abc import Iterator, Mapping

from items.findings import rules
from items.findings.premise_sentences import sentences_of_premises
from items.findings.rules import Finding
from items.formal import formal_item
from items.gold.check import Status, check_answer
from items.misreadings.misreading import Case
from items.misreadings.registry import MISREADINGS
from items.models import Item
from solver.cancel import Budget
from solver.errors import InputError
from solver.language.edits import theory
from solver.language.problem import BASELINE, Query
from solver.language.syntax import Truth
from solver.queries import Session
from solver.results import EngineChoice

_WORDS: Mapping[str, re.Pattern[str]] = {
    "exclusive-or": re.compile(r"\bor\b|或", re.IGNORECASE),
    "unless-biconditional": re.compile(r"\bunless\b|除非", re.IGNORECASE),
    "only-if-reversed": re.compile(
        r"(?<!if and )\bonly (?:if|when|on condition)\b|只有|(?<!当且)仅当", re.IGNORECASE
    ),
    "existential-import": re.compile(r"\b(?:all|every|each|no)\b|所有|每|没有", re.IGNORECASE),
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
        r"there (?:may be|need not be|might be) no|may be empty|also true if there is no|可能没有",
        re.IGNORECASE,
    ),
}

_VALUE = (
    r"(?:true|false|yes|no|unknown|un(?:certain|determined|decided)|undeterminable|entailed|entailment"
    r"|contradict(?:ed|ion|ory)|neutral|(?:in)?valid|right|wrong|(?:in)?correct|n/?a|not\b"
    r"|(?:can(?:\s?not|['’]t)\s{1,3}be|not)\s{1,3}(?:determined|known|decided|told)|follows|holds|refuted|proved|neither)"
)
_ANSWERS = re.compile(
    rf"\b{_VALUE}(?:\s{{0,3}}\([^()]{{0,30}}\))?\s{{0,3}},?\s{{1,3}}or\s{{1,3}}(?:it\s{{1,3}})?(?:is\s{{1,3}})?"
    rf"{_VALUE}|(?:真|假|对|错|是|否|正确|错误|成立|蕴含|矛盾)\s{{0,3}}或者?(?:是)?\s{{0,3}}"
    r"(?:真|假|对|错|否|错误|未知|不|无法|矛盾|中立)",
    re.IGNORECASE,
)
"""A list of possible answers, whose "or" does not express a formula."""
_EXACT = frozenset({"only-if-reversed"})
"""Misreadings that apply to a premise only if its own sentence has the word. If it is unknown which
sentence states which premise, they are not tried."""
MOST_READINGS = 8
"""Most readings of one word that are tried: of all premises at once, and of one premise each."""


def look(item: Item, seconds: float, engine: EngineChoice = "auto") -> Iterator[Finding]:
    """Misreadings, of words that the text leaves ambiguous, under which the gold would not be
    right. A finding reports if time ran out before all were tried."""
    text = _ANSWERS.sub(" ", " ".join((item.text, *(leaf.text for leaf in item.leaves))))
    open_words = [
        name
        for name, word in _WORDS.items()
        if word.search(text) and not _SETTLED[name].search(text)
    ]
    if not open_words or item.formalization is None:
        return
    budget = Budget.of(seconds)
    try:
        formal = formal_item(item, budget=budget)
    except InputError:
        return
    if formal is None:
        return
    base = theory(formal.problem, BASELINE)
    for place, leaf in enumerate(item.leaves):
        query = formal.queries.get(place)
        if leaf.gold is None or (query is not None and query.variants != (BASELINE,)):
            continue
        goal = query or Query("necessary", "necessary(⊤)", Truth(True))
        plain = check_answer(
            item,
            formal,
            place,
            leaf.gold,
            Session(base, engine=engine, timeout=max(budget.left, 0.001)),
        )
        if plain is not Status.AGREE:
            continue
        for name in open_words:
            if budget.is_over:
                message = "not every reading of its words was tried in time"
                yield Finding(rules.UNDECIDED, message, leaf.id)
                return
            sentences = sentences_of_premises(item, base)
            if name not in _EXACT and len(sentences) < len(base.premises):
                sentences = dict.fromkeys(range(len(base.premises)), text)
            readings = list(MISREADINGS[name].readings(Case(base, goal, sentences)))
            readings = [reading for reading in readings if reading.premises]
            # The reading that applies to all premises is the most likely, and comes last.
            for reading in readings[: -MOST_READINGS - 1 : -1]:
                session = Session(reading.theory, engine=engine, timeout=max(budget.left, 0.001))
                if session.report.consistent is not True:
                    continue
                if check_answer(item, formal, place, leaf.gold, session) is Status.DISAGREE:
                    title = MISREADINGS[name].titles["en"]
                    message = f"{title}: the gold is then not right"
                    if len(readings) > 1 and len(reading.premises) == 1:
                        message += f" (premise {min(reading.premises) + 1} read so)"
                    yield Finding(rules.READING, message, leaf.id, kind=name)
                    break
