"""The base class of query kinds: grammar, meaning over an engine, and wording.

Owns the base class that every kind derives from, answering a query with an engine, and helpers that
most kinds share. A kind does not know specific engines, and engines do not know kinds.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import ClassVar, Literal

from solver.engines.base import Engine, GaveUp, NotApplicable
from solver.errors import InputError
from solver.kinds.grammar import Arguments, Cursor
from solver.kinds.words import Claim, Text, VerdictWord
from solver.language.printer import print_formula
from solver.language.problem import BASELINE, Query
from solver.language.syntax import Formula, Implies, negation
from solver.results import EngineAnswer, Model, Verdict, World

AnswerForm = Literal["word", "number", "models", "unique", "set"]
"""The form of answers to a query: one of the kind's words, a number, a set of models, whether there
is exactly one solution and which, a set of names or formulas."""
Vocabulary = Literal["targets", "individuals", "formulas"]
"""What answers are built from: values of the targets, named individuals, the listed formulas."""
Sides = Literal[0, 2, "any"]
"""How many variants a query compares."""
Asking = Callable[[Query, int | None], EngineAnswer]
"""Answers another query over the same premises, listing at most the given number of models."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One part of a query, as a statement that a prover can decide."""

    formula: Formula | None
    """None if only the premises can be passed on."""
    follows: bool
    """True: does the formula follow? False: can it hold together with the premises?"""
    verdict: str = ""
    """The verdict if the statement is true."""
    key: str = ""
    """The formula's key in the answer, where the query lists several."""


@dataclass(frozen=True, slots=True)
class AnswerClaim:
    """One claim of an answer: under a variant, a formula can or cannot hold."""

    under: str
    formula: Formula
    """A closed formula; the query's `given` is assumed as well."""
    can: bool


@dataclass(frozen=True, slots=True)
class Member:
    """A row that an answer lists or leaves out, a formula that it is about, or everything left out
    taken together, with the claims that this depends on."""

    key: Model | str | None
    """Values of the targets, or the formula's key; None for everything that is not listed."""
    held: bool
    """Whether it is part of the answer."""
    claims: tuple[AnswerClaim, ...]


@dataclass(frozen=True, slots=True)
class Members:
    """The parts of an answer."""

    members: tuple[Member, ...] = ()
    whole: bool = True
    """False if there are too many to list them all."""


