"""The formalizations of hard items that ship: decided in three ways, and held against golds."""

import itertools
import re
import shlex
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from items.answers import (
    CountAnswer,
    ModelsAnswer,
    SetAnswer,
    TextAnswer,
    UniqueAnswer,
    VerdictAnswer,
    World,
)
from items.files.loading import load
from items.formal import formal_item, vocabulary
from items.gold.check import Status
from items.gold.verify import question_states
from items.models import Item, Provenance, Question
from items.scratchpads.formalized_items import put_on
from items.scratchpads.sub_questions import NOTES
from items.scratchpads.text import formal_pad, scratch_text
from items.sources.files import PADS_FOLDER
from items.sources.scratchpad import pad_item
from items.values.answer_text import format_answer, normal_answer
from items.values.keys import KeyReader
from sessions.report.item_answers import NO_ANSWERS
from solver.cancel import Cancel
from solver.language.edits import theory
from solver.language.problem import Problem, Query
from solver.language.syntax import EnumSort, Signature
from solver.results import Structure
from tests.items.verified import Verified, verify
from tests.shared_data import shared_path
from tests.solver.truth_tables import holds
from tui.cli import main
from tui.pages.share import page_of
from tui.screens.inspector.answers import checked_golds
from tui.state.inspector.answers_view import AnswersView
from tui.state.inspector.explanation import ExplanationView, explanation_of
from tui.state.inspector.item_findings import work_out
from tui.state.inspector.item_view import ItemView
from tui.state.inspector.what_if import WhatIfView

ROOT = Path(__file__).parents[2]
HARD = "llmeval-logic/hard/llmeval_logic_hard.json"
PAGE = ROOT / "docs/hard-items.md"
CJK = re.compile(r"[\u2e80-\u9fff\uff00-\uffef]")


@cache
def pads() -> tuple[Item, ...]:
    return load("pads:llmeval-hard", strict=True).items


@cache
def report() -> Verified:
    return verify(pads())


def refuted() -> set[tuple[str, str]]:
    """Sub-questions whose gold is refuted: ids of item and question."""
    return {
        (check.item.id, question.id)
        for check in report().checks
        for question, state in zip(check.item.questions, question_states(check), strict=True)
        if state == "refuted"
    }


@pytest.mark.slow
def test_both_engines_decide_every_sub_question_and_agree() -> None:
    assert len(pads()) >= 12
    assert not any(check.contradictions for check in report().checks)
    for check in report().checks:
        assert not check.inconsistent_variants or check.item.id == "406", check.item.id
        for part in check.parts:
            where = f"{check.item.id}, {part.question.id}"
            assert part.engines_agree is True, where
            assert part.status in (Status.AGREE, Status.DISAGREE), where


def test_no_word_of_the_texts_is_in_them() -> None:
    for path in (PADS_FOLDER / "llmeval-hard").iterdir():
        assert not CJK.search(path.read_text(encoding="utf-8")), path.name


@pytest.mark.slow
def test_the_page_names_exactly_the_golds_that_fail() -> None:
    page = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| (\d+) \|", page, re.MULTILINE)
    assert sorted(rows) == sorted(refuted())
    counts = report().figures.sub_questions
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
            truth = (
                target.key
                for target in query.listed
                if target.formula is not None
                and combine(holds(target.formula, w, side.definitions) for w in models)
            )
            return SetAnswer(members=frozenset(truth))
        if query.compared:
            first, second = (self.rows(query, name) for name in query.compared)
            by_kind = {
                "difference": first - second,
                "intersection": first & second,
                "union": first | second,
                "symmetric_difference": first ^ second,
            }[query.kind]
            return ModelsAnswer(models=frozenset(by_kind))
        rows = self.rows(query, query.under)
        if query.kind == "enumerate_models":
            return ModelsAnswer(models=frozenset(rows))
        if query.kind == "count_models":
            return CountAnswer(count=len(rows))
        assert query.kind == "unique_solution"
        if len(rows) == 1:
            return UniqueAnswer(verdict="unique", solution=next(iter(rows)))
        return UniqueAnswer(verdict="not_unique" if rows else "none")


LONG = "274"
"""Has many worlds."""


@pytest.mark.parametrize(
    "id",
    [pytest.param(item.id, marks=[pytest.mark.slow] if item.id == LONG else []) for item in pads()],
)
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


@pytest.mark.slow
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


def on_words(pad: Item) -> Item:
    """A pad's formalization on an item with words of its own."""
    questions = tuple(
        question.model_copy(update={"text": f"What of {question.id}?", "parts": ()})
        for question in pad.questions
    )
    bare = pad.model_copy(
        update={"text": "A text.", "formalization": None, "provenance": Provenance()}
    )
    return put_on((bare.model_copy(update={"questions": questions}),), (pad,)).items[0]


def test_what_a_pad_takes_for_granted_goes_with_its_item() -> None:
    pad = next(item for item in pads() if item.id == "400")
    item = on_words(pad)
    notes = str(item.provenance.parameters[NOTES])
    assert "a post is won by somebody who stands for it,\nor by nobody." in notes
    assert notes.endswith("makes Zhao\npresident."), "a line of one word is a line"
    assert "made of" not in notes
    assert "item: 400" not in notes
    written = formal_pad(item)
    again = pad_item(written, Path("400.pad"), "400.pad")
    assert again.provenance.parameters[NOTES] == notes
    # Comments that are the item's own words are no notes, and are not repeated.
    questions = [Question(id="1", text="问什么？", kind="text", gold=TextAnswer(text="答案是文字"))]
    changed_item = item.model_copy(update={"questions": tuple(questions), "formalization": None})
    begun = scratch_text(changed_item, golds=True) + "# My own.\nA: Bool\n? possible(A)\n"
    assert "published:" in begun
    own = pad_item(begun, Path("400.pad"), "400.pad")
    assert put_on((changed_item,), (own,)).items[0].provenance.parameters[NOTES].endswith("My own.")
    assert "published" not in put_on((changed_item,), (own,)).items[0].provenance.parameters[NOTES]
    whole = pad_item(scratch_text(item, golds=True), Path("400.pad"), "400.pad")
    assert put_on((item,), (whole,)).items[0].provenance.parameters[NOTES] == notes


