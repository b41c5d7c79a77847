"""The generator of seatings and orders.

People have places in a row, in a race or around a table. Clues state how their places are related,
and the question asks whether two people are related in a given way. Three tasks, one for each
answer, are made from the same clues by exchange (`matched_puzzles`): in all three, each person
occurs equally often in clues of each kind, and the question is the same. The distance in clues
between the two people in the question, and who shares clues with both, vary with the answer, so
these tasks are balanced and not strict. Puzzles of this kind appear in LogicalDeduction (BIG-bench)
and AR-LSAT.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from items.families import last_gate
from items.families.agreement import BALANCED, MATCHED, MODE, NEIGHBOURS
from items.families.batches import GeneratedItems
from items.families.family import parameter
from items.families.matched_puzzles import block
from items.families.ordering.logic import (
    EXCHANGE_RULES,
    LABELS,
    Label,
    Scene,
    all_different,
    formula,
    judge,
    kinds_of,
    orders,
    place_name,
    region,
    size_of,
    support_size,
)
from items.families.ordering.read_back import FOLDER, differences, introduction, symbols
from items.families.phrases import Clue, Lexicon, listed, load_phrases
from items.families.task_item import Formal, Source, truth_question
from items.models import Item
from items.seeds import Draw
from items.wording.bank import Language
from solver.errors import InputError

SOURCE = Source("ordering", "10", "Ordering (generated)")
_NEAR_DRAWS: Mapping[Scene, int] = {"table": 1500, "row": 300, "race": 300}
"""Draws of clues whose neighbours agree. In a row or a race such clues are very rare."""
_DRAWS = 3000
"""Further draws whose neighbours need not agree."""
_STEPS = 60
_ROUND_TRIES = 24
_ROUND_PROBABILITY = 0.7
"""Probability that a round of clues is drawn instead of a single one."""
_CYCLE = 0.35
"""Probability that the people of a round are paired with one another in a cycle."""


@dataclass(frozen=True)
class Ordering:
    """Seating and ordering: the relative positions of people in a row, in a race or around a table.
    For each set of clues there are three tasks, one for each answer."""

    seed: int = 0
    scene: Scene = parameter("table", "Seats in a row, runners of a race, or a round table.")
    people: int = parameter(6, "People; an even number at a table.", least=5, most=6)
    support: int = parameter(2, "Clues that the answer needs.", least=1, most=6)
    language: Language = parameter("en", "Language of the texts.")

    def __post_init__(self) -> None:
        """Raises InputError for an odd number of people at a table."""
        if self.scene == "table" and self.people % 2:
            raise InputError(
                "Wrong number of people",
                f"expected an even number at a table, found {self.people}",
                "Nobody sits opposite at a table with an odd number of seats.",
            )

    def __call__(self, index: int) -> GeneratedItems:
        """Return the item for an index; three consecutive items are twins."""
        number, place = divmod(index, len(LABELS))
        puzzle = _block(self.seed, self.scene, self.people, self.support, number)
        if puzzle is None:
            drawn = _NEAR_DRAWS[self.scene] + _DRAWS
            return GeneratedItems(rejected={f"no three tasks from {drawn:,} sets of clues": 1})
        label = Draw("ordering labels", *self._key(), number).shuffled(LABELS)[place]
        return last_gate.given_out(self._item(index, number, puzzle, label), differences)

    def _key(self) -> tuple[str | int, ...]:
        return (self.seed, self.scene, self.people, self.support)

    def _item(self, index: int, number: int, puzzle: "_Block", label: Label) -> Item:
        phrases = load_phrases(FOLDER, self.language)
        draw = Draw("ordering text", *self._key(), self.language, index)
        people = symbols(self.people)
        pool: Any = phrases.words["names"]["people"]
        names = dict(zip(people, draw.sample(pool, self.people), strict=True))
        lexicon = Lexicon({"": names})
        order = Draw("ordering order", *self._key(), index)
        clues = order.shuffled(puzzle.clues[label])
        message = phrases.passage(clues, lexicon, draw)
        shown_names = draw.shuffled(list(names.values()))
        kinds = [clue.kind for clue in (*clues, puzzle.asked_clue)]
        people_shown = listed(shown_names, self.language)
        intro = introduction(phrases, self.scene, people_shown, self.people, kinds)
        statement = phrases.sentence_for(puzzle.asked_clue, lexicon, draw)
        key = "-".join(map(str, self._key()[1:]))
        support = (
            {}
            if label == "unknown"
            else {"support_size": support_size(clues, puzzle.asked_clue, people, label)}
        )
        return SOURCE.item(
            self.seed,
            index,
            key,
            self.scene,
            self.language,
            phrases.joint.join((intro, message)),
            truth_question(
                phrases.texts["question"].format(statement=statement),
                formula(puzzle.asked_clue, self.people),
                label,
            ),
            Formal(
                dict.fromkeys(people, f"Enum({', '.join(map(place_name, range(self.people)))})"),
                {
                    name: phrases.texts[f"{self.scene}_gloss"].format(a=names[name])
                    for name in people
                },
                [*all_different(people), *(formula(c, self.people) for c in clues)],
            ),
            {
                "kind": "ordering",
                "scene": self.scene,
                "people": self.people,
                "premises": len(clues),
                MODE: BALANCED,
                MATCHED: NEIGHBOURS if puzzle.near else "uses",
                **support,
                "twins": f"{key}-s{self.seed}-{number}",
            },
            {
                "scene": self.scene,
                "people": self.people,
                "support": self.support,
                "names": list(names.values()),
            },
        )


@dataclass(frozen=True)
class _Block:
    asked_clue: Clue
    clues: Mapping[Label, tuple[Clue, ...]]
    """Label to the clues with that answer."""
    near: bool
    """Whether the neighbours of the people in the question agree in all three."""


@lru_cache(maxsize=64)
def _block(seed: int, scene: Scene, count: int, support: int, number: int) -> _Block | None:
    draw = Draw("ordering", seed, scene, count, support, number)
    people = symbols(count)
    pairs = [kind for kind in kinds_of(scene) if size_of(kind) == 2]
    for turn in range(_NEAR_DRAWS[scene] + _DRAWS):
        near = turn < _NEAR_DRAWS[scene]
        asked_clue = Clue(draw.choice(pairs), people[:2])
        true = 1 << draw.below(len(orders(count)))
        clues = (_even if near else _any)(draw, scene, people, asked_clue, true)
        if clues is None:
            continue
        judged = partial(judge, asked_clue=asked_clue, people=people, min_support=support)
        trade = replace(EXCHANGE_RULES, asked_symbols=asked_clue.args if near else ())
        clues_by_label = block(draw, clues, LABELS, trade, judged, _STEPS)
        if clues_by_label is not None:
            return _Block(asked_clue, clues_by_label, near)
    return None


def _any(
    draw: Draw, scene: Scene, people: tuple[str, ...], asked_clue: Clue, order: int
) -> list[Clue] | None:
    """Draw clues of a few kinds that hold in `order`; none contains both people in the
    question."""
    chosen = draw.sample(kinds_of(scene), 2 + draw.below(2))
    size = len(people) + draw.below(3)
    clues: list[Clue] = []
    for _ in range(3 * size):
        kind = draw.choice(chosen)
        clue = Clue(kind, tuple(draw.sample(people, size_of(kind))))
        if set(asked_clue.args) <= set(clue.args) or clue in clues:
            continue
        if region(clue, people) & order:
            clues.append(clue)
        if len(clues) == size:
            return clues
    return clues


def _even(
    draw: Draw, scene: Scene, people: tuple[str, ...], asked_clue: Clue, order: int
) -> list[Clue] | None:
    """Draw clues that hold in `order`, in rounds: in a round, each of some people outside
    the question occurs once in the same place of the same kind of clue. Counting therefore does not
    reveal which of them is next to a person in the question. None if no such clues are found."""
    others = draw.shuffled([person for person in people if person not in asked_clue.args])
    most = len(others) - draw.below(len(others) - 1)
    alike, rest = others[:most], [*others[most:], *asked_clue.args]
    pairs = [kind for kind in kinds_of(scene) if size_of(kind) == 2]
    clues: list[Clue] = []
    size = len(people) + draw.below(3)
    for _ in range(_ROUND_TRIES):
        if draw.chance(_ROUND_PROBABILITY):
            more = _round(draw, draw.choice(pairs), alike, rest)
        else:
            kind = draw.choice(kinds_of(scene))
            more = [Clue(kind, tuple(draw.sample(rest, size_of(kind))))]
        if any(set(asked_clue.args) <= set(clue.args) for clue in more):
            continue
        if all(region(clue, people) & order and clue not in clues for clue in more):
            clues += more
        if len(clues) >= size:
            return clues
    return None


def _round(draw: Draw, kind: str, people: Sequence[str], others: Sequence[str]) -> list[Clue]:
    """Draw a clue of one kind for each person in `people`, in the same place: paired with one
    another in a cycle, or each with one of the rest."""
    cycle = draw.shuffled(list(people))
    if len(cycle) > 2 and draw.chance(_CYCLE):
        return [
            Clue(kind, (person, other))
            for person, other in zip(cycle, [*cycle[1:], cycle[0]], strict=True)
        ]
    first = draw.chance(0.5)
    return [
        Clue(kind, (person, other) if first else (other, person))
        for person in cycle
        for other in (draw.choice(others),)
    ]
