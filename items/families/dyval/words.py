"""DyVal tasks in words: random strings, or sentences from the vocabularies of ContextHub's domains.

Owns the vocabularies (`vocab`, one file per domain), the choice of names and sentences for the
symbols, the templates of a contextual text, and the reader that parses such a text into formulas.
Every given fact appears once; a false one as the written negation of its sentence.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from items.families.dyval.strict_tasks import Lit, StrictTask
from items.families.dyval.task import Task
from items.families.dyval.tree import Op
from items.seeds import Draw
from items.wording.conventions import with_conventions, without_conventions
from items.wording.render import capitalised, series
from solver.errors import InputError

FOLDER = Path(__file__).parent / "vocab"
ABSTRACT = "abstract"

_CONSONANTS = "bcdfghjklmnpqrstvwxz"
_FINITE = ("was", "were")
_RULES = (
    "If {body}, then {head}.",
    "If {body}, that means {head}.",
)
_HEAD_FIRST = "{Head} if {body}."
"""For a body of one or two clauses, where two are enclosed in a frame of their own; otherwise the
clause after "and" or "or" could be understood as part of the head.
"""
_CLOSED = {"and": "it is true both that {} and that {}", "or": "either {} or {}"}
"""“Both” comes before “that”: “both the dairy did not …” could be read as two dairies."""
_LISTS = (
    "Of the following, the {place} is true if any other one is: {body}.",
    "If any other one of the following is true, so is the {place}: {body}.",
)
"""For rules that use the leaf in an abductive question. The clause that the rule leads to has any
position among the others. The neighbours of a clause are then never its neighbours in the rules
that share it; otherwise a reader that looks for repeated strings could see which clause a rule
leads to.
"""
_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_QUESTION = 'is the following true, false, or undetermined (N/A)? "{asked}"'


@dataclass(frozen=True, slots=True)
class Sentence:
    """A clause without capital letter and full stop, and its negation."""

    affirmation: str
    negation: str

    def clause(self, value: bool) -> str:
        """Return the clause, or its negation."""
        return self.affirmation if value else self.negation


@dataclass(frozen=True, slots=True)
class Domain:
    """The sentences of one of ContextHub's domains, by category."""

    name: str
    categories: Mapping[str, tuple[Sentence, ...]]

    @property
    def size(self) -> int:
        """Number of sentences in all categories."""
        return sum(map(len, self.categories.values()))


@cache
def domains() -> Mapping[str, Domain]:
    """Return the eleven domains, by ContextHub's names."""
    return read_domains(FOLDER, sentence)


def domain(name: str) -> Domain:
    """Return a domain by its name.

    Raises:
        InputError: there is no such domain.
    """
    vocabulary = domains().get(name)
    if vocabulary is None:
        raise InputError(
            "Unknown domain", f"expected one of {', '.join(domains())}, found {name!r}"
        )
    return vocabulary


def read_domains(folder: Path, read_line: Callable[[str], Sentence]) -> Mapping[str, Domain]:
    """Read the domains from the vocabularies in a folder, by name; `read_line` parses a line into a
    sentence."""
    vocabularies = [_read_domain(path, read_line) for path in sorted(folder.glob("*.txt"))]
    return {domain.name: domain for domain in vocabularies}


def _read_domain(path: Path, read_line: Callable[[str], Sentence]) -> Domain:
    name, *lines = path.read_text(encoding="utf-8").splitlines()
    categories: dict[str, list[Sentence]] = {}
    current: list[Sentence] = []
    for line in lines:
        if line.startswith("["):
            current = categories[line.strip("[]")] = []
        elif line:
            current.append(read_line(line))
    return Domain(name, {key: tuple(value) for key, value in categories.items()})


def sentence(line: str) -> Sentence:
    """Parse a line of a vocabulary: a past-tense clause with the verb written as `past/base`, or a
    clause with was or were, of which the first is negated.

    Raises:
        ValueError: the line is not in the format of a vocabulary.
    """
    words = line.split(" ")
    for place, word in enumerate(words):
        before, after = " ".join(words[:place]), " ".join(words[place + 1 :])
        if "/" in word:
            past_form, base = word.split("/")
            return Sentence(
                f"{before} {past_form} {after}".strip(), f"{before} did not {base} {after}".strip()
            )
        if word in _FINITE:
            return Sentence(line, f"{before} {word} not {after}")
    raise ValueError(f"no verb marked in {line!r}")


# --- random strings ----------------------------------------------------------------------------


