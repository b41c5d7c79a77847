"""True/False statements in symbols, as used in a qualification.

Owns the balance of answers, of the reasons why a statement fails, of forms and of support sizes,
and the items. Premises come from the strict DivLogicEval draw; notation and scale (`follows`: False
is whatever does not follow) are those of builtin:qualification.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal

from items.answers import TruthAnswer
from items.families.batches import PROVED, GeneratedItems
from items.families.divlogic.generator import (
    BENCHMARK,
    GENERATOR,
    VERSION,
    listed_in_words,
    settings,
)
from items.families.divlogic.masks import (
    FAILS,
    FULL_REGION,
    LITERAL_MASK,
    SYMBOLS,
    Statement,
    contradicted,
    entailed,
    idle,
    literal,
    numbers,
    over_symbols,
    region,
    region_of,
    supports,
    text,
    unconnected_count,
    vacuous,
)
from items.families.divlogic.premises import Premises
from items.families.divlogic.strict_questions import INCONSISTENT, directed, draw_premises, repeats
from items.families.divlogic.task import Logic, Span
from items.families.divlogic.words import statement_text, symbols_in
from items.models import Item, Provenance, Question
from items.seeds import Draw
from items.wording.bank import Language
from solver.errors import InputError
from solver.language.printer import print_formula

Relation = Literal["entailed", "refuted", "open"]
SIZES = (1, 2, 3)
"""Default support sizes."""
MAX_SUPPORT = 5
DEFAULT_LOGIC = Logic(premises=Span(3, 5))
"""Three to five premises."""
_MAX_DRAWS = 20_000
_ALL_CANDIDATES = (1 << len(FAILS)) - 1
_BLOCK: tuple[tuple[Relation, bool], ...] = (
    ("entailed", True),
    ("entailed", True),
    ("entailed", False),
    ("entailed", False),
    ("refuted", True),
    ("refuted", False),
    ("open", True),
    ("open", False),
)
"""Relation, and whether the statement is an implication; each entry occurs once in every eight
indices.
"""
_ASKED = {"en": "Does the statement follow from the premises?", "zh": "从前提能推出这个陈述吗？"}


@dataclass(frozen=True, slots=True)
class Statements:
    """A run of the generator; it maps an index to one statement."""

    seed: int
    sizes: tuple[int, ...] = SIZES
    """Support sizes of entailed and (from 2 on) refuted statements, in turn."""
    logic: Logic = DEFAULT_LOGIC
    """Only n, the symbols and the number of premises are used."""
    language: Language = "en"

    def __post_init__(self) -> None:
        """Raises InputError for support sizes that no statement can have."""
        if not self.sizes or not all(1 <= size <= MAX_SUPPORT for size in self.sizes):
            raise InputError(
                "Wrong support sizes", f"expected 1 to {MAX_SUPPORT}, found {self.sizes}"
            )

    def target_of(self, index: int) -> tuple[Relation, bool, int]:
        """Return relation, whether an implication, and support size (0: none) for an index.

        A single premise never refutes an implication, and never entails a literal unless it is the
        statement or its denial; size 1 is therefore used for entailed implications only.
        """
        block, place = divmod(index, len(_BLOCK))
        order = Draw("statements", self.seed, block).shuffled(range(len(_BLOCK)))
        number = order[place]
        relation, implication = _BLOCK[number]
        if relation == "open":
            return relation, implication, 0
        single = relation == "entailed" and implication
        sizes = [size for size in self.sizes if single or size > 1]
        if not sizes:
            return (relation, True, 1) if relation == "entailed" else (relation, implication, 2)
        turn = block * 2 + number % 2 if relation == "entailed" else block
        return relation, implication, sizes[turn % len(sizes)]

    def __call__(self, index: int) -> GeneratedItems:
        """Return the statement for an index."""
        relation, implication, size = self.target_of(index)
        logic = self.logic
        name = (logic.n, logic.symbols, str(logic.premises), relation, implication, size)
        draw = Draw("divlogic statement", *map(str, name), self.seed, index)
        rejected: Counter[str] = Counter()
        for _ in range(_MAX_DRAWS):
            premises = draw_premises(draw, logic)
            if isinstance(premises, str):
                rejected[premises] += 1
            elif not region_of(premises.statements):
                rejected[INCONSISTENT] += 1
            elif repeats(premises):
                rejected["two premises are equivalent"] += 1
            else:
                chosen = _choose(draw, premises, relation, implication, size)
                if chosen is not None:
                    item = self._item(index, premises, relation, directed(draw, chosen[0]), chosen)
                    return GeneratedItems((item,), rejected=rejected)
                rejected["no such statement for the premises"] += 1
        rejected["no statement found"] += 1
        return GeneratedItems(rejected=rejected)

    def _item(
        self,
        index: int,
        passage: Premises,
        relation: Relation,
        asked_statement: Statement,
        chosen: tuple[int, tuple[int, ...]],
    ) -> Item:
        premises = passage.statements
        candidate, support = chosen
        query = f"necessary({text(asked_statement)})"
        follows = relation == "entailed"
        formalization: dict[str, Any] = {
            "parameters": dict.fromkeys(symbols_in(premises), "Bool"),
            "premise": [text(statement) for statement in premises],
            "question": [query],
        }
        zh = self.language == "zh"
        attributes: dict[str, str | int | float | bool] = {
            "kind": "symbolic",
            "truth_scale": "follows",
            "relation": relation,
            "support_size": len(support),
            "domain": "symbols",
            "premises": len(premises),
            "proof": PROVED,
        }
        if relation == "open":
            attributes["noise"] = unconnected_count(premises, asked_statement)
        else:
            fails = FAILS[candidate] if follows else FULL_REGION ^ FAILS[candidate]
            attributes["noise"] = idle(premises, [fails])
        return Item(
            id=f"divlogic/statements/s{self.seed}/{index:05d}-{self.language}",
            title=f"第{index + 1}题" if zh else f"Statement {index + 1}",
            language=self.language,
            text=statement_text(premises, asked_statement, self.language),
            questions=(
                Question(
                    id="1",
                    text=_ASKED[self.language],
                    kind="truth",
                    query=query,
                    gold=TruthAnswer(value="true" if follows else "false"),
                ),
            ),
            formalization=formalization,
            attributes=attributes,
            explanation=_explain(passage, relation, asked_statement, support, self.language),
            provenance=Provenance(
                benchmark=BENCHMARK,
                index=index,
                generator=GENERATOR,
                version=VERSION,
                seed=self.seed,
                parameters={
                    **settings(self.logic, True),
                    "premises": None if self.logic.premises is None else str(self.logic.premises),
                    "sizes": list(self.sizes),
                },
            ),
        )


def _choose(
    draw: Draw, premises: Premises, relation: Relation, implication: bool, size: int
) -> tuple[int, tuple[int, ...]] | None:
    """A candidate of that relation, form and support size, and one smallest support."""
    following = entailed(region_of(premises.statements))
    refuted = contradicted(following)
    count = 0
    for statement in premises.statements:
        count |= statement.symbols
    pool = over_symbols(count) & (_ALL_CANDIDATES ^ LITERAL_MASK if implication else LITERAL_MASK)
    pool &= {
        "entailed": following & ~vacuous(following),
        "refuted": refuted,
        "open": ~(following | refuted),
    }[relation]
    given_regions = {region(statement) for statement in premises.statements}
    for candidate in draw.shuffled(list(numbers(pool))):
        fails = FAILS[candidate]
        if relation == "open":
            return candidate, ()
        if FULL_REGION ^ fails in given_regions:
            continue
        excluded = fails if relation == "entailed" else FULL_REGION ^ fails
        smallest = supports(premises.statements, excluded)[0]
        if smallest.bit_count() == size:
            return candidate, tuple(numbers(smallest))
    return None


def _explain(
    premises: Premises,
    relation: Relation,
    statement: Statement,
    support: tuple[int, ...],
    language: Language,
) -> str:
    if relation == "open":
        return _left_open(premises, statement, language)
    several = len(support) > 1
    if language == "zh":
        listed = "、".join(str(place + 1) for place in support)
        if relation == "entailed":
            return f"由第{listed}条前提就能推出这个陈述：前提为真而陈述为假的情形是没有的。"
        return f"第{listed}条前提排除了这个陈述，所以推不出来。"
    which = listed_in_words(support)
    if relation == "entailed":
        pronoun = "them all" if several else "it"
        return (
            f"The statement follows from {which}: there is no way to make {pronoun} true and the "
            "statement false."
        )
    return (
        f"{which[0].upper()}{which[1:]} {'rule' if several else 'rules'} the statement out, so it "
        "does not follow."
    )


def _left_open(premises: Premises, statement: Statement, language: Language) -> str:
    bits = region_of(premises.statements) & (FULL_REGION ^ region(statement))
    world = (bits & -bits).bit_length() - 1
    names = symbols_in((*premises.statements, statement))
    literals = [print_formula(literal(_lit(name, world))) for name in names]
    if language == "zh":
        return f"前提没有决定这个陈述：例如{'、'.join(literals)}时，前提都成立，而陈述不成立。"
    return (
        "The premises leave the statement open. It fails, for instance, where "
        f"{', '.join(literals)} hold, and there all the premises are true. So it does not follow."
    )


def _lit(name: str, world: int) -> int:
    place = SYMBOLS.index(name)
    return place << 1 | (not world >> place & 1)
