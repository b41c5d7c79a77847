"""The right pane: what the solver says about the judged item, or its golds where it says nothing.

Owns the order of evidence: premises in notation and words, if they are few, so that the logic is
next to the text; golds and verdicts, the world for the selected verdict, premises if they are many,
what is settled, what each variant changes. The question of the selected check is in view. The lines
of each part are the researcher's; `items.inspection.audit` and `items.inspection.analysis_run` do
the work.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from items.formal import gloss_language
from items.inspection.audit import Audit, audit
from items.models import Item
from solver.cancel import Budget, Cancel
from solver.language.edits import theory
from solver.language.problem import BASELINE
from solver.language.syntax import Signature
from tui.diff_text import model_lines, premise_lines
from tui.i18n import _, mark
from tui.state.draft import Line, Piece, Role
from tui.state.inspector.claims_view import claim_lines
from tui.state.inspector.drawn_rows import drawn_rows
from tui.state.inspector.item_findings import ItemFindings, work_out
from tui.state.inspector.item_view import ItemView
from tui.state.inspector.notation import FormulaStyle
from tui.state.inspector.premise_pane import premise_lines as formula_lines
from tui.state.inspector.text_pane import one_question, question_place
from tui.state.inspector.verdict_pane import evidence_lines, verdict_lines
from tui.state.inspector.words import headed
from tui.state.inspector.world_lines import text_lines
from tui.state.translation import proof_words, translated
from tui.text import plain, width

if TYPE_CHECKING:
    from items.claims.run import ItemClaims

NO_FORMALIZATION = mark("It has no formalization, so nothing is settled. Ctrl+B builds one.")
MOST_PREMISE_LINES = 14
"""Maximum number of lines of premises before the verdicts, so that these stay in sight."""
SIGNS: dict[bool | None, tuple[str, Role]] = {
    True: ("✓", "good"),
    False: ("✗", "bad"),
    None: ("?", "muted"),
}


AUDIT_SECONDS = 100.0
"""What the findings of an item may take together, however many questions it has."""


@dataclass(frozen=True)
class ItemEvidence:
    """Everything the solver can say about an item."""

    findings: ItemFindings
    audit: Audit
    changes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Variant to the premises it changes, one line each."""
    claims: "ItemClaims | None" = None
    """The item's claims; None where it makes none."""


def work(item: Item, cancel: Cancel) -> ItemEvidence:
    """Compute the evidence; slow, so run it in a thread. Raises `Cancelled`."""
    findings = work_out(item, cancel)
    item_audit = audit(item, cancel=cancel, shared_budget=Budget.of(AUDIT_SECONDS, cancel))
    changes: dict[str, tuple[str, ...]] = {}
    if findings.analysis.formal is not None:
        problem = findings.analysis.formal.problem
        base = theory(problem, BASELINE)
        for name in problem.variants:
            changes[name] = tuple(premise_lines(base, theory(problem, name), 200))
    claims = None
    if item.claims:
        from items.claims.run import claims_of

        claims = claims_of(item, cancel=cancel)
    return ItemEvidence(findings, item_audit, changes, claims)


KINDS: Mapping[str, str] = {
    "gold": mark("gold"),
    "tautology": mark("tautology"),
    "counterfactual": mark("counterfactual"),
    "distractor": mark("distractor"),
    "branches": mark("branches"),
    "uncertainty": mark("uncertainty"),
    "closed": mark("closed"),
    "rubric": mark("rubric"),
}
"""Kinds of finding."""


