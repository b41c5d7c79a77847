"""Everything the solver can determine about one item, for the screen that shows an item.

Owns gathering verdicts, standings, supports, backbone, counts and structures, each question under
its own variant. The solver's modules define each of these; `items.gold.check` owns whether the gold
is right, `items.gold.refutation` why an answer is wrong.
"""

import time
from dataclasses import replace

from items.formal import FormalItem, formal_item
from items.gold.check import QUESTION_TYPE, ItemCheck, PartCheck, Status, check_item
from items.gold.engine_answers import conjoined
from items.gold.refutation import Refutation, refute
from items.inspection.analysis import (
    Analysis,
    Limits,
    OptionAnalysis,
    QuestionAnalysis,
    TheoryAnalysis,
)
from items.models import Item, Question
from solver.cancel import Budget, Cancel, proceed
from solver.diff import columns, common_queries
from solver.errors import InputError
from solver.inspection.backbone import backbone
from solver.inspection.claims import claims
from solver.inspection.formula_standing import FormulaStanding, FormulaVerdict, standing
from solver.inspection.structure_list import structures
from solver.kinds.registry import kind_of
from solver.language.edits import theory
from solver.language.loader import used_symbols
from solver.language.problem import BASELINE, Query, Theory
from solver.language.syntax import And, Formula, Implies, is_propositional, negation
from solver.queries import Session
from solver.results import EngineAnswer, EngineChoice, QueryReport, Structure, Supports


def analyse(
    item: Item,
    *,
    engine: EngineChoice = "both",
    limits: Limits | None = None,
    timeout: float = 5.0,
    cancel: Cancel | None = None,
    shared_budget: Budget | None = None,
) -> Analysis:
    """Analyse an item completely. `timeout` is in seconds for each question; `shared_budget`, if
    given, limits all of them together. What takes longer is `unknown`. `error` holds the error of
    a formalization that cannot be parsed. Raises `Cancelled`."""
    began = time.perf_counter()
    proceed(cancel)
    check = check_item(
        item, engine=engine, timeout=timeout, cancel=cancel, shared_budget=shared_budget
    )
    trouble: InputError | None = None
    formal: FormalItem | None = None
    try:
        budget = (
            Budget.of(timeout, cancel) if shared_budget is None else shared_budget.at_most(timeout)
        )
        formal = formal_item(item, budget=budget)
    except InputError as error:
        trouble = error
    if formal is None:
        all_questions = tuple(
            QuestionAnalysis(
                leaf, place, BASELINE, None, None, None, _unjudged_options(leaf), part, None
            )
            for place, (leaf, part) in enumerate(zip(item.leaves, check.parts, strict=True))
        )
        seconds = time.perf_counter() - began
        return Analysis(item, None, trouble, check, all_questions, {}, {}, seconds=seconds)
    limits = limits or Limits()
    gathering = AnalysisRun(item, formal, check, engine, limits, timeout, cancel, shared_budget)
    questions = gathering.questions()
    theories = gathering.theories()
    proceed(cancel)
    seconds = time.perf_counter() - began
    supports, needed = gathering.supports, tuple(gathering.row_supports)
    return Analysis(item, formal, None, check, questions, theories, supports, needed, seconds)


def _with_earlier_answers(report: QueryReport, part: PartCheck | None) -> QueryReport:
    """A report with the engines' answers from the gold check where the second run timed out."""
    if part is None or part.query != report.query:
        return report
    before = {name: a for name, a in part.by_engine.items() if isinstance(a, EngineAnswer)}
    engines = {
        name: before.get(name, answer) if answer.unknown else answer
        for name, answer in report.engines.items()
    }
    answered = [answer for answer in engines.values() if not answer.unknown]
    if not answered:
        return report
    agree = kind_of(report.query.kind).agreement(*answered) if len(answered) == 2 else None
    return replace(report, answer=answered[0], engines=engines, agree=agree)


def _unjudged_options(leaf: Question) -> tuple[OptionAnalysis, ...]:
    return tuple(OptionAnalysis(n, o.text, None, None) for n, o in enumerate(leaf.options))


