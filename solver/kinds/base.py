"""What a query kind is: its grammar, its meaning over an engine, its words.

Owns the base class that every kind derives from, asking a kind of an engine, and what most kinds
share. A kind knows no engine by name, an engine no kind.
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
"""How answers to a query are given: one of the kind's words, a number, a set of models, whether
there is one solution and which, a set of names or formulas."""
Vocabulary = Literal["targets", "individuals", "formulas"]
"""What answers are built from: values of the targets, named individuals, the listed formulas."""
Sides = Literal[0, 2, "any"]
"""How many variants a query compares."""
Asking = Callable[[Query, int | None], EngineAnswer]
"""Puts another query over the same premises, listing at most so many models."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing a query asks, as a statement that a prover can decide."""

    formula: Formula | None
    """None where only the premises can be handed over."""
    follows: bool
    """True: does the formula follow? False: can it hold together with the premises?"""
    verdict: str = ""
    """The verdict given where the statement is true."""
    key: str = ""
    """Of one formula among several: its key in the answer."""


@dataclass(frozen=True, slots=True)
class AnswerClaim:
    """One thing that an answer says: under a variant a formula can hold, or cannot."""

    under: str
    formula: Formula
    """Closed; `given` of the query is assumed beside it."""
    can: bool


@dataclass(frozen=True, slots=True)
class Member:
    """A row that an answer lists or leaves out, a formula it speaks of, or all that it leaves out
    taken together, with what has to be so for that."""

    key: Model | str | None
    """Values of the targets, or the formula's key; None for everything that is not listed."""
    held: bool
    """Whether it is part of the answer."""
    claims: tuple[AnswerClaim, ...]


@dataclass(frozen=True, slots=True)
class Members:
    """The parts of an answer."""

    listed: tuple[Member, ...] = ()
    whole: bool = True
    """False where there are too many to name all."""


class Kind:
    """One query kind. A class a kind, one object of it; everything here may be overridden."""

    word: ClassVar[str]
    """What a query begins with."""
    forms: ClassVar[tuple[AnswerForm, ...]] = ("word",)
    """The forms that answers can have; which of several, `form` says of each query."""
    verdicts: ClassVar[tuple[VerdictWord, ...]] = ()
    """The words of its verdicts, the affirmative one first; empty where answers have none."""
    question: ClassVar[Text]
    """What a question without a text of its own asks."""
    question_on_screen: ClassVar[Text | None] = None
    """The same for a participant who has a control for the answer; None: as `question`."""
    instruction: ClassVar[Text] = Text("", "")
    """In which form a model is to answer; empty where the answer form says it."""
    compares: ClassVar[Sides] = 0
    """How many variants a query names before its arguments, as in `difference(alpha, beta; A)`;
    `any` is two or more."""
    all_sides: ClassVar[bool] = False
    """Whether its answer leaves out what any of the compared variants leaves out."""
    listed_by: ClassVar[str | None] = None
    """The kind that lists what answers of this one count; None where they count nothing."""
    entailment: ClassVar[bool] = False
    """Whether a settled answer is settled by premises that entail something."""
    expected_accuracy: ClassVar[float] = 0.6
    """Share of right answers of a simulated respondent of middling ability."""

    # --- grammar ---------------------------------------------------------------------------------

    def read(self, cursor: Cursor) -> Arguments:
        """The arguments between the brackets; raises Fault where they cannot be read, RuntimeError
        where a kind lacks this method."""
        raise RuntimeError(f"{self.word} does not say how its arguments are read")

    def inside(self, query: Query) -> str:
        """The arguments as text, formulas in Unicode notation; `read` reads them back."""
        targets = ", ".join(target.key for target in query.targets)
        formula = "" if query.formula is None else print_formula(query.formula)
        return "; ".join(part for part in (", ".join(query.compared), targets, formula) if part)

    def wording(self, query: Query, *, on_screen: bool = False) -> Text:
        """What a question without a text of its own asks, to a participant who has a control for
        the answer or to anyone else. The query's targets and formulas are listed below it; a number
        has to be part of it."""
        return (self.question_on_screen if on_screen else None) or self.question

    # --- answers ---------------------------------------------------------------------------------

    def form(self, query: Query) -> AnswerForm:
        """How answers to the query are given."""
        return self.forms[0]

    def vocabulary(self, query: Query) -> Vocabulary | None:
        """What answers to the query are built from; None for words and numbers."""
        return None

    def answer(self, engine: Engine, query: Query, limit: int | None) -> EngineAnswer:
        """The engine's answer; at most `limit` models are listed. Raises GaveUp where the engine
        comes to none, InputError where the query makes no sense over these premises,
        RuntimeError where a kind lacks this method."""
        raise RuntimeError(f"{self.word} does not say what it means")

    def agreement(self, first: EngineAnswer, second: EngineAnswer) -> bool | None:
        """Whether two answers say the same; None where one of them is none."""
        return agreement(first, second)

    def same(self, query: Query, first: EngineAnswer, second: EngineAnswer) -> bool | None:
        """Whether whoever answers the query would answer alike, however many worlds stand behind
        it; None where that cannot be told."""
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

    # --- what an answer rests on -----------------------------------------------------------------

    def verdict(self, answer: EngineAnswer) -> VerdictWord | None:
        """The answer's verdict with all that is known of it; None where it has none."""
        return next((word for word in self.verdicts if word.verdict == answer.verdict), None)

    def entailed(self, query: Query, answer: EngineAnswer) -> Formula | None:
        """The formula of the query, or its negation, that the premises with `given` entail where
        the answer says so."""
        word = self.verdict(answer)
        if word is None or query.formula is None:
            return None
        if word.claim is Claim.FOLLOWS:
            return query.formula
        return negation(query.formula) if word.claim is Claim.EXCLUDED else None

    def rests_on(
        self, query: Query, answer: EngineAnswer, ask: Asking, constants: Sequence[str]
    ) -> tuple[Formula, ...] | None:
        """The formulas that must follow for the answer to be right; none where it needs no premise,
        None where that cannot be told."""
        word = self.verdict(answer)
        if word is not None and word.shown:
            return ()
        formula = self.entailed(query, answer)
        return None if formula is None else (formula,)

    def members(
        self, query: Query, answer: EngineAnswer, ask: Asking, constants: Sequence[str]
    ) -> Members:
        """The parts of the answer, those first that it lists; none where one formula is behind it.
        `ask` puts a query under the variant that it names."""
        return Members()

    def statements(self, query: Query) -> Iterator[Statement]:
        """What the query asks, for other provers."""
        yield Statement(None, False)

    def picks(self, query: Query) -> tuple[Statement, ...]:
        """The statements about listed formulas of which an answer names those that are true; none
        where answers are of another sort."""
        if self.vocabulary(query) != "formulas":
            return ()
        return tuple([statement for statement in self.statements(query) if statement.key])

    def lists(self, query: Query) -> bool:
        """Whether an answer lists the assignments or individuals that are possible under one
        variant, so that whoever answers can stop too early."""
        rows = self.vocabulary(query) in ("targets", "individuals")
        return rows and not self.compares and self.form(query) in ("models", "set")

    def cases(self, query: Query, verdict: str) -> tuple[int, int | None] | None:
        """How many assignments to the targets there are, at least and at most, where a verdict is
        right; None where it is about something else than their number."""
        return None

    def settling(self, query: Query) -> tuple[Formula, ...]:
        """Formulas any of which settles part of the answer where the premises entail it."""
        return ()


