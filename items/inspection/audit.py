"""What a solver can establish about a hardened item with a formalization.

Owns the findings shown to an annotator next to the checks: gold answers, counterfactuals,
distractors, models of each branch, uncertainty, a closed candidate space, tautologies, atoms of the
rubric (after the strategies and audits of LLMEval-Logic, appendix B.2 and I, and ContextHub,
section 3.5). Each finding has its proof in words and the objects concerned. The solver decides.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from items.claims.case import Case
from items.claims.claim import State
from items.claims.counterfactual import recomputed
from items.claims.declared_claims import declarations, numbers
from items.claims.distractor import deletion
from items.formal import FormalItem, formal_item
from items.formalizations.candidates import gold_problem
from items.formalizations.rubric import Outcome, Rubric, check_words, read_checks
from items.gold.check import ItemCheck, PartCheck, Status, check_item
from items.inspection.analysis_run import count_models
from items.models import Item
from solver.cancel import Budget, Cancel, proceed
from solver.diff import Diff, columns, common_queries, diff
from solver.errors import InputError
from solver.language.edits import theory
from solver.language.problem import BASELINE, Query, Theory
from solver.language.renaming import Renaming, renamed
from solver.language.syntax import EnumIs, EnumSort, Formula, Truth
from solver.phrases import phrase
from solver.queries import DEFAULT_TIMEOUT, Session
from solver.results import EngineChoice, Verdict

ATOM_TIMEOUT = 2.0
"""Seconds for each question about an atom of the rubric."""
FindingKind = Literal[
    "gold",
    "tautology",
    "counterfactual",
    "distractor",
    "branches",
    "uncertainty",
    "closed",
    "rubric",
]
_HOLDS: dict[State, bool | None] = {
    State.PROVED: True,
    State.REFUTED: False,
    State.UNKNOWN: None,
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing the solver established, or could not."""

    kind: FindingKind
    subject: str
    """Question part, rubric atom, variant, or empty for the whole item."""
    holds: bool | None
    """Whether the claim holds; None if undecided or if nothing is claimed."""
    text: str
    """The proof in words, or the reason why there is none."""
    part: PartCheck | None = None
    """gold: the gold answer compared with the engines'."""
    diff: Diff | None = None
    """counterfactual: comparison of the baseline with the variant."""
    models: int | None = None
    """branches, uncertainty: number of models."""
    premises: tuple[int, ...] = ()
    """distractor, tautology: premise numbers, from 0."""


@dataclass(frozen=True, slots=True)
class Audit:
    """All findings about one item."""

    item: Item
    findings: tuple[Finding, ...]
    check: ItemCheck
    error: str = ""
    """Why there are none; empty if the formalization could be parsed."""
    contradicting: frozenset[str] = frozenset()
    """Parts asked under contradictory premises, from which everything follows."""

    def of(self, kind: FindingKind, subject: str | None = None) -> tuple[Finding, ...]:
        """The findings of a kind, all or about one subject."""
        return tuple(
            finding
            for finding in self.findings
            if finding.kind == kind and subject in (None, finding.subject)
        )


def audit(
    item: Item,
    *,
    engine: EngineChoice = "auto",
    timeout: float = DEFAULT_TIMEOUT,
    cancel: Cancel | None = None,
    shared_budget: Budget | None = None,
) -> Audit:
    """Establish everything possible. `timeout` is in seconds for each question; `shared_budget`, if
    given, limits all of them together. What they leave open has `holds=None`. Raises
    `Cancelled`."""
    witnessed: EngineChoice = "both" if engine == "auto" else engine
    check = check_item(
        item, engine=witnessed, timeout=timeout, cancel=cancel, shared_budget=shared_budget
    )
    proceed(cancel)
    try:
        budget = (
            Budget.of(timeout, cancel) if shared_budget is None else shared_budget.at_most(timeout)
        )
        formal = formal_item(item, budget=budget)
    except InputError as error:
        return Audit(item, (), check, error.line)
    if formal is None:
        return Audit(item, (), check, phrase("the item has no formalization"))
    case = Case(
        item, formal, engine=engine, timeout=timeout, cancel=cancel, shared_budget=shared_budget
    )
    auditor = _Auditor(item, formal, engine, timeout, cancel, case)
    findings: list[Finding] = [_gold(part, item.approximate) for part in check.parts]
    for step in (
        auditor.tautologies,
        auditor.counterfactuals,
        auditor.distractors,
        auditor.branches,
        auditor.uncertainty,
        auditor.closed_domain,
        auditor.rubric,
    ):
        proceed(cancel)
        findings += step()
    contradicting = frozenset(
        part.question.id
        for place, part in enumerate(check.parts)
        if _necessary(case.session(case.variant_of(place)), Truth(False)) is True
    )
    return Audit(item, tuple(findings), check, contradicting=contradicting)


