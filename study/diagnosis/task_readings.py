"""A task of people's answers under misreadings.

Owns deciding its choices: worlds are the kinds of things that exist (all combinations of the task's
predicates) and the truth values of its sentences, and a formula is the region of worlds in which it
holds. `readings` combines misreadings.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from items.misreadings.misreading import MOSTLY, PART, Case
from items.sources.ccobra import NOTHING, Task
from solver.cancel import Budget, GaveUp
from solver.engines.atoms import Axis
from solver.engines.regions import Space, evaluate, space_of
from solver.kinds.registry import asks_whether_possible
from solver.language.problem import Premise, Query, Target, Theory
from solver.language.syntax import (
    BOOL,
    And,
    Exists,
    ForAll,
    Formula,
    Not,
    Or,
    Pred,
    PredicateSort,
    Prop,
    Signature,
    Symbol,
    SymbolKey,
    Truth,
    Variable,
    children,
    rebuild,
    walk,
)
from solver.queries import Session
from study.diagnosis.answers import Sets
from study.diagnosis.majorities import MOST_TERMS, Majority, with_atoms, worlds_that_can_be
from study.diagnosis.readings import BOUND, Names, Readings, Right
from study.diagnosis.world_counts import MOST_COUNTED, counted

MAX_AXES = 16
"""Maximum number of kinds of things and sentences in a task; its worlds are at most 2 to this
power."""
SECONDS = 5.0
"""For one reading by Z3."""


class NotDecidable(ValueError):
    """A task without formulas, or with more than `MAX_AXES` axes."""


class TaskReadings(Readings):
    """The readings of one task; each is created and decided once. Where several choices may be
    selected, a set of them is right that has every choice that follows and no other."""

    def __init__(self, question: Task | Sets, bound: int = BOUND) -> None:
        """Raises NotDecidable."""
        self.sets = question.choices if isinstance(question, Sets) else None
        task = question.task if isinstance(question, Sets) else question
        task, self._majorities = with_atoms(task)
        if not task.formal:
            raise NotDecidable(f"{task.id}: a statement has no formula")
        self.task = task
        formulas = [p.formula for p in task.premises if p.formula is not None]
        self._worlds = _Worlds(
            [*formulas, *(c.formula for c in task.choices if c.formula is not None)],
            self._majorities,
        )
        premises = tuple(Premise(n, formula) for n, formula in enumerate(formulas))
        query = Query("necessary", "Which of the choices follow?")
        if task.possible:
            query = Query("possible", "Which of the choices can be true?")
        if self.sets is not None:
            listed = tuple(Target(c.text, c.formula) for c in task.choices if c.formula is not None)
            query = Query("projection", query.text, mode="necessary", listed=listed)
        signature = _signature([*formulas, *(c.formula for c in task.choices if c.formula)])
        super().__init__(Case(Theory(signature, premises), query), bound)

    @property
    def content(self) -> str:
        """The task, the sets of choices, and the bound."""
        sets = None if self.sets is None else [sorted(choice_set) for choice_set in self.sets]
        return f"{self.task.id}\n{sets}\n{self.bound}"

    @property
    def choice_count(self) -> int:
        """Number of choices, or of sets of them that were selected."""
        return len(self.task.choices if self.sets is None else self.sets)

    @property
    def guesses(self) -> tuple[float, ...] | None:
        """For sets of choices, all sets of statements are equally probable; the empty one means
        that nothing follows."""
        if self.sets is None:
            return None
        stated = sum(choice != NOTHING for choice in self.task.choices)
        return (0.5**stated,) * len(self.sets)

    def elsewhere(self, names: Names) -> bool:
        """See `Readings.elsewhere`: of sets of choices, only those that somebody selected are
        choices."""
        return self.sets is not None and all(
            self._right(number) or self._left(self._cases[number]) for number in self._ends(names)
        )

    def decide(self, case: Case, *, plain: bool) -> Right:
        """No choice where the premises as read contradict each other: nobody means such a
        reading."""
        worlds = self._worlds
        region = self._left(case)
        if not region:
            return frozenset()
        return self._right_choices(
            case,
            {
                n
                for n, choice in enumerate(self.task.choices)
                if choice.formula is not None and holds(region, worlds.region(choice.formula), case)
            },
        )

    def _left(self, case: Case) -> int:
        """The worlds of the premises as read."""
        region = self._worlds.all_worlds
        for premise in case.theory.premises:
            region &= self._worlds.region(premise.formula)
        return region

    def _right_choices(self, case: Case, right: set[int]) -> frozenset[int]:
        """The choices, or sets of them, that are right where these formulas hold."""
        if not right and NOTHING in self.task.choices:
            right = {self.task.choices.index(NOTHING)}
        if self.sets is not None and case.answering == PART:
            return frozenset(
                n for n, choice_set in enumerate(self.sets) if choice_set and choice_set < right
            )
        if self.sets is not None:
            return frozenset(n for n, choice_set in enumerate(self.sets) if choice_set == right)
        return frozenset(right)

    def confirmed(self, choice: int, names: Names) -> bool | None:
        """See `Readings.confirmed`. Z3 reads the formulas themselves, over any individuals, or over
        numbers of things where statements are about most and few; for *weak evidence* it counts the
        worlds, where these are few."""
        case = self.reading(choice, names)
        if case is None:
            return None
        all_choices = self.sets is not None or self.task.choices[choice] == NOTHING
        choices = range(len(self.task.choices)) if all_choices else (choice,)
        stated = {n: f for n in choices if (f := self.task.choices[n].formula) is not None}
        if case.answering == MOSTLY and self._left(case).bit_count() > MOST_COUNTED:
            return None
        findings = self._by_numbers(case, stated) if self._majorities else self._by_z3(case, stated)
        self._gave_up |= findings is None
        if findings is None:
            return None
        return bool(findings.worlds) and choice in self._right_choices(case, set(findings.formulas))

    def _by_z3(self, case: Case, premise_formulas: Mapping[int, Formula]) -> "_Findings | None":
        possible = asks_possible(case)
        # Where the premises contradict each other, ⊥ follows and not even ⊤ is possible.
        listed = [
            *((str(n), formula) for n, formula in premise_formulas.items()),
            ("", Truth(possible)),
        ]
        query = Query(
            "projection",
            "",
            mode="possible" if possible else "necessary",
            listed=tuple(Target(key, formula) for key, formula in listed),
        )
        session = Session(case.theory, engine="z3", timeout=SECONDS, shows=False)
        answer = session.ask(query, want_supports=False).answer
        if answer.unknown or answer.projection is None:
            return None
        if ("" in answer.projection) != possible:
            return _Findings(False)
        if case.answering == MOSTLY and not possible:
            worlds = self._worlds.counted(case.theory, list(premise_formulas.values()))
            return worlds and _Findings(
                True, tuple(n for n, f in premise_formulas.items() if worlds(f))
            )
        return _Findings(True, tuple(n for n in premise_formulas if str(n) in answer.projection))

    def _by_numbers(
        self, case: Case, premise_formulas: Mapping[int, Formula]
    ) -> "_Findings | None":
        """The same, where the premises or choices compare numbers of things."""
        from solver.engines.z3_numbers import Comparison, Numbers

        compared = [
            Comparison(majority.key, majority.subject, majority.predicate, majority.is_most)
            for majority in self._majorities
        ]
        choices = [choice.formula for choice in self.task.choices if choice.formula is not None]
        try:
            numbers = Numbers(case.theory.formulas, choices, compared, Budget.of(SECONDS))
            if not numbers.possible(Truth(True)):
                return _Findings(False)
            if asks_possible(case):
                return _Findings(
                    True, tuple(n for n, f in premise_formulas.items() if numbers.possible(f))
                )
            if case.answering == MOSTLY:
                worlds = list(numbers.worlds(list(premise_formulas.values())))
                each = zip(*worlds, strict=True)
                mostly = [2 * sum(truth_values) > len(worlds) for truth_values in each]
                return _Findings(
                    True, tuple(n for n, m in zip(premise_formulas, mostly, strict=True) if m)
                )
            return _Findings(
                True, tuple(n for n, f in premise_formulas.items() if numbers.follows(f))
            )
        except GaveUp:
            return None


class _Findings(NamedTuple):
    """Z3's findings."""

    worlds: bool
    """Whether the premises as read leave a world."""
    formulas: tuple[int, ...] = ()
    """The indices of the choices whose formulas hold."""


