"""The formalizations of hard items that ship: decided in three ways, and held against golds."""

import itertools
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from items.answer_text import format_answer, normal_answer
from items.answers import (
    CountAnswer,
    ModelsAnswer,
    SetAnswer,
    TextAnswer,
    UniqueAnswer,
    VerdictAnswer,
    World,
)
from items.check import Status
from items.formal import formal_item, vocabulary
from items.formalized import put_on
from items.keys import KeyReader
from items.loading import load
from items.models import Item, Question
from items.sources.files import PADS_FOLDER
from items.verify import VerifyReport, question_states, verify
from solver.language.edits import theory
from solver.language.problem import Problem, Query
from solver.language.syntax import EnumSort, Signature
from tests.shared_data import shared_path
from tests.solver.truth_tables import holds

ROOT = Path(__file__).parents[2]
HARD = "llmeval-logic/hard/llmeval_logic_hard.json"
PAGE = ROOT / "docs/hard-items.md"
CJK = re.compile(r"[\u2e80-\u9fff\uff00-\uffef]")


@cache
def pads() -> tuple[Item, ...]:
    return load("pads:llmeval-hard", strict=True).items


@cache
def report() -> VerifyReport:
    return verify(pads())


def refuted() -> set[tuple[str, str]]:
    """Sub-questions whose gold is refuted: ids of item and question."""
    return {
        (check.item.id, question.id)
        for check in report().checks
        for question, state in zip(check.item.questions, question_states(check), strict=True)
        if state == "refuted"
    }


def test_both_engines_decide_every_sub_question_and_agree() -> None:
    assert len(pads()) >= 12
    assert not report().contradictions
    for check in report().checks:
        assert not check.inconsistent or check.item.id == "406", check.item.id
        for part in check.parts:
            where = f"{check.item.id}, {part.question.id}"
            assert part.engines_agree is True, where
            assert part.status in (Status.AGREE, Status.DISAGREE), where


def test_no_word_of_the_texts_is_in_them() -> None:
    for path in (PADS_FOLDER / "llmeval-hard").iterdir():
        assert not CJK.search(path.read_text(encoding="utf-8")), path.name


def test_the_page_names_exactly_the_golds_that_fail() -> None:
    page = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| (\d+) \|", page, re.MULTILINE)
    assert sorted(rows) == sorted(refuted())
    counts = report().sub_questions
    assert counts is not None
    items = len(pads())
    message = (
        f"{items} items, {sum(counts.values())} sub-questions: {counts['proved']} golds proved"
    )
    assert message in page
    assert f"{counts['refuted']} refuted" in page


# --- decided a third way: every world, one after another --------------------------------------


def worlds(signature: Signature) -> Iterator[Mapping[str, bool | str]]:
    options: dict[str, tuple[bool | str, ...]] = {
        name: symbol.sort.values if isinstance(symbol.sort, EnumSort) else (False, True)
        for (name, _), symbol in signature.symbols.items()
    }
    for values in itertools.product(*options.values()):
        yield dict(zip(options, values, strict=True))


