"""Premises quoted with their sentences, with the words of their parts highlighted.

Owns which sentences belong to a premise under a variant, and the lines.
`items.inspection.formula_phrases` links words to parts.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from items.formalizations.sentence_alignment import Alignment, Span
from items.inspection.formula_phrases import Path, needed_phrases, phrases
from solver.language.problem import Problem, Theory
from solver.language.syntax import Formula, Signature
from tui.i18n import _, mark
from tui.state.draft import Line, Piece
from tui.state.inspector.marked_text import marked_lines
from tui.state.inspector.world_lines import text_lines
from tui.text import plain

INDENT = 6
GUESS_NOTE = mark("Highlighted words are a guess, based on glosses.")
"""The note wherever words of a text are highlighted."""


def guessed_lines(cells: int, indent: int = INDENT) -> list[Line]:
    """The note that the words highlighted above were guessed."""
    return text_lines(_(GUESS_NOTE), cells, "muted", indent)


def spans_of(
    alignments: Iterable[Alignment], problem: Problem, theory: Theory, number: int
) -> tuple[Span, ...]:
    """Where in the text a premise of a theory comes from; empty where another premise has that
    number in the problem, which is what was aligned with the text."""
    premise_formula = next((p.formula for p in theory.premises if p.number == number), None)
    if premise_formula is None or premise_formula != dict(enumerate(problem.premises)).get(number):
        return ()
    return next((a.spans for a in alignments if a.premise == number), ())


def sentence_lines(
    text: str,
    spans: Iterable[Span],
    formula: Formula,
    signature: Signature,
    cells: int,
    removed: Iterable[Path] = (),
) -> tuple[list[Line], bool]:
    """The sentences of a premise, with the words for its parts highlighted, except those at the
    paths in `removed`; or the whole sentence where none are found. Also whether words are
    highlighted, which is always a guess."""
    guessed = False
    lines: list[Line] = []
    for span in spans:
        sentence = " ".join(text[span.start : span.end].split())
        needed = needed_phrases(phrases(sentence, formula, signature), removed)
        quoted = f"“{sentence}”"
        if needed and plain(quoted) == quoted:
            guessed = True
            places = [(phrase.span.start + 1, phrase.span.end + 1) for phrase in needed]
            lines += marked_lines(quoted, cells, places, "marked", INDENT)
        else:
            lines += text_lines(quoted, cells, "marked", INDENT)
    return lines, guessed


@dataclass(frozen=True)
class PremiseSources:
    """The sources for quoting the premises of one theory."""

    text: str
    """The item's text."""
    alignments: tuple[Alignment, ...]
    problem: Problem
    theory: Theory

    def lines(
        self, numbers: Sequence[int], write: Callable[[Formula], str], cells: int
    ) -> list[Line]:
        """These premises, each with its formula and its sentences."""
        lines: list[Line] = []
        lit = False
        signature = self.theory.signature
        for premise in self.theory.premises:
            if premise.number not in numbers:
                continue
            head = Piece(f"{premise.number + 1:>4} ", "key")
            first, *rest = text_lines(write(premise.formula), cells - INDENT + 1, "chosen")
            lines += [Line((head, *first.pieces))]
            lines += [Line((Piece(" " * (INDENT - 1)), *line.pieces)) for line in rest]
            spans = spans_of(self.alignments, self.problem, self.theory, premise.number)
            sentences, guessed = sentence_lines(self.text, spans, premise.formula, signature, cells)
            lines += sentences
            lit = lit or guessed
        return [*lines, *guessed_lines(cells)] if lit else lines