def _gold(part: PartCheck, approximate: bool) -> Finding:
    holds = {Status.AGREE: True, Status.DISAGREE: False}.get(part.status)
    engine = "worlds" if "worlds" in part.by_engine else "z3"
    if holds is None:
        text = part.reason
    else:
        name = part.text("worlds") or part.text("z3") or ""
        outcome = "follows" if holds else f"does not follow: the solver ({engine}) gives {name}"
        text = f"{part.query_text}: gold {part.gold_text} {outcome}"
        if holds and approximate:
            # What follows from the formulas need not follow from a text that only approximates
            # them.
            holds, text = None, f"{text} from the formulas, which the words only approximate"
    return Finding("gold", part.question.id, holds, text, part=part)


@dataclass
class _Auditor:
    item: Item
    formal: FormalItem
    engine: EngineChoice
    timeout: float
    cancel: Cancel | None
    case: Case
    """Computes answers as a respondent gives them, over changed premises."""

    def session(self, premises: Theory, queries: tuple[Query, ...] = ()) -> Session:
        """A session of the engines for some premises."""
        shared = self.case.shared_budget
        return Session(premises, queries, self.engine, self.timeout, self.cancel, shared)

    # --- the rubric ---------------------------------------------------------------------------

    def rubric(self) -> Iterable[Finding]:
        """Each atom with a solver check, decided for the item's formalization."""
        if not self.item.rubric:
            return []
        problem = renamed(gold_problem(self.item), Renaming({}))
        premises = problem.premises
        seconds = min(self.timeout, ATOM_TIMEOUT)
        rubric = Rubric(
            premises, problem.queries, premises, problem.signature, seconds, self.cancel
        )
        findings: list[Finding] = []
        for check in read_checks(self.item.rubric, problem):
            outcome = rubric.outcome(check)
            if outcome is Outcome.NONE:
                continue
            holds = {Outcome.PASSED: True, Outcome.FAILED: False}.get(outcome)
            words = check_words(check.atom)
            text = {
                True: phrase("the solver check passes: {a}", a=words),
                False: phrase("the solver check fails: {a}", a=words),
                None: phrase("the solver check is not decided: {a}", a=check.reason or outcome),
            }[holds]
            findings.append(Finding("rubric", check.atom.id, holds, text))
        return findings

    # --- tautologies -----------------------------------------------------------------------------

    def tautologies(self) -> Iterable[Finding]:
        """Premises that hold in every world; `holds` is true if there are some. If the formulas
        have none, that does not settle the question for the text."""
        problem = self.formal.problem
        empty = self.session(Theory(problem.signature, (), problem.definitions))
        numbers = tuple(
            number
            for number, formula in enumerate(problem.premises)
            if _necessary(empty, formula) is True
        )
        if not numbers:
            return [
                Finding("tautology", "", None, phrase("no premise is a tautology as formalized"))
            ]
        text = f"{_premises(numbers)} true in every world, regardless of the other premises"
        return [Finding("tautology", "", True, text, premises=numbers)]

    # --- counterfactuals -------------------------------------------------------------------------

    def counterfactuals(self) -> Iterable[Finding]:
        """For each variant of a question, and each such question, whether the answer differs from
        the one at the baseline; and for the item, whether all do."""
        findings: list[Finding] = []
        problem = self.formal.problem
        for name in problem.variants:
            proceed(self.cancel)
            between = diff(
                problem,
                name,
                engine=self.engine,
                limit=64,
                timeout=self.timeout,
                cancel=self.cancel,
            )
            differ: list[bool | None] = []
            places = [place for place in self.case.places if self.case.variant_of(place) == name]
            for place in places:
                outcome = recomputed(self.case, place)
                differs = _HOLDS[outcome.state]
                differ.append(differs)
                query = self.formal.queries[place]
                text = {
                    True: phrase(
                        "{a}: the answer under {b} differs from the baseline", a=query.text, b=name
                    ),
                    False: phrase(
                        "{a}: {b} does not change the answer of the baseline", a=query.text, b=name
                    ),
                    None: f"{query.text}: {outcome.reason}",
                }[differs]
                id = self.item.leaves[place].id
                findings.append(Finding("counterfactual", id, differs, text, diff=between))
            if not places:
                differ = [change.changed for change in between.queries]
            holds = True if True in differ else None if None in differ or not differ else False
            changes = differ.count(True)
            text = (
                f"{name}: {_models(between.count_before)} at the baseline, "
                f"{_count(between.count_after)} under it; {changes} of {len(differ)} answers change"
            )
            findings.append(Finding("counterfactual", name, holds, text, diff=between))
        whole = [finding.holds for finding in findings if finding.subject in problem.variants]
        if whole:
            holds = False if False in whole else None if None in whole else True
            idle = [
                o.subject for o in findings if o.subject in problem.variants and o.holds is False
            ]
            text = (
                phrase("no answer changes under {a}", a=", ".join(idle))
                if idle
                else (
                    phrase("every counterfactual changes an answer")
                    if holds
                    else phrase("not all could be decided")
                )
            )
            findings.append(Finding("counterfactual", "", holds, text))
        return findings

    # --- distractors -----------------------------------------------------------------------------

    def distractors(self) -> Iterable[Finding]:
        """Whether every answer stays the same without the claimed distractors or, without a claim,
        which premises could be removed individually."""
        problem = self.formal.problem
        claimed = claimed_distractors(self.item)
        premise_places = range(len(problem.premises))
        if claimed is None:
            idle = tuple(
                n for n in premise_places if deletion(self.case, (n,)).state is State.PROVED
            )
            text: str = (
                phrase(
                    "removing {a} one at a time changes no answer",
                    a=_premises(idle, verb=""),
                )
                if idle
                else phrase("removing any single premise changes an answer")
            )
            return [
                Finding("distractor", "", None, f"no distractor is claimed; {text}", premises=idle)
            ]
        wrong = [n for n in claimed if n not in premise_places]
        if wrong:
            text = f"the claim names premise {wrong[0]}, counted from 0; there are "
            return [Finding("distractor", "", None, f"{text}{len(problem.premises)}")]
        outcome = deletion(self.case, claimed)
        text = outcome.reason
        if outcome.state is State.PROVED:
            before, after = self._models(()), self._models(claimed)
            text += (
                "; the models stay the same too"
                if before is not None and before == after
                else f"; the models are {_count(before)} with and {_count(after)} without"
            )
        return [Finding("distractor", "", _HOLDS[outcome.state], text, premises=claimed)]

    def _models(self, dropped_premises: Sequence[int]) -> int | None:
        problem = self.formal.problem
        whole = theory(problem)
        premises = tuple(p for p in whole.premises if p.number not in dropped_premises)
        # With the same symbols on both sides: those of all premises and queries.
        queries = common_queries(problem, whole, whole)
        targets = columns(whole, whole, queries)
        if targets is None:
            return None
        query = Query("count_models", "all models", targets=targets)
        answer = (
            self.session(replace(whole, premises=premises)).ask(query, want_supports=False).answer
        )
        return None if answer.unknown or answer.reason else answer.count

    # --- models ----------------------------------------------------------------------------------

    def branches(self) -> Iterable[Finding]:
        """The number of models of the baseline and every variant, and whether the baseline admits
        each value of each closed value set."""
        problem = self.formal.problem
        findings: list[Finding] = []
        for name in (BASELINE, *problem.variants):
            proceed(self.cancel)
            premises = theory(problem, name)
            queries = common_queries(problem, premises, premises)
            count, reason = count_models(self.session(premises, queries), queries)
            text = f"{name}: {_models(count)}" + (f" ({reason})" if reason else "")
            findings.append(
                Finding("branches", name, None if count is None else count > 0, text, models=count)
            )
        findings += self._values()
        branches = (BASELINE, *problem.variants)
        counts = [finding.models for finding in findings if finding.subject in branches]
        some = None if None in counts else 0 not in counts
        text = phrase("the baseline and every variant have models")
        if not some:
            text = phrase("the baseline or a variant has no model")
        findings.append(
            Finding("branches", "", some, text if some is not None else phrase("not all counted"))
        )
        return findings

    def _values(self) -> Iterable[Finding]:
        problem = self.formal.problem
        session = self.session(theory(problem))
        for (name, _), symbol in problem.signature.symbols.items():
            if not isinstance(symbol.sort, EnumSort):
                continue
            for value in symbol.sort.values:
                query = Query("possible", f"possible({name} = {value})", EnumIs(name, value))
                verdict = session.ask(query, want_supports=False).answer.verdict
                holds = None if verdict == Verdict.UNKNOWN else verdict == Verdict.POSSIBLE
                subject = f"{name}={value}"
                yield Finding("branches", subject, holds, f"{name} = {value} is {verdict}")

    def uncertainty(self) -> Iterable[Finding]:
        """Whether the baseline leaves more than one model over all symbols in use."""
        premises = theory(self.formal.problem)
        queries = common_queries(self.formal.problem, premises, premises)
        count, reason = count_models(self.session(premises, queries), queries)
        if count is None:
            return [
                Finding("uncertainty", "", None, reason or phrase("the models were not counted"))
            ]
        text = f"the baseline has {count} model" + ("" if count == 1 else "s")
        return [Finding("uncertainty", "", count > 1, text, models=count)]

    def closed_domain(self) -> Iterable[Finding]:
        """Whether the candidates are a finite set that the formalization itself closes: all symbols
        declared, only propositions and closed value sets, no open domain of individuals."""
        problem = self.formal.problem
        undeclared = [s.name for s in problem.signature.symbols.values() if not s.declared]
        premises = theory(problem)
        queries = common_queries(problem, premises, premises)
        count, reason = count_models(self.session(premises, queries), queries)
        if undeclared:
            text: str = phrase("not declared: {a}", a=", ".join(undeclared))
            return [Finding("closed", "", False, text)]
        if count is None:
            first_order = "first-order" in reason
            text = phrase("individuals are not a closed set") if first_order else reason
            return [Finding("closed", "", False if first_order else None, text)]
        text = f"propositions and closed value sets only; {count} candidates remain"
        return [Finding("closed", "", True, text, models=count)]


def claimed_distractors(item: Item) -> tuple[int, ...] | None:
    """Numbers, from 0, of the premises that the item claims to be distractors; None if it claims
    none or the claim cannot be read."""
    try:
        listed = [numbers(declared, "premises") for declared in declarations(item, "distractor")]
    except InputError:
        return None
    named = tuple(dict.fromkeys(number for entry in listed for number in entry or ()))
    return named or None


def _necessary(session: Session, formula: Formula) -> bool | None:
    query = Query("necessary", "necessary", formula)
    verdict = session.ask(query, want_supports=False).answer.verdict
    return None if verdict == Verdict.UNKNOWN else verdict == Verdict.NECESSARY


def _premises(numbers: Sequence[int], verb: str = " is") -> str:
    """Premise numbers in words, counted from 1 as on screen."""
    if len(numbers) == 1:
        return f"premise {numbers[0] + 1}{verb}"
    plural = {" is": " are"}.get(verb, verb)
    return f"premises {', '.join(str(number + 1) for number in numbers)}{plural}"


def _models(count: int | None) -> str:
    return "1 model" if count == 1 else phrase("{a} models", a=_count(count))


def _count(count: int | None) -> str:
    return phrase("an unknown number of") if count is None else str(count)
