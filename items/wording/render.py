"""Renderer from formulas to sentences.

Owns the choice of template and of clause, capitals, full stops and the joining of sentences. All
choices come from the random generator passed in, so that the same seed gives the same bytes.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import TypeVar

from items.wording.bank import ClauseGroup, Language
from items.wording.forms import Sign, shape_of
from items.wording.scope import heard_two_ways, unless_not
from items.wording.templates import Form, Template, load_templates
from solver.errors import InputError
from solver.language.syntax import Formula

Assignment = Mapping[str, ClauseGroup]
"""Symbol to its clause group."""
LEAD_SHARE = 0.2
"""Share of the premises after the first that open with a word such as "Moreover"."""
_T = TypeVar("_T")


def _choice(rng: Random, options: Sequence[_T]) -> _T:
    return options[int(rng.random() * len(options))]


def capitalised(text: str) -> str:
    """Capitalize the beginning of the text."""
    return text[:1].upper() + text[1:]


def series(parts: Sequence[str], word: str) -> str:
    """`a`, `a or b`, `a, b, or c`, with the word before the last."""
    if len(parts) == 1:
        return parts[0]
    if len(parts) == 2:
        return f"{parts[0]} {word} {parts[1]}"
    return f"{', '.join(parts[:-1])}, {word} {parts[-1]}"


class _Voice:
    """The texts of one symbol in one role, used in turn from a random start."""

    __slots__ = ("next_index", "texts")

    def __init__(self, texts: tuple[str, ...], rng: Random) -> None:
        self.texts = texts
        self.next_index = int(rng.random() * len(texts))

    def next_text(self) -> str:
        text = self.texts[self.next_index]
        self.next_index = (self.next_index + 1) % len(self.texts)
        return text


class Writer:
    """Renders the sentences of one item.

    A symbol that occurs again is rendered by its next paraphrase. Raises InputError if the
    assignment lacks a symbol or no template exists for a formula.
    """

    def __init__(self, assignment: Assignment, rng: Random, language: Language = "en") -> None:
        self.assignment = assignment
        self.rng = rng
        self.templates = load_templates(language)
        self._voices: dict[tuple[str, str], _Voice] = {}

    def _group(self, symbol: str) -> ClauseGroup:
        group = self.assignment.get(symbol)
        if group is None:
            raise InputError(
                "A symbol has no sentence",
                f"{symbol} is used in a formula, but no sentence is assigned to it.",
            )
        return group

    def _say(self, symbol: str, role: str) -> str:
        voice = self._voices.get((symbol, role))
        if voice is None:
            texts: tuple[str, ...] = getattr(self._group(symbol), role)
            voice = self._voices[symbol, role] = _Voice(texts, self.rng)
        return voice.next_text()

    def _template(self, form: Form, templates: Sequence[Template]) -> Template:
        if form.first_half and self.rng.random() < 0.5:
            return templates[0]
        return _choice(self.rng, templates)

    def phrase(self, formula: Formula, *, as_question: bool = False) -> str:
        """Return the sentence without capital and full stop. `as_question`: it is the statement in
        a question. Raises InputError if the formula has no sentence."""
        shaped = shape_of(formula)
        literals = shaped.literals
        form = self.templates.forms[shaped.form]
        # A literal whose denial would be a double negation counts as positive here.
        signs = tuple(s.positive or not self._group(s.symbol).plain for s in literals)
        fitting = (form.neutral if as_question else form.fitting)[signs]
        text = self._fill(self._template(form, fitting), literals)
        others = list(fitting)
        language = self.templates.language
        while others and (heard_two_ways(text, language) or unless_not(text, language)):
            text = self._fill(others.pop(int(self.rng.random() * len(others))), literals)
        return text

    def _fill(self, template: Template, literals: Sequence[Sign]) -> str:
        clauses = []
        for slot in template.slots:
            symbol, positive = literals[slot.literal]
            role = "plain" if slot.flipped else "affirmative" if positive else "negative"
            clauses.append(self._say(symbol, role))
        return template.fill(clauses)

    def sentence(self, formula: Formula, opening: str = "", *, as_question: bool = False) -> str:
        """Return a whole sentence, after an opening such as "Therefore," if one is given.
        `as_question`: it is the statement in a question, and does not mention certainty and the
        like."""
        phrase = self.phrase(formula, as_question=as_question)
        if not opening:
            return capitalised(phrase) + self.templates.end
        return f"{opening}{self.templates.joint}{phrase}{self.templates.end}"

    def passage(self, premises: Iterable[Formula], conclusion: Formula | None = None) -> str:
        """Return the premises as running text, followed by a marked conclusion if one is given."""
        out: list[str] = []
        for premise in premises:
            leads = bool(out) and self.rng.random() < LEAD_SHARE
            opening = _choice(self.rng, self.templates.lead) if leads else ""
            out.append(self.sentence(premise, opening))
        if conclusion is not None:
            opening = _choice(self.rng, self.templates.therefore)
            out.append(self.sentence(conclusion, opening, as_question=True))
        return self.templates.joint.join(out)

    def question(self, kind: str) -> str:
        """Return a wording of the question: "3c1e", "3e1c", "missing", "contradicted" or "truth".

        Raises:
            InputError: there is no question of that type.
        """
        wordings = self.templates.questions.get(kind)
        if wordings is None:
            raise InputError(
                "No such question",
                f"expected one of {', '.join(self.templates.questions)}, found {kind!r}",
            )
        return _choice(self.rng, wordings)
