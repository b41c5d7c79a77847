"""A task as it is understood under misreadings, and which of its choices are then right.

Owns putting misreadings together and deciding choices: worlds are the kinds of things that exist
(all combinations of the task's predicates) and the values of its sentences, and a formula is the
region of worlds in which it holds. Which misreadings there are is `items.misreadings.registry`'s.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product

from items.ccobra import NOTHING, Task
from items.misreadings.misreading import Case, Misreading, Reading
from items.misreadings.registry import MISREADINGS
from solver.engines.atoms import Axis
from solver.engines.regions import Space, evaluate, space_of
from solver.language.problem import Premise, Query, Theory
from solver.language.syntax import (
    And,
    Exists,
    ForAll,
    Formula,
    Not,
    Or,
    Pred,
    Prop,
    Signature,
    Truth,
    Variable,
    children,
    rebuild,
    walk,
)

MOST = 3
"""Misreadings in one combination, at most."""
BOUND = 20_000
"""Readings of one task that are looked at, at most."""
MAX_AXES = 16
"""Kinds of things and sentences that a task may have; its worlds are at most 2 to this power."""

Names = tuple[str, ...]
"""A combination of misreadings, in the registry's order; empty where nothing is misread."""
_Content = tuple[tuple[Premise, ...], str]
"""What is read: the premises, and the kind of the query."""


class NotDecidable(ValueError):
    """A task without formulas, or with more than the worlds of `MAX_AXES` axes."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What makes an answer right."""

    combinations: tuple[Names, ...]
    """The smallest combinations under which it is right, sharing it in equal parts; one empty one
    where it is right as the task stands. None at all: a random error."""
    exhausted: bool = True
    """False where the search was stopped by its bound and has not seen every combination."""

    @property
    def right(self) -> bool:
        """Whether it is right without any misreading."""
        return self.combinations == ((),)

    @property
    def random(self) -> bool:
        """Whether no combination explains it."""
        return not self.combinations and self.exhausted


class TaskReadings:
    """The readings of one task; each is made and decided once."""

    def __init__(self, task: Task, bound: int = BOUND) -> None:
        """Raises NotDecidable."""
        if not task.formal:
            raise NotDecidable(f"{task.id}: a statement has no formula")
        self.task = task
        self.bound = bound
        self.exhausted = True
        self._formulas = [p.formula for p in task.premises if p.formula is not None]
        self._worlds = _Worlds(
            [*self._formulas, *(c.formula for c in task.choices if c.formula is not None)]
        )
        premises = tuple(Premise(n, formula) for n, formula in enumerate(self._formulas))
        query = Query("necessary", "Which of the choices follow?")
        self._case = Case(Theory(Signature(), premises), query)
        self._right: dict[_Content, frozenset[int]] = {}
        self._explained: dict[tuple[int, int], Explanation] = {}
        self._steps: dict[tuple[str, _Content], Case] = {}
        self._seen: set[_Content] = {_content(self._case)}
        self._levels: list[dict[Names, list[Case]]] = [{(): [self._case]}]

    def right(self, names: Names = ()) -> frozenset[int]:
        """The choices that are right when each of these misreadings is made wherever it applies."""
        case = self._case
        for name in names:
            case = self._widest(name, case)
        return self._decided(case)

    def _widest(self, name: str, case: Case) -> Case:
        """The last reading, in which a misreading is made in all places."""
        step = (name, _content(case))
        if step not in self._steps:
            *_, self._steps[step] = (case, *_readings(MISREADINGS[name], case))
        return self._steps[step]

    def explanation(self, choice: int, most: int = MOST) -> Explanation:
        """The smallest combinations of at most `most` misreadings, each made in some of the places
        where it applies, under which a choice is right."""
        asked = (choice, most)
        if asked not in self._explained:
            self._explained[asked] = self._explain(choice, most)
        return self._explained[asked]

    def _explain(self, choice: int, most: int) -> Explanation:
        for size in range(most + 1):
            if size == len(self._levels):
                self._levels.append(self._next())
            hits = [
                names
                for names, cases in self._levels[size].items()
                if any(choice in self._decided(case) for case in cases)
            ]
            if hits:
                return Explanation(tuple(hits))
        return Explanation((), self.exhausted)

    def _next(self) -> dict[Names, list[Case]]:
        """Each combination with one misreading more, as far as it reads the task in a new way."""
        order = {name: place for place, name in enumerate(MISREADINGS)}
        level: dict[Names, list[Case]] = {}
        fresh: set[_Content] = set()
        for names, cases in self._levels[-1].items():
            later = [n for n in order if not names or order[n] > order[names[-1]]]
            for name, case in product(later, cases):
                for other in _readings(MISREADINGS[name], case):
                    content = _content(other)
                    if content in self._seen:
                        continue
                    if len(self._seen) + len(fresh) >= self.bound:
                        self.exhausted = False
                        break
                    fresh.add(content)
                    level.setdefault((*names, name), []).append(other)
        self._seen |= fresh
        return level

    def _decided(self, case: Case) -> frozenset[int]:
        content = _content(case)
        if content not in self._right:
            self._right[content] = self._decide(case)
        return self._right[content]

    def _decide(self, case: Case) -> frozenset[int]:
        """No choice where the premises as read exclude one another: nobody means such a reading."""
        worlds = self._worlds
        region = worlds.all
        for premise in case.theory.premises:
            region &= worlds.region(premise.formula)
        if not region:
            return frozenset()
        needed = case.query.kind == "necessary"
        right = {
            n
            for n, choice in enumerate(self.task.choices)
            if choice.formula is not None and _holds(region, worlds.region(choice.formula), needed)
        }
        if not right and NOTHING in self.task.choices:
            right = {self.task.choices.index(NOTHING)}
        return frozenset(right)


