"""How a question is understood under misreadings, and which of its choices are then right.

Owns putting misreadings together and the search for the smallest combination. What is read, and
which choices are right as it is read, is `task_readings`' and `question_readings`'; which
misreadings there are, `items.misreadings.registry`'s.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, TypeGuard

from items.misreadings.misreading import Case, Misreading, Reading
from items.misreadings.registry import MISREADINGS
from solver.language.problem import Premise, Query

if TYPE_CHECKING:
    from study.diagnosis.allowance import Allowance

FORGOTTEN = "premise-forgotten"
"""The misreading of which is told which premise it leaves out."""
MOST = 3
"""Misreadings in one combination, at most."""
BOUND = 20_000
"""Readings of one question that are looked at, at most."""

Names = tuple[str, ...]
"""A combination of misreadings, in the registry's order; empty where nothing is misread."""
Right = frozenset[int] | None
"""The choices that are right; None where that could not be decided."""
_Content = tuple[tuple[Premise, ...], Query, str]
"""What is read: the premises, the query, and how it is answered."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What makes an answer right."""

    combinations: tuple[Names, ...]
    """The smallest combinations under which it is right, sharing it in equal parts; one empty one
    where it is right as the question stands. None at all: a random error."""
    exhausted: bool = True
    """False where the search was stopped by its bound, or a reading could not be decided: not every
    combination was seen."""
    forgotten: tuple[tuple[int, ...], ...] = ()
    """Of each combination, the numbers of the premises any one of which it may leave out."""
    confirmed: tuple[Names, ...] = ()
    """Combinations under which Z3, too, finds the answer right, as far as it was asked."""
    contradicted: tuple[Names, ...] = ()
    """Those that were left out because Z3 says otherwise: an engine is wrong."""
    not_asked: tuple[Names, ...] = ()
    """Combinations about which Z3 was not asked, as the time for it was over."""

    @property
    def right(self) -> bool:
        """Whether it is right without any misreading."""
        return self.combinations == ((),)

    @property
    def random(self) -> bool:
        """Whether no combination explains it."""
        return not self.combinations and self.exhausted


@dataclass(frozen=True, slots=True)
class WorkedOut:
    """What was worked out of one question: plain values, which another run can begin with."""

    right: Mapping[Names, tuple[frozenset[int], ...]]
    """Combination to its sets of right choices (`Readings.choice_sets`)."""
    explained: Mapping[tuple[int, int], Explanation]
    """Choice and size of the largest combination to the explanation."""
    confirmed: Mapping[tuple[int, Names], bool | None]
    """Choice and combination to what Z3 says of it (`Readings.confirmed`), as far as it was
    asked."""
    more: Mapping[str, Mapping[Any, Any]] = field(default_factory=dict)
    """What a class of readings works out beside these."""


