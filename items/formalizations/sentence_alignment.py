"""The sentence of the text that each premise came from.

Owns splitting a text into sentences (English and Chinese), reading the `sources` that a
formalization may give, and matching by words of the glosses if it gives none. A match found by
words is likely but never certain, and is marked so. If nothing fits well, there is no match.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import log
from typing import Any

from items.models import Item
from solver.errors import InputError
from solver.language.problem import Problem
from solver.language.syntax import (
    EnumIs,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Not,
    Pred,
    Prop,
    Signature,
    expand,
    symbols_of,
    walk,
)
from solver.phrases import phrase

THRESHOLD = 0.43
"""Least score of a sentence that counts as a match."""
COVERAGE_WEIGHT = 0.7
"""Weight of the premise's words found in the sentence. The rest of the weight rewards a sentence
without other words, which distinguishes a bare fact from a rule that mentions it."""
PRESENT = 0.45
"""A symbol with a smaller share of its words in the sentence does not count as mentioned."""
MARGIN = 0.03
"""A sentence this much worse than the best still counts if it keeps the premises in order."""
LEFTOVER_SHARE = 0.4
"""If there are too few sentences, one left to a premise is accepted with this share of the best
score."""
FAINT = 0.05
"""Least score of a sentence assigned to a premise because all others are assigned elsewhere."""
CONDITION = 0.25
"""Penalty for matching a fact with a condition, or a conditional with a sentence without one."""
POLARITY = 0.1
"""Penalty if either the fact or the sentence has a negation and the other does not."""
ORDER = 0.1
"""Penalty for the distance between the sentence's position in the text and the premise's among
premises."""
_CONDITIONAL = re.compile(
    r"\b(?:if|when|whenever|once|unless|until|provided|providing|suppos\w*|assum\w*|given|impl\w+|"
    r"means|where|whether|sufficient|necessary|requires?|case of|cases? in which|conditions?|"
    r"as long as|so long as|only|without|guarantees?|enough)\b|->|→|⇒|↔|"
    r"如果|假如|假设|假若|倘若|要是|若|只要|只有|除非|每当|一旦|凡是|那么|则|条件|前提|情况下|"
    r"的时候|的话|意味|推出|蕴含|必须|才|当[^当]+时",
    re.IGNORECASE,
)
_DENYING = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|neither|nor|false|untrue|wrong|cannot|fails?|without|"
    r"\w+n['’]t)\b|[¬~]|不|没|未|无|非|假",
    re.IGNORECASE,
)
_STOPPED = frozenset(
    re.findall(
        r"\w+",
        "a an and are as at be been but by do does for from had has have he her his if in into is "
        "it its no nor not of on or she so that the their them then there they this those to was "
        "were will with who which whether what when",
    )
)
_CJK = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_ENDING = re.compile(r"[。！？；!?;]+[”’」』）\"')\]]*|(?<!\.)\.++[”’\"')\]]*+(?=\s|$)|\n+")
_LISTED = re.compile(r"\b[A-Za-z]\w*(?:/[A-Za-z]\w*){2,}", re.ASCII)
_EXPLAINED = re.compile(
    r"^[^A-Za-z\u3400-\u9fff]*[A-Za-z]\w*\s*[=＝:：](?=\s*[\u3400-\u9fff])", re.ASCII
)
_ABBREVIATION = re.compile(r"(?:^|[\s(])(?:Mr|Mrs|Ms|Dr|Prof|St|vs|etc|e\.g|i\.e|No|[A-Z])\.$")


class Certainty(StrEnum):
    """How a sentence was found."""

    GIVEN = "given"
    """The formalization names it."""
    LIKELY = "likely"
    """Its words match."""


@dataclass(frozen=True, slots=True)
class Span:
    """A part of the item's text: characters from `start` (included) to `end` (excluded)."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Alignment:
    """The origin of one premise."""

    premise: int
    """Number, from 0."""
    spans: tuple[Span, ...]
    """In the order of the text; empty if no source was given or found."""
    certainty: Certainty | None
    """None if there are no spans."""
    score: float | None
    """Score of a likely match, from 0 to 1."""


