"""Registry of the misreadings.

Owns the names. Other distributions add misreadings through entry points of
`countermodel.misreadings`.
"""

from items.misreadings.misreading import Misreading, misfit
from solver.plugin_guard import ITERABLE, FunctionContract
from solver.plugins import Registry

MISREADINGS: Registry[Misreading] = Registry(
    "countermodel.misreadings",
    {
        "existential-import": "items.misreadings.existential_import:MISREADING",
        "some-but-not-all": "items.misreadings.some_but_not_all:MISREADING",
        "converse": "items.misreadings.converse:MISREADING",
        "inverse": "items.misreadings.inverse:MISREADING",
        "biconditional": "items.misreadings.biconditional:MISREADING",
        "exclusive-or": "items.misreadings.exclusive_or:MISREADING",
        "and-for-or": "items.misreadings.and_for_or:MISREADING",
        "only-if-reversed": "items.misreadings.only_if_reversed:MISREADING",
        "unless-biconditional": "items.misreadings.unless_biconditional:MISREADING",
        "conversion": "items.misreadings.conversion:MISREADING",
        "condition-as-fact": "items.misreadings.condition_as_fact:MISREADING",
        "negation-scope": "items.misreadings.negation_scope:MISREADING",
        "distractor-believed": "items.misreadings.distractor_believed:MISREADING",
        "counterfactual-ignored": "items.misreadings.counterfactual_ignored:MISREADING",
        "counterfactual-patched": "items.misreadings.counterfactual_patched:MISREADING",
        "condition-ignored": "items.misreadings.condition_ignored:MISREADING",
        "wrong-projection": "items.misreadings.wrong_projection:MISREADING",
        "possible-as-necessary": "items.misreadings.possible_as_necessary:MISREADING",
        "necessary-as-possible": "items.misreadings.necessary_as_possible:MISREADING",
        "premise-forgotten": "items.misreadings.premise_forgotten:MISREADING",
        "alias-apart": "items.misreadings.alias_apart:MISREADING",
        "weak-evidence": "items.misreadings.weak_evidence:MISREADING",
        "first-model-only": "items.misreadings.first_model_only:MISREADING",
        "incomplete-list": "items.misreadings.incomplete_list:MISREADING",
        "belief": "items.misreadings.belief:MISREADING",
    },
    required=("name", "titles", "descriptions", "source", "readings"),
    sort="items.misreadings.misreading:Misreading",
    contracts={"readings": FunctionContract(ITERABLE, misfit=misfit, substitute=lambda _: ())},
)
"""Name to misreading. Combinations apply them in this order: additions to a statement come before
changes of the statement itself.
"""