class EvidencePane:
    """The evidence about one item, and the selected verdict."""

    def __init__(self) -> None:
        self.formula_style = FormulaStyle.UNICODE
        self.view: ItemView | None = None
        self.evidence: ItemEvidence | None = None
        self.no_solver_note = NO_FORMALIZATION
        """Text for an item without a formalization."""
        self.subject = ""
        """Id of the question part that the selected check is about; empty where it is about none,
        or another pane has the focus."""

    def put(self, item: Item | None) -> None:
        """Show another item, without evidence yet."""
        self.view = None if item is None else ItemView(item, self.formula_style)
        self.evidence = None
        self.subject = ""
        self.no_solver_note = NO_FORMALIZATION
        if self.view is not None:
            self.view.state = _("working …")

    def know(self, evidence: ItemEvidence) -> None:
        """Set the evidence."""
        assert self.view is not None
        self.evidence = evidence
        self.view.know(
            evidence.findings.analysis,
            evidence.findings.alignments,
            evidence.findings.decisive_claims,
        )
        about, self.subject = self.subject, ""
        self.look(about)

    def look(self, subject: str) -> None:
        """The selected check is about this question part, or about none."""
        if subject == self.subject:
            return
        self.subject = subject
        if self.view is None or not subject:
            return
        entries = [e for e in self.view.entries if e.analysis.question is not None]
        entries_of_part = [
            e for e in entries if e.analysis.question and e.analysis.question.id == subject
        ]
        if entries_of_part and (self.view.entry is None or self.view.entry not in entries_of_part):
            self.view.select(entries_of_part[0].key)

    def select(self, key: str) -> None:
        """Select another verdict."""
        if self.view is not None:
            self.view.select(key)

    def turn_notation(self) -> FormulaStyle:
        """Use the next notation for formulas."""
        self.formula_style = self.formula_style.next
        if self.view is not None:
            self.view.formula_style = self.formula_style
        return self.formula_style

    def lines(self, cells: int, focused: bool) -> list[Line]:
        """All the evidence."""
        view = self.view
        if view is None:
            return []
        if view.item.formalization is None:
            return [
                *text_lines(_(self.no_solver_note), cells, "muted"),
                *self._golds(view.item, cells),
            ]
        if self.evidence is None or view.analysis is None:
            return text_lines(view.state, cells, "muted")
        logic = _section(_("Premises"), formula_lines(view, cells, False), cells)
        verdicts = _section(
            _("Gold and verdicts"), verdict_lines(view, cells, focused), cells, True
        )
        verdicts += _section(view.evidence_title, evidence_lines(view, cells, False), cells)
        lines = [*logic, *verdicts] if len(logic) <= MOST_PREMISE_LINES else [*verdicts, *logic]
        lines += _section(_("What the solver settles"), self._findings(cells), cells)
        if self.evidence.claims is not None:
            formal = self.evidence.findings.analysis.formal
            signature = Signature({}) if formal is None else formal.problem.signature
            claim_rows = claim_lines(self.evidence.claims, signature, cells, view.inconsistent)
            lines += _section(_("What the item claims"), claim_rows, cells)
        for name, changes in self.evidence.changes.items():
            lines += _section(
                _("Variant {name}").format(name=name), self._variant(name, changes, cells), cells
            )
        return lines

    def _golds(self, item: Item, cells: int) -> list[Line]:
        """The questions with their golds; the cursor is on the one asked about, and only those near
        it are drawn if there are very many."""
        place = question_place(item, self.subject)
        drawn = drawn_rows(len(item.questions), place)
        lines: list[Line] = [Line(), *drawn.before()] if drawn.first else []
        for number, question in enumerate(item.questions[drawn.first : drawn.last], drawn.first):
            lines.append(Line())
            judged = number == place
            for row, line in enumerate(one_question(item, question, cells - 1)):
                sign = Piece("▸" if judged and row == 0 else " ", "cursor")
                lines.append(Line((sign, *line.pieces), None, judged))
        return [*lines, Line(), *drawn.after()] if drawn.last < drawn.count else lines

    def _findings(self, cells: int) -> list[Line]:
        assert self.evidence is not None
        if self.evidence.audit.error:
            return text_lines(translated(self.evidence.audit.error), cells, "warn")
        lines: list[Line] = []
        for finding in self.evidence.audit.findings:
            if finding.kind == "gold":
                continue
            sign, role = SIGNS[finding.holds]
            subject = f" {finding.subject}" if finding.subject else ""
            kind = _(KINDS[finding.kind])
            text = headed(f"{kind}{subject}", proof_words(finding.text))
            head, *rest = text_lines(text, cells - 2)
            lines.append(Line((Piece(f"{sign} ", role), *head.pieces)))
            lines += [Line((Piece("  "), *line.pieces)) for line in rest]
        return lines

    def _variant(self, name: str, changes: tuple[str, ...], cells: int) -> list[Line]:
        assert self.evidence is not None
        lines = [line for change in changes for line in text_lines(change, cells)]
        between = next(
            (
                finding.diff
                for finding in self.evidence.audit.of("counterfactual", name)
                if finding.diff is not None
            ),
            None,
        )
        if between is not None:
            analysis = self.evidence.findings.analysis
            formal = analysis.formal
            signature = Signature({}) if formal is None else formal.problem.signature
            language = gloss_language(analysis.item)
            for row in model_lines(between, signature, language, cells):
                role: Role = "plain"
                sign = row.strip()[:1]
                role = {"−": "removed", "+": "added"}.get(sign, "plain")  # type: ignore[assignment]
                lines.append(Line((Piece(plain(row), role),)))
        return lines


def _section(title: str, lines: list[Line], cells: int, selectable: bool = False) -> list[Line]:
    """A part with a title; only the verdicts' lines can be selected."""
    body = lines if selectable else [Line(line.pieces) for line in lines]
    rule = "─" * max(cells - width(title) - 1, 0)
    return [Line((Piece(f"{plain(title)} ", "heading"), Piece(rule, "muted"))), *body, Line()]