def sentences(text: str) -> tuple[Span, ...]:
    """The sentences of a text, English or Chinese, without surrounding white space.

    A full stop ends a sentence if white space follows, unless it belongs to an abbreviation or an
    initial. The Chinese full stop, question and exclamation marks, semicolons and line ends always
    do.
    """
    spans: list[Span] = []
    start = 0
    for match in _ENDING.finditer(text):
        if match.group().startswith(".") and _ABBREVIATION.search(text[: match.start() + 1]):
            continue
        _add(text, start, match.end(), spans)
        start = match.end()
    _add(text, start, len(text), spans)
    return tuple(spans)


def _add(text: str, start: int, end: int, spans: list[Span]) -> None:
    piece = text[start:end]
    indent = len(piece) - len(piece.lstrip())
    if piece.strip() and any(char.isalnum() for char in piece):
        spans.append(Span(start + indent, start + len(piece.rstrip())))


MOST_PAIRS = 250_000
"""Comparing so many pairs takes a few seconds, and nothing stops it."""


def align(item: Item, problem: Problem, *, threshold: float = THRESHOLD) -> tuple[Alignment, ...]:
    """For each premise, its place in the item's text; `threshold` is the score that a sentence
    needs to count as a match.

    Sentences are assigned to premises one to one so that the total fit is best. A sentence is
    assigned to several premises only if fewer sentences than premises mention the premises' topics.
    If there are exactly as many, each premise gets one, even with a score below `threshold`. If
    there are more than `MOST_PAIRS` pairs of a premise and a sentence, no sentence is looked for.

    Raises InputError if the formalization's `sources` cannot be read.
    """
    spans = sentences(item.text)
    sources_given = _declared_spans(
        item.formalization or {}, item.text, spans, len(problem.premises)
    )
    if len(problem.premises) * len(spans) > MOST_PAIRS:
        matched = [Alignment(n, (), None, None) for n in range(len(problem.premises))]
    else:
        matched = _matched(item, problem, spans, sources_given, threshold)
    return tuple(
        Alignment(n, source, Certainty.GIVEN, None) if source else matched[n]
        for n, source in enumerate(sources_given)
    )


@dataclass(frozen=True, slots=True)
class Nearest:
    """The sentence of an item whose words are closest to a formula's."""

    question: int | None
    """Index of the question whose text contains it, from 0; None for the item's own text."""
    span: Span
    score: float
    """From 0 to 1; always above `FAINT`."""


def nearest(
    item: Item, formula: Formula, signature: Signature, *, text: bool, questions: bool
) -> Nearest | None:
    """The sentence of the item's text, or of its questions, that shares most with the glosses of a
    formula, regardless of other formulas; None if none shares enough."""
    places: list[tuple[int | None, str]] = [(None, item.text)] if text else []
    places += [(n, question.text) for n, question in enumerate(item.questions)] if questions else []
    spans = [(n, whole, span) for n, whole in places for span in sentences(whole)]
    having = [frozenset(_tokens(whole[span.start : span.end])) for _, whole, span in spans]
    target_words = _premise_tokens(formula, signature)
    rarity = _rarity(having)
    scored = [
        Nearest(n, span, round(_score(target_words, words, rarity), 3))
        for (n, _, span), words in zip(spans, having, strict=True)
    ]
    best = max(scored, key=lambda entry: entry.score, default=None)
    return best if best is not None and best.score > FAINT else None


# --- as given ----------------------------------------------------------------------------------


def _declared_spans(
    formalization: Mapping[str, Any], text: str, spans: Sequence[Span], premises: int
) -> list[tuple[Span, ...]]:
    sources = formalization.get("sources")
    if sources is None:
        return [()] * premises
    if not isinstance(sources, list) or len(sources) != premises:
        raise InputError(
            phrase("sources cannot be read"),
            f"expected a list of {premises} entries, one per premise",
        )
    return [
        tuple(sorted(_entry(entry, text, spans, f"sources[{n}]"), key=lambda span: span.start))
        for n, entry in enumerate(sources)
    ]


