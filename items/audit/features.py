"""Features of a question that can be counted without understanding it.

Owns the counts: lengths, negations, connectives, the form of a conclusion, how often and where its
symbols occur in the passage, how often the symbols next to those occur, and how options resemble
one another. None of them involves reasoning: no count combines two premises.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from items.audit.texts import AuditQuestion, words_of
from items.models import Item

Row = dict[str, float]
"""Maps the name of a feature, in words, to its value."""
_NAME = re.compile(r"(?:(¬|~|!|\\neg|\\lnot)\s*+\(?\s*+)?(\\?[A-Za-z_][A-Za-z0-9_]*)")
_RESERVED = frozenset(
    ("necessary", "possible", "forall", "exists", "and", "or", "not", "given", "under", "all")
)
_IF = re.compile(r"→|->|\\to\b|⇒|=>")
_CONNECTIVES: Mapping[str, tuple[str, ...]] = {
    "negation": (
        *("not", "no", "never", "nobody", "nothing", "none", "neither", "nor", "false"),
        *("without", "cannot", "¬", "~", "不", "没", "非", "未", "无"),
    ),
    "“and”": ("and", "both", "∧", "&", "且", "和"),
    "“or”": ("or", "either", "∨", "|", "或"),
    "“if”": ("if", "whenever", "provided", "assuming", "supposing", "→", "如", "若"),
    "“only”": ("only", "necessary", "只"),
    "“unless”": ("unless", "除"),
    "“all”": ("all", "every", "each", "∀", "所", "每"),
    "“some”": ("some", "there", "least", "∃", "有"),
}


@dataclass(frozen=True, slots=True)
class Literal:
    """An occurrence of a symbol in a formula."""

    name: str
    positive: bool
    antecedent: bool
    """Left of an arrow."""
    alone: bool
    """The whole formula is this literal, apart from quantifiers."""


@lru_cache(maxsize=1 << 16)
def literals_of(formula: str) -> tuple[Literal, ...]:
    """The symbols of a formula with their own signs; negations of brackets are not applied."""
    plain = re.sub(
        r"[∀∃]\s*[A-Za-z_]\w*\s*\.?|\\(?:forall|exists)\s*[A-Za-z_]\w*\s*\.?", "", formula
    )
    plain = re.sub(r"\(\s*[a-z]\w{0,2}\s*\)", "", plain)
    arrow = _IF.search(plain)
    rows = [
        (match[2], match[1] is None, arrow is not None and match.start() < arrow.start())
        for match in _NAME.finditer(plain)
        if match[2].casefold() not in _RESERVED and not match[2].startswith("\\")
    ]
    return tuple(Literal(name, yes, antecedent, len(rows) == 1) for name, yes, antecedent in rows)


@lru_cache(maxsize=1 << 14)
def form_of(formula: str) -> str:
    """The formula with its symbols replaced by a, b, c in order: its form, including signs."""
    names: dict[str, str] = {}

    def short(match: re.Match[str]) -> str:
        word = match[0]
        if word.casefold() in _RESERVED or word.startswith("\\"):
            return word
        return names.setdefault(word, "abcdefghijklmnopqrstuvwxyz"[min(len(names), 25)])

    return re.sub(r"\\?[A-Za-z_][A-Za-z0-9_]*", short, formula)


def surface(text: str, text_name: str) -> Row:
    """Length and number of connectives of a text."""
    words = words_of(text)
    row: Row = {f"words in {text_name}": len(words), f"letters in {text_name}": len(text)}
    counts = Counter(words)
    for name, marks in _CONNECTIVES.items():
        row[f"{name} in {text_name}"] = sum(counts[mark] for mark in marks) + (
            sum(1 for word in words if word.endswith("n't")) if name == "negation" else 0
        )
    return row


class Passage:
    """Counts of one item's text and premises."""

    def __init__(self, item: Item) -> None:
        self.words = Counter(words_of(item.text))
        self.row = surface(item.text, "the text")
        formal = item.formalization or {}
        listed = formal.get("premise", [])
        self.premises = [str(member) for member in listed] if isinstance(listed, list) else []
        self.literals = [literals_of(premise) for premise in self.premises]
        self.row["premises"] = len(self.premises)
        flat = [literal for literals in self.literals for literal in literals]
        self.row["symbols in the premises"] = len({member.name for member in flat})
        self.row["negated symbols in the premises"] = sum(not member.positive for member in flat)
        self.row["facts"] = sum(len(literals) == 1 for literals in self.literals)
        declared = formal.get("parameters")
        declared_names = set(declared) if isinstance(declared, dict) and declared else None
        self.names = [
            {
                member.name
                for member in literals
                if declared_names is None or member.name in declared_names
            }
            for literals in self.literals
        ]
        self.uses = Counter(name for names in self.names for name in names)
        signs: dict[str, set[bool]] = {}
        for entry in flat:
            signs.setdefault(entry.name, set()).add(entry.positive)
        self.row["symbols with both signs"] = sum(len(both) == 2 for both in signs.values())

    def about(self, formula: str, text_name: str) -> Row:
        """How the symbols of a formula occur in the premises."""
        own = literals_of(formula)
        row: Row = {}
        if not own or not self.premises:
            return row
        counts: dict[str, list[int]] = {}
        for literal in own:
            uses = [
                entry
                for literals in self.literals
                for entry in literals
                if entry.name == literal.name
            ]
            for name, value in (
                ("uses", len(uses)),
                ("uses with the same sign", sum(use.positive == literal.positive for use in uses)),
                ("uses with the other sign", sum(use.positive != literal.positive for use in uses)),
                ("uses left of an arrow", sum(entry.antecedent for entry in uses)),
                ("uses right of an arrow",
                 sum(not entry.antecedent and not entry.alone for entry in uses)),
                ("facts of the same sign",
                 sum(entry.alone and entry.positive == literal.positive for entry in uses)),
                ("facts of the other sign",
                 sum(entry.alone and entry.positive != literal.positive for entry in uses)),
            ):  # fmt: skip
                counts.setdefault(name, []).append(value)
            for name, value in self._beside(literal.name).items():
                counts.setdefault(name, []).append(value)
        for name, values in counts.items():
            row[f"{name}, of the symbols of {text_name} together"] = sum(values)
            row[f"{name}, of the first symbol of {text_name}"] = values[0]
            row[f"{name}, of the last symbol of {text_name}"] = values[-1]
        names = {literal.name for literal in own}
        row[f"premises with all symbols of {text_name}"] = sum(
            names <= {entry.name for entry in literals} for literals in self.literals
        )
        row[f"premises with a symbol of {text_name}"] = sum(
            not names.isdisjoint({entry.name for entry in literals}) for literals in self.literals
        )
        places = [
            place
            for place, literals in enumerate(self.literals)
            if not names.isdisjoint({entry.name for entry in literals})
        ]
        row[f"first premise with a symbol of {text_name}"] = places[0] if places else -1
        row[f"last premise with a symbol of {text_name}"] = places[-1] if places else -1
        return row

    def _beside(self, name: str) -> Mapping[str, int]:
        """How often the symbols that share a premise with this one occur in premises."""
        together = [
            other for names in self.names if name in names for other in names if other != name
        ]
        uses = [self.uses[other] for other in together]
        return {
            "neighbouring symbols": len(together),
            "different neighbouring symbols": len(set(together)),
            "uses of neighbouring symbols": sum(uses),
            "most uses of a neighbouring symbol": max(uses, default=0),
            "fewest uses of a neighbouring symbol": min(uses, default=0),
        }

    def overlap(self, text: str, text_name: str) -> Row:
        """Words of a text that occur in the passage."""
        own = set(words_of(text))
        shared = sum(1 for word in own if word in self.words)
        return {
            f"share of the words of {text_name} in the text": shared / len(own) if own else 0.0,
            f"occurrences in the text of the words of {text_name}": sum(self.words[w] for w in own),
        }


