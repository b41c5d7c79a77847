"""In how much tasks agree whose answers differ, as their attributes say it.

Families make tasks that agree in everything that a reader counts, the symbols beside those asked
about included. Some requests leave no room for that. Such tasks agree in less, and say so; they are
not counted as strict.
"""

from typing import Final

from items.models import Item

MATCHED = "matched"
"""Attribute of a task: in what it agrees with tasks, or its options with options, of other
answers."""
EDITS_ALIKE = "edits_alike"
"""Attribute of balanced twins: in what their edits agree."""
NEIGHBOURS = "neighbours"
"""Both attributes: in all that is counted, the symbols beside those asked about included."""
JOINS: Final = "joins"
"""`matched` of multiple choice: also in how premises join an option to other symbols."""
_ENOUGH = (NEIGHBOURS, True)


def loosely_matched(item: Item) -> bool:
    """Whether a task says that it agrees in less with tasks of other answers, so that a reader who
    counts may learn something of its own. Of options no agreement has been enough so far: which
    sentences share clauses with which still tells something."""
    if MATCHED in item.attributes and item.questions[0].options:
        return True
    said = [item.attributes.get(name, True) for name in (MATCHED, EDITS_ALIKE)]
    return any(agrees not in _ENOUGH for agrees in said)
