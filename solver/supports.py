"""Minimal supports: sets of premises from which a formula still follows, none of them needless.

By duality where the space is small: every world in which the formula fails violates some premises,
and a set of premises entails the formula just if it meets all these sets; so the minimal supports
are the minimal hitting sets. Elsewhere an oracle is asked (`supports_search`). Every set is checked
again before it is returned.
"""

from collections.abc import Iterator

from solver.cancel import Budget
from solver.language.problem import Query, Theory
from solver.language.syntax import Formula, Truth, expand, negation
from solver.results import MAX_SUPPORTS, Supports
from solver.supports_search import TIME_LIMIT, collect, hitting_sets, search_supports
from solver.worlds.engine import Worlds
from solver.worlds.formula import evaluate
from solver.worlds.small import SmallWorlds
from solver.worlds.space import MAX_WORLDS, TooLarge

_FALSE = Truth(False)


def _session(theory: Theory, formula: Formula, background: Formula | None) -> Worlds:
    asked = Query("necessary", "", formula, given=background)
    return Worlds(theory, (asked,))


_MOST_CLASSES = 4096
"""Combinations of violated premises up to which duality pays."""


def _violated(countermodels: int, regions: list[int]) -> list[int] | None:
    """Which premises countermodels violate, as bit masks: each combination that occurs once; None
    where there are too many of them."""
    classes = [(countermodels, 0)]
    for number, region in enumerate(regions):
        split = []
        for worlds, violated in classes:
            inside = worlds & region
            if inside:
                split.append((inside, violated))
            if inside != worlds:
                split.append((worlds ^ inside, violated | 1 << number))
        classes = split
        if len(classes) > _MOST_CLASSES:
            return None
    return [violated for _, violated in classes]


def _by_duality(
    small: SmallWorlds,
    theory: Theory,
    formula: Formula,
    background: Formula | None,
    cap: int,
    time_limit: float,
    most: int | None,
) -> Supports:
    deadline = Budget.of(time_limit)
    regions = [evaluate(premise.formula, small.env) for premise in theory.premises]
    countermodels = small.env.full ^ evaluate(formula, small.env)
    if background is not None:
        countermodels &= evaluate(background, small.env)
    numbers = [premise.number for premise in theory.premises]

    def left(mask: int) -> int:
        worlds = countermodels
        for place, region in enumerate(regions):
            if mask >> place & 1:
                worlds &= region
        return worlds

    edges = _violated(countermodels, regions)
    if edges is None:
        place_of = {number: place for place, number in enumerate(numbers)}

        def entails(chosen: frozenset[int]) -> bool:
            return not left(sum(1 << place_of[number] for number in chosen))

        return search_supports(numbers, entails, cap, budget=Budget.of(time_limit), most=most)

    def found() -> Iterator[frozenset[int]]:
        if not countermodels:
            yield frozenset()
            return
        for mask in hitting_sets(edges, deadline):
            places = [place for place in range(len(regions)) if mask >> place & 1]
            if left(mask) or not all(left(mask ^ 1 << place) for place in places):
                raise AssertionError("a support failed its check")
            yield frozenset(numbers[place] for place in places)

    return collect(found(), cap, deadline, lambda: True, most)


def _by_search(
    session: Worlds,
    theory: Theory,
    formula: Formula,
    background: Formula | None,
    cap: int,
    time_limit: float,
    max_worlds: int,
    most: int | None,
) -> Supports:
    from solver.worlds.reduce import satisfiable

    by_key = {axis.key: axis for axis in session.axes}
    definitions = theory.definitions
    premises = {p.number: expand(p.formula, definitions) for p in theory.premises}
    against = [expand(negation(formula), definitions)]
    if background is not None:
        against.append(expand(background, definitions))

    def entails(numbers: frozenset[int]) -> bool | None:
        formulas = [*against, *[premises[number] for number in sorted(numbers)]]
        try:
            return satisfiable(formulas, by_key, max_worlds=max_worlds) is None
        except TooLarge:
            return None

    return search_supports(tuple(premises), entails, cap, budget=Budget.of(time_limit), most=most)


def supports(
    theory: Theory,
    formula: Formula,
    cap: int = MAX_SUPPORTS,
    *,
    background: Formula | None = None,
    time_limit: float = TIME_LIMIT,
    max_worlds: int = MAX_WORLDS,
    most: int | None = None,
) -> Supports:
    """The minimal sets of premises that entail the formula, smallest first, at most `cap`; the
    search ends once it has found `most` of them, whichever they are.

    `background` holds throughout without a number of its own. A formula that needs no premise has
    the empty set as its one support; one that does not follow has none. `exhausted` is False at the
    cap, at `most`, or when `time_limit` (seconds) ran out. Raises `NotFinite` beyond propositional
    means.
    """
    session = _session(theory, formula, background)
    backend = session.backend
    if isinstance(backend, SmallWorlds):
        return _by_duality(backend, theory, formula, background, cap, time_limit, most)
    return _by_search(session, theory, formula, background, cap, time_limit, max_worlds, most)


def conflict(
    theory: Theory, *, background: Formula | None = None, time_limit: float = TIME_LIMIT
) -> tuple[int, ...] | None:
    """A smallest minimal set of premises that contradict one another (smallest of those found,
    where time ran out), or None where the premises are consistent."""
    found = supports(theory, _FALSE, MAX_SUPPORTS, background=background, time_limit=time_limit)
    return found.sets[0] if found.sets else None