class Kind:
    """One query kind: one class with a single instance. Everything here may be overridden."""

    word: ClassVar[str]
    """The word that a query begins with."""
    forms: ClassVar[tuple[AnswerForm, ...]] = ("word",)
    """The forms that answers can have; `form` chooses one for each query."""
    verdicts: ClassVar[tuple[VerdictWord, ...]] = ()
    """The words of its verdicts, the affirmative one first; empty if answers have none."""
    question: ClassVar[Text]
    """The default text of a question."""
    question_on_screen: ClassVar[Text | None] = None
    """The default text for a participant who has a control for the answer; None: same as
    `question`."""
    instruction: ClassVar[Text] = Text("", "")
    """The form in which a language model must answer; empty if the answer form implies it."""
    compares: ClassVar[Sides] = 0
    """How many variants a query names before its arguments, as in `difference(alpha, beta; A)`;
    `any` is two or more."""
    all_sides: ClassVar[bool] = False
    """Whether its answer omits every row that any of the compared variants omits."""
    listed_by: ClassVar[str | None] = None
    """The kind that lists what answers of this kind count; None if they count nothing."""
    entailment: ClassVar[bool] = False
    """Whether an answer can be settled by premises that entail something."""
    expected_accuracy: ClassVar[float] = 0.6
    """Share of correct answers of a simulated respondent of average ability."""

    # --- grammar ---------------------------------------------------------------------------------

    def read(self, cursor: Cursor) -> Arguments:
        """Read the arguments between the brackets. Raises Fault if they cannot be read,
        RuntimeError if a kind lacks this method."""
        raise RuntimeError(f"{self.word} does not say how its arguments are read")

    def inside(self, query: Query) -> str:
        """The arguments as text, formulas in Unicode notation; `read` reads them back."""
        targets = ", ".join(target.key for target in query.targets)
        formula = "" if query.formula is None else print_formula(query.formula)
        return "; ".join(part for part in (", ".join(query.compared), targets, formula) if part)

    def wording(self, query: Query, *, on_screen: bool = False) -> Text:
        """The default text of a question; `on_screen` is for a participant who has a control for
        the answer. The query's targets and formulas are displayed below it, but a number must be
        part of the text."""
        return (self.question_on_screen if on_screen else None) or self.question

    # --- answers ---------------------------------------------------------------------------------

    def form(self, query: Query) -> AnswerForm:
        """The form of answers to the query."""
        return self.forms[0]

    def vocabulary(self, query: Query) -> Vocabulary | None:
        """What answers to the query are built from; None for words and numbers."""
        return None

    def answer(self, engine: Engine, query: Query, limit: int | None) -> EngineAnswer:
        """The engine's answer; at most `limit` models are listed. Raises GaveUp if the engine
        reaches no answer, InputError if the query makes no sense over these premises, RuntimeError
        if a kind lacks this method."""
        raise RuntimeError(f"{self.word} does not say what it means")

    def agreement(self, first: EngineAnswer, second: EngineAnswer) -> bool | None:
        """Whether two answers agree; None if one of them is unknown."""
        return agreement(first, second)

    def same(self, query: Query, first: EngineAnswer, second: EngineAnswer) -> bool | None:
        """Whether a respondent would give the same answer in both cases, even if the numbers of
        worlds differ; None if that cannot be decided."""
        if first.unknown or second.unknown:
            return None
        match self.form(query):
            case "word":
                return first.verdict == second.verdict
            case "unique":
                return (first.verdict, first.solution) == (second.verdict, second.solution)
        same = self.agreement(first, second)
        listed = first.models is not None and second.models is not None
        cut = listed and not (first.exhausted and second.exhausted)
        return None if same and cut and self.form(query) != "number" else same

    # --- what an answer depends on ---------------------------------------------------------------

    def verdict(self, answer: EngineAnswer) -> VerdictWord | None:
        """The answer's verdict with its description; None if it has none."""
        return next((word for word in self.verdicts if word.verdict == answer.verdict), None)

    def entailed(self, query: Query, answer: EngineAnswer) -> Formula | None:
        """The query's formula, or its negation, if the answer says that the premises with `given`
        entail it; otherwise None."""
        word = self.verdict(answer)
        if word is None or query.formula is None:
            return None
        if word.claim is Claim.FOLLOWS:
            return query.formula
        return negation(query.formula) if word.claim is Claim.EXCLUDED else None

    def rests_on(
        self, query: Query, answer: EngineAnswer, ask: Asking, constants: Sequence[str]
    ) -> tuple[Formula, ...] | None:
        """The formulas that must follow for the answer to be correct; empty if it needs no premise,
        None if that cannot be decided."""
        word = self.verdict(answer)
        if word is not None and word.shown:
            return ()
        formula = self.entailed(query, answer)
        return None if formula is None else (formula,)

    def members(
        self, query: Query, answer: EngineAnswer, ask: Asking, constants: Sequence[str]
    ) -> Members:
        """The parts of the answer, listed ones first; empty if the answer depends on one formula.
        `ask` answers a query under the variant that it names."""
        return Members()

    def statements(self, query: Query) -> Iterator[Statement]:
        """The query as statements for other provers."""
        yield Statement(None, False)

    def picks(self, query: Query) -> tuple[Statement, ...]:
        """The statements about listed formulas, where an answer names the true ones; empty for
        other forms of answer."""
        if self.vocabulary(query) != "formulas":
            return ()
        return tuple([statement for statement in self.statements(query) if statement.key])

    def lists(self, query: Query) -> bool:
        """Whether an answer lists the assignments or individuals that are possible under one
        variant, so that a respondent may stop too early."""
        rows = self.vocabulary(query) in ("targets", "individuals")
        return rows and not self.compares and self.form(query) in ("models", "set")

    def cases(self, query: Query, verdict: str) -> tuple[int, int | None] | None:
        """The least and greatest number of assignments to the targets for which a verdict is
        correct; None if the verdict is not about their number."""
        return None

    def settling(self, query: Query) -> tuple[Formula, ...]:
        """Formulas each of which settles part of the answer if the premises entail it."""
        return ()


