"""By edit: a sub-question about any edited world.

Such a world is a named variant, or the baseline with a fact or a rule changed, added or deleted, or
several such worlds repaired or compared. A mere condition inside the baseline ("if F-2703 is
funded, who else can be?"), a scope of evidence ("by the records alone") and the form of the answer
("if there is none, say so") are not edits. The rules are those of `edited_worlds`, which is
imported at the first text to which any of them can apply.
"""

from items.models import Item
from items.splits.english_edits import plain
from items.splits.split import Split, declared, full_text
from solver.phrases import phrase


def _counterfactual(item: Item) -> frozenset[str]:
    leaves = item.leaves
    if all(plain(text.lower()) for text in (item.text, *map(full_text, leaves))):
        return frozenset(leaf.id for leaf in leaves if declared(item, leaf))
    from items.splits.edited_worlds import reasons

    return frozenset(id_ for id_, reason in reasons(item) if reason is not None)


SPLIT = Split(
    name=phrase("by edit"),
    key="by_edit",
    meaning=phrase(
        "counterfactual where the sub-question asks in any edited world, however it is worded"
    ),
    source="",
    counterfactual=_counterfactual,
)
