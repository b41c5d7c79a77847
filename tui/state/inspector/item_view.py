"""One item on the screen: its text, premises, verdicts, and the evidence for the selected verdict.

Owns the selection: an option or query, a premise, one of several supports, the notation. The
modules of this folder have the lines of the four panes; `items.inspection.analysis_run` computes
what is true.
"""

from collections.abc import Mapping

from items.files.proofs import PROVED_OF_FORMULAS, proof_words
from items.formal import gloss_language
from items.formalizations.sentence_alignment import Alignment, Certainty, Span
from items.inspection.analysis import Analysis, TheoryAnalysis
from items.models import Item
from solver.language.edits import theory
from solver.language.printer import print_formula
from solver.language.problem import BASELINE, Theory
from solver.language.syntax import Formula, Signature
from solver.results import World
from tui.i18n import _, mark
from tui.state.draft import Role
from tui.state.inspector.entries import Claim, Entry, engine_line, entries, first_failing
from tui.state.inspector.evidence import under_of
from tui.state.inspector.notation import FormulaStyle, formula_text, formula_words
from tui.state.inspector.quoted_premises import spans_of
from tui.text import plain

GOLD_WORDS: Mapping[str, tuple[str, Role]] = {
    "proved": (mark("gold proved ✓"), "good"),
    PROVED_OF_FORMULAS: (mark("gold proved ≈ words approximate"), "warn"),
    "disproved": (mark("gold refuted ✗"), "bad"),
    "not checkable": (mark("gold not checkable –"), "muted"),
    "unknown": (mark("gold unknown ?"), "warn"),
}


