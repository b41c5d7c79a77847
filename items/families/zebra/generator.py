"""The generator of grids.

Each person occurs equally often in clues of the same kinds, next to values that do so too, and
never in a clue with the value in the question, so counting clues or neighbours favours nobody.
Further clues are drawn until only one answer is possible, and those not needed for it are removed
again. If ties alone reveal the answer, all clues are drawn again. The puzzle is known as Einstein's
or the zebra puzzle (Life International, 1962); as a benchmark, see Lin et al., "ZebraLogic" (2025).
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import permutations
from math import factorial
from typing import Any

from items.answers import ChoiceAnswer
from items.families import last_gate
from items.families.batches import GeneratedItems
from items.families.family import parameter
from items.families.phrases import Clue, load_phrases
from items.families.task_item import Formal, Source
from items.families.zebra.logic import (
    CATEGORIES,
    LETTERS,
    all_different,
    by_ties,
    formula,
    solved,
    support_size,
    symbols,
    true_of,
)
from items.families.zebra.read_back import FOLDER, differences, introduction, lexicon
from items.models import Item, Option, Question
from items.seeds import Draw
from items.wording.bank import Language

SOURCE = Source("zebra", "5", "Zebra (generated)")
_DRAWS = 300
_CLUES = 40
_ROUNDS = ("same", "notsame", "next", "apart")
"""Kinds of clue that can include every person."""
_FIRST_SHARED_CATEGORY = 2
"""The first category whose values share clues with people: neither people nor the category of the
value in the question.
"""
_ROUND_PROBABILITY = 0.3
"""Probability that a round of clues is drawn instead of a single one."""
_OTHERS = ("same", "notsame", "next", "left", "directly", "at", "notat")


@dataclass(frozen=True)
class Zebra:
    """Constraint puzzles on a grid: houses in a row, one person, animal, drink (and job) in each,
    and clues that leave one answer to who has a certain thing."""

    seed: int = 0
    houses: int = parameter(4, "Houses.", least=3, most=4)
    features: int = parameter(2, "Categories in addition to the people.", least=2, most=3)
    support: int = parameter(3, "Clues that the answer needs.", least=2, most=8)
    language: Language = parameter("en", "Language of the texts.")

    def __call__(self, index: int) -> GeneratedItems:
        """Return the item for an index."""
        puzzle = self._draw(index)
        if not isinstance(puzzle, _Puzzle):
            reason = f"no such clues in {_DRAWS} puzzles"
            if puzzle:
                reason = f"no answer of {_DRAWS} puzzles needs {self.support} clues, only {puzzle}"
            return GeneratedItems(rejected={reason: 1})
        return last_gate.given_out(self._item(index, puzzle), differences)

    def at_most(self) -> Mapping[str, int]:
        """Return upper limits of measures. In each puzzle, a round of clues ties all people to the
        values of one category, and the value in the question belongs to one person."""
        houses = range(self.houses)
        tied_orders = max(
            sum(
                all(true_of(kind, pair) for pair in enumerate(order))
                for order in permutations(houses)
            )
            for kind in _ROUNDS
        )
        free = factorial(self.houses) ** (self.features - 1)
        return {"models": tied_orders * factorial(self.houses - 1) * free}

    def _key(self) -> tuple[str | int, ...]:
        return (self.seed, self.houses, self.features, self.support)

    def _draw(self, index: int) -> "_Puzzle | int":
        """Draw a puzzle. If none is found, return the largest support size among the puzzles
        drawn."""
        draw = Draw("zebra", *self._key(), index)
        houses, categories = self.houses, self.features + 1
        asked_value = "B1"
        most = 0
        for _ in range(_DRAWS):
            where = {
                symbol: place
                for category in range(categories)
                for symbol, place in zip(
                    symbols(category, houses), draw.shuffled(range(houses)), strict=True
                )
            }
            near = [
                _FIRST_SHARED_CATEGORY + draw.below(categories - _FIRST_SHARED_CATEGORY)
                for _ in range(1 + draw.below(2))
            ]
            kinds = draw.sample(_ROUNDS, len(near))
            if {"same", "notsame"} <= set(kinds) and len(set(near)) == 1:
                continue  # the latter would say nothing new
            even: list[Clue] = []
            for category, kind in zip(near, kinds, strict=True):
                even += self._matched(draw, where, kind, category)
            if len(even) < houses * len(near):
                continue
            clues = list(even)
            others: list[list[Clue]] = []
            person: str | None = None
            for _ in range(_CLUES):
                more = self._others(draw, where, set(near), asked_value)
                if not more or any(clue in clues for clue in more):
                    continue
                clues += more
                others.append(more)
                person, _ = solved(clues, asked_value, houses, categories)
                if person is not None:
                    break
            if person is None:
                continue
            for more in draw.shuffled(others):
                fewer = [clue for clue in clues if clue not in more]
                if solved(fewer, asked_value, houses, categories)[0] == person:
                    clues = fewer
            if len(clues) == len(even) or by_ties(clues, asked_value, houses):
                continue
            size = support_size(clues, person, asked_value, houses, categories)
            most = max(most, size)
            if size >= self.support:
                arrangements = solved(clues, asked_value, houses, categories)[1]
                return _Puzzle(tuple(clues), asked_value, person, size, arrangements)
        return most

    def _matched(
        self, draw: Draw, where: Mapping[str, int], kind: str, category: int
    ) -> list[Clue]:
        """True clues of a kind, one for each person, each with a different value of a category;
        empty if there are none."""
        people = symbols(0, self.houses)
        matchings = [
            values
            for values in permutations(symbols(category, self.houses))
            if all(self._true(Clue(kind, pair), where) for pair in zip(people, values, strict=True))
        ]
        if not matchings:
            return []
        return [Clue(kind, p) for p in zip(people, draw.choice(matchings), strict=True)]

    def _others(
        self, draw: Draw, where: Mapping[str, int], categories: Set[int], asked_value: str
    ) -> list[Clue]:
        """True clues that do not mention people: one about values that share no clue with people,
        or a round with each value of a category that does, so that all of these occur equally
        often. No clue of a round mentions the value in the question: a person who is two clues away
        from it would be the answer more often than others."""
        free = [s for s in where if s[0] != "A" and LETTERS.index(s[0]) not in categories]
        if not draw.chance(_ROUND_PROBABILITY):
            clue = self._other(draw, where, free)
            return [] if clue is None else [clue]
        kind = draw.choice(_ROUNDS)
        clues: list[Clue] = []
        for value in symbols(draw.choice(sorted(categories)), self.houses):
            round_ = [Clue(kind, (value, s)) for s in free if s != asked_value]
            true = [clue for clue in round_ if self._true(clue, where)]
            if not true:
                return []
            clues.append(draw.choice(true))
        return clues

    def _other(self, draw: Draw, where: Mapping[str, int], pool: Sequence[str]) -> Clue | None:
        """A true clue about values from the pool."""
        kind = draw.choice(_OTHERS)
        if kind in ("at", "notat"):
            clue = Clue(f"{kind}{1 + draw.below(self.houses)}", (draw.choice(pool),))
        else:
            clue = Clue(kind, tuple(draw.sample(pool, 2)))
            if kind in ("same", "notsame") and clue.args[0][0] == clue.args[1][0]:
                return None
        return clue if self._true(clue, where) else None

    def _true(self, clue: Clue, where: Mapping[str, int]) -> bool:
        """Whether a clue is true of this arrangement. "Not next-door neighbours" suggests two
        different houses, so it is not used for values in the same house."""
        houses = [where[symbol] for symbol in clue.args]
        return true_of(clue.kind, houses) and (clue.kind != "apart" or len(set(houses)) > 1)

    def _place(self, index: int) -> int:
        """Position of the gold answer. Each position occurs once in every `houses` items."""
        number, turn = divmod(index, self.houses)
        return Draw("zebra places", *self._key(), number).shuffled(range(self.houses))[turn]

    def _item(self, index: int, puzzle: "_Puzzle") -> Item:
        phrases = load_phrases(FOLDER, self.language)
        draw = Draw("zebra text", *self._key(), self.language, index)
        chosen = ("people", *draw.sample(CATEGORIES[1:], self.features))
        values: dict[str, str] = {}
        for number, category in enumerate(chosen):
            pool: Any = phrases.words[category]["values"]
            drawn = draw.sample(pool, self.houses)
            values |= dict(zip(symbols(number, self.houses), drawn, strict=True))
        words = lexicon(phrases, chosen, values)
        clues = Draw("zebra order", *self._key(), index).shuffled(puzzle.clues)
        message = phrases.passage(clues, words, draw)
        shown_values = {
            category: draw.shuffled([v for s, v in values.items() if s[0] == LETTERS[number]])
            for number, category in enumerate(chosen)
        }
        intro = introduction(phrases, shown_values, self.houses)
        options = draw.shuffled([p for p in symbols(0, self.houses) if p != puzzle.person])
        options.insert(self._place(index), puzzle.person)
        houses = ", ".join(f"h{n + 1}" for n in range(self.houses))
        return SOURCE.item(
            self.seed,
            index,
            "-".join(map(str, self._key()[1:])),
            "zebra",
            self.language,
            phrases.joint.join((intro, message)),
            Question(
                id="1",
                text=phrases.texts["question"].format(does=words.word(puzzle.asked_value, "does")),
                kind="choice",
                options=tuple(
                    [Option(text=values[p], formula=f"{p} = {puzzle.asked_value}") for p in options]
                ),
                gold=ChoiceAnswer(option=options.index(puzzle.person)),
            ),
            Formal(
                dict.fromkeys(values, f"Enum({houses})"),
                {
                    symbol: phrases.texts["gloss"].format(subj=words.word(symbol, "subj"))
                    for symbol in values
                },
                [
                    *all_different(self.houses, self.features + 1),
                    *(formula(clue, self.houses) for clue in clues),
                ],
            ),
            {
                "kind": "zebra",
                "question_type": "3c1e",
                "houses": self.houses,
                "categories": ", ".join(chosen),
                "premises": len(puzzle.clues),
                "support_size": puzzle.support,
                "arrangements": puzzle.arrangements,
            },
            {
                "houses": self.houses,
                "features": self.features,
                "support": self.support,
                "values": values,
            },
        )


@dataclass(frozen=True)
class _Puzzle:
    clues: tuple[Clue, ...]
    asked_value: str
    person: str
    """The answer."""
    support: int
    arrangements: int
    """Arrangements allowed by the clues; the answer is the same in all of them."""