def form_row(formula: str | None, text_name: str) -> Row:
    """Features of a formula's form and parts."""
    if not formula:
        return {}
    literals = literals_of(formula)
    row: Row = {f"form of {text_name}: {form_of(formula)}": 1.0}
    row[f"symbols in {text_name}"] = len(literals)
    row[f"negated symbols in {text_name}"] = sum(not literal.positive for literal in literals)
    if literals:
        row[f"first symbol of {text_name} negated"] = float(not literals[0].positive)
        row[f"last symbol of {text_name} negated"] = float(not literals[-1].positive)
    return row


def option_rows(question: AuditQuestion, passage: Passage | None) -> list[Row]:
    """Features of each option, without those of the passage if none is given. Each number also
    appears as a difference from the mean of all options of the question."""
    options = question.leaf.options
    formulas = [option.formula or "" for option in options]
    rows: list[Row] = []
    for place, option in enumerate(options):
        row = surface(option.text, "the option")
        row.update(form_row(option.formula, "the option"))
        row.update(_beside(place, formulas, [entry.text for entry in options]))
        row["place of the option"] = place
        if question.leaf.query:
            row.update(_to_query(option.formula or "", question.leaf.query))
        if passage is not None:
            row.update(passage.about(option.formula or "", "the option"))
            row.update(passage.overlap(option.text, "the option"))
        rows.append(row)
    relative(rows)
    return rows


