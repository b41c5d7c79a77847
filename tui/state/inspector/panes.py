"""How panes share the height of a screen."""

from collections.abc import Sequence


def share(total: int, needs: Sequence[int], least: int = 4) -> list[int]:
    """Lines for each pane: what it needs where there is room for all, the rest to the last; else
    those that need little get it, and the others share what is left."""
    if sum(needs) <= total:
        found = list(needs)
        found[-1] += total - sum(needs)
        return found
    found = [0] * len(needs)
    left, waiting = total, list(range(len(needs)))
    while waiting:
        even = left // len(waiting)
        modest = [n for n in waiting if needs[n] <= even]
        if not modest:
            for place, n in enumerate(waiting):
                found[n] = max(even + (1 if place < left - even * len(waiting) else 0), least)
            break
        for n in modest:
            found[n] = needs[n]
            left -= needs[n]
            waiting.remove(n)
    return found
