"""Checks whether gold answers agree with the solver, one item at a time.

Owns how each question kind is decided, an item's proof state, and the details of a disagreement.
`verify` handles whole sources; the solver decides.

- A query kind: its query, unchanged.
- `truth`: its query is `necessary(f)`; True if f follows, False if ¬f does, otherwise Unknown. If
  the item's attribute `truth_scale` is `follows`, everything but True is False; if it is `either`,
  nothing is Unknown.
- `choice` with a formula per option, by the attribute `question_type`: for `3c1e` (the default) the
  option that follows; for `3e1c` the one that does not; for `missing` the one that makes the
  query's formula follow, which does not follow without it. If `query_kind` is `possible`, options
  must be possible rather than follow. Without formulas but with a query, the options are parsed as
  answers to it.

The gold must be the only right option; it must be N if none is right.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from items.answers import Answer, ChoiceAnswer, TruthAnswer
from items.formal import FormalItem, formal_item, vocabulary
from items.gold.engine_answers import (
    agrees,
    as_answer,
    conjoined,
    model_limit,
    shows_a_model,
    truth_word,
)
from items.models import TRUTH_SCALE, Item, ProofState, Question
from items.values.answer_text import format_answer, normal_answer, parse_answer
from items.values.keys import KeyReader
from items.values.letters import letter
from solver.cancel import Budget, Cancel, TimeLeft
from solver.errors import InputError, NotRead, OutsideError
from solver.kinds.registry import affirms, asks_whether_follows
from solver.language.edits import theory
from solver.language.problem import BASELINE, Problem, Query
from solver.language.syntax import Formula, Truth, negation
from solver.phrases import phrase
from solver.queries import DEFAULT_TIMEOUT, Session
from solver.results import EngineAnswer, EngineChoice, EngineName, QueryReport, Verdict

QUESTION_TYPE = "question_type"

SHOWN_MODELS = 64
"""Models listed with a gold answer that fails."""
_ANY = Query("possible", "possible(⊤)", Truth(True))

EngineResult = EngineAnswer | str | frozenset[int] | None
"""One engine's answer: to a query, the word of a truth question, or the right options; None if it
gave no answer."""


def decided_by(item: Item, attributes: Sequence[str] = (TRUTH_SCALE, QUESTION_TYPE)) -> str | None:
    """Everything that decides an item's check except its text, plus these attributes. None without
    a formalization."""
    if item.formalization is None:
        return None
    formal = {key: value for key, value in item.formalization.items() if key != "translation"}
    parts = [
        (
            leaf.kind,
            leaf.query_kind,
            leaf.query,
            [(option.formula, option.formula or option.text) for option in leaf.options],
            [choice.key for choice in leaf.vocabulary],
            None if leaf.gold is None else leaf.gold.model_dump(mode="json"),
        )
        for leaf in item.leaves
    ]
    return json.dumps([formal, parts, [*map(item.attributes.get, attributes)]], sort_keys=True)


class Status(StrEnum):
    """The outcome of comparing one gold answer."""

    AGREE = "agree"
    DISAGREE = "disagree"
    UNCHECKED = "unchecked"
    """There is nothing that a solver could decide; the reason says why."""
    UNKNOWN = "unknown"
    """The solver gave up, or the engines contradict each other."""


ANSWER_DIFFERS = phrase("the solver's answer differs")
"""The reason of a refuted gold where nothing more can be said."""


@dataclass(frozen=True, slots=True)
class PartCheck:
    """The gold answer of one question part compared with the engines' answers."""

    question: Question
    status: Status
    query_text: str = ""
    """The query, or how the options are judged."""
    reason: str = ""
    query: Query | None = None
    by_engine: Mapping[EngineName, EngineResult] = field(default_factory=dict)
    engines_agree: bool | None = None
    """None if fewer than two engines answered."""
    unread: bool = False
    """Whether its query, or the formula of an option, cannot be parsed; the reason says why."""

    @property
    def gold_text(self) -> str:
        """The gold answer as text."""
        gold = self.question.gold
        return "" if gold is None else format_answer(gold, self.question)

    def text(self, engine: EngineName) -> str | None:
        """An engine's answer as text; None if it was not asked."""
        if engine not in self.by_engine:
            return None
        outcome = self.by_engine[engine]
        if outcome is None or (isinstance(outcome, EngineAnswer) and outcome.unknown):
            return "unknown"
        if isinstance(outcome, str):
            return outcome.capitalize()
        if isinstance(outcome, frozenset):
            return ", ".join(letter(n) for n in sorted(outcome)) or "N"
        assert self.query is not None
        answer = as_answer(self.query, outcome)
        if answer is None:
            exact = "" if engine == "worlds" else "at least "
            models = "model" if outcome.count == 1 else "models"
            return "cut short" if outcome.count is None else f"{exact}{outcome.count} {models}"
        return format_answer(answer, self.question)


