"""ProntoQA's language as formulas: "Each yumpus is a dumpus", "Max is not sour".

Owns its grammar (Saparov and He, "Language Models Are Greedy Reasoners"): rules about everything of
a kind, and facts about one individual. A text with any other sentence is not formalized.
"""

import re
from collections.abc import Collection, Iterator
from typing import Any

BENCHMARK = "ProntoQA"
_RULE = re.compile(
    r"(?:(?P<each>Each|Every)\s+(?P<one>[a-z][\w-]*)\s+is|(?P<many>[A-Z][\w-]*)\s+are)\s+"
    r"(?P<not>not\s+)?(?:an?\s+)?(?P<what>[a-z][\w-]*)"
)
_SINGLE = re.compile(r"\b(?:each|every|an?)\s+([a-z][\w-]*)", re.IGNORECASE)
_IRREGULAR = {
    "mice": "mouse",
    "lice": "louse",
    "dice": "die",
    "geese": "goose",
    "feet": "foot",
    "teeth": "tooth",
    "men": "man",
    "women": "woman",
    "children": "child",
    "oxen": "ox",
    "people": "person",
    "buses": "bus",
    "gases": "gas",
    "lenses": "lens",
}
_ENDINGS = (
    ("uses", ("us", "use")),
    ("sses", ("ss",)),
    ("shes", ("sh",)),
    ("ches", ("ch",)),
    ("xes", ("x", "xe")),
    ("zzes", ("zz", "z")),
    ("zes", ("ze", "z")),
    ("ves", ("f", "fe", "ve")),
    ("ies", ("y", "ie")),
    ("oes", ("o", "oe")),
    ("ses", ("se", "s", "sis")),
    ("xes", ("xis",)),
    ("men", ("man",)),
)
"""Plural endings and their singular endings, the most likely first."""
_LATIN = (("i", "us"), ("a", "um"), ("a", "on"), ("ae", "a"), ("ices", "ix"), ("ices", "ex"))
"""Endings that adjectives may also have; used only if the text has the singular."""
_FACT = re.compile(
    r"(?P<name>[A-Z][\w-]*)\s+is\s+(?P<not>not\s+)?(?P<a>an?\s+)?(?P<what>[a-z][\w-]*)"
)
_ASKED = re.compile(
    r"(?:Is the following statement )?[Tt]rue or false\??:?\s*+(?P<said>[^?]*[^?\s])\s*+"
)


def formalized(context: str, question: str) -> dict[str, Any] | None:
    """The formal object of a text and the statement asked about; None if a sentence of either does
    not belong to this language."""
    question_match = _ASKED.fullmatch(question.strip())
    fact = (
        None
        if question_match is None
        else _FACT.fullmatch(question_match["said"].removesuffix(".").strip())
    )
    if fact is None:
        return None
    names: dict[str, str] = {}
    premises = []
    singles = _singles(f"{context} {question}")
    for sentence in filter(None, (part.strip() for part in re.split(r"\.\s*", context))):
        rule, document = _RULE.fullmatch(sentence), _FACT.fullmatch(sentence)
        if rule is not None:
            kind = rule["one"] or _singular(rule["many"].casefold(), singles)
            noun = rule["what"] if rule["each"] else _singular(rule["what"], singles)
            sign = "¬" if rule["not"] else ""
            premises.append(f"∀x ({_name(kind, names)}(x) → {sign}{_name(noun, names)}(x))")
        elif document is not None:
            premises.append(_fact(document, names))
        else:
            return None
    statement = _fact(fact, names)
    people = sorted({match["name"] for match in (fact, *_facts(context))})
    return {
        "parameters": {
            **dict.fromkeys(people, "Individual"),
            **{f"{symbol}": "Function(1)" for symbol in names.values()},
        },
        "translation": {f"{symbol}(x)": f"x is {word}" for word, symbol in names.items()},
        "premise": premises,
        "question": [f"necessary({statement})"],
    }


def _facts(context: str) -> list[re.Match[str]]:
    parts = (part.strip() for part in re.split(r"\.\s*", context))
    outcome = ((_FACT.fullmatch(part), _RULE.fullmatch(part)) for part in parts)
    return [fact for fact, rule in outcome if fact is not None and rule is None]


def _fact(match: re.Match[str], names: dict[str, str]) -> str:
    sign = "¬" if match["not"] else ""
    return f"{sign}{_name(match['what'], names)}({match['name']})"


def _name(word: str, names: dict[str, str]) -> str:
    return names.setdefault(word, "Is_" + re.sub(r"\W", "_", word))


def _singular(word: str, singular_forms: Collection[str]) -> str:
    """The singular of a kind: the one that occurs in the text, otherwise the most likely;
    adjectives are unchanged."""
    likely = list(_singulars(word))
    return next((single for single in likely if single in singular_forms), likely[0])


def _singulars(word: str) -> Iterator[str]:
    """Possible singulars of a plural, the most likely first, then the word itself and Latin
    forms."""
    if word in _IRREGULAR:
        yield _IRREGULAR[word]
    for end, singles in _ENDINGS:
        if word.endswith(end) and len(word) > len(end) + 1:
            yield from (word[: -len(end)] + single for single in singles)
    if word.endswith("s") and not word.endswith(("ss", "us")):
        yield word[:-1]
    yield word
    for end, single in _LATIN:
        if word.endswith(end) and len(word) > len(end) + 1:
            yield word[: -len(end)] + single


def _singles(text: str) -> frozenset[str]:
    """Words that occur in the singular: after an article, "each" or "every"."""
    return frozenset(word.casefold() for word in _SINGLE.findall(text))