class Oracle:
    """Answers by plain recursion over all worlds; shares nothing with the engines but formulas."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    @cache  # noqa: B019
    def models(self, under: str) -> list[Mapping[str, bool | str]]:
        side = theory(self.problem, under)
        entries = list(worlds(side.signature))
        for premise in side.premises:
            entries = [w for w in entries if holds(premise.formula, w, side.definitions)]
        return entries

    def rows(self, query: Query, under: str) -> set[World]:
        side = theory(self.problem, under)
        rows = set()
        for world in self.models(under):
            row = []
            for target in query.targets:
                if target.enum is not None:
                    row.append(f"{target.enum}={world[target.enum]}")
                elif target.formula is not None and holds(target.formula, world, side.definitions):
                    row.append(target.key)
            rows.add(frozenset(row))
        return rows

    def answer(self, query: Query) -> object:
        side, models = theory(self.problem, query.under), self.models(query.under)
        if query.kind in ("necessary", "possible"):
            assert query.formula is not None
            true = [holds(query.formula, world, side.definitions) for world in models]
            if query.kind == "necessary":
                return VerdictAnswer(word="necessary" if all(true) else "unnecessary")
            return VerdictAnswer(word="possible" if any(true) else "impossible")
        if query.kind == "projection":
            combine = all if "necessary" in query.text.split(";")[0] else any
            held = (
                target.key
                for target in query.listed
                if target.formula is not None
                and combine(holds(target.formula, w, side.definitions) for w in models)
            )
            return SetAnswer(members=frozenset(held))
        if query.compared:
            first, second = (self.rows(query, name) for name in query.compared)
            made = {
                "difference": first - second,
                "intersection": first & second,
                "union": first | second,
                "symmetric_difference": first ^ second,
            }[query.kind]
            return ModelsAnswer(models=frozenset(made))
        rows = self.rows(query, query.under)
        if query.kind == "enumerate_models":
            return ModelsAnswer(models=frozenset(rows))
        if query.kind == "count_models":
            return CountAnswer(count=len(rows))
        assert query.kind == "unique_solution"
        if len(rows) == 1:
            return UniqueAnswer(verdict="unique", solution=next(iter(rows)))
        return UniqueAnswer(verdict="not_unique" if rows else "none")


@pytest.mark.parametrize("id", [item.id for item in pads()])
def test_the_verdicts_are_those_of_all_worlds_looked_at_one_by_one(id: str) -> None:
    item = next(pad for pad in pads() if pad.id == id)
    check = next(item_check for item_check in report().checks if item_check.item.id == id)
    formal = formal_item(item)
    assert formal is not None
    oracle = Oracle(formal.problem)
    for place, (leaf, part) in enumerate(zip(item.leaves, check.parts, strict=True)):
        query = formal.queries[place]
        assert leaf.gold is not None
        keys = KeyReader(vocabulary(query, formal.problem), item.formalization)
        right = oracle.answer(query) == normal_answer(leaf.gold, keys)
        message = f"{id}, {leaf.id}: {query.text}, gold {format_answer(leaf.gold, leaf)}"
        assert (part.status is Status.AGREE) == right, message


# --- beside the published items ----------------------------------------------------------------


def test_put_on_the_published_items_no_sub_question_of_them_is_open() -> None:
    joined = put_on(load(shared_path(HARD)).items, pads())
    assert joined.problems == ()
    assert joined.count == len(pads())
    hard = {item.id: item for item in joined.items}
    checked = verify([hard[pad.id] for pad in pads()])
    states = {
        (check.item.id, question.id): state
        for check in checked.checks
        for question, state in zip(check.item.questions, question_states(check), strict=True)
    }
    assert "open" not in states.values()
    assert {place for place, state in states.items() if state == "refuted"} == refuted()


def test_golds_with_sets_have_as_many_members_as_the_published_answers_say() -> None:
    """Where a published answer begins with a number of results, the gold written for it has that
    many, so that a slip of whoever read it would show."""
    published: dict[tuple[str, str], str] = {
        (item.id, question.id): question.gold.text
        for item in load(shared_path(HARD)).items
        for question in item.questions
        if isinstance(question.gold, TextAnswer)
    }
    assert published
    compared = 0
    for pad in pads():
        for question in pad.questions:
            match = re.search(
                r"(?:共|恰有|有)\s*(\d+)\s*(?:种|个|类)", published[pad.id, question.id][:40]
            )
            counts = [_size(leaf) for leaf in question.leaves]
            if match is not None:
                compared += 1
                assert int(match[1]) in counts, (pad.id, question.id, counts)
    assert compared >= 15


def _size(leaf: Question) -> int | None:
    match leaf.gold:
        case ModelsAnswer(models=models):
            return len(models)
        case CountAnswer(count=count):
            return count
    return None
