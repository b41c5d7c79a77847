"""DivLogicEval premise sets without a multiple-choice question, for inspecting the sets themselves.

Owns items that ask whether the premises are consistent and which of the listed conclusions follow.
These are the conclusions that, according to the mode, need two premises.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from items.answers import SetAnswer, VerdictAnswer
from items.families.agreement import BALANCED, MODE, PUBLISHED
from items.families.batches import PROVED, GeneratedItems
from items.families.divlogic.generator import BENCHMARK, GENERATOR, VERSION, settings
from items.families.divlogic.masks import (
    CANDIDATES,
    FULL_REGION,
    Statement,
    formula,
    idle,
    numbers,
    region,
    region_of,
    text,
)
from items.families.divlogic.premises import Premises, draw_published
from items.families.divlogic.published_questions import crossing
from items.families.divlogic.strict_questions import (
    INCONSISTENT,
    SHALLOW,
    deep_enough,
    draw_premises,
    repeats,
)
from items.families.divlogic.task import DEFAULT_LOGIC, Logic
from items.families.divlogic.words import premises_text, symbols_in
from items.models import Choice, Item, Provenance, Question
from items.seeds import Draw
from items.wording.bank import Language
from solver.language.printer import print_formula

_MAX_DRAWS = 10_000
_ASKED = {
    "en": ("Can all of the premises be true together?", "Which of the formulas follow?"),
    "zh": ("这些前提能同时为真吗？", "能推出哪些公式？"),
}


@dataclass(frozen=True, slots=True)
class DivlogicSets:
    """A run of the generator; it maps an index to one premise set as an item."""

    seed: int
    logic: Logic = DEFAULT_LOGIC
    published: bool = False
    language: Language = "en"

    def __call__(self, index: int) -> GeneratedItems:
        """Return the premise set for an index. The published mode accepts every draw; the strict
        mode requires consistent premises and a conclusion of the requested depth."""
        mode = "published" if self.published else "strict"
        key = sorted((k, str(v)) for k, v in settings(self.logic, self.published).items())
        draw = Draw("divlogic sets", mode, *(v for _, v in key), self.seed, index)
        if self.published:
            premises = draw_published(draw, self.logic.n, self.logic.symbols)
            return GeneratedItems(
                (self._item(index, PUBLISHED, premises, tuple(crossing(premises)[0])),)
            )
        rejected: Counter[str] = Counter()
        for _ in range(_MAX_DRAWS):
            drawn = draw_premises(draw, self.logic)
            if isinstance(drawn, str) or repeats(drawn):
                rejected[drawn if isinstance(drawn, str) else "two premises are equivalent"] += 1
                continue
            following, good = deep_enough(drawn, self.logic)
            if good:
                conclusions = tuple([CANDIDATES[number] for number in numbers(good)])
                item = self._item(index, BALANCED, drawn, conclusions)
                return GeneratedItems((item,), rejected=rejected)
            rejected[SHALLOW if following else INCONSISTENT] += 1
        rejected["no premises found"] += 1
        return GeneratedItems(rejected=rejected)

    def _item(
        self, index: int, mode: str, premises: Premises, conclusions: tuple[Statement, ...]
    ) -> Item:
        consistent = region_of(premises.statements) != 0
        together, which = _ASKED[self.language]
        attributes: dict[str, str | int | float | bool] = {
            "kind": "symbolic",
            MODE: mode,
            "premises": len(premises.statements),
            "conclusions": len(conclusions),
            "proof": PROVED,
        }
        if not self.published:
            fails = [FULL_REGION ^ region(conclusion) for conclusion in conclusions]
            attributes["noise"] = idle(premises.statements, fails)
        keys = [print_formula(formula(conclusion)) for conclusion in conclusions]
        questions = [
            Question(
                id="1",
                text=together,
                kind="possible",
                query="possible(⊤)",
                gold=VerdictAnswer(word="possible" if consistent else "impossible"),
            )
        ]
        if keys:
            questions.append(
                Question(
                    id="2",
                    text=which,
                    kind="projection",
                    query=f"projection(necessary; {', '.join(map(text, conclusions))})",
                    vocabulary=tuple([Choice(key=key) for key in keys]),
                    gold=SetAnswer(members=frozenset(keys)),
                )
            )
        formalization: dict[str, Any] = {
            "parameters": dict.fromkeys(symbols_in((*premises.statements, *conclusions)), "Bool"),
            "premise": [text(statement) for statement in premises.statements],
            "question": [question.query for question in questions],
        }
        return Item(
            id=f"divlogic/{mode}-sets/s{self.seed}/{index:05d}-{self.language}",
            title=f"premise set {index}",
            language=self.language,
            text=premises_text(premises.statements, self.language),
            questions=tuple(questions),
            formalization=formalization,
            attributes=attributes,
            provenance=Provenance(
                benchmark=BENCHMARK,
                index=index,
                generator=GENERATOR,
                version=VERSION,
                seed=self.seed,
                parameters=settings(self.logic, self.published),
            ),
        )