def _beside(place: int, formulas: Sequence[str], texts: Sequence[str]) -> Row:
    """How an option resembles the other options."""
    row: Row = {}
    own_words = set(words_of(texts[place]))
    shared = [
        len(own_words & set(words_of(text))) / (len(own_words) or 1)
        for other, text in enumerate(texts)
        if other != place
    ]
    row["words shared with the other options"] = sum(shared)
    row["most words shared with another option"] = max(shared, default=0.0)
    if not formulas[place]:
        return row
    own = literals_of(formulas[place])
    others = [literals_of(f) for n, f in enumerate(formulas) if n != place and f]
    own_form = form_of(formulas[place])
    row["other options of the same form"] = sum(
        form_of(f) == own_form for n, f in enumerate(formulas) if n != place and f
    )
    row["other options with the same number of symbols"] = sum(
        len(literals) == len(own) for literals in others
    )
    names = {literal.name for literal in own}
    row["other options with the same symbols"] = sum(
        {literal.name for literal in other} == names for other in others
    )
    flat = [literal for other in others for literal in other]
    row["its symbols in other options"] = sum(literal.name in names for literal in flat)
    signs = {(literal.name, literal.positive) for literal in own}
    row["its symbols in other options with the same sign"] = sum(
        (literal.name, literal.positive) in signs for literal in flat
    )
    row["its symbols in other options with the other sign"] = sum(
        (literal.name, not literal.positive) in signs for literal in flat
    )
    for end in (0, -1):
        if own:
            which = "first" if end == 0 else "last"
            row[f"its {which} symbol in other options"] = sum(o.name == own[end].name for o in flat)
    return row


def _to_query(option: str, query: str) -> Row:
    """How an option's symbols occur in the query."""
    literals = literals_of(query)
    own = literals_of(option)
    names = {literal.name for literal in literals}
    signs = {(literal.name, literal.positive) for literal in literals}
    return {
        "symbols of the option in the conclusion": sum(literal.name in names for literal in own),
        "… with the same sign": sum((entry.name, entry.positive) in signs for entry in own),
        "… with the other sign": sum((entry.name, not entry.positive) in signs for entry in own),
        "first symbol of the option in the conclusion": float(bool(own) and own[0].name in names),
        "last symbol of the option in the conclusion": float(bool(own) and own[-1].name in names),
    }


def relative(rows: list[Row]) -> None:
    """Add, for each number of an option, its difference from the mean of all options, and whether
    it is the highest."""
    names = dict.fromkeys(name for row in rows for name in row)
    for name in names:
        values = [row.get(name, 0.0) for row in rows]
        if min(values) == max(values):
            continue
        mean = sum(values) / len(values)
        for row, value in zip(rows, values, strict=True):
            row[f"{name}, against the other options"] = value - mean
            if value == max(values) and values.count(value) == 1:
                row[f"most {name}"] = 1.0


def truth_row(question: AuditQuestion, passage: Passage | None) -> Row:
    """Features of a question with a label."""
    formula = question.leaf.query or ""
    row = surface(question.leaf.text, "the question")
    row.update(form_row(formula, "the conclusion"))
    if passage is not None:
        row.update(passage.row)
        row.update(passage.about(formula, "the conclusion"))
        row.update(passage.overlap(question.leaf.text, "the question"))
    return row
