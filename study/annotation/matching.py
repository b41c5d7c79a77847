"""Whether a queue can still be completed: open places, and who may take them.

Owns a maximum flow over a small graph. Entries done by the same annotators that need the same
number of further ones form one node: a flow through it can always be split evenly over its entries.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

_SOURCE, _SINK, _EXTRA = "source", "sink", "extra"
Node = str | tuple[frozenset[str], int]


@dataclass(frozen=True, slots=True)
class Room:
    """How much annotators still have to do."""

    remaining: Mapping[str, int]
    """Annotator to number of entries up to the share that all have."""
    one_more: frozenset[str]
    """Annotators who may do one entry beyond it."""
    extra: int
    """How many of them must do so."""


def feasible(counts: Mapping[tuple[frozenset[str], int], int], room: Room) -> bool:
    """Whether every place can be filled. `counts` maps (annotators who had it, open places) to the
    number of entries."""
    graph: dict[Node, dict[Node, int]] = {_SOURCE: {}, _SINK: {}, _EXTRA: {_SINK: room.extra}}
    open_places = 0
    for (had, places), number in counts.items():
        if not places:
            continue
        node: Node = (had, places)
        open_places += places * number
        graph[_SOURCE][node] = places * number
        graph[node] = {_name(who): number for who in room.remaining if who not in had}
    for who, number in room.remaining.items():
        graph[_name(who)] = {_SINK: number, **({_EXTRA: 1} if who in room.one_more else {})}
    return _flow(graph) == open_places


def _name(annotator: str) -> str:
    return f"by {annotator}"


def _flow(graph: dict[Node, dict[Node, int]]) -> int:
    """The maximum flow (Edmonds and Karp 1972); `graph` keeps the residual capacities."""
    total = 0
    while True:
        came: dict[Node, Node] = {}
        queue: deque[Node] = deque([_SOURCE])
        while queue and _SINK not in came:
            node = queue.popleft()
            for after, capacity in graph[node].items():
                if capacity and after not in came and after != _SOURCE:
                    came[after] = node
                    queue.append(after)
        if _SINK not in came:
            return total
        path_back: list[Node] = [_SINK]
        while path_back[-1] != _SOURCE:
            path_back.append(came[path_back[-1]])
        path_edges = list(zip(path_back[1:], path_back[:-1], strict=True))
        least = min(graph[start][other] for start, other in path_edges)
        for entry, other in path_edges:
            graph[entry][other] -= least
            graph[other][entry] = graph[other].get(entry, 0) + least
        total += least