def _entry(entry: Any, text: str, spans: Sequence[Span], where: str) -> list[Span]:
    """`null`, a sentence's number from 0, or a list of such numbers and of [start, end] pairs."""
    if entry is None:
        return []
    sources = []
    for part in entry if isinstance(entry, list) else [entry]:
        if isinstance(part, int) and not isinstance(part, bool) and 0 <= part < len(spans):
            sources.append(spans[part])
            continue
        pair = part if isinstance(part, list) and len(part) == 2 else None
        if pair is None or not all(isinstance(n, int) for n in pair):
            raise InputError(
                phrase("sources cannot be read"),
                f"{where}: expected the number of a sentence, from 0 to {len(spans) - 1}, or "
                f"[start, end], found {part!r}",
            )
        start, end = pair
        if not 0 <= start < end <= len(text):
            raise InputError(
                phrase("sources cannot be read"),
                f"{where}: expected characters from 0 to {len(text)}, found {part!r}",
            )
        sources.append(Span(start, end))
    return sources


# --- as found ----------------------------------------------------------------------------------


def _matched(
    item: Item,
    problem: Problem,
    spans: Sequence[Span],
    sources_given: Sequence[tuple[Span, ...]],
    threshold: float,
) -> list[Alignment]:
    texts = [item.text[span.start : span.end] for span in spans]
    having = [frozenset(_tokens(text)) for text in texts]
    rarity = _rarity(having)
    naming = [_named(text) for text in texts]
    table: list[list[float]] = []
    spoken: set[int] = set()
    for premise, sources in zip(problem.premises, sources_given, strict=True):
        if sources:
            # A given source reserves its sentences.
            table.append([float(span in sources) for span in spans])
            spoken.update(place for place, span in enumerate(spans) if span in sources)
            continue
        formula = expand(premise, problem.definitions)
        target_words = _premise_tokens(formula, problem.signature)
        names = {name for name, _ in symbols_of(premise)}
        about = frozenset[str]().union(*target_words)
        spoken.update(
            place
            for place, (words, named) in enumerate(zip(having, naming, strict=True))
            if words & about or _by_name(names, named)
        )
        table.append(
            [
                max(_score(target_words, words, rarity), _by_name(names, named))
                - _misshapen(formula, text)
                for text, words, named in zip(texts, having, naming, strict=True)
            ]
        )
    own = _owners(table)
    few = len(spoken) < len(table)
    # As many sentences as premises: the last one left belongs to the premise, however it is worded.
    threshold = min(threshold, FAINT) if len(spoken) == len(table) else threshold
    alignments: list[Alignment] = []
    last = -1
    for number, scores in enumerate(table):
        best = max(scores, default=0.0)
        place = own.get(number, -1)
        if few and (place < 0 or scores[place] < best * LEFTOVER_SHARE):
            # Formalizations mostly follow the text: among near equals, prefer the one after the
            # last.
            near = [other for other, score in enumerate(scores) if score >= best - MARGIN]
            place = next((other for other in near if other >= last), near[0] if near else -1)
        if place < 0 or scores[place] < threshold:
            alignments.append(Alignment(number, (), None, None))
            continue
        last = place
        alignments.append(
            Alignment(number, (spans[place],), Certainty.LIKELY, round(scores[place], 3))
        )
    return alignments


def _owners(table: Sequence[Sequence[float]]) -> dict[int, int]:
    """A one-to-one assignment of premises to sentences with the highest total score; ties follow
    the order of the text."""
    if not table or not table[0]:
        return {}
    from scipy.optimize import linear_sum_assignment

    rows, columns = len(table), len(table[0])
    worth = [
        [
            score - ORDER * (number / rows - place / columns) ** 2
            for place, score in enumerate(scores)
        ]
        for number, scores in enumerate(table)
    ]
    numbers, places = linear_sum_assignment(worth, maximize=True)
    return dict(zip(numbers.tolist(), places.tolist(), strict=True))


def _misshapen(formula: Formula, sentence: str) -> float:
    """Penalty for a sentence on the right topic with the wrong form: one of sentence and premise is
    a condition and the other a fact, or only one of them is negated."""
    quantified = isinstance(formula, ForAll | Exists)
    while isinstance(formula, ForAll | Exists):
        formula = formula.body
    conditional = _CONDITIONAL.search(sentence) is not None
    if isinstance(formula, Implies | Iff):
        # “All birds fly” is a conditional without a condition word.
        return 0.0 if conditional or quantified else CONDITION
    denied = isinstance(formula, Not)
    while isinstance(formula, Not):
        formula = formula.body
    if not isinstance(formula, Prop | Pred | EnumIs):
        return 0.0
    denying = _DENYING.search(sentence) is not None
    return CONDITION * conditional + POLARITY * (denied != denying)


