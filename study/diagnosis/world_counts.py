"""Counting worlds with Z3: how the second engine checks *weak evidence*.

Z3 finds the worlds one after the other, so only few can be counted. The caller chooses the formula
that must hold in most of them.
"""

from collections.abc import Iterator, Sequence

from solver.cancel import Cancel
from solver.engines.atoms import ground_key, keys_through
from solver.language.problem import Query, Target, Theory
from solver.language.syntax import EnumSort, Formula, Pred, Prop, walk
from solver.queries import Session
from solver.results import Model

MOST_COUNTED = 256
"""Maximum number of worlds to count."""


class CountedWorlds:
    """The worlds of a set of premises, with the truth values of some formulas in each."""

    def __init__(self, models: Sequence[Model], keys: dict[Formula, str]) -> None:
        self._models = models
        self._keys = keys

    @property
    def any(self) -> bool:
        """Whether there is a world."""
        return bool(self._models)

    def mostly(self, formula: Formula, *conditions: Formula) -> bool:
        """Whether a formula holds in more than half of the worlds in which the conditions hold."""
        keys = self._keys
        models = [
            model
            for model in self._models
            if all(model[keys[condition]] for condition in conditions)
        ]
        return 2 * sum(bool(model[keys[formula]]) for model in models) > len(models)


def counted(
    theory: Theory,
    targets: Sequence[Target],
    formulas: Sequence[Formula],
    *,
    timeout: float,
    cancel: Cancel | None = None,
) -> CountedWorlds | None:
    """The worlds of a theory, distinguished by the targets, with Z3's truth values of the formulas
    in each; None where Z3 gives up."""
    keys = {formula: f"formula {n}" for n, formula in enumerate(dict.fromkeys(formulas))}
    columns = [Target(key, formula) for formula, key in keys.items()]
    query = Query("enumerate_models", "", targets=(*targets, *columns))
    session = Session(theory, engine="z3", timeout=timeout, cancel=cancel, shows=False)
    # One more than allowed, to recognise a truncated list.
    answer = session.ask(query, limit=MOST_COUNTED + 1, want_supports=False).answer
    if answer.unknown or answer.models is None or len(answer.models) > MOST_COUNTED:
        return None
    return CountedWorlds(answer.models, keys)


def targets_of(theory: Theory, formulas: Sequence[Formula]) -> Iterator[Target]:
    """The targets that distinguish the worlds of propositional premises, as far as these and the
    formulas mention them. A symbol in neither multiplies all counts equally."""
    formulas_asked = [*theory.formulas, *formulas]
    ground = {
        ground_key(node): node
        for formula in (*formulas_asked, *theory.definitions.values())
        for node in walk(formula)
        if isinstance(node, Pred)
    }
    for key in keys_through(formulas_asked, theory.definitions):
        symbol = theory.signature.get(key)
        if symbol is not None and isinstance(symbol.sort, EnumSort):
            yield Target(key, None, enum=key)
        else:
            yield Target(key, ground.get(key, Prop(key)))