class AnalysisRun:
    """The analysis of one item; each variant's premises are prepared once."""

    def __init__(
        self,
        item: Item,
        formal: FormalItem,
        check: ItemCheck,
        engine: EngineChoice,
        limits: Limits,
        timeout: float,
        cancel: Cancel | None,
        shared_budget: Budget | None = None,
    ) -> None:
        """`timeout` is in seconds for each question; `shared_budget`, if given, is the limit for
        all of them together."""
        self.item = item
        self.formal = formal
        self.check = check
        self.engine: EngineChoice = engine
        self.limits = limits
        self.timeout = timeout
        self.cancel = cancel
        self.shared_budget = shared_budget
        self.sessions: dict[str, Session] = {}
        self.supports: dict[tuple[str, Formula], Supports | None] = {}
        self.row_supports: list[Supports | None] = []
        """For each option and query that rests on premises, the supports of everything it rests
        on."""
        self.needed_formulas: dict[str, dict[Formula, None]] = {}
        """Maps a variant to the formulas that its answers rest on."""
        self.unknown_variants: set[str] = set()
        """Variants with an answer for which these formulas are unknown."""

    def session(self, under: str) -> Session:
        """A session of the engines for the premises of one variant."""
        if under not in self.sessions:
            own_queries = tuple(q for q in self.formal.problem.queries if q.under == under)
            self.sessions[under] = Session(
                theory(self.formal.problem, under),
                own_queries,
                self.engine,
                self.timeout,
                self.cancel,
                self.shared_budget,
            )
        return self.sessions[under]

    # --- questions -------------------------------------------------------------------------------

    def questions(self) -> tuple[QuestionAnalysis, ...]:
        """All parts of the item, followed by the queries without a part."""
        parts = [self._part(place, leaf) for place, leaf in enumerate(self.item.leaves)]
        asked_texts = {query.text for query in self.formal.queries.values()}
        options = sum(
            option is not None for formulas in self.formal.options.values() for option in formulas
        )
        more = self.formal.problem.queries[len(self.formal.queries) + options :]
        unasked = [query for query in more if query.text not in asked_texts]
        return (*parts, *[self._query(None, None, query, (), None) for query in unasked])

    def _part(self, place: int, leaf: Question) -> QuestionAnalysis:
        query = self.formal.queries.get(place)
        part = self.check.parts[place]
        under = BASELINE if query is None else query.under
        options = self._options(place, leaf, query, part, under)
        refutation = None
        if part.status is Status.DISAGREE and leaf.gold is not None:
            refutation = refute(self.item, self.formal, place, leaf.gold, self.session(under))
        return self._query(leaf, place, query, options, part, refutation)

    def _query(
        self,
        leaf: Question | None,
        place: int | None,
        query: Query | None,
        options: tuple[OptionAnalysis, ...],
        part: PartCheck | None,
        refutation: Refutation | None = None,
    ) -> QuestionAnalysis:
        proceed(self.cancel)
        if query is None:
            return QuestionAnalysis(
                leaf, place, BASELINE, None, None, None, options, part, refutation
            )
        session = self.session(query.under)
        report: QueryReport | None = None
        stand: FormulaStanding | None = None
        try:
            report = _with_earlier_answers(session.ask(query, limit=self.limits.models), part)
            if query.formula is not None and query.variable is None:
                stand = standing(session, query.formula, given=query.given)
        except InputError:
            # Targets that leave the formula open; the gold check reports this.
            report = None
        resting: tuple[Formula, ...] = ()
        needs: Supports | None = None
        if report is not None and not options:
            if leaf is not None and leaf.truth and stand is not None:
                self._note_claims(query.under, stand)
            else:
                resting, needs = self._answer_claims(session, query, report)
        return QuestionAnalysis(
            *(leaf, place, query.under, query, report, stand, options, part, refutation),
            claims=resting,
            claim_supports=needs,
        )

    def _options(
        self, place: int, leaf: Question, query: Query | None, part: PartCheck, under: str
    ) -> tuple[OptionAnalysis, ...]:
        formulas = self.formal.options.get(place, ())
        options: list[OptionAnalysis] = []
        right = next((f for f in part.by_engine.values() if isinstance(f, frozenset)), None)
        missing = self.item.attributes.get(QUESTION_TYPE) == "missing"
        for n, option in enumerate(leaf.options):
            proceed(self.cancel)
            formula = formulas[n] if n < len(formulas) else None
            stand: FormulaStanding | None = None
            if formula is not None:
                session = self.session(under)
                if missing and query is not None and query.formula is not None:
                    condition = conjoined(query.given, formula)
                    stand = standing(session, query.formula, given=condition)
                else:
                    stand = standing(session, formula)
            is_right = None if right is None else n in right
            if stand is not None and (is_right or not missing):
                self._note_claims(under, stand, possible=leaf.right_where_possible)
            options.append(OptionAnalysis(n, option.text, stand, is_right))
        return tuple(options)

    # --- what answers rest on --------------------------------------------------------------------

    def _note_claims(
        self, under: str, standing: FormulaStanding, possible: bool | None = None
    ) -> None:
        """Record what a standing rests on; for an option, only what decides it."""
        if standing.verdict is FormulaVerdict.UNKNOWN:
            self.unknown_variants.add(under)
        deciding = {
            None: (FormulaVerdict.ENTAILED, FormulaVerdict.CONTRADICTED),
            False: (FormulaVerdict.ENTAILED,),
            True: (FormulaVerdict.CONTRADICTED,),
        }[possible]
        if standing.verdict in deciding:
            formula = standing.formula
            if standing.verdict is FormulaVerdict.CONTRADICTED:
                formula = negation(formula)
            if standing.given is not None:
                formula = Implies(standing.given, formula)
            self.supports[under, formula] = standing.supports
            self.row_supports.append(standing.supports)
            self.needed_formulas.setdefault(under, {})[formula] = None

    def _answer_claims(
        self, session: Session, query: Query, report: QueryReport
    ) -> tuple[tuple[Formula, ...], Supports | None]:
        """The formulas that an answer rests on, and the minimal sets of premises that entail all of
        them."""
        resting = claims(session, query, report.answer)
        if resting is None:
            self.unknown_variants.add(query.under)
            return (), None
        for formula in resting:
            proceed(self.cancel)
            key = (query.under, formula)
            if len(resting) == 1 and report.supports is not None:
                self.supports[key] = report.supports
            elif key not in self.supports:
                self.supports[key] = session.supports(formula)
            self.needed_formulas.setdefault(query.under, {})[formula] = None
        if not resting:
            return (), None
        if len(resting) == 1:
            needs = self.supports[query.under, resting[0]]
        else:
            needs = session.supports(And(resting))
        self.row_supports.append(needs)
        return resting, needs

    # --- premises --------------------------------------------------------------------------------

    def theories(self) -> dict[str, TheoryAnalysis]:
        """The analysis of the baseline, of every queried variant and of the item's other
        variants."""
        names = dict.fromkeys([BASELINE, *self.sessions, *self.formal.problem.variants])
        return {name: self._theory(name) for name in names}

    def _theory(self, name: str) -> TheoryAnalysis:
        proceed(self.cancel)
        session = self.session(name)
        premises = session.theory
        queries = common_queries(self.formal.problem, premises, premises)
        models, reason = count_models(session, queries)
        first_order = not all(is_propositional(p.formula) for p in premises.premises)
        structure_list: tuple[Structure, ...] = ()
        if first_order:
            structure_list = structures(
                premises,
                limit=self.limits.structures,
                seconds=self._at_most(self.limits.structure_seconds),
                cancel=self.cancel,
            ).structures
        needless, certain = self._needless(name, premises)
        return TheoryAnalysis(
            premises,
            session.report,
            models,
            reason,
            needless,
            certain,
            backbone(
                premises,
                extra_symbols=[(s.name, s.arity) for s in used_symbols(self.formal.problem)],
                timeout=self.timeout,
                seconds=self._at_most(self.limits.backbone_seconds),
                cancel=self.cancel,
            ),
            structure_list,
        )

    def _at_most(self, seconds: float) -> float:
        """So many seconds, or what is left of those that all questions share."""
        return seconds if self.shared_budget is None else min(seconds, self.shared_budget.left)

    def _needless(self, under: str, premises: Theory) -> tuple[tuple[int, ...] | None, bool]:
        resting = self.needed_formulas.get(under, {})
        if not resting:
            return None, under not in self.unknown_variants
        needed: set[int] = set()
        certain = under not in self.unknown_variants
        for formula in resting:
            supports = self.supports.get((under, formula))
            if supports is None:
                certain = False
                continue
            certain = certain and supports.exhausted
            needed.update(number for chosen in supports.sets for number in chosen)
        return tuple(p.number for p in premises.premises if p.number not in needed), certain


def count_models(session: Session, queries: tuple[Query, ...]) -> tuple[int | None, str]:
    """The number of models of the premises over all symbols in premises and queries; None with the
    reason if unknown."""
    targets = columns(session.theory, session.theory, queries)
    if targets is None:
        return None, "first-order premises have structures, which are not counted"
    query = Query("count_models", "all models", targets=targets)
    answer = replace(session, engine="auto").ask(query, want_supports=False).answer
    if answer.unknown or answer.reason:
        return None, answer.reason
    return answer.count, ""