@cache
def vowelless() -> frozenset[str]:
    """Return the words and well-known abbreviations without a vowel. No other string without a, e,
    i, o, u and y is an English word, or an operator."""
    path = FOLDER.parent / "vowelless.txt"
    return frozenset(path.read_text(encoding="utf-8").split())


def abstract_names(count: int, draw: Draw) -> tuple[str, ...]:
    """Draw different strings of 3 to 5 consonants, none of them a word."""
    words = vowelless()
    names: dict[str, None] = {}
    while len(names) < count:
        length = 3 + draw.below(3)
        name = "".join([draw.choice(_CONSONANTS) for _ in range(length)])
        if name not in words:
            names[name] = None
    return tuple(names)


# --- sentences ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChosenSentences:
    """Sentences for the symbols of one task, by node."""

    category: str
    """The category, or several joined by commas if one has too few sentences."""
    sentences: tuple[Sentence, ...]


def choose(vocabulary: Domain, count: int, draw: Draw) -> ChosenSentences:
    """Draw different sentences of one category, or of more if required.

    Raises:
        InputError: the domain has too few sentences.
    """
    if count > vocabulary.size:
        raise InputError(
            "Too many symbols for a vocabulary",
            f"{vocabulary.name} has {vocabulary.size} sentences, {count} are needed",
            "Use --instantiation abstract for deep trees.",
        )
    names: list[str] = []
    pool: list[Sentence] = []
    for name in draw.shuffled(list(vocabulary.categories)):
        names.append(name)
        pool.extend(vocabulary.categories[name])
        if len(pool) >= count:
            break
    return ChosenSentences(", ".join(names), tuple(draw.sample(pool, count)))


@dataclass(frozen=True, slots=True)
class TaskText:
    """A task in words."""

    text: str
    question: str


def render(task: Task, sentences: Sequence[Sentence], draw: Draw) -> TaskText:
    """Render the task with one sentence per symbol."""
    sentences_told = []
    for node, fact in task.lines:
        if fact:
            sentences_told.append(
                f"{capitalised(sentences[node].clause(bool(task.values[node])))}."
            )
            continue
        parts, word = _body(task, node, sentences)
        sentences_told.append(_rule(draw, parts, word, sentences[node].affirmation))
    statement = f"{capitalised(sentences[task.asked_symbol].clause(not task.negated))}."
    question = _QUESTION.format(asked=statement)
    if task.kind == "abductive":
        root = task.tree.root
        question = f"Given that {sentences[root].clause(bool(task.values[root]))}, {question}"
    return TaskText(" ".join(sentences_told), capitalised(question))


def tell_strict(task: StrictTask, sentences: Sequence[Sentence], draw: Draw) -> TaskText:
    """Render a strict task with one sentence per symbol."""

    def clause(lit: Lit) -> str:
        return sentences[lit.symbol].clause(lit.positive)

    lines = []
    for line in task.lines:
        head = clause(line.head)
        if not line.body:
            lines.append(f"{capitalised(head)}.")
            continue
        parts = [clause(lit) for lit in line.body]
        if task.listed(line):
            lines.append(listed(draw, _LISTS, _PLACES, parts, head, "; "))
            continue
        lines.append(_rule(draw, parts, "and" if line.join is Op.AND else "or", head))
    question = _QUESTION.format(asked=f"{capitalised(sentences[task.asked_symbol].affirmation)}.")
    if task.given is not None:
        question = f"Given that {clause(task.given)}, {question}"
    return TaskText(with_conventions(" ".join(lines), "", "en"), capitalised(question))


def listed(
    draw: Draw,
    frames: Sequence[str],
    places: Sequence[str],
    parts: Sequence[str],
    head: str,
    separator: str,
) -> str:
    """Render a rule as a list of clauses, with its head in any position."""
    place = draw.below(len(parts) + 1)
    body = separator.join([*parts[:place], head, *parts[place:]])
    return draw.choice(frames).format(place=places[place], body=body)


def _body(task: Task, node: int, sentences: Sequence[Sentence]) -> tuple[list[str], str]:
    kids = task.tree.children[node]
    op = task.tree.ops[node]
    if op is Op.NOT:
        return [sentences[kids[0]].negation], ""
    return [sentences[kid].affirmation for kid in kids], "and" if op is Op.AND else "or"


def _rule(draw: Draw, parts: Sequence[str], word: str, head: str) -> str:
    """A rule from clauses, joined by a word, to its head."""
    body = series(parts, word)
    frame = draw.choice((*_RULES, _HEAD_FIRST) if len(parts) < 3 else _RULES)
    if frame is _HEAD_FIRST and len(parts) > 1:
        body = _CLOSED[word].format(*parts)
    return frame.format(body=body, head=head, Head=capitalised(head))


