"""The items that the solver alone can harden, and their suitable themes."""

from collections.abc import Sequence

from items.claims.case import Case
from items.formal import formal_item
from items.gold.check import QUESTION_TYPE
from items.models import Item
from items.wording.bank import LANGUAGES
from items.wording.themes import Theme
from solver.errors import InputError
from solver.language.syntax import is_propositional

MOST_SYMBOLS = 16
"""Maximum symbols of a base."""


def unsuitable(item: Item) -> str:
    """Why the solver cannot harden an item; empty if it can."""
    if item.language.split("-")[0] not in LANGUAGES:
        return "no item: its language has no themes"
    try:
        formal = formal_item(item)
    except InputError:
        return "no item: its formalization cannot be read"
    if formal is None:
        return "no item: it has no formalization"
    if item.attributes.get(QUESTION_TYPE) == "missing":
        return "no item: its text states a conclusion that does not follow"
    problem = formal.problem
    if not all(is_propositional(p) for p in (*problem.premises, *problem.definitions.values())):
        return "no item: it is first-order"
    symbols = problem.signature.symbols.values()
    if any(symbol.arity for symbol in symbols) or problem.signature.constants():
        return "no item: it is first-order"
    if any(not symbol.declared for symbol in symbols):
        return "no item: a name is not declared"
    if len(symbols) > MOST_SYMBOLS:
        return f"no item: more than {MOST_SYMBOLS} symbols"
    if Case(item, formal).consistent() is not True:
        return "no item: its premises contradict one another"
    return ""


def free_themes(item: Item, themes: Sequence[Theme]) -> list[Theme]:
    """The themes that share no name with the item."""
    formal = formal_item(item)
    assert formal is not None
    used_names = {name for name, _ in formal.problem.signature.symbols} | {
        *formal.problem.definitions
    }
    return [theme for theme in themes if used_names.isdisjoint(theme.names)]
