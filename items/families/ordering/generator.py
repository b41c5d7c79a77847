"""The generator of seatings and orders.

People have places in a row, in a race or around a table; clues say how they stand to one another,
and the question is whether two of them stand so too. Three tasks, one for each answer, are made of
the same clues by exchange (`blocks`): in all three, everybody stands in clues of the same kinds
equally often, and the question is the same. Puzzles of this sort are LogicalDeduction's (BIG-bench)
and AR-LSAT's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from items.families import giving
from items.families.blocks import block
from items.families.building import Formal, Source, truth_question
from items.families.common import Made
from items.families.family import parameter
from items.families.ordering.logic import (
    LABELS,
    TRADE,
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
from items.families.seeds import Draw
from items.models import Item
from items.wording.bank import Language
from solver.errors import InputError

SOURCE = Source("ordering", "1", "Ordering (generated)")
_DRAWS = 3000
_STEPS = 60


@dataclass(frozen=True)
class Ordering:
    """Seating and ordering: how people in a row, in a race or around a table stand to one another.
    For each set of clues there are three tasks, one for each answer."""

    seed: int = 0
    scene: Scene = parameter("row", "Seats in a row, runners of a race, or a round table.")
    people: int = parameter(5, "People; an even number at a table.", least=5, most=6)
    support: int = parameter(2, "Clues that the answer needs.", least=1, most=6)
    language: Language = parameter("en", "Language of the texts.")

    def __post_init__(self) -> None:
        if self.scene == "table" and self.people % 2:
            raise InputError(
                "Wrong number of people",
                f"expected an even number at a table, found {self.people}",
                "Nobody sits opposite at a table with an odd number of seats.",
            )

    def __call__(self, index: int) -> Made:
        """The item of an index; three in a row are twins."""
        number, place = divmod(index, len(LABELS))
        outcome = _block(self.seed, self.scene, self.people, self.support, number)
        if outcome is None:
            return Made(rejected={"no three tasks of these clues": 1})
        label = Draw("ordering labels", *self._key(), number).shuffled(LABELS)[place]
        return giving.given_out(self._item(index, number, outcome, label), differences)

    def _key(self) -> tuple[str | int, ...]:
        return (self.seed, self.scene, self.people, self.support)

    def _item(self, index: int, number: int, found: "_Block", label: Label) -> Item:
        phrases = load_phrases(FOLDER, self.language)
        draw = Draw("ordering text", *self._key(), self.language, index)
        people = symbols(self.people)
        pool: Any = phrases.words["names"]["people"]
        names = dict(zip(people, draw.sample(pool, self.people), strict=True))
        lexicon = Lexicon({"": names})
        order = Draw("ordering order", *self._key(), index)
        clues = order.shuffled(found.clues[label])
        message = phrases.passage(clues, lexicon, draw)
        shown = draw.shuffled(list(names.values()))
        intro = introduction(phrases, self.scene, listed(shown, self.language), self.people)
        statement = phrases.say(found.asked, lexicon, draw)
        key = "-".join(map(str, self._key()[1:]))
        return SOURCE.item(
            self.seed,
            index,
            key,
            self.scene,
            self.language,
            phrases.joint.join((intro, message)),
            truth_question(
                phrases.texts["question"].format(statement=statement),
                formula(found.asked, self.people),
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
                "support_size": support_size(clues, found.asked, people, label),
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
    asked: Clue
    clues: Mapping[Label, tuple[Clue, ...]]
    """Label to the clues that give it."""


@lru_cache(maxsize=64)
def _block(seed: int, scene: Scene, count: int, support: int, number: int) -> _Block | None:
    draw = Draw("ordering", seed, scene, count, support, number)
    people = symbols(count)
    kinds = kinds_of(scene)
    for _ in range(_DRAWS):
        asked = Clue(draw.choice([kind for kind in kinds if size_of(kind) == 2]), people[:2])
        chosen = draw.sample(kinds, 2 + draw.below(2))
        true = 1 << draw.below(len(orders(count)))
        clues: list[Clue] = []
        for _ in range(count + draw.below(3)):
            kind = draw.choice(chosen)
            clue = Clue(kind, tuple(draw.sample(people, size_of(kind))))
            if region(clue, people) & true and clue not in clues:
                clues.append(clue)
        judged = partial(judge, asked=asked, people=people, least=support)
        outcome = block(draw, clues, LABELS, TRADE, judged, _STEPS)
        if outcome is not None:
            return _Block(asked, outcome)
    return None