# --- reading back ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReadFormulas:
    """Formulas read from a text, in the formal language."""

    premises: tuple[str, ...]
    """The given value of an abductive question comes last."""
    question: str


LITERAL = re.compile(r"\{(¬?)(\w+)\}")
"""Placeholder in a text for a clause about one symbol."""
_FRAMES = (
    re.compile(r"If (?P<body>.+), then (?P<head>\{¬?\w+\})"),
    re.compile(r"If (?P<body>.+), that means (?P<head>\{¬?\w+\})"),
    re.compile(
        r"(?P<head>\{¬?\w+\}) if (?:it is true both that (?=\S+ and that )|both (?=.* and )"
        r"|either (?=.* or ))?(?P<body>.+)"
    ),
)
_LISTED = (
    re.compile(r"Of the following, the (?P<place>\w+) is true if any other one is: (?P<body>.+)"),
    re.compile(
        r"If any other one of the following is true, so is the (?P<place>\w+): (?P<body>.+)"
    ),
)
_ASKED = re.compile(
    r"(?:Given that (\{¬?\w+\}), i|I)s the following true, false, or undetermined \(N/A\)\? "
    r'"(\{¬?\w+\})\."'
)


def hear(meaning: TaskText, sentences: Mapping[str, Sentence]) -> ReadFormulas:
    """Return the formulas stated by a text from `render`, using only the sentences of its symbols.

    Raises:
        ValueError: a sentence of the text has no known form.
    """
    signs = signed(sentences)
    premises = [
        _statement(part)
        for part in signs(without_conventions(meaning.text, "en")).rstrip(".").split(". ")
    ]
    return heard(premises, _ASKED.fullmatch(signs(meaning.question)), meaning)


def signed(sentences: Mapping[str, Sentence]) -> Callable[[str], str]:
    """Return a function that replaces clauses in a text by literals, ignoring case."""
    clauses: dict[str, str] = {}
    for name, sentence in sentences.items():
        clauses[sentence.affirmation.casefold()] = f"{{{name}}}"
        clauses[sentence.negation.casefold()] = f"{{¬{name}}}"
    longest_first = sorted(clauses, key=len, reverse=True)
    pattern = re.compile("|".join(map(re.escape, longest_first)), re.IGNORECASE)
    return lambda text: pattern.sub(lambda match: clauses[match[0].casefold()], text)


def heard(
    premises: Sequence[str], question: re.Match[str] | None, meaning: TaskText
) -> ReadFormulas:
    """Return the premises, including the literal given in the question, and the literal it asks
    about.

    Raises:
        ValueError: the question has no known form.
    """
    if question is None:
        raise ValueError(f"unknown question: {meaning.question}")
    conditions = (literal(question[1]),) if question[1] else ()
    return ReadFormulas((*premises, *conditions), literal(question[2]))


def _statement(text: str) -> str:
    if LITERAL.fullmatch(text):
        return literal(text)
    for frame in _LISTED:
        match = frame.fullmatch(text)
        if match:
            return heard_list(match["body"].split("; "), match["place"], _PLACES)
    for frame in _FRAMES:
        match = frame.fullmatch(text)
        if match:
            return f"({_heard_body(match['body'])}) → {literal(match['head'])}"
    raise ValueError(f"no known statement: {text}")


def heard_list(parts: Sequence[str], place: str, places: Sequence[str]) -> str:
    """Return the rule rendered by `listed`.

    Raises:
        ValueError: no clause has that position.
    """
    if place not in places[: len(parts)]:
        raise ValueError(f"no {place} one among {len(parts)}")
    number = places.index(place)
    others = [literal(part) for n, part in enumerate(parts) if n != number]
    return f"({' ∨ '.join(others)}) → {literal(parts[number])}"


def _heard_body(text: str) -> str:
    for word, sign in ((" or ", " ∨ "), (" and that ", " ∧ "), (" and ", " ∧ ")):
        if word in text:
            parts = [p.strip() for p in re.split(rf", {word.strip()} |, |{word}", text)]
            return sign.join(map(literal, parts))
    return literal(text)


def literal(text: str) -> str:
    """Return the formula of a placeholder for a literal.

    Raises:
        ValueError: the text is not such a placeholder.
    """
    match = LITERAL.fullmatch(text)
    if match is None:
        raise ValueError(f"no known clause: {text}")
    return f"{match[1]}{match[2]}"