def _named(sentence: str) -> frozenset[str]:
    """The words of a sentence that may be names of symbols, as written. In English a single letter
    may be an ordinary word. Names in a list such as `A/B/C`, and explained names (`A=it rains`), do
    not count."""
    sentence = _EXPLAINED.sub("", _LISTED.sub("", sentence))
    english = _CJK.search(sentence) is None
    words = re.findall(r"(?<![A-Za-z0-9_])[A-Za-z][A-Za-z0-9_]*(?![A-Za-z0-9_])", sentence)
    return frozenset(word for word in words if not (english and word in ("A", "I", "a")))


def _by_name(names: set[str], mentioned_names: frozenset[str]) -> float:
    """Score of a sentence that mentions every symbol of a premise by name: 1 if it names no others,
    0 if it names at least as many others."""
    name_like = {name for name in names if len(name) == 1 or any(map(str.isupper, name))}
    if not name_like or name_like != names or not names <= mentioned_names:
        return 0.0
    share = len(names) / len(mentioned_names)
    return 0.5 + 0.5 * share if share > 0.5 else 0.0


def _rarity(sentence_words: Sequence[frozenset[str]]) -> Mapping[str, float]:
    """Weight of each word, high if few sentences contain it."""
    counts: dict[str, int] = {}
    for words in sentence_words:
        for word in words:
            counts[word] = counts.get(word, 0) + 1
    return {word: log(1 + len(sentence_words) / n) for word, n in counts.items()}


def _score(
    symbol_words: Sequence[frozenset[str]], words: frozenset[str], rarity: Mapping[str, float]
) -> float:
    """Combines how much of the premise's words occur in the sentence (averaged over its symbols)
    and how much of the sentence the premise covers."""
    most = max(rarity.values(), default=1.0)
    shares = []
    for gloss in symbol_words:
        whole = sum(rarity.get(word, most) for word in gloss)
        if whole:
            share = sum(rarity[word] for word in gloss & words) / whole
            shares.append(share if share >= PRESENT else share / 3)
    own = sum(rarity[word] for word in words)
    if not shares or not own:
        return 0.0
    spoken = sum(rarity[word] for word in frozenset().union(*symbol_words) & words)
    return COVERAGE_WEIGHT * sum(shares) / len(shares) + (1 - COVERAGE_WEIGHT) * spoken / own


def _premise_tokens(formula: Formula, signature: Signature) -> list[frozenset[str]]:
    """The words of each symbol in a formula. For an Enum the value compared with is added, unless
    it is a single letter."""
    symbols: list[frozenset[str]] = []
    for name, arity in sorted(symbols_of(formula)):
        symbol = signature.get(name, arity)
        if symbol is None or not symbol.gloss:
            continue
        places = set(symbol.places)
        tokens = set(_tokens(symbol.gloss)) - places
        symbols.append(frozenset(tokens))
    symbols += [
        frozenset(_tokens(node.value.replace("_", " ")))
        for node in walk(formula)
        if isinstance(node, EnumIs) and len(node.value) > 1
    ]
    return [tokens for tokens in symbols if tokens]


def _tokens(text: str) -> list[str]:
    """Stemmed words, and pairs of adjacent Chinese characters."""
    lowered = text.casefold().replace("’", "'")
    tokens = [stem(word) for word in _WORD.findall(lowered) if word not in _STOPPED]
    for run in _CJK.findall(lowered):
        tokens += [run] if len(run) == 1 else [run[n : n + 2] for n in range(len(run) - 1)]
    return tokens


def stopped() -> frozenset[str]:
    """English stop words, which indicate little about a sentence's topic."""
    return _STOPPED


def stem(word: str) -> str:
    """The word without a common ending: a crude stemmer, applied to both text and gloss."""
    word = word.partition("'")[0]
    for ending in ("ing", "ies", "ied", "ed", "es", "s", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            stem = word[: -len(ending)]
            # running, stopped: the ending includes one of the double consonants.
            if ending in ("ing", "ed") and len(stem) > 3 and stem[-1] == stem[-2]:
                stem = stem[:-1]
            return stem
    return word
