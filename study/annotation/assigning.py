"""Who judges which entry, fixed when a queue is drawn.

Owns fixed shares: of equal size as far as possible, grouped by the values of an attribute (as
ContextHub's annotators each review two or three domains, appendix 7.3), and by what annotators can
judge. With fixed shares desks need not know each other. Reads no files. `dealing` assigns the
entries of a queue without fixed shares.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from solver.errors import InputError
from study.annotation.sampling import shuffled


@dataclass(frozen=True, slots=True)
class Place:
    """An entry to be given to annotators."""

    id: str
    value: str = ""
    """Entries with the same value go to the same annotators; entries without one are assigned
    individually."""
    able: frozenset[str] = field(default_factory=frozenset)
    """Annotators who can judge it."""
    item: str = ""
    """Item named in the error where too few can."""


def assigned(
    places: Sequence[Place], annotators: Sequence[str], overlap: int, seed: int
) -> Mapping[str, tuple[str, ...]]:
    """Map each entry to its annotators, `overlap` of them, in the order of `annotators`.

    Raises InputError naming an item that too few annotators can judge.
    """
    groups: dict[tuple[str, frozenset[str]], list[Place]] = {}
    for place in places:
        name = place.value or f"\n{place.id}"
        groups.setdefault((name, place.able), []).append(place)
    lacking = next((place for place in places if len(place.able) < overlap), None)
    if lacking is not None:
        who = ", ".join(name for name in annotators if name in lacking.able) or "nobody"
        raise InputError(
            "Too few annotators can judge an item",
            f"{lacking.item or lacking.id}: expected {overlap} by --skill, found {who}",
        )
    load = dict.fromkeys(annotators, 0)
    chosen_for: dict[tuple[str, frozenset[str]], set[str]] = {}
    drawn = shuffled(groups, seed, "assign", lambda key: key[0])
    # The hardest to place come first: those that few can judge, then groups with many entries.
    for key in sorted(drawn, key=lambda key: (len(key[1]), -len(groups[key]))):
        order = shuffled(key[1], seed, f"assign {key[0]}", str)
        chosen = set(sorted(order, key=lambda name: load[name])[:overlap])
        chosen_for[key] = chosen
        for name in chosen:
            load[name] += len(groups[key])
    _levelled({key: len(group) for key, group in groups.items()}, chosen_for, load)
    return {
        place.id: tuple(name for name in annotators if name in chosen_for[key])
        for key, group in groups.items()
        for place in group
    }


def _levelled(
    sizes: Mapping[tuple[str, frozenset[str]], int],
    chosen_for: Mapping[tuple[str, frozenset[str]], set[str]],
    load: dict[str, int],
) -> None:
    """Move groups from annotators with more entries to those with fewer, as long as that evens out
    the load."""
    moved = True
    while moved:
        moved = False
        for key, chosen in chosen_for.items():
            size = sizes[key]
            for giver in sorted(chosen, key=lambda name: -load[name]):
                taker = _lightest(key[1] - chosen, load)
                if taker is not None and load[giver] - load[taker] > size:
                    chosen.remove(giver)
                    chosen.add(taker)
                    load[giver] -= size
                    load[taker] += size
                    moved = True
                    break


def _lightest(names: Collection[str], load: Mapping[str, int]) -> str | None:
    return min(sorted(names), key=lambda name: load[name], default=None)