def asks_possible(case: Case) -> bool:
    """Whether the question is read as asking what is possible."""
    return asks_whether_possible(case.query.kind) or case.query.mode == "possible"


def holds(region: int, formula: int, case: Case) -> bool:
    """Whether a formula's region counts as holding in the premises' region: in all of it; in any of
    it, where the question is read as asking what is possible; in most of it, where that is treated
    as certain."""
    if asks_possible(case):
        return region & formula != 0
    if case.answering == MOSTLY:
        return 2 * (region & formula).bit_count() > region.bit_count()
    return region & formula == region


class _Worlds:
    """The worlds that formulas with one variable at a time and sentences can distinguish."""

    def __init__(self, formulas: list[Formula], majorities: tuple[Majority, ...] = ()) -> None:
        """The space of worlds over these formulas. Raises NotDecidable where there are too many
        terms or kinds of things."""
        nodes = [node for formula in formulas for node in walk(formula)]
        counted = {
            term for majority in majorities for term in (majority.subject, majority.predicate)
        }
        predicates = sorted({node.name for node in nodes if isinstance(node, Pred)} | counted)
        atoms = [majority.key for majority in majorities]
        sentences = sorted({node.name for node in nodes if isinstance(node, Prop)} - {*atoms})
        if majorities and len(predicates) > MOST_TERMS:
            expectation = f"expected at most {MOST_TERMS} terms in addition to most and few"
            raise NotDecidable(f"{expectation}, found {len(predicates)}")
        sentences += atoms
        count = len(sentences) + (2 ** len(predicates) if predicates else 0)
        if count > MAX_AXES:
            raise NotDecidable(f"expected at most {MAX_AXES} kinds of things, found {count}")
        self._kinds: dict[str, frozenset[str]] = {}
        for size in range(len(predicates) + 1):
            for kind in combinations(predicates, size):
                if predicates:
                    self._kinds[f"there is {'+'.join(kind)}"] = frozenset(kind)
        keys = [*sentences, *self._kinds]
        self._space: Space = space_of([Axis(key, (False, True)) for key in keys])
        self._regions: dict[Formula, int] = {}
        self.all_worlds = self._space.full
        if self._kinds:
            self.all_worlds = evaluate(Or(tuple(Prop(key) for key in self._kinds)), self._space)
        if majorities:
            self.all_worlds &= worlds_that_can_be(
                tuple(predicates),
                tuple(self._kinds.values()),
                majorities,
                len(sentences) - len(atoms),
            )

    def region(self, formula: Formula) -> int:
        """The worlds in which a formula holds."""
        if formula not in self._regions:
            self._regions[formula] = evaluate(self._grounded(formula, {}), self._space)
        return self._regions[formula]

    def counted(self, theory: Theory, formulas: list[Formula]) -> Callable[[Formula], bool] | None:
        """Whether each formula holds in most worlds of a theory, as Z3 counts them; None where it
        gives up."""
        keys = [axis.key for axis in self._space.axes]
        exist = Or(tuple(Prop(key) for key in self._kinds)) if self._kinds else Truth(True)
        formulas_held = [exist, *(self._grounded(formula, {}) for formula in theory.formulas)]
        signature = Signature({(key, 0): Symbol(key, BOOL) for key in keys})
        ground = Theory(
            signature, tuple(Premise(n, formula) for n, formula in enumerate(formulas_held))
        )
        grounded = {formula: self._grounded(formula, {}) for formula in formulas}
        targets = [Target(key, Prop(key)) for key in keys]
        worlds = counted(ground, targets, list(grounded.values()), timeout=SECONDS)
        return None if worlds is None else lambda formula: worlds.mostly(grounded[formula])

    def _grounded(
        self, formula: Formula, kind_of_variable: Mapping[str, frozenset[str]]
    ) -> Formula:
        """The formula over kinds of things; `kind_of_variable` maps each bound variable to its
        kind."""
        match formula:
            case Pred(name, (Variable(variable),)):
                return Truth(name in kind_of_variable[variable])
            case ForAll(variable, body):
                return And(
                    tuple(
                        self._each(variable, body, kind_of_variable, lambda k, f: Or((Not(k), f)))
                    )
                )
            case Exists(variable, body):
                return Or(
                    tuple(self._each(variable, body, kind_of_variable, lambda k, f: And((k, f))))
                )
        below = children(formula)
        return rebuild(formula, tuple(self._grounded(part, kind_of_variable) for part in below))

    def _each(
        self,
        variable: str,
        body: Formula,
        kind_of_variable: Mapping[str, frozenset[str]],
        join: Callable[[Formula, Formula], Formula],
    ) -> Iterator[Formula]:
        for key, kind in self._kinds.items():
            yield join(Prop(key), self._grounded(body, {**kind_of_variable, variable: kind}))


def _signature(formulas: list[Formula]) -> Signature:
    """The signature of sentences and unary predicates."""
    symbols: dict[SymbolKey, Symbol] = {}
    for node in (node for formula in formulas for node in walk(formula)):
        if isinstance(node, Prop):
            symbols[node.name, 0] = Symbol(node.name, BOOL)
        elif isinstance(node, Pred):
            symbols[node.name, len(node.args)] = Symbol(node.name, PredicateSort(len(node.args)))
    return Signature(symbols)
