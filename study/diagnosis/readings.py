"""A question under misreadings, and which of its choices are then right.

Owns combining misreadings and the search for the smallest combination. `task_readings` and
`question_readings` own what is read, and which choices are right under the reading;
`items.misreadings.registry` lists the misreadings.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, TypeGuard

from items.misreadings.misreading import Case, Misreading, Reading
from items.misreadings.registry import MISREADINGS
from solver.cancel import GaveUp, check_whole
from solver.language.problem import Premise, Query

if TYPE_CHECKING:
    from study.diagnosis.time_allowance import Allowance

FORGOTTEN = "premise-forgotten"
"""The misreading that reports which premise it leaves out."""
MAX_MISREADINGS = 3
"""Maximum number of misreadings in one combination."""
BOUND = 20_000
"""Maximum number of readings of one question to examine."""

Names = tuple[str, ...]
"""A combination of misreadings, in the registry's order; empty where nothing is misread."""
Right = frozenset[int] | None
"""The right choices; None where that could not be decided."""
_Content = tuple[tuple[Premise, ...], Query, str]
"""What is read: the premises, the query, and the way of answering."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What makes an answer right."""

    combinations: tuple[Names, ...]
    """The smallest combinations under which it is right, which share it equally; one empty
    combination where it is right as written. None at all: a random error."""
    exhausted: bool = True
    """False where the search reached its bound, or a reading could not be decided: not every
    combination was examined."""
    forgotten: tuple[tuple[int, ...], ...] = ()
    """For each combination, the numbers of the premises any one of which it may leave out."""
    confirmed: tuple[Names, ...] = ()
    """Combinations under which Z3 finds the answer right too, where it was asked."""
    contradicted: tuple[Names, ...] = ()
    """Combinations that were removed because Z3 disagrees: an engine is wrong."""
    not_asked: tuple[Names, ...] = ()
    """Combinations about which Z3 was not asked because its time was over."""

    @property
    def right(self) -> bool:
        """Whether it is right without any misreading."""
        return self.combinations == ((),)

    @property
    def random(self) -> bool:
        """Whether no combination makes it right."""
        return not self.combinations and self.exhausted


@dataclass(frozen=True, slots=True)
class WorkedOut:
    """The results about one question: plain values that another run can start with."""

    right: Mapping[Names, tuple[frozenset[int], ...]]
    """Combination to its sets of right choices (`Readings.choice_sets`)."""
    explained: Mapping[tuple[int, int], Explanation]
    """Choice and size of the largest combination to the explanation."""
    confirmed: Mapping[tuple[int, Names], bool | None]
    """Choice and combination to Z3's result (`Readings.confirmed`), where it was asked."""
    more: Mapping[str, Mapping[Any, Any]] = field(default_factory=dict)
    """Additional results of a class of readings."""


