"""Verdicts, supports and conflicts of ∃*∀* problems with equality, against all structures.

A problem with c constants and e existentials has a model exactly if it has one of at most c + e
elements, so all structures up to that size settle it. Formulas are drawn twice, as text and as a
Python expression, and share nothing else with the solver.
"""

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

import pytest

from solver.language.edits import theory
from solver.language.loader import load_problem
from solver.queries import Session
from solver.results import MAX_SUPPORTS, Verdict

PROBLEMS = int(os.environ.get("COUNTERMODEL_EQUALITY_PROBLEMS", "60"))
MOST_ELEMENTS = 3


@dataclass(frozen=True)
class Sentence:
    """One sentence, as the solver and as Python read it."""

    text: str
    python: str
    existentials: int


class Maker:
    """Draws sentences over one predicate of one or two places and the constants a and b."""

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)
        self.places = self.rng.choice((1, 2, 2))
        self.constants = ("a", "b")[: self.rng.choice((1, 2))]

    def atom(self, variables: tuple[str, ...]) -> tuple[str, str]:
        left, right = (self.rng.choice((*variables, *self.constants)) for _ in range(2))
        if self.rng.random() < 0.4:
            return f"({left} = {right})", f"({left} == {right})"
        if self.places == 1:
            return f"P({left})", f"(P >> {left} & 1)"
        return f"R({left}, {right})", f"(P >> ({left} * n + {right}) & 1)"

    def matrix(self, variables: tuple[str, ...], depth: int) -> tuple[str, str]:
        if not depth or self.rng.random() < 0.2:
            text, python = self.atom(variables)
            return (f"~{text}", f"(not {python})") if self.rng.random() < 0.4 else (text, python)
        (name, first), (second_name, second) = (self.matrix(variables, depth - 1) for _ in range(2))
        sign, word = self.rng.choice((("&", "and"), ("|", "or"), ("->", "")))
        joined = f"({first} {word} {second})" if word else f"(not {first} or {second})"
        return f"({name} {sign} {second_name})", joined

    def sentence(self, exists: int, all_: int) -> Sentence:
        """∃…∀… before a matrix."""
        variables = ("x", "y", "z", "w")[: exists + all_]
        text, python = self.matrix(variables, 2)
        for place in reversed(range(exists + all_)):
            sign, word = (r"\exists", "any") if place < exists else (r"\forall", "all")
            text = f"{sign} {variables[place]} ({text})"
            python = f"{word}({python} for {variables[place]} in range(n))"
        return Sentence(text, python, exists)


def problem(seed: str) -> tuple[Maker, list[Sentence], Sentence, int]:
    """Premises, a conclusion, and the size up to which structures settle everything."""
    maker = Maker(seed)
    room = MOST_ELEMENTS - len(maker.constants)
    # The conclusion is refuted by its negation, where ∀ counts as an existential.
    conclusion = maker.sentence(0, maker.rng.randrange(min(room, 1) + 1))
    room -= conclusion.text.count("forall")
    premises = []
    for _ in range(maker.rng.randint(2, 5)):
        exists = maker.rng.randrange(room + 1)
        room -= exists
        premises.append(maker.sentence(exists, maker.rng.randrange(3)))
    return maker, premises, conclusion, MOST_ELEMENTS


def patterns(maker: Maker, sentences: list[Sentence], largest: int) -> Iterator[tuple[bool, ...]]:
    """The truth values of the sentences in each structure."""
    names = ", ".join(("P", "n", *maker.constants))
    body = ", ".join(f"bool({sentence.python})" for sentence in sentences)
    values = eval(f"lambda {names}: ({body},)")
    for size in range(1, largest + 1):
        for extension in range(1 << size**maker.places):
            for named in product(range(size), repeat=len(maker.constants)):
                yield values(extension, size, *named)


def minimal(blocked: set[int], number: int) -> set[tuple[int, ...]]:
    """The minimal sets of premises that no countermodel satisfies all of."""
    outcome: list[frozenset[int]] = []
    for size in range(number + 1):
        for chosen in combinations(range(number), size):
            mask = sum(1 << place for place in chosen)
            below = any(other <= set(chosen) for other in outcome)
            if not below and not any(model & mask == mask for model in blocked):
                outcome.append(frozenset(chosen))
    return {tuple(sorted(chosen)) for chosen in outcome}


@pytest.mark.parametrize("part", range(4))
def test_every_structure_agrees(part: int) -> None:
    entailed = inconsistent = several = 0
    for number in range(part, PROBLEMS, 4):
        maker, premises, conclusion, largest = problem(f"equality {number}")
        structures = set(patterns(maker, [*premises, conclusion], largest))
        masks = {
            (sum(1 << place for place, true in enumerate(values[:-1]) if true), values[-1])
            for values in structures
        }
        every = (1 << len(premises)) - 1
        supports = minimal({mask for mask, holds in masks if not holds}, len(premises))
        conflicts = minimal({mask for mask, _ in masks}, len(premises))
        follows = (every, False) not in masks
        formal = {
            "parameters": dict.fromkeys(maker.constants, "Person"),
            "premise": [sentence.text for sentence in premises],
            "question": [f"necessary({conclusion.text})"],
        }
        read = load_problem(formal)
        session = Session(theory(read), read.queries, "worlds", 60.0)
        report = session.ask(read.queries[0])
        wanted = Verdict.NECESSARY if follows else Verdict.UNNECESSARY
        assert report.answer.verdict == wanted, (number, formal)
        assert session.report.consistent is not bool(conflicts), (number, formal)
        if conflicts:
            inconsistent += 1
            assert session.report.conflict in conflicts, (number, formal)
        if follows:
            entailed += 1
            assert report.supports is not None, (number, formal)
            assert report.supports.exhausted == (len(supports) <= MAX_SUPPORTS), (number, formal)
            assert set(report.supports.sets) <= supports, (number, formal)
            if report.supports.exhausted:
                assert set(report.supports.sets) == supports, (number, formal)
                several += len(supports) > 1
    assert min(entailed, inconsistent, several) > 0