def test_where_a_gold_is_refuted_the_answers_are_held_against_the_solver() -> None:
    pad = next(item for item in pads() if item.id == "400")
    view = AnswersView(pad, NO_ANSWERS)
    assert view.refuted_lines(2, 100) == []
    view.checked_golds = checked_golds(pad, view.groups, Cancel())
    assert list(view.checked_golds.refuted_golds) == [2]
    right = {group.label: view.right(group) for group in view.groups if group.place == 2}
    assert right == {"necessary": True, "unnecessary": False}
    other = {group.label: view.right(group) for group in view.groups if group.place == 0}
    assert other == {"necessary": True, "unnecessary": False}
    text = [line.text for line in view.distribution_lines(100, False)]
    assert "✗ The published gold is refuted: unnecessary" in text
    assert "From the premises follows: necessary" in text
    proved = next(group for group in view.groups if group.key == "2:necessary")
    assert view.remark(proved) == ("This answer follows from the premises: the solver proves it.",)


@pytest.mark.parametrize(
    ("id", "place", "answer"), [("382", 1, "4"), ("294", 2, "{First, Second, Fourth}")]
)
def test_what_follows_is_told_where_nobody_gave_it(id: str, place: int, answer: str) -> None:
    pad = next(item for item in pads() if item.id == id)
    view = AnswersView(pad, NO_ANSWERS)
    view.checked_golds = checked_golds(pad, view.groups, Cancel())
    assert view.checked_golds.refuted_golds[place].proved_answer == answer
    assert [view.right(group) for group in view.groups if group.place == place] == [False]


def at_its_refuted_gold(id: str) -> ItemView:
    """The item screen of a pad, with the first refuted gold selected."""
    pad = next(item for item in pads() if item.id == id)
    view = ItemView(pad)
    known = work_out(pad, Cancel(), 5.0)
    view.know(known.analysis, known.alignments, known.decisive_claims)
    view.select(next(e for e in view.entries if e.analysis.refutation is not None).key)
    return view


def test_reasons_begin_with_the_refuted_gold() -> None:
    view = at_its_refuted_gold("400")
    explanation = explanation_of(view)
    assert explanation is not None
    lines = [line.text for line in ExplanationView(view, explanation).lines(100, False)]
    assert lines[0] == "✗ The published gold is refuted: unnecessary"
    assert lines[1] == "· President follows"


def test_the_world_that_refutes_a_gold_can_be_questioned() -> None:
    view = at_its_refuted_gold("274")
    explanation = explanation_of(view)
    assert explanation is not None
    assert explanation.world is not None
    refutations = [e.analysis.refutation for e in view.entries if e.analysis.refutation is not None]
    assert explanation.world == refutations[0].world


def test_a_number_has_a_model_that_can_be_questioned() -> None:
    pad = next(item for item in pads() if item.id == "382")
    view = ItemView(pad)
    known = work_out(pad, Cancel(), 5.0)
    view.know(known.analysis, known.alignments, known.decisive_claims, known.worlds)
    kinds = set()
    for entry in view.entries:
        view.select(entry.key)
        assert view.questioned is not None, entry.key
        side, world = view.questioned
        assert not isinstance(world, Structure)
        assert all(holds(p.formula, world, side.definitions) for p in side.premises), entry.key
        kinds.add(side.name)
    assert kinds >= {"baseline", "alpha", "beta"}


def test_solve_and_verify_name_a_sub_question_alike() -> None:
    run = CliRunner().invoke(main, ["solve", "pads:llmeval-hard", "--item", "400"])
    heads = re.findall(r"^(\S+) +[a-z_]+\(", run.output, re.MULTILINE)
    assert heads == [leaf.id for pad in pads() if pad.id == "400" for leaf in pad.leaves]


def test_golds_that_fail_are_listed_with_their_question(tmp_path: Path) -> None:
    run = CliRunner().invoke(
        main, ["verify", str(PADS_FOLDER / "llmeval-hard/400.pad"), "--db", str(tmp_path / "a.db")]
    )
    assert run.exit_code == 1
    assert "400 · question 1.3 · " in run.output


@pytest.mark.slow
def test_commands_name_the_pads(tmp_path: Path) -> None:
    pad = next(item for item in pads() if item.id == "400")
    item = on_words(pad)
    page = page_of(item, ["somewhere/hard.json"], pads="pads:llmeval-hard")
    assert "countermodel verify hard.json --pads pads:llmeval-hard" in page
    assert "a post is won by somebody who stands for it," in page
    formal = formal_item(item)
    assert formal is not None
    path = tmp_path / "hard.jsonl"
    bare = item.model_copy(update={"formalization": None})
    path.write_text(bare.model_dump_json() + "\n", encoding="utf-8")
    view = WhatIfView(item, formal, str(path), variant="onlyE", pads="pads:llmeval-hard")
    words = shlex.split(view.command())
    assert words[-4:] == ["--pads", "pads:llmeval-hard", "--under", "onlyE"]
    run = CliRunner().invoke(main, words[1:])
    assert run.exit_code == 0, run.output
    assert "onlyE" in run.output