@dataclass(frozen=True, slots=True)
class ItemCheck:
    """All gold answers of one item."""

    item: Item
    parts: tuple[PartCheck, ...]
    state: ProofState
    reason: str = ""
    """Why it is not proved; empty if it is."""
    inconsistent_variants: tuple[str, ...] = ()
    """Variants whose premises contradict one another; `baseline` for the item's own."""
    warnings: tuple[str, ...] = ()
    """The solver's warnings about the formalization, such as undeclared names."""

    @property
    def contradictions(self) -> tuple[PartCheck, ...]:
        """Parts on which the two engines contradict each other, which is always an error."""
        return tuple(part for part in self.parts if part.engines_agree is False)


def check_item(
    item: Item,
    *,
    engine: EngineChoice = "both",
    timeout: float = DEFAULT_TIMEOUT,
    cancel: Cancel | None = None,
    shared_budget: Budget | None = None,
    time_left: TimeLeft | None = None,
    share: float = 1.0,
) -> ItemCheck:
    """Check every gold answer of an item with the solver. `timeout` is in seconds for each query;
    `shared_budget`, if given, is the limit for all of them together. `time_left`: of each part,
    named by `FormalItem.time_key`, of which the check may use `share`; a part then has no more time
    however many queries it takes."""
    budget = Budget.of(timeout, cancel) if shared_budget is None else shared_budget.at_most(timeout)
    try:
        formal = formal_item(item, budget=budget)
    except NotRead as error:
        return _item_check(
            item,
            tuple(
                [
                    PartCheck(leaf, Status.UNKNOWN, leaf.query or "", error.message, None)
                    for leaf in item.leaves
                ]
            ),
        )
    except InputError as error:
        reason = error.line
        return _item_check(item, tuple(_unchecked(leaf, reason) for leaf in item.leaves))
    if formal is None:
        parts = tuple(_unchecked(leaf, _why_informal(leaf)) for leaf in item.leaves)
        return _item_check(item, parts)
    checker = _Checker(item, formal, engine, timeout, cancel, shared_budget)
    parts = tuple(
        [
            checker.part_in_time(place, leaf, formal.time_key(place), time_left, share)
            for place, leaf in enumerate(item.leaves)
        ]
    )
    return _item_check(item, parts, checker.inconsistent(), formal.problem.warnings)


def check_answer(
    item: Item, formal: FormalItem, place: int, answer: Answer, session: Session
) -> Status:
    """Whether an answer to the part at `place` would be right if the item had the session's
    premises."""
    return check_part(item, formal, place, answer, session).status


def check_part(
    item: Item, formal: FormalItem, place: int, answer: Answer, session: Session
) -> PartCheck:
    """Check an answer to the part at `place` as if it were the gold, over the session's
    premises."""
    checker = _Checker(
        item, formal, session.engine, session.timeout, session.cancel, session.shared_budget
    )
    query = formal.queries.get(place)
    checker.sessions[BASELINE if query is None else query.under] = session
    question = item.leaves[place].model_copy(update={"gold": answer})
    return checker.part(place, question)


def _item_check(
    item: Item,
    parts: tuple[PartCheck, ...],
    inconsistent_variants: tuple[str, ...] = (),
    warnings: tuple[str, ...] = (),
) -> ItemCheck:
    worst: PartCheck | None = None
    state: ProofState = "proved"
    # A part that claims nothing (free text without gold) does not affect the state.
    claims = [part for part in parts if part.question.gold is not None] or list(parts)
    for status, name in _WORST:
        worst = next((part for part in claims if part.status is status), None)
        if worst is not None:
            state = name
            break
    reason = worst.reason if worst else ""
    return ItemCheck(item, parts, state, reason, inconsistent_variants, warnings)


_WORST: Sequence[tuple[Status, ProofState]] = (
    (Status.DISAGREE, "disproved"),
    (Status.UNKNOWN, "unknown"),
    (Status.UNCHECKED, "not checkable"),
)


def _unchecked(question: Question, reason: str) -> PartCheck:
    return PartCheck(question, Status.UNCHECKED, question.query or "", reason)


def _why_informal(question: Question) -> str:
    if not question.free:
        return phrase("no formalization")
    return phrase("no gold answer") if question.gold is None else phrase("free answer")


