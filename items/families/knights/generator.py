"""The knights and knaves generator.

Each person makes one statement about others, and the question asks whether one of them is a knight.
Three tasks, one for each answer, are made from the same statements by exchange (`matched_puzzles`):
in all three, each person makes a statement of the same kind and is mentioned equally often in every
kind of statement; the same holds for those who share statements with the person in the question,
and everybody's distance from that person is the same. Such puzzles are due to Smullyan (What Is the
Name of This Book?, 1978); as a benchmark, see Xie et al., "On Memorization of Large Language Models
in Logical Reasoning".
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from items.families import last_gate
from items.families.batches import GeneratedItems
from items.families.family import parameter
from items.families.knights.logic import (
    KINDS,
    LABELS,
    UNARY_KINDS,
    Label,
    formula,
    judge,
    smallest_support,
)
from items.families.knights.read_back import FOLDER, differences, lexicon, symbols
from items.families.matched_puzzles import ExchangeRules, block
from items.families.phrases import Clue, listed, load_phrases
from items.families.task_item import Formal, Source, truth_question
from items.models import Item
from items.seeds import Draw
from items.wording.bank import Language
from solver.errors import InputError

SOURCE = Source("knights", "5", "Knights and knaves (generated)")
_DRAWS = 4000
_STEPS = 80
_EXCHANGE_RULES = ExchangeRules(
    unordered_places={kind: (1, 2) for kind in KINDS if kind not in UNARY_KINDS}
)


@dataclass(frozen=True)
class Knights:
    """Knights and knaves: everybody on an island says something about others, and one of them is
    asked about. For each set of statements there are three tasks, one for each answer."""

    seed: int = 0
    people: int = parameter(6, "Inhabitants.", least=5, most=7)
    support: int = parameter(2, "Statements that a true or false answer needs.", least=1, most=6)
    language: Language = parameter("en", "Language of the texts.")

    def __post_init__(self) -> None:
        """Raises InputError if an answer would need more statements than there are people."""
        if self.support > self.people:
            raise InputError(
                "Not enough statements",
                f"each person makes one statement, so an answer needs at most {self.people}; found "
                f"--support {self.support}",
                "Ask for less support, or more people.",
            )

    def __call__(self, index: int) -> GeneratedItems:
        """Return the item for an index; three consecutive items are twins."""
        number, place = divmod(index, len(LABELS))
        clues, asked_person = _block(self.seed, self.people, self.support, number)
        if clues is None:
            reason = f"no three tasks from {_DRAWS:,} sets of statements"
            return GeneratedItems(rejected={reason: 1})
        label = draw_labels(self.seed, number)[place]
        return last_gate.given_out(
            self._item(index, number, clues[label], asked_person, label), differences
        )

    def _key(self) -> tuple[str | int, ...]:
        return (self.seed, self.people, self.support)

    def _item(
        self, index: int, number: int, clues: tuple[Clue, ...], asked_person: str, label: Label
    ) -> Item:
        phrases = load_phrases(FOLDER, self.language)
        draw = Draw("knights text", *self._key(), self.language, index)
        people = symbols(self.people)
        pool: Any = phrases.words["names"]["people"]
        names: list[str] = draw.sample(pool, self.people)
        words = lexicon(dict(zip(people, names, strict=True)))
        clues = tuple(Draw("knights order", *self._key(), index).shuffled(clues))
        message = phrases.passage(clues, words, draw)
        intro = phrases.texts["intro"].format(people=listed(names, self.language))
        statement = phrases.texts["asked"].format(a=words.word(asked_person, ""))
        support = (
            {}
            if label == "unknown"
            else {"support_size": smallest_support(clues, asked_person, people, label)}
        )
        return SOURCE.item(
            self.seed,
            index,
            f"p{self.people}-k{self.support}",
            "knights",
            self.language,
            phrases.joint.join((intro, message)),
            truth_question(
                phrases.texts["question"].format(statement=statement), asked_person, label
            ),
            Formal(
                dict.fromkeys(people, "Bool"),
                {name: phrases.texts["asked"].format(a=words.word(name, "")) for name in people},
                [formula(clue) for clue in clues],
            ),
            {
                "kind": "knights and knaves",
                "people": self.people,
                "premises": len(clues),
                **support,
                "twins": f"p{self.people}-k{self.support}-s{self.seed}-{number}",
            },
            {"people": self.people, "support": self.support, "names": list(names)},
        )


def draw_labels(seed: int, number: int) -> list[Label]:
    """Return the labels of a block, in the order of its items."""
    return Draw("knights labels", seed, number).shuffled(LABELS)


@lru_cache(maxsize=64)
def _block(
    seed: int, count: int, support: int, number: int
) -> tuple[Mapping[Label, tuple[Clue, ...]] | None, str]:
    """Return the statements of a block by label, and the person in the question."""
    draw = Draw("knights", seed, count, support, number)
    people = symbols(count)
    asked_person = people[0]
    trade = replace(_EXCHANGE_RULES, asked_symbols=(asked_person,), same_distances=True)
    for _ in range(_DRAWS):
        kinds = draw.sample(KINDS, 1 + draw.below(3))
        clues = []
        for speaker in people:
            kind = draw.choice(kinds)
            others = draw.sample([name for name in people if name != speaker], 2)
            clues.append(Clue(kind, (speaker, *others[: 1 if kind in UNARY_KINDS else 2])))
        clues_by_label = block(
            draw,
            clues,
            LABELS,
            trade,
            lambda trial: judge(trial, asked_person, people, support),
            _STEPS,
        )
        if clues_by_label is not None:
            return clues_by_label, asked_person
    return None, asked_person
