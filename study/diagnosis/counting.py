"""Worlds listed by Z3 and counted: how *weak evidence* is checked by the second engine.

Z3 finds the worlds one after the other, so that only few can be counted. Which formula has to hold
in most of them is the caller's.
"""

from collections.abc import Iterator, Sequence

from solver.cancel import Cancel
from solver.engines.atoms import ground_key, keys_through
from solver.language.problem import Query, Target, Theory
from solver.language.syntax import EnumSort, Formula, Pred, Prop, walk
from solver.queries import Session
from solver.results import Model

MOST_COUNTED = 256
"""Worlds that are counted, at most."""


class CountedWorlds:
    """The worlds of some premises, with the truth of some formulas in each."""

    def __init__(self, models: Sequence[Model], keys: dict[Formula, str]) -> None:
        self._models = models
        self._keys = keys

    @property
    def any(self) -> bool:
        """Whether there are any."""
        return bool(self._models)

    def mostly(self, formula: Formula, *conditions: Formula) -> bool:
        """Whether a formula holds in more than half of the worlds in which these hold."""
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
    """The worlds that premises leave, told apart by the targets, with what Z3 says of the formulas
    in each; None where it gives up."""
    keys = {formula: f"formula {n}" for n, formula in enumerate(dict.fromkeys(formulas))}
    columns = [Target(key, formula) for formula, key in keys.items()]
    query = Query("enumerate_models", "", targets=(*targets, *columns))
    session = Session(theory, engine="z3", timeout=timeout, cancel=cancel, shows=False)
    # One more than there may be: whoever has more of them is cut short.
    answer = session.ask(query, limit=MOST_COUNTED + 1, want_supports=False).answer
    if answer.unknown or answer.models is None or len(answer.models) > MOST_COUNTED:
        return None
    return CountedWorlds(answer.models, keys)


def targets_of(theory: Theory, formulas: Sequence[Formula]) -> Iterator[Target]:
    """What tells the worlds of propositional premises apart, as far as these and the formulas speak
    of it. A symbol of which neither speaks multiplies all counts alike."""
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
