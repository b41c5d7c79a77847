"""Lint of given facts that are expressed through two negations.

Owns finding such sentences ("it is false that the ferry is not late"), the fact that each
expresses, and whether it expresses it correctly: a symbol with a negative gloss may well need two
negations. English and Chinese, by patterns; sentences whose fact cannot be determined are skipped.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from items.findings import rules
from items.findings.rules import Finding
from items.findings.words import glosses_of
from items.models import Item
from items.wording.lemmas import content_words
from items.wording.text_limit import in_time
from items.wording.words import word_set

RULES = (rules.DOUBLE_WRONG, rules.DOUBLE_RIGHT)
LEAST_OVERLAP = 0.5
"""Share of a gloss's content words that must occur in the sentence."""
_FACT = re.compile(r"[\s(]*+((?:(?:¬|~|!|\\neg|\\lnot)[\s(]*+)*+)([A-Za-z_]\w*+)[\s)]*+")
_NEGATORS = word_set("negators")
_WORD = re.compile(r"[A-Za-z]+(?:['’][a-z]+)?")
SENTENCE = re.compile(
    r"(?<=[.?!])(?<!\bDr\.)(?<!\bMr\.)(?<!\bMs\.)(?<!\bMrs\.)(?<!\bSt\.)(?<!\b[A-Z]\.)\s+|\n+"
)
LIKELY = re.compile(r"false|untrue|incorrect|(?:not|n['’]t)\s+(?:true|the\s+case|correct)", re.I)
_DENIAL = (
    r"(?:(?P<not>not\s+|n['’]t\s+)?(?:false|untrue|incorrect)"
    r"|(?:not|n['’]t)\s+(?:true|the\s+case|correct))"
)
_BEFORE = re.compile(
    rf"\b(?:{_DENIAL}\s+that|it\s+is\s+(?P<bare>false|untrue))\s+(?P<what>[^.?!;]+)", re.I
)
_CLAUSE = re.compile(r"[.?!;]")
_AFTER = re.compile(rf"(?:\bis|\bare|\bwas|['’]s)\s+(?:also\s+)?{_DENIAL}(?=\s*(?:[,)]|$))", re.I)
_CUT_BEFORE = re.compile(r"^.*?\b(?:given(?:\s+that)?(?:\s+the\s+statement)?)\b\s*|^.*,\s*", re.I)
CUT_AFTER = re.compile(
    r",\s*(?:what|can|does|did|is|are|which|how|nor|but|and|so)\b.*$", re.I | re.S
)
RULE = re.compile(
    r"^\W*should\b|\b(?:if|then|when|whenever|unless|provided|as\s+long\s+as|on\s+condition|assuming"
    r"|supposing|in\s+the\s+event|in\s+(?:any|every)\s+(?:case|situation)|only\s+on"
    r"|(?:sufficient|necessary|enough)\s+(?:that|condition)|without\s+its"
    r"|from\s+the\s+assumption)\b",
    re.I,
)
"""Words of sentences that express a rule rather than a fact."""
PAIR = re.compile(r"\W*(?:both|either|neither)\b", re.I)
HAN_SENTENCE = re.compile(r"(?<=[。？！；])|\n+")
_HAN_BEFORE = re.compile(r"(?P<deny>并非|并不是|不是说)(?P<what>[^。？！；，]+)")
_HAN_CLAUSE = re.compile(r"[。？！；，]")
_HAN_AFTER = re.compile(r"(?<!不)(?:不成立|是假的|为假|不是真的|不属实|是错误的)")
HAN_RULE = re.compile(r"如果|若|假如|只要|只有|除非|当|则|那么")
_HAN_SEVERAL = re.compile(
    r"至少有?一|[”」]\s*(?:[与和及或、]|以及|或者)\s*[“「]|都成立|同时成立|两者|二者"
)
"""Words of sentences that make one statement about several facts."""
_HAN_NEGATOR = re.compile(r"[不没未无非]")


@dataclass(frozen=True, slots=True)
class _Gloss:
    words: frozenset[str]
    negations: int


