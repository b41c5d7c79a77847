"""Registry of the checks of single items by their words and glosses, and the rules of all of lint.

Owns the names. A check is a module with its `RULES` and a function `look`. Other distributions add
checks through entry points of `countermodel.lint_checks`. The checks by the solver are not here:
`logic`, `false_claims`, `lures` and `items.findings.readings` need its budget.
"""

from collections.abc import Iterator
from typing import Any, Protocol

from items.findings.rules import RULES, Finding, Rule
from items.models import Item
from solver.plugin_guard import ITERABLE, FunctionContract
from solver.plugins import Registry


class Check(Protocol):
    """Interface of a module that checks items."""

    RULES: tuple[Rule, ...]
    """What it finds. Where every rule applies to formalizations only, it gets no other items."""

    def look(self, item: Item) -> Iterator[Finding]:
        """The findings about an item."""


def _misfit(entry: Any) -> str:
    """What is wrong with an entry of a plug-in's findings; empty if nothing is."""
    if not isinstance(entry, Finding):
        return f"expected a Finding, found {entry!r}"
    if entry.rule not in all_rules().values():
        return f"expected a rule in RULES, found {entry.rule.name!r}"
    return ""


CHECKS: Registry[Check] = Registry(
    "countermodel.lint_checks",
    {
        "words": "items.findings.words",
        "text-faults": "items.lint.text_faults",
        "invisible": "items.lint.invisible",
        "damaged-text": "items.lint.damaged_text",
        "double-negation": "items.lint.double_negation",
        "polarity": "items.lint.polarity",
        "exchanged-glosses": "items.lint.exchanged_glosses",
        "swapped-options": "items.lint.swapped_options",
        "reversed-question": "items.lint.reversed_question",
        "missing-text": "items.lint.missing_text",
    },
    required=("RULES", "look"),
    contracts={"look": FunctionContract(ITERABLE, misfit=_misfit, substitute=lambda _reason: ())},
)
"""Name to check, in the order in which they are made."""


def checks(*, formal: bool) -> list[Check]:
    """The usable checks: those for formalizations only, or all others."""
    return [
        check
        for _name, check in CHECKS.working()
        if formal == (bool(check.RULES) and all(rule.formal for rule in check.RULES))
    ]


def all_rules() -> dict[str, Rule]:
    """Every rule by name, in the order of the report; the rules of plug-ins come last."""
    rules = {rule.name: rule for rule in RULES}
    for _name, check in CHECKS.working():
        for rule in check.RULES:
            rules.setdefault(rule.name, rule)
    return rules