def _holds(region: int, choice: int, needed: bool) -> bool:
    """Whether a choice holds in all worlds of a region, or in any."""
    return region & choice == region if needed else region & choice != 0


def _readings(misreading: Misreading, case: Case) -> Iterator[Case]:
    return (_case(reading, case) for reading in misreading.readings(case))


def _case(reading: Reading, before: Case) -> Case:
    return Case(reading.theory, reading.query, before.sentences)


def _content(case: Case) -> _Content:
    return case.theory.premises, case.query.kind


def combinations_of(names: Names, most: int = MOST) -> Iterator[Names]:
    """All combinations of misreadings, the smallest first, the empty one included."""
    for size in range(most + 1):
        yield from combinations(names, size)


class _Worlds:
    """The worlds that formulas of one variable at a time and sentences can tell apart."""

    def __init__(self, formulas: list[Formula]) -> None:
        nodes = [node for formula in formulas for node in walk(formula)]
        predicates = sorted({node.name for node in nodes if isinstance(node, Pred)})
        sentences = sorted({node.name for node in nodes if isinstance(node, Prop)})
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
        self.all = self._space.full
        if self._kinds:
            self.all = evaluate(Or(tuple(Prop(key) for key in self._kinds)), self._space)

    def region(self, formula: Formula) -> int:
        """The worlds in which a formula holds."""
        if formula not in self._regions:
            self._regions[formula] = evaluate(self._grounded(formula, {}), self._space)
        return self._regions[formula]

    def _grounded(self, formula: Formula, of: Mapping[str, frozenset[str]]) -> Formula:
        """The formula over kinds of things; `of` has the kind that each bound variable is of."""
        match formula:
            case Pred(name, (Variable(variable),)):
                return Truth(name in of[variable])
            case ForAll(variable, body):
                return And(tuple(self._each(variable, body, of, lambda k, f: Or((Not(k), f)))))
            case Exists(variable, body):
                return Or(tuple(self._each(variable, body, of, lambda k, f: And((k, f)))))
        below = children(formula)
        return rebuild(formula, tuple(self._grounded(part, of) for part in below))

    def _each(
        self,
        variable: str,
        body: Formula,
        of: Mapping[str, frozenset[str]],
        join: Callable[[Formula, Formula], Formula],
    ) -> Iterator[Formula]:
        for key, kind in self._kinds.items():
            yield join(Prop(key), self._grounded(body, {**of, variable: kind}))