# --- asking --------------------------------------------------------------------------------------


def ask(kind: Kind, engine: Engine, query: Query, limit: int | None = None) -> EngineAnswer:
    """One engine's answer to a query; UNKNOWN with the reason if the engine gives up.

    Raises InputError as `Kind.answer` does.
    """
    began = perf_counter()
    try:
        engine_answer = kind.answer(engine, query, limit)
    except GaveUp as stop:
        engine_answer = EngineAnswer(
            engine.name, Verdict.UNKNOWN, exhausted=False, reason=stop.reason
        )
    return engine_answer.reached(engine_answer.note or engine.note, (perf_counter() - began) * 1000)


def text_of(kind: Kind, query: Query, *, under: bool = True) -> str:
    """The query with its formulas in Unicode notation; `under` says whether to name its variant."""
    text = f"{kind.word}({kind.inside(query)})"
    if query.given is not None:
        text += f" given {print_formula(query.given)}"
    return f"{text} under {query.under}" if under and query.under != BASELINE else text


def conditional(query: Query, formula: Formula) -> Formula:
    """The formula that the premises alone entail if, together with `given`, they entail
    `formula`."""
    return formula if query.given is None else Implies(query.given, formula)


# --- shared by kinds -----------------------------------------------------------------------------


def given(query: Query) -> tuple[Formula, ...]:
    """The formula assumed in addition to the premises, if any."""
    return () if query.given is None else (query.given,)


def required(query: Query) -> Formula:
    """The query's formula. Raises InputError if it has none."""
    if query.formula is None:
        raise InputError("Query without a formula", query.text)
    return query.formula


@dataclass(frozen=True, slots=True)
class WorldWitness:
    """Whether there is a world, and the world if one was found."""

    exists: bool
    world: World | None = None


def shown(engine: Engine, *assumed: Formula) -> WorldWitness:
    """Whether some world satisfies the premises and the assumed formulas, and that world."""
    if not engine.shows:
        return WorldWitness(engine.satisfiable(*assumed))
    try:
        world = engine.world(*assumed)
    except NotApplicable:
        raise
    except GaveUp:
        # An engine may know that a world exists without being able to construct one.
        return WorldWitness(engine.satisfiable(*assumed))
    return WorldWitness(world is not None, world)


# --- comparing -----------------------------------------------------------------------------------


def _rows(models: Sequence[Model]) -> frozenset[frozenset[tuple[str, bool | str]]]:
    return frozenset(frozenset(model.items()) for model in models)


def agreement(first: EngineAnswer, second: EngineAnswer) -> bool | None:
    """Whether two answers to one query agree; None if one of them is unknown.

    Verdict, count, solution, projection and models are compared where both give them, regardless of
    order; model lists only where both are complete. Countermodels and witnesses may differ.
    """
    if first.unknown or second.unknown:
        return None
    if first.verdict != second.verdict:
        return False
    # An answer with a reason means that counting was cut short.
    counted = not (first.reason or second.reason) and None not in (first.count, second.count)
    if counted and first.count != second.count:
        return False
    if None not in (first.solution, second.solution) and first.solution != second.solution:
        return False
    if first.projection is not None and second.projection is not None:
        return set(first.projection) == set(second.projection)
    if first.models is None or second.models is None:
        return True
    if not (first.exhausted and second.exhausted):
        return True
    return _rows(first.models) == _rows(second.models)
