"""Which of 130 candidate conclusions over 8 symbols follow: queries per second.

Random theories of five premises; a query is one candidate for one theory. Every figure says what it
includes, and a sample is checked against one call of `entails` per candidate.
"""

import random

from benchmarks.timing import Scale, table, typical, verdict
from solver.engines.atoms import BOOLS, Axis
from solver.engines.candidates import CandidateSet
from solver.engines.decoding import set_bits
from solver.engines.region_engine import RegionEngine
from solver.language.problem import Premise, Theory
from solver.language.syntax import (
    BOOL,
    And,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Prop,
    Signature,
    Symbol,
    negation,
)

NAMES = tuple("ABCDEFGH")
CANDIDATES = 130
PREMISES = 5
OBJECT_TARGET = 5_000_000
MASK_TARGET = 50_000_000


def random_formula(rng: random.Random, depth: int) -> Formula:
    """A formula over the eight symbols."""
    if depth == 0 or rng.random() < 0.2:
        atom = Prop(rng.choice(NAMES))
        return Not(atom) if rng.random() < 0.4 else atom
    left, right = random_formula(rng, depth - 1), random_formula(rng, depth - 1)
    match rng.randrange(5):
        case 0:
            return And((left, right))
        case 1:
            return Or((left, right))
        case 2:
            return Iff(left, right)
        case _:
            return Implies(left, right)


def theories(rng: random.Random, number: int) -> list[Theory]:
    """Theories with a few random premises."""
    signature = Signature({(name, 0): Symbol(name, BOOL) for name in NAMES})
    return [
        Theory(signature, tuple(Premise(k, random_formula(rng, 2)) for k in range(PREMISES)))
        for _ in range(number)
    ]


def main(scale: Scale = Scale.FULL) -> None:
    """Print the table. Raises AssertionError if the batch and single queries disagree."""
    print(f"Entailment of {CANDIDATES} candidates over {len(NAMES)} symbols\n")
    rng = random.Random(7)
    axes = [Axis(name, BOOLS) for name in NAMES]
    number, repeats = scale.pick((2000, 9), (200, 3), (20, 1))
    subjects = theories(rng, number)
    formulas = [random_formula(rng, 2) for _ in range(CANDIDATES)]
    denials = [negation(formula) for formula in formulas]
    candidates = CandidateSet(axes, formulas)
    sessions = [RegionEngine(subject, axes=axes) for subject in subjects]
    for session in sessions[:20]:
        one_by_one = sum(
            1 << n for n, denial in enumerate(denials) if not session.satisfiable(denial)
        )
        if one_by_one != candidates.entailed_mask(session.premise_region.region):
            raise AssertionError("the batch and single queries disagree")
    regions = [session.premise_region.region for session in sessions]
    queries = number * CANDIDATES

    def single() -> None:
        for session in sessions[: number // 20]:
            for denial in denials:
                session.satisfiable(denial)

    def ready() -> None:
        for session in sessions:
            tuple(set_bits(candidates.entailed_mask(session.premise_region.region)))

    def compiled() -> None:
        for subject in subjects:
            region = RegionEngine(subject, axes=axes).premise_region.region
            tuple(set_bits(candidates.entailed_mask(region)))

    def masks() -> None:
        entailed = candidates.entailed_mask
        for region in regions:
            entailed(region)

    def prepared() -> None:
        fresh = CandidateSet(axes, formulas)
        fresh.entailed_mask(regions[0])

    setup = typical(prepared, 5)
    by_object = queries / typical(ready, repeats)
    mask_seconds = typical(masks, repeats)
    by_mask = queries / mask_seconds
    whole = queries / (mask_seconds + setup)
    with_theory = queries / typical(compiled, repeats)
    alone = number // 20 * CANDIDATES / typical(single, 3)
    rows = [
        ["objects: one question per candidate", f"{alone:,.0f}"],
        ["objects: theory compiled from its formulas, then the batch", f"{with_theory:,.0f}"],
        ["objects: theory ready, batch to tuple of numbers", f"{by_object:,.0f}"],
        ["masks: region ready, batch to mask", f"{by_mask:,.0f}"],
        [f"masks: with preparing the candidates, over {number:,} theories", f"{whole:,.0f}"],
    ]
    print(table(["", "queries/s"], rows))
    print(f"\npreparing the candidates once: {setup * 1000:.2f} ms, not in the other figures")
    print(f"objects, target {OBJECT_TARGET:,} — {verdict(by_object, OBJECT_TARGET)}")
    print(f"masks, target {MASK_TARGET:,} — {verdict(by_mask, MASK_TARGET)}")