class Readings(ABC):
    """The readings of one question; each is created and decided once."""

    def __init__(self, case: Case, bound: int = BOUND) -> None:
        self.bound = bound
        self.exhausted = True
        self._numbers: dict[_Content, int] = {}
        self._cases: list[Case] = []
        self._decided: dict[int, Right] = {}
        self._read_cases: dict[tuple[str, int], tuple[int, ...]] = {}
        self._explained: dict[tuple[int, int], Explanation] = {}
        self._engine_results: dict[tuple[int, Names], bool | None] = {}
        """Z3's results, in the form for another run."""
        self._own_engine_results: dict[tuple[int, Names], bool | None] = {}
        """Z3's results in this run."""
        self._gave_up = False
        """Whether Z3 ran out of time when it was last asked."""
        self._ways: dict[Names, tuple[frozenset[int], ...]] = {}
        self._undecided: set[Names] = set()
        self._numbers_seen = {self._number(case)}
        self._levels: list[dict[Names, list[int]]] = [{(): [0]}]

    @property
    @abstractmethod
    def content(self) -> str:
        """The question and the parameters of the search, as text: equal texts have equal
        readings."""

    @abstractmethod
    def decide(self, case: Case, *, plain: bool) -> Right:
        """The choices that are right under a reading; `plain` where nothing is misread."""

    def right(self, names: Names = ()) -> frozenset[int]:
        """The choices that are right when each of these misreadings is made wherever it applies, in
        any of the `choice_sets`; empty where that could not be decided."""
        return frozenset[int]().union(*self.choice_sets(names))

    def choice_sets(self, names: Names = ()) -> tuple[frozenset[int], ...]:
        """The choices that are right for each way of making these misreadings wherever they apply:
        one way, unless a misreading is made in one place at a time. Of its places, those in which
        it changes what is right count equally; if there are none, it changes nothing."""
        if names not in self._ways:
            right = [self._right(number) for number in self._ends(names)]
            if None in right:
                self._undecided.add(names)
            choice_sets = sorted((counts or frozenset() for counts in right), key=sorted)
            self._ways[names] = (
                tuple(choice_sets) if len(set(choice_sets)) > 1 else (choice_sets[0],)
            )
        return self._ways[names]

    @property
    def possible(self) -> bool:
        """Whether the question as written leaves a world, as far as known."""
        return True

    def elsewhere(self, names: Names) -> bool:
        """Whether, where no choice is right under these misreadings, the right answer is one that
        nobody gave and so is not a choice."""
        return False

    @property
    def guesses(self) -> tuple[float, ...] | None:
        """Probability of each choice as a guess, where there are answers besides the choices; None
        where all choices are equally probable."""
        return None

    def shares(self, names: Names) -> Mapping[int, float] | None:
        """Probability of each choice under misreadings by which part of a list is given: the rest
        belongs to answers that nobody gave. None where all choices that are then right are equally
        probable."""
        return None

    @property
    def decided(self) -> bool:
        """Whether it could be decided what is right as written."""
        return bool(self.choice_sets()) and () not in self._undecided

    def worked_out(self) -> WorkedOut | None:
        """The results so far; None where something could not be decided, so that it is tried
        again."""
        if None in self._decided.values():
            return None
        return WorkedOut(dict(self._ways), dict(self._explained), dict(self._engine_results))

    @property
    @abstractmethod
    def choice_count(self) -> int:
        """Number of choices."""

    def takes(self, worked_out: object) -> TypeGuard[WorkedOut]:
        """Whether a stored object can be the result of an earlier run for this question: it has the
        right form, and no unknown choice, misreading or premise."""
        try:
            return isinstance(worked_out, WorkedOut) and self._has_form(worked_out)
        except (AttributeError, LookupError, TypeError, ValueError):
            # Somebody edited the file.
            return False

    def _has_form(self, worked_out: WorkedOut) -> bool:
        return (
            all(
                self._are_names(names)
                and bool(choice_sets)
                and all(map(self._are_choices, choice_sets))
                for names, choice_sets in worked_out.right.items()
            )
            and all(
                self._is_choice(choice) and type(most) is int and self._is_explanation(explanation)
                for (choice, most), explanation in worked_out.explained.items()
            )
            and all(
                self._is_choice(choice)
                and self._are_names(names)
                and (right is None or type(right) is bool)
                for (choice, names), right in worked_out.confirmed.items()
            )
        )

    def _is_choice(self, value: object) -> bool:
        return type(value) is int and 0 <= value < self.choice_count

    def _are_choices(self, value: object) -> bool:
        return isinstance(value, frozenset) and all(map(self._is_choice, value))

    def _are_names(self, value: object) -> bool:
        return isinstance(value, tuple) and all(name in MISREADINGS for name in value)

    def _is_explanation(self, value: object) -> bool:
        if not isinstance(value, Explanation):
            return False
        combinations: object = value.combinations
        exhausted: object = value.exhausted
        numbers = {premise.number for premise in self.plain.theory.premises}
        return (
            isinstance(exhausted, bool)
            and isinstance(combinations, tuple)
            and all(map(self._are_names, combinations))
            # Z3's results are stored separately.
            and not (value.confirmed or value.contradicted or value.not_asked)
            and len(value.forgotten) == len(combinations)
            and all(numbers.issuperset(left_out) for left_out in value.forgotten)
        )

    def begin_with(self, worked_out: WorkedOut) -> None:
        """Start with the results of an earlier run for the same question."""
        self._ways.update(worked_out.right)
        self._explained.update(worked_out.explained)
        self._engine_results.update(worked_out.confirmed)

    def _ends(self, names: Names, outcome: "Callable[[int], Hashable] | None" = None) -> list[int]:
        """Cases by number. `outcome` is what a misreading made in one place at a time must change;
        by default, the right choices."""
        outcome = outcome or self._right
        ends = [0]
        for name in names:
            single = MISREADINGS[name].one_at_a_time
            ends = [
                other
                for number in ends
                for other in (self._readings(name, number) or (number,))[0 if single else -1 :]
            ]
        apart = [name for name in names if MISREADINGS[name].one_at_a_time]
        if not apart:
            return ends
        rests = [self._ends(tuple(n for n in names if n != name), outcome) for name in apart]
        less = {outcome(number) for rest in rests for number in rest}
        return [number for number in ends if outcome(number) not in less] or rests[-1]

    def explanation(self, choice: int, max_size: int = MAX_MISREADINGS) -> Explanation:
        """The smallest combinations under which a choice is right, of at most `max_size`
        misreadings, each made in some of the places where it applies."""
        key = (choice, max_size)
        if key not in self._explained:
            self._explained[key] = self._explain(choice, max_size)
        return self._explained[key]

    def explained(
        self, choice: int, *, both: bool, allowance: "Allowance | None" = None
    ) -> Explanation:
        """The explanation of an answer; with `both`, Z3 checks each combination within its
        allowance, and those that it contradicts are removed."""
        explanation = self.explanation(choice)
        if not both or explanation.right:
            return explanation
        named = explanation.combinations
        verdicts = {names: self.checked(choice, names, allowance) for names in named}
        accepted = [n for n, names in enumerate(named) if verdicts[names] is not False]
        return Explanation(
            tuple(named[n] for n in accepted),
            explanation.exhausted and len(accepted) == len(named),
            tuple(explanation.forgotten[n] for n in accepted),
            tuple(names for names in named if verdicts[names]),
            tuple(names for names in named if verdicts[names] is False),
            tuple(
                names for names in named if verdicts[names] is None and self.to_ask(choice, names)
            ),
        )

    def checked(
        self, choice: int, names: Names, allowance: "Allowance | None" = None
    ) -> bool | None:
        """`confirmed`, asked once; also None where Z3's time is over. If it ran out of time,
        another run asks again."""
        if self.to_ask(choice, names) and not (allowance is not None and allowance.is_over):
            self._gave_up = False
            right = (
                self.confirmed(choice, names)
                if allowance is None
                else allowance.spend(lambda: self.confirmed(choice, names))
            )
            self._own_engine_results[choice, names] = right
            if not self._gave_up:
                self._engine_results[choice, names] = right
        return self._own_engine_results.get(
            (choice, names), self._engine_results.get((choice, names))
        )

    def to_ask(self, choice: int, names: Names) -> bool:
        """Whether Z3 has not been asked about a combination yet."""
        return (choice, names) not in self._own_engine_results and (
            choice,
            names,
        ) not in self._engine_results

    @abstractmethod
    def confirmed(self, choice: int, names: Names) -> bool | None:
        """Whether Z3 finds an answer right too under a combination that explains it; None where it
        gives up, or has no result."""

    @property
    def plain(self) -> Case:
        """The question as written."""
        return self._cases[0]

    def reading(self, choice: int, names: Names) -> Case | None:
        """The first reading under one combination, in the order of the search, that makes a choice
        right; None where there is none."""
        for number in self._level(len(names)).get(names, ()):
            if choice in (self._right(number) or ()):
                return self._cases[number]
        return None

    def _explain(self, choice: int, max_size: int) -> Explanation:
        for size in range(max_size + 1):
            hits = [
                names
                for names, numbers in self._level(size).items()
                if any(choice in (self._right(number) or ()) for number in numbers)
            ]
            if hits:
                forgotten = tuple(self._forgotten(choice, names) for names in hits)
                return Explanation(tuple(hits), forgotten=forgotten)
        return Explanation((), self.exhausted)

    def _forgotten(self, choice: int, names: Names) -> tuple[int, ...]:
        """The premises any one of which may be left out to make a choice right."""
        if FORGOTTEN not in names:
            return ()
        numbers = {premise.number for premise in self.plain.theory.premises}
        left_out: set[int] = set()
        for number in self._levels[len(names)][names]:
            if choice in (self._right(number) or ()):
                numbers_read = {premise.number for premise in self._cases[number].theory.premises}
                left_out |= numbers - numbers_read
        return tuple(sorted(left_out))

    def _level(self, size: int) -> dict[Names, list[int]]:
        """Combinations of this number of misreadings to their readings."""
        while size >= len(self._levels):
            self._levels.append(self._next())
        return self._levels[size]

    def _next(self) -> dict[Names, list[int]]:
        """Each combination with one more misreading, if it reads the question in a new way."""
        order = {name: place for place, name in enumerate(MISREADINGS.usable())}
        level: dict[Names, list[int]] = {}
        fresh: set[int] = set()
        for names, numbers in self._levels[-1].items():
            later = [n for n in order if not names or order[n] > order[names[-1]]]
            for name, number in product(later, numbers):
                if len(self._numbers_seen) + len(fresh) >= self.bound:
                    self.exhausted = False
                    break
                for other in self._readings(name, number):
                    if other not in self._numbers_seen:
                        fresh.add(other)
                        level.setdefault((*names, name), []).append(other)
        self._numbers_seen |= fresh
        return level

    def _readings(self, name: str, number: int) -> tuple[int, ...]:
        """The readings of a case under one misreading, smallest change first."""
        step = (name, number)
        if step not in self._read_cases:
            misreading: Misreading = MISREADINGS[name]
            case = self._cases[number]
            made: list[int] = []
            try:
                check_whole()
                for reading in misreading.readings(case):
                    made.append(self._number(_read(reading, case)))
                    check_whole()
            except GaveUp:
                self.exhausted = False
            self._read_cases[step] = tuple(made)
        return self._read_cases[step]

    def _number(self, case: Case) -> int:
        content = (case.theory.premises, case.query, case.answering)
        number = self._numbers.setdefault(content, len(self._cases))
        if number == len(self._cases):
            self._cases.append(case)
        return number

    def _right(self, number: int) -> Right:
        if number not in self._decided:
            counts = self._decided[number] = self.decide(self._cases[number], plain=number == 0)
            if counts is None:
                self.exhausted = False
        return self._decided[number]


def _read(reading: Reading, base_case: Case) -> Case:
    return replace(
        base_case,
        theory=reading.theory,
        query=reading.query,
        answering=reading.answering or base_case.answering,
    )


def combinations_of(names: Names, max_size: int = MAX_MISREADINGS) -> Iterator[Names]:
    """All combinations of misreadings, smallest first, including the empty one."""
    for size in range(max_size + 1):
        yield from combinations(names, size)
