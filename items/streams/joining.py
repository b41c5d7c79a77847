"""Items of one stream joined by id with the formalizations of another, without holding either in
memory.

Owns the storage of waiting formalizations. `items.scratchpads.formalized_items` checks that they
fit.
"""

from collections.abc import Callable, Iterable, Iterator

from items.executors.key_table import KeyIndex
from items.executors.spool import NumberedValues
from items.models import Item
from items.scratchpads.formalized_items import fitted
from solver.errors import InputError


def join_formalizations(
    items: Iterable[Item],
    formalizations: Iterable[Item],
    warn: Callable[[InputError], None],
    on_unused: Callable[[list[str]], None],
) -> Iterator[Item]:
    """Yield the items in order, with their formalizations if there are any. All formalizations are
    read before the first item, and about 40 bytes of each are held in memory. `warn` receives each
    formalization that does not fit its item, or fits a different wording of it; `on_unused`
    receives, at the end, the ids without an item, if there are any."""
    waiting, places = NumberedValues(), KeyIndex()
    for formalization in formalizations:
        places.first(formalization.id, len(waiting))
        waiting.append(formalization.model_dump(mode="json"))
    used = bytearray(len(waiting))
    for item in items:
        number = places.get(item.id)
        if number is None:
            yield item
            continue
        used[number] = True
        new, problem = fitted(item, Item.model_validate(waiting[number]))
        if problem is not None:
            warn(problem)
        yield new
    unclaimed = [waiting[number]["id"] for number, was_used in enumerate(used) if not was_used]
    if unclaimed:
        on_unused(unclaimed)