class ItemView:
    """The known facts and the selection for one item."""

    def __init__(self, item: Item, formula_style: FormulaStyle = FormulaStyle.UNICODE) -> None:
        self.item = item
        self.formula_style = formula_style
        self.language = gloss_language(item)
        self.analysis: Analysis | None = None
        self.entries: tuple[Entry, ...] = ()
        self._by_key: dict[str, Entry] = {}
        self.alignments: tuple[Alignment, ...] = ()
        self.selected = ""
        """Key of the selected entry."""
        self.premise: int | None = None
        """Number of the selected premise."""
        self.support = 0
        """Index of the marked support of the entry."""
        self.models: Mapping[str, World] = {}
        """A model of the premises of each variant."""
        self.state = ""
        """Why nothing is shown, or not everything: working, stopped, failed."""

    def know(
        self,
        analysis: Analysis,
        alignments: tuple[Alignment, ...] = (),
        decisive_claims: Mapping[int, tuple[Claim, ...]] | None = None,
        worlds: Mapping[str, World] | None = None,
    ) -> None:
        """Set the results."""
        self.models = worlds or {}
        self.analysis = analysis
        self.entries = entries(analysis, decisive_claims)
        self._by_key = {entry.key: entry for entry in self.entries}
        self.alignments = alignments
        self.state = ""
        if self.selected not in self._by_key:
            self.selected = first_failing(self.entries)

    # --- picks -----------------------------------------------------------------------------------

    @property
    def entry(self) -> Entry | None:
        """The selected entry."""
        return self._by_key.get(self.selected)

    @property
    def theory(self) -> TheoryAnalysis | None:
        """The premises under the variant of the entry."""
        if self.analysis is None:
            return None
        under = self.entry.analysis.under if self.entry is not None else BASELINE
        return self.analysis.theories.get(under)

    def select(self, key: str) -> None:
        """Select another entry."""
        if key != self.selected:
            self.premise = None
        self.selected = key
        self.support = 0

    def point(self, number: int) -> None:
        """Put the cursor on a premise."""
        self.premise = number

    def next_support(self) -> bool:
        """Mark the next support; returns whether there is another one."""
        supports = self.entry.supports if self.entry is not None else None
        if supports is None or len(supports.sets) < 2:
            return False
        self.support = (self.support + 1) % len(supports.sets)
        return True

    @property
    def marked(self) -> tuple[int, ...] | None:
        """Numbers of the premises in the marked support; None without one."""
        supports = self.entry.supports if self.entry is not None else None
        if supports is None or not supports.sets:
            return None
        return supports.sets[min(self.support, len(supports.sets) - 1)]

    def sentences(self, number: int, theory: Theory | None = None) -> tuple[Span, ...]:
        """Where in the text a premise comes from; empty where `theory`, or else the selected
        variant, has another premise with that number."""
        formal = None if self.analysis is None else self.analysis.formal
        if theory is None and self.theory is not None:
            theory = self.theory.theory
        if theory is None or formal is None:
            return ()
        return spans_of(self.alignments, formal.problem, theory, number)

    def guessed_sentences(self, number: int) -> bool:
        """Whether only matching words link a premise to its sentences, without a declaration."""
        alignment = next((a for a in self.alignments if a.premise == number), None)
        return alignment is not None and alignment.certainty is Certainty.LIKELY

    def turn_notation(self) -> FormulaStyle:
        """Use the next notation for formulas."""
        self.formula_style = self.formula_style.next
        return self.formula_style

    # --- header ----------------------------------------------------------------------------------

    def header(self, abbreviated: bool = False) -> tuple[str, str, str, Role]:
        """Left, middle, right, and the role of the right text; `abbreviated` where there is little
        room."""
        title = f" · {self.item.title}" if self.item.title else ""
        left = plain(self.item.id + title)
        if self.analysis is None:
            return left, "", self.state, "warn"
        message, role = GOLD_WORDS[proof_words(self.item, self.analysis.check.state)]
        message = _(message)
        if self.state:
            message = f"{self.state} · {message}"
        if self.inconsistent:
            # A proof from premises that contradict each other shows little.
            message, role = _("‼ inconsistent · {message}").format(message=message), "bad"
        return left, engine_line(self.analysis, abbreviated), message, role

    @property
    def refuted(self) -> bool:
        """Whether a gold answer of the item is wrong."""
        return self.analysis is not None and self.analysis.check.state == "disproved"

    @property
    def inconsistent(self) -> tuple[str, ...]:
        """Examined variants whose premises contradict each other, including the baseline by its
        name."""
        if self.analysis is None:
            return ()
        theories = self.analysis.theories.items()
        return tuple(
            name for name, theory_analysis in theories if theory_analysis.report.consistent is False
        )

    @property
    def world(self) -> World | None:
        """The world that shows the standing of the entry, as in the lower pane."""
        entry = self.entry
        if entry is None:
            return None
        stand = entry.option.standing if entry.option is not None else entry.analysis.standing
        if stand is not None:
            return stand.countermodel or stand.witness
        report = entry.analysis.report
        return None if report is None else report.answer.countermodel or report.answer.witness

    @property
    def questioned(self) -> tuple[Theory, World] | None:
        """The world in the lower pane, with the premises it satisfies: the one that shows the
        standing of the entry, otherwise the one that refutes the gold answer, otherwise any
        model."""
        if self.entry is None or self.analysis is None or self.analysis.formal is None:
            return None
        if self.world is not None and self.theory is not None:
            return self.theory.theory, self.world
        refutation = self.entry.analysis.refutation
        for objection in () if refutation is None else refutation.objections:
            if objection.world is not None:
                problem = self.analysis.formal.problem
                return theory(problem, objection.under or self.variant_name), objection.world
        if self.variant_name in self.models and self.theory is not None:
            return self.theory.theory, self.models[self.variant_name]
        return None

    @property
    def stated_text(self) -> str:
        """The entry's formula in a form that can be typed; empty where it has none."""
        entry = self.entry
        if entry is None:
            return ""
        stand = entry.option.standing if entry.option is not None else entry.analysis.standing
        return "" if stand is None else print_formula(stand.formula)

    @property
    def variant_name(self) -> str:
        """Name of the selected variant."""
        return self.entry.analysis.under if self.entry is not None else BASELINE

    @property
    def signature(self) -> Signature:
        """The signature of the selected variant, including edits."""
        return Signature({}) if self.theory is None else self.theory.theory.signature

    def formula_text(self, formula: Formula) -> str:
        """A formula in the current notation."""
        return formula_text(formula, self.signature, self.formula_style, self.language)

    def formula_words(self, formula: Formula) -> str:
        """The formula in words, unless the notation is words."""
        return formula_words(formula, self.signature, self.formula_style, self.language)

    @property
    def evidence_title(self) -> str:
        """The title of the lower pane."""
        entry = self.entry
        if entry is None:
            return _("World")
        question = entry.analysis.question
        where = _("question {id}").format(id=question.id) if question is not None else ""
        parts = [
            _("Option {letter}").format(letter=entry.name)
            if entry.option is not None
            else entry.name,
            where,
        ]
        return " · ".join(part for part in (*parts, under_of(entry)) if part)