class Readings(ABC):
    """The readings of one question; each is made and decided once."""

    def __init__(self, case: Case, bound: int = BOUND) -> None:
        self.bound = bound
        self.exhausted = True
        self._numbers: dict[_Content, int] = {}
        self._cases: list[Case] = []
        self._decided: dict[int, Right] = {}
        self._made: dict[tuple[str, int], tuple[int, ...]] = {}
        self._explained: dict[tuple[int, int], Explanation] = {}
        self._confirmed: dict[tuple[int, Names], bool | None] = {}
        """What Z3 says, as another run can take it over."""
        self._told: dict[tuple[int, Names], bool | None] = {}
        """What it said to this one."""
        self._gave_up = False
        """Whether it could not tell in the time, when it was asked last."""
        self._ways: dict[Names, tuple[frozenset[int], ...]] = {}
        self._undecided: set[Names] = set()
        self._seen = {self._number(case)}
        self._levels: list[dict[Names, list[int]]] = [{(): [0]}]

    @property
    @abstractmethod
    def content(self) -> str:
        """What is asked and how it is searched, as text: equal texts have equal readings."""

    @abstractmethod
    def decide(self, case: Case, *, plain: bool) -> Right:
        """The choices that are right as a case is read; `plain` where nothing is misread."""

    def right(self, names: Names = ()) -> frozenset[int]:
        """The choices that are right when each of these misreadings is made wherever it applies,
        in any of the `choice_sets`; none where that could not be decided."""
        return frozenset[int]().union(*self.choice_sets(names))

    def choice_sets(self, names: Names = ()) -> tuple[frozenset[int], ...]:
        """The choices that are right in each way of making these misreadings wherever they apply:
        one way, unless a misreading is made in one place at a time. Of its places, those count in
        which it changes what is right, each alike; where there is none, it changes nothing."""
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
        """Whether a world is left as the question stands, as far as that is known."""
        return True

    def elsewhere(self, names: Names) -> bool:
        """Whether, where no choice is right under these misreadings, the right answer is one that
        is no choice because nobody gave it."""
        return False

    @property
    def guesses(self) -> tuple[float, ...] | None:
        """How probable each choice is as a guess, where there are other answers than the choices;
        None where a guess takes any choice alike."""
        return None

    def shares(self, names: Names) -> Mapping[int, float] | None:
        """How probable each choice is under misreadings by which some of a list is told: the rest
        is that of answers that nobody gave. None where whoever reads so takes all choices that are
        then right alike."""
        return None

    @property
    def decided(self) -> bool:
        """Whether it could be decided what is right as the question stands."""
        return bool(self.choice_sets()) and () not in self._undecided

    def worked_out(self) -> WorkedOut | None:
        """What was worked out so far; None where something could not be decided, so that it is
        tried again."""
        if None in self._decided.values():
            return None
        return WorkedOut(dict(self._ways), dict(self._explained), dict(self._confirmed))

    @property
    @abstractmethod
    def choice_count(self) -> int:
        """How many choices there are."""

    def takes(self, known: object) -> TypeGuard[WorkedOut]:
        """Whether something that was kept can be what an earlier run worked out of this question:
        by its form, with no choice, misreading or premise that there is not."""
        try:
            return isinstance(known, WorkedOut) and self._has_form(known)
        except (AttributeError, LookupError, TypeError, ValueError):
            # Whoever wrote the file left something out, or put something else in its place.
            return False

    def _has_form(self, known: WorkedOut) -> bool:
        return (
            all(
                self._are_names(names)
                and bool(choice_sets)
                and all(map(self._are_choices, choice_sets))
                for names, choice_sets in known.right.items()
            )
            and all(
                self._is_choice(choice) and type(most) is int and self._is_explanation(explanation)
                for (choice, most), explanation in known.explained.items()
            )
            and all(
                self._is_choice(choice)
                and self._are_names(names)
                and (right is None or type(right) is bool)
                for (choice, names), right in known.confirmed.items()
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
            # What Z3 says is kept apart.
            and not (value.confirmed or value.contradicted or value.not_asked)
            and len(value.forgotten) == len(combinations)
            and all(numbers.issuperset(left_out) for left_out in value.forgotten)
        )

    def begin_with(self, known: WorkedOut) -> None:
        """Take over what an earlier run worked out of the same question."""
        self._ways.update(known.right)
        self._explained.update(known.explained)
        self._confirmed.update(known.confirmed)

    def _ends(self, names: Names, outcome: "Callable[[int], Hashable] | None" = None) -> list[int]:
        """Cases by number. `outcome` is what a misreading has to change that is made in one place
        at a time; by default, which choices are right."""
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

    def explanation(self, choice: int, most: int = MOST) -> Explanation:
        """The smallest combinations of at most `most` misreadings, each made in some of the places
        where it applies, under which a choice is right."""
        key = (choice, most)
        if key not in self._explained:
            self._explained[key] = self._explain(choice, most)
        return self._explained[key]

    def explained(
        self, choice: int, *, both: bool, asking: "Allowance | None" = None
    ) -> Explanation:
        """The explanation of an answer; with `both`, Z3 is asked about each combination, too, for
        as long as it may be asked, and those that it contradicts are left out."""
        explanation = self.explanation(choice)
        if not both or explanation.right:
            return explanation
        named = explanation.combinations
        verdicts = {names: self.checked(choice, names, asking) for names in named}
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

    def checked(self, choice: int, names: Names, asking: "Allowance | None" = None) -> bool | None:
        """As `confirmed`, asked once; None, too, where Z3 may not be asked any longer. Where it
        gave up in the time, another run asks again."""
        if self.to_ask(choice, names) and not (asking is not None and asking.over):
            self._gave_up = False
            right = (
                self.confirmed(choice, names)
                if asking is None
                else asking.spend(lambda: self.confirmed(choice, names))
            )
            self._told[choice, names] = right
            if not self._gave_up:
                self._confirmed[choice, names] = right
        return self._told.get((choice, names), self._confirmed.get((choice, names)))

    def to_ask(self, choice: int, names: Names) -> bool:
        """Whether Z3 was not asked yet about a combination."""
        return (choice, names) not in self._told and (choice, names) not in self._confirmed

    @abstractmethod
    def confirmed(self, choice: int, names: Names) -> bool | None:
        """Whether Z3, too, finds an answer right under a combination that explains it; None where
        it gives up, or has nothing to say."""

    @property
    def plain(self) -> Case:
        """The question as it stands."""
        return self._cases[0]

    def reading(self, choice: int, names: Names) -> Case | None:
        """The first reading under one combination, as the search goes, that makes a choice right;
        None where none does."""
        for number in self._level(len(names)).get(names, ()):
            if choice in (self._right(number) or ()):
                return self._cases[number]
        return None

    def _explain(self, choice: int, most: int) -> Explanation:
        for size in range(most + 1):
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
        """The premises any one of which may be left out, so that a choice is right."""
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
        """Combinations of so many misreadings to their readings."""
        while size >= len(self._levels):
            self._levels.append(self._next())
        return self._levels[size]

    def _next(self) -> dict[Names, list[int]]:
        """Each combination with one misreading more, as far as it reads the question in a new
        way."""
        order = {name: place for place, name in enumerate(MISREADINGS.usable())}
        level: dict[Names, list[int]] = {}
        fresh: set[int] = set()
        for names, numbers in self._levels[-1].items():
            later = [n for n in order if not names or order[n] > order[names[-1]]]
            for name, number in product(later, numbers):
                if len(self._seen) + len(fresh) >= self.bound:
                    self.exhausted = False
                    break
                for other in self._readings(name, number):
                    if other not in self._seen:
                        fresh.add(other)
                        level.setdefault((*names, name), []).append(other)
        self._seen |= fresh
        return level

    def _readings(self, name: str, number: int) -> tuple[int, ...]:
        """The readings of a case under one misreading, the smallest change first."""
        step = (name, number)
        if step not in self._made:
            misreading: Misreading = MISREADINGS[name]
            case = self._cases[number]
            self._made[step] = tuple(
                self._number(_read(reading, case)) for reading in misreading.readings(case)
            )
        return self._made[step]

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


def _read(reading: Reading, before: Case) -> Case:
    return replace(
        before,
        theory=reading.theory,
        query=reading.query,
        answering=reading.answering or before.answering,
    )


def combinations_of(names: Names, most: int = MOST) -> Iterator[Names]:
    """All combinations of misreadings, the smallest first, the empty one included."""
    for size in range(most + 1):
        yield from combinations(names, size)
