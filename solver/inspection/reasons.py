"""Why a formula follows: the parts of premises, and of the formula itself, that are needed.

A part is not needed if the formula still follows after it is weakened to nothing. In a premise, a
part is weakened to ⊤ if it is positive (under an even number of negations) and to ⊥ if it is
negative; in the formula that follows it is strengthened the other way. Parts are tried from the top
down, with earlier ones already removed, so the result is minimal: no single part of it can also be
removed. (Cores of this kind: Schuppan, "Towards a notion of unsatisfiable and unrealizable cores
for LTL", Science of Computer Programming 77, 2012, section 3, here for premises that entail a
formula.) The caller chooses the premises, e.g. one minimal support.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from solver.cancel import Budget, Cancel, GaveUp
from solver.language.printer import print_formula
from solver.language.problem import Premise, Query, Theory
from solver.language.syntax import (
    Count,
    EnumIs,
    EnumSame,
    Equal,
    Formula,
    Iff,
    Implies,
    Not,
    Pred,
    Prop,
    Truth,
    children,
    rebuild,
)
from solver.queries import DEFAULT_TIMEOUT, Session
from solver.results import Verdict

Path = tuple[int, ...]
"""The position of a part: the child index at each level, from the root of the formula."""
CONCLUSION = -1
"""Used in place of a premise number for the formula that follows."""
_BEGIN, _END = "\x01", "\x02"
_APPLIED = re.compile(rf"({_BEGIN}[^{_BEGIN}{_END}(]*\([^{_BEGIN}{_END}]*){_END}\)")
"""An atom with arguments, whose closing bracket comes after the end marker."""


@dataclass(frozen=True, slots=True)
class Core:
    """The needed parts of an entailment."""

    formulas: Mapping[int, Formula]
    """The original formula by premise number, or CONCLUSION; premises that are not needed are
    omitted."""
    reduced_formulas: Mapping[int, Formula]
    """The same with ⊤ or ⊥ in place of every part that is not needed: these premises entail this
    conclusion."""
    unneeded_paths: Mapping[int, frozenset[Path]]
    """The parts that are not needed; none is inside another."""
    directions: Mapping[int, Mapping[Path, str]] = field(default_factory=dict)
    """Where one direction of a ↔ is enough: `→` or `←`; for "exactly n", `at_least` or
    `at_most`."""
    minimal: bool = True
    """False if time ran out before every part was tried, so that fewer may be enough."""

    @property
    def premises(self) -> tuple[int, ...]:
        """Numbers of the premises that are needed."""
        return tuple(number for number in self.formulas if number != CONCLUSION)

    def text(self, number: int) -> list[tuple[str, bool]]:
        """A formula in pieces, each with a flag for whether it is needed."""
        return lit_text(self.formulas[number], self.unneeded_paths.get(number, frozenset()))


def core(
    theory: Theory,
    formula: Formula,
    *,
    numbers: Iterable[int] | None = None,
    given: Formula | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    cancel: Cancel | None = None,
) -> Core | None:
    """The parts of the premises with these numbers (None: all) that the formula needs; `given` is
    added to the premises. None if they do not entail it, or if that is not known."""
    search = _Search(theory, formula, numbers, given, Budget.of(timeout, cancel))
    return search.core()


class _Search:
    def __init__(
        self,
        theory: Theory,
        formula: Formula,
        numbers: Iterable[int] | None,
        given: Formula | None,
        budget: Budget,
    ) -> None:
        chosen_numbers = None if numbers is None else set(numbers)
        self.theory = theory
        self.given = given
        self.budget = budget
        self.formulas = {
            premise.number: premise.formula
            for premise in theory.premises
            if chosen_numbers is None or premise.number in chosen_numbers
        }
        self.formulas[CONCLUSION] = formula
        self.current_formulas = dict(self.formulas)
        self.removed_paths: dict[int, set[Path]] = {}
        self.directions: dict[int, dict[Path, str]] = {}
        self.flipped_paths: set[tuple[int, Path]] = set()
        """Positions where a ↔ became the implication from right to left, so that its sides were
        swapped."""
        self.minimal = True

    def core(self) -> Core | None:
        try:
            if not self._entails(self.current_formulas):
                return None
            for number in self.formulas:
                self._visit(number, (), number != CONCLUSION)
        except GaveUp:
            self.minimal = False
            if not self.removed_paths:
                return None
        needless = {number for number, paths in self.removed_paths.items() if () in paths}
        # A conclusion with no needed part follows from contradictory premises.
        needed = {n: f for n, f in self.formulas.items() if n not in needless or n == CONCLUSION}
        return Core(
            needed,
            {number: self.current_formulas[number] for number in needed},
            {
                number: frozenset(paths)
                for number, paths in self.removed_paths.items()
                if number in needed
            },
            {
                number: directions
                for number, directions in self.directions.items()
                if number in needed
            },
            self.minimal,
        )

    def _entails(self, formulas: Mapping[int, Formula]) -> bool:
        self.budget.check()
        premises = tuple(Premise(n, f) for n, f in formulas.items() if n != CONCLUSION)
        theory = replace(self.theory, premises=premises)
        query = Query("necessary", "necessary", formulas[CONCLUSION], given=self.given)
        seconds = max(self.budget.left, 0.001)
        session = Session(theory, (query,), "auto", seconds, self.budget.cancel, self.budget)
        answer = session.ask(query, want_supports=False).answer
        if answer.unknown:
            # A part that is not proved to be unnecessary stays.
            self.minimal = False
        return answer.verdict is Verdict.NECESSARY

    def _try(self, number: int, path: Path, part: Formula) -> bool:
        """Replace the part at a position if the conclusion still follows."""
        real = self._real(number, path)
        tried = {
            **self.current_formulas,
            number: replace_part(self.current_formulas[number], real, part),
        }
        if not self._entails(tried):
            return False
        self.current_formulas = tried
        return True

    def _visit(self, number: int, path: Path, weaken: bool) -> None:
        """Try the part at a position, then those below it; `weaken`: it may become weaker."""
        if self._try(number, path, Truth(weaken)):
            self.removed_paths.setdefault(number, set()).add(path)
            return
        node = self._node(number, path)
        if isinstance(node, Iff) and weaken:
            self._one_direction(number, path, node)
            node = self._node(number, path)
        elif isinstance(node, Count) and node.bound == "exactly" and weaken:
            for bound in ("at_least", "at_most"):
                if self._try(number, path, replace(node, bound=bound)):
                    self.directions.setdefault(number, {})[path] = bound
                    break
            node = self._node(number, path)
        match node:
            case Not():
                self._visit(number, (*path, 0), not weaken)
            case Implies():
                turned = (number, path) in self.flipped_paths
                self._visit(number, (*path, 0), weaken if turned else not weaken)
                self._visit(number, (*path, 1), not weaken if turned else weaken)
            case Iff():
                return
            case Count(bound, _, parts):
                if bound != "exactly":
                    for place in range(len(parts)):
                        down = weaken if bound == "at_least" else not weaken
                        self._visit(number, (*path, place), down)
            case _:
                for place in range(len(children(node))):
                    self._visit(number, (*path, place), weaken)

    def _one_direction(self, number: int, path: Path, node: Iff) -> None:
        """Keep only one direction of a ↔ if that is enough."""
        if self._try(number, path, Implies(node.left, node.right)):
            self.directions.setdefault(number, {})[path] = "→"
        elif self._try(number, path, Implies(node.right, node.left)):
            self.flipped_paths.add((number, path))
            self.directions.setdefault(number, {})[path] = "←"

    def _node(self, number: int, path: Path) -> Formula:
        return at(self.current_formulas[number], self._real(number, path))

    def _real(self, number: int, path: Path) -> Path:
        """The current position of a part of the original formula."""
        return tuple(
            1 - place if (number, path[:depth]) in self.flipped_paths else place
            for depth, place in enumerate(path)
        )


def at(formula: Formula, path: Path) -> Formula:
    """The part at a position."""
    for place in path:
        formula = children(formula)[place]
    return formula


def replace_part(formula: Formula, path: Path, part: Formula) -> Formula:
    """The formula with the part at a position replaced."""
    if not path:
        return part
    below = list(children(formula))
    below[path[0]] = replace_part(below[path[0]], path[1:], part)
    return rebuild(formula, tuple(below))


# --- as text -------------------------------------------------------------------------------------


def lit_text(formula: Formula, removed_paths: frozenset[Path]) -> list[tuple[str, bool]]:
    """A formula in pieces, each with a flag for whether it is highlighted: every atom is, except
    those inside a part in `removed_paths`."""
    marked = print_formula(_marked(formula, removed_paths, ()))
    pieces: list[tuple[str, bool]] = []
    for piece in _APPLIED.sub(rf"\1){_END}", marked).split(_BEGIN):
        inside, end, after = piece.partition(_END)
        if end:
            pieces.append((inside, True))
            pieces.append((after, False))
        else:
            pieces.append((inside, False))
    return [(text, lit) for text, lit in pieces if text]


def _marked(formula: Formula, removed_paths: frozenset[Path], path: Path) -> Formula:
    """The formula with markers in its names, before and after every needed atom."""
    if path in removed_paths:
        return formula
    below = children(formula)
    if below:
        parts = [_marked(part, removed_paths, (*path, place)) for place, part in enumerate(below)]
        return rebuild(formula, tuple(parts))
    match formula:
        case Prop(name):
            return Prop(f"{_BEGIN}{name}{_END}")
        case Pred(name, args):
            last = args[-1]
            return Pred(f"{_BEGIN}{name}", (*args[:-1], type(last)(f"{last.name}{_END}")))
        case EnumIs(symbol, value):
            return EnumIs(f"{_BEGIN}{symbol}", f"{value}{_END}")
        case EnumSame(left, right):
            return EnumSame(f"{_BEGIN}{left}", f"{right}{_END}")
        case Equal(first, second):
            return Equal(type(first)(f"{_BEGIN}{first.name}"), type(second)(f"{second.name}{_END}"))
    return formula