# --- asking --------------------------------------------------------------------------------------


def ask(kind: Kind, engine: Engine, query: Query, limit: int | None = None) -> EngineAnswer:
    """One engine's answer to a query; UNKNOWN with the reason where the engine gives up.

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
    """The query with its formulas in Unicode notation; `under` says whether its variant is
    named."""
    text = f"{kind.word}({kind.inside(query)})"
    if query.given is not None:
        text += f" given {print_formula(query.given)}"
    return f"{text} under {query.under}" if under and query.under != BASELINE else text


def conditional(query: Query, formula: Formula) -> Formula:
    """What the premises alone entail where with `given` they entail the formula."""
    return formula if query.given is None else Implies(query.given, formula)


# --- shared by kinds -----------------------------------------------------------------------------


def given(query: Query) -> tuple[Formula, ...]:
    """What is assumed beside the premises."""
    return () if query.given is None else (query.given,)


def required(query: Query) -> Formula:
    """The query's formula. Raises InputError where it has none."""
    if query.formula is None:
        raise InputError("Query without a formula", query.text)
    return query.formula


@dataclass(frozen=True, slots=True)
class WorldWitness:
    """Whether there is a world, and the world where it could be shown."""

    exists: bool
    world: World | None = None


def shown(engine: Engine, *assumed: Formula) -> WorldWitness:
    """Whether premises and assumed formulas hold together somewhere, and where."""
    if not engine.shows:
        return WorldWitness(engine.satisfiable(*assumed))
    try:
        world = engine.world(*assumed)
    except NotApplicable:
        raise
    except GaveUp:
        # That there is one can be known without one to show.
        return WorldWitness(engine.satisfiable(*assumed))
    return WorldWitness(world is not None, world)


# --- comparing -----------------------------------------------------------------------------------


def _rows(models: Sequence[Model]) -> frozenset[frozenset[tuple[str, bool | str]]]:
    return frozenset(frozenset(model.items()) for model in models)


def agreement(first: EngineAnswer, second: EngineAnswer) -> bool | None:
    """Whether two answers to one query say the same; None where one of them is none.

    Verdict, count, solution, projection and models are compared where both give them, in no order;
    model lists only where both are whole. Countermodels and witnesses may differ.
    """
    if first.unknown or second.unknown:
        return None
    if first.verdict != second.verdict:
        return False
    # A reason beside an answer says that counting was cut short.
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