def look(item: Item) -> Iterator[Finding]:
    """Given facts of the item that its text expresses through two negations."""
    formal = item.formalization
    if formal is None:
        return
    glosses = glosses_of(formal)
    facts = facts_of(formal)
    if not glosses or not facts.keys() & glosses.keys():
        return
    gloss_by_name = {name: _gloss(text, item.language) for name, text in glosses.items()}
    for text in (item.text, *(leaf.text for leaf in item.questions)):
        for sentence, statement, denials in _denied(text, item.language):
            name = _about(content_words((statement,), item.language), gloss_by_name)
            if name is None or name not in facts:
                continue
            stated = (
                denials + negations(statement, item.language) - gloss_by_name[name].negations
            ) % 2 == 0
            right = stated == facts[name]
            rule = rules.DOUBLE_RIGHT if right else rules.DOUBLE_WRONG
            fact = name if facts[name] else f"¬{name}"
            yield Finding(rule, f"{fact}, where {name} is “{glosses[name]}”", excerpt=sentence)


def facts_of(formal: Mapping[str, object]) -> dict[str, bool]:
    """Maps each symbol that a premise on its own states or denies to whether it states it."""
    premises = formal.get("premise")
    facts: dict[str, bool] = {}
    for premise in premises if isinstance(premises, list) else ():
        match = _FACT.fullmatch(str(premise).strip())
        if match:
            signs = re.findall(r"¬|~|!|\\neg|\\lnot", match[1])
            facts[match[2]] = len(signs) % 2 == 0
    return facts


def negations(text: str, language: str) -> int:
    """The number of negating words in the text."""
    if language == "zh":
        return len(_HAN_NEGATOR.findall(text))
    words = [word.lower().replace("’", "'") for word in _WORD.findall(text)]
    return sum(1 for word in words if word in _NEGATORS or word.endswith("n't"))


@lru_cache(maxsize=8192)
def _gloss(text: str, language: str) -> _Gloss:
    return _Gloss(content_words((text,), language), negations(text, language))


def _about(words: frozenset[str], glosses: Mapping[str, _Gloss]) -> str | None:
    """The symbol whose gloss matches the words best; None if none matches."""
    best, name = 0.0, None
    for symbol, gloss in glosses.items():
        if gloss.words:
            share = len(words & gloss.words) / len(gloss.words)
            if share > best:
                best, name = share, symbol
    return name if best >= LEAST_OVERLAP else None


def _denied(text: str, language: str) -> Iterator[tuple[str, str, int]]:
    """Sentences that deny something already negated: the sentence, what is denied, and the number
    of outer denials."""
    if language == "zh":
        yield from _denied_in_chinese(text)
        return
    if not LIKELY.search(text):
        return
    for sentence in in_time(SENTENCE.split(text)):
        if not LIKELY.search(sentence):
            continue
        match = _BEFORE.search(sentence)
        if match:
            statement = CUT_AFTER.sub("", match["what"])
        else:
            clause, match = _ended(sentence, _CLAUSE, _AFTER)
            if match is None:
                continue
            statement = _CUT_BEFORE.sub("", clause)
        if RULE.search(stating_part(sentence)) or PAIR.match(statement):
            continue
        denials = 2 if match["not"] else 1
        if denials + negations(statement, "en") >= 2:
            yield " ".join(sentence.split()), statement, denials


def stating_part(sentence: str) -> str:
    """The sentence without the question at its end."""
    return CUT_AFTER.sub("", sentence)


def _denied_in_chinese(text: str) -> Iterator[tuple[str, str, int]]:
    for sentence in in_time(HAN_SENTENCE.split(text)):
        if HAN_RULE.search(sentence) or _HAN_SEVERAL.search(sentence):
            continue
        before = _HAN_BEFORE.search(sentence)
        statement = before["what"] if before else _ended(sentence, _HAN_CLAUSE, _HAN_AFTER)[0]
        if negations(statement, "zh"):
            yield sentence.strip(), statement, 1


def _ended(
    sentence: str, ends: re.Pattern[str], denial: re.Pattern[str]
) -> tuple[str, re.Match[str] | None]:
    """The text before the first denial in its clause, and the denial itself; empty if there is
    none. The search goes clause by clause, so that its time is proportional to the sentence."""
    for clause in ends.split(sentence):
        match = denial.search(clause, 1)
        if match is not None:
            return clause[: match.start()].rstrip(), match
    return "", None