class _Checker:
    """One item's queries; each variant's premises are prepared once."""

    def __init__(
        self,
        item: Item,
        formal: FormalItem,
        engine: EngineChoice,
        timeout: float,
        cancel: Cancel | None,
        shared_budget: Budget | None = None,
    ) -> None:
        self.item = item
        self.problem: Problem = formal.problem
        self.queries = formal.queries
        self.options = formal.options
        self.unreadable_parts = formal.unreadable_parts
        self.engine: EngineChoice = engine
        self.timeout = timeout
        self.cancel = cancel
        self.shared_budget = shared_budget
        self.sessions: dict[str, Session] = {}
        self.satisfied: set[str] = set()
        """Variants that some answer has shown to be consistent."""

    def part_in_time(
        self,
        place: int,
        question: Question,
        key: object,
        time_left: TimeLeft | None,
        share: float,
    ) -> PartCheck:
        """The check of a part with its own time, or without a limit for all its queries."""
        if time_left is None:
            return self.part(place, question)
        with time_left.of(key, share):
            return self.part(place, question)

    def part(self, place: int, question: Question) -> PartCheck:
        gold = question.gold
        if place in self.unreadable_parts:
            return replace(_unchecked(question, self.unreadable_parts[place]), unread=True)
        if gold is None:
            return _unchecked(question, phrase("no gold answer"))
        if question.free:
            return _unchecked(question, phrase("free answer"))
        query = self.queries.get(place)
        options = self.options.get(place, ())
        try:
            if isinstance(gold, ChoiceAnswer):
                return self._choice(question, gold, query, options)
            if query is None:
                return _unchecked(question, phrase("no formal query"))
            if isinstance(gold, TruthAnswer):
                return self._truth(question, gold, query)
            return self._query(question, gold, query)
        except InputError as error:
            return _unchecked(question, error.line)
        except OutsideError as error:
            return PartCheck(question, Status.UNKNOWN, question.query or "", str(error), query)

    def inconsistent(self) -> tuple[str, ...]:
        """Queried variants whose premises have no model."""
        return tuple(
            name
            for name, session in self.sessions.items()
            if name not in self.satisfied
            and session.ask(_ANY, want_supports=False).answer.verdict is Verdict.IMPOSSIBLE
        )

    # --- kinds of question -----------------------------------------------------------------------

    def _query(self, question: Question, gold: Answer, query: Query) -> PartCheck:
        if query.kind != question.kind:
            reason = f"the question is of kind {question.kind}, its query of kind {query.kind}"
            return PartCheck(question, Status.DISAGREE, query.text, reason, query)
        report = self._ask(query, limit=model_limit(gold))
        answers = {name: a for name, a in report.engines.items() if not a.unknown}
        if not answers:
            return PartCheck(
                question, Status.UNKNOWN, query.text, report.answer.reason, query, report.engines
            )
        verdicts = [agrees(gold, query, answer) for answer in answers.values()]
        if False in verdicts:
            # The gold's members may be written differently from the printer's form.
            keys = KeyReader(vocabulary(query, self.problem), self.item.formalization)
            normal = normal_answer(gold, keys)
            verdicts = [agrees(normal, query, answer) for answer in answers.values()]
        status, reason = _judged(verdicts, report.agree)
        engines = report.engines
        if status is Status.DISAGREE and not report.answer.exhausted:
            engines = self._ask(query, limit=SHOWN_MODELS).engines
        return PartCheck(question, status, query.text, reason, query, engines, report.agree)

    def _truth(self, question: Question, gold: TruthAnswer, query: Query) -> PartCheck:
        if not asks_whether_follows(query.kind) or query.formula is None:
            return _unchecked(
                question, f"a truth question is decided by necessary(…), not {query.kind}"
            )
        follows = self._ask(query)
        reports = [follows]
        open_is_false = self.item.open_is_false
        if not open_is_false:
            reports.append(self._ask(replace(query, formula=negation(query.formula))))
        texts = {name: truth_word(reports, name, open_is_false) for name in follows.engines}
        return self._compared(question, gold.value, query.text, query, texts, reports)

    def _choice(
        self,
        question: Question,
        gold: ChoiceAnswer,
        query: Query | None,
        options: tuple[Formula | None, ...],
    ) -> PartCheck:
        right = frozenset() if gold.option is None else frozenset({gold.option})
        if any(option is not None for option in options):
            if None in options:
                return _unchecked(question, phrase("an option has no formula"))
            formulas = [option for option in options if option is not None]
            return self._by_formula(question, right, query, formulas)
        if query is None:
            return _unchecked(question, "options without formulas, and no formal query")
        pseudo = Question.model_validate(
            {"id": "1", "kind": query.kind, "query": query.text}
        ).model_copy(update={"vocabulary": vocabulary(query, self.problem)})
        try:
            entries = [
                parse_answer(o.text, pseudo, self.item.formalization) for o in question.options
            ]
        except InputError as error:
            return _unchecked(question, f"an option is not an answer to the query: {error.message}")
        report = self._ask(query, limit=max(model_limit(answer) or 0 for answer in entries) or None)
        entry: dict[EngineName, EngineResult] = {}
        for name, answer in report.engines.items():
            verdicts = [None if answer.unknown else agrees(t, query, answer) for t in entries]
            entry[name] = (
                None if None in verdicts else frozenset(n for n, v in enumerate(verdicts) if v)
            )
        return self._compared(question, right, query.text, query, entry, [report])

    def _by_formula(
        self,
        question: Question,
        right: frozenset[int],
        query: Query | None,
        options: Sequence[Formula],
    ) -> PartCheck:
        type_ = str(self.item.attributes.get(QUESTION_TYPE, "3c1e"))
        reports: list[QueryReport] = []
        if type_ == "missing":
            if query is None or not asks_whether_follows(query.kind):
                return _unchecked(question, "there is no query necessary(…) to complete")
            reports = [self._ask(replace(query, given=conjoined(query.given, o))) for o in options]
            reports.append(self._ask(query))
            judged_by = query.text
        elif type_ in ("3c1e", "3e1c"):
            kind = "possible" if question.right_where_possible else "necessary"
            under = query.under if query is not None else BASELINE
            judged_by = f"{type_}: {kind} of each option"
            reports = [self._ask(Query(kind, kind, formula=o, under=under)) for o in options]
        else:
            return _unchecked(question, f"unknown question type {type_!r}")
        entry: dict[EngineName, EngineResult] = {}
        for name in reports[0].engines:
            answers = [report.engines.get(name) for report in reports]
            if any(answer is None or answer.unknown for answer in answers):
                entry[name] = None
                continue
            holding = [answer is not None and affirms(answer.verdict) for answer in answers]
            if type_ == "missing":
                # If the query's formula follows without any option, no option completes it.
                holding = [False] * len(options) if holding[-1] else holding[:-1]
            entry[name] = frozenset(n for n, h in enumerate(holding) if h != (type_ == "3e1c"))
        return self._compared(question, right, judged_by, query, entry, reports)

    # --- asking and comparing --------------------------------------------------------------------

    def _ask(self, query: Query, limit: int | None = None) -> QueryReport:
        session = self._session(query.under)
        report = session.ask(query, limit=limit, want_supports=False)
        if query.compared:
            # A model of the result says nothing about any one variant.
            for name in query.compared:
                self._session(name)
        elif shows_a_model(report.answer):
            self.satisfied.add(query.under)
        return report

    def _session(self, under: str) -> Session:
        session = self.sessions.get(under)
        if session is None:
            own_queries = tuple(q for q in self.problem.queries if q.under == under)
            session = Session(
                theory(self.problem, under),
                own_queries,
                self.engine,
                self.timeout,
                self.cancel,
                self.shared_budget,
            )
            self.sessions[under] = session
        return session

    def _compared(
        self,
        question: Question,
        gold: str | frozenset[int],
        judged_by: str,
        query: Query | None,
        entry: Mapping[EngineName, EngineResult],
        reports: Sequence[QueryReport],
    ) -> PartCheck:
        answered = [member for member in entry.values() if member is not None]
        if not answered:
            reasons = [report.answer.reason for report in reports if report.answer.unknown]
            reason = next(iter(reasons), phrase("no engine decided every option"))
            return PartCheck(question, Status.UNKNOWN, judged_by, reason, query, entry)
        agree = len(set(answered)) == 1 if len(answered) > 1 else None
        if any(report.agree is False for report in reports):
            agree = False
        status, reason = _judged([member == gold for member in answered], agree)
        if status is Status.DISAGREE and isinstance(answered[0], frozenset):
            reason = _options_reason(answered[0])
        return PartCheck(question, status, judged_by, reason, query, entry, agree)


def _judged(verdicts: Sequence[bool | None], engines_agree: bool | None) -> tuple[Status, str]:
    if engines_agree is False:
        return Status.UNKNOWN, phrase("the engines contradict each other")
    if False in verdicts:
        return Status.DISAGREE, ANSWER_DIFFERS
    if True in verdicts:
        return Status.AGREE, ""
    return Status.UNKNOWN, phrase("the list of models was cut short")


def _options_reason(right: frozenset[int]) -> str:
    if not right:
        return phrase("no option is right")
    if len(right) > 1:
        return f"{len(right)} options are right: {', '.join(map(letter, sorted(right)))}"
    return f"the right option is {letter(next(iter(right)))}"
