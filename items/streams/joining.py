"""Items of a stream with the formalizations of another, joined by id: neither of the two is held.

Owns where formalizations wait. What fits what is `items.scratchpads.formalized_items`'s.
"""

from collections.abc import Callable, Iterable, Iterator

from items.executors.key_table import KeyIndex
from items.executors.spool import NumberedValues
from items.models import Item
from items.scratchpads.formalized_items import fitted
from solver.errors import InputError


def joined(
    items: Iterable[Item],
    formalizations: Iterable[Item],
    warn: Callable[[InputError], None],
    unused: Callable[[list[str]], None],
) -> Iterator[Item]:
    """The items in order, those with a formalization having it. All formalizations are read before
    the first item; some 40 bytes of each are in memory. `warn` is given what does not
    fit its item, or fits another wording of it; `unused`, at the end, the ids that no item has, if
    there are any."""
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
        unused(unclaimed)
