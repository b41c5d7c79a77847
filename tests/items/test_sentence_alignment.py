"""Premises and the sentences they came from."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from items.files.loading import load
from items.formal import formal_item
from items.formalizations.sentence_alignment import Alignment, Certainty, align, sentences
from items.models import Item
from solver.errors import InputError
from solver.language.loader import load_problem
from tests.items.builtin_sets import items
from tests.items.inspected_items import GOAT, item, own
from tests.shared_data import shared_path

EXPLANATION = re.compile(r"Here, |本文|This is about|\"Or\" always|A statement about every")


def aligned(one: Item) -> tuple[Alignment, ...]:
    formal = formal_item(one)
    assert formal is not None
    return align(one, formal.problem)


def aligned_texts(one: Item) -> list[list[str]]:
    return [[one.text[s.start : s.end] for s in a.spans] for a in aligned(one)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("Dr. Mira met J. Smith. She left.", ["Dr. Mira met J. Smith.", "She left."]),
        ("It costs 3.50 today. Fine.", ["It costs 3.50 today.", "Fine."]),
        ("“Stop!” he said… Then.", ["“Stop!”", "he said… Then."]),
        ("一。二！三？“四。”五", ["一。", "二！", "三？", "“四。”", "五"]),
        ("First line\nsecond line", ["First line", "second line"]),
        ("  \n ", []),
        ("", []),
    ],
)
def test_sentences(text: str, wanted: list[str]) -> None:
    assert [text[s.start : s.end] for s in sentences(text)] == wanted


@given(st.text(alphabet="ab .!?。；\n”", max_size=60))
def test_sentences_lie_apart_in_order_and_leave_out_no_letter(text: str) -> None:
    spans = sentences(text)
    assert all(entry.end <= other.start for entry, other in pairwise(spans))
    covered = {place for span in spans for place in range(span.start, span.end)}
    assert all(place in covered for place, char in enumerate(text) if char.isalnum())


def test_matches_are_likely_and_say_so() -> None:
    alignments = aligned(item())
    assert aligned_texts(item()) == [
        ["The baker whistles, provided that a goat sleeps on the roof."],
        ["It is not the case that both the ferry is late and the baker whistles."],
        ["A goat sleeps on the roof."],
        ["Cheese is cheap."],
    ]
    assert {alignment.certainty for alignment in alignments} == {Certainty.LIKELY}


def test_what_fits_nowhere_has_no_source() -> None:
    strange = item(text="Nothing of the kind is said here. Not a word.")
    assert all(
        alignment.spans == () and alignment.certainty is None for alignment in aligned(strange)
    )


def test_sources_that_are_given_are_taken() -> None:
    formalization = {**GOAT["formalization"], "sources": [3, None, [0, [70, 82]], None]}
    entry = item(formalization=formalization)
    alignments = aligned(entry)
    assert (alignments[0].certainty, alignments[0].score) == (Certainty.GIVEN, None)
    assert aligned_texts(entry)[0] == ["Cheese is cheap."]
    assert alignments[1].certainty is Certainty.LIKELY
    assert [(s.start, s.end) for s in alignments[2].spans][1] == (70, 82)


@pytest.mark.parametrize(
    "sources", [[0, 1], "0", [9, None, None, None], [[0, [5, 2]], None, None, None], [True] * 4]
)
def test_sources_that_cannot_be_meant_are_refused(sources: object) -> None:
    entry = item().model_copy(
        update={"formalization": {**GOAT["formalization"], "sources": sources}}
    )
    with pytest.raises(InputError, match="sources cannot be read"):
        aligned(entry)


def test_chinese_is_matched_by_pairs_of_characters() -> None:
    entry = own(
        {
            "id": "zh",
            "language": "zh",
            "text": "如果山羊睡在屋顶上，面包师就吹口哨。渡船晚点了。",
            "questions": [{"query": "possible(P)"}],
            "formalization": {
                "translation": {"S": "山羊睡在屋顶上", "P": "面包师吹口哨", "L": "渡船晚点"},
                "premise": ["S -> P", "L"],
            },
        }
    )
    assert aligned_texts(entry) == [["如果山羊睡在屋顶上，面包师就吹口哨。"], ["渡船晚点了。"]]


@pytest.mark.slow
def test_most_premises_of_real_items_find_a_sentence() -> None:
    puzzles = load(shared_path("contexthub/data_level1/deductive_logic.json")).items
    alignments = [
        a for entry in puzzles if not entry.attributes["abstract"] for a in aligned(entry)
    ]
    assert sum(bool(a.spans) for a in alignments) > 0.9 * len(alignments)


def test_names_in_chinese_are_spoken_of_where_something_is_said_of_them() -> None:
    text = (
        "H=阿林饿了；F=他遇到同学。R1：若H为真，则F为真。通报没有列出H/F/G哪些发生。已确认F不成立。"
    )
    formal = {
        "parameters": {"H": "Bool", "F": "Bool", "which": "Enum(H, F)"},
        "translation": {"H": "hungry", "F": "met", "which": "what is meant"},
        "define": {"Both": "H & F"},
        "premise": ["H -> F", "~F", "which = H", "Both"],
    }
    record = {"id": "1", "query": "necessary(H)", "gold": "unnecessary"}
    puzzle = own(
        {"id": "x", "language": "zh", "text": text, "questions": [record], "formalization": formal}
    )
    spans = [
        [text[span.start : span.end] for span in alignment.spans]
        for alignment in align(puzzle, load_problem(formal))
    ]
    assert spans == [["R1：若H为真，则F为真。"], ["已确认F不成立。"], [], []]


@pytest.mark.slow
def test_each_premise_of_generated_items_has_its_own_sentence() -> None:
    """Their sentences are in the order of their premises, after the explanations."""
    for name in ("divlogic-zh", "contexthub", "qmfol"):
        aligned_count = right = 0
        for entry in items(name):
            formal = formal_item(entry)
            assert formal is not None
            spans = sentences(entry.text)
            explaining = [s for s in spans if EXPLANATION.match(entry.text[s.start : s.end])]
            own_spans = spans[len(explaining) :]
            if len(own_spans) != len(formal.problem.premises):
                # One sentence says two premises, or the text has its conclusion in it.
                continue
            clause_spans = [a.spans for a in align(entry, formal.problem)]
            assert all(not f or f == (o,) for f, o in zip(clause_spans, own_spans, strict=True)), (
                entry.id
            )
            aligned_count += len(clause_spans)
            right += sum(map(bool, clause_spans))
        # A sentence told in words that stand in no gloss (“光着头” for not wearing a hat) is given
        # to no premise. Of divlogic-zh these are 8 of 277.
        assert right > 0.97 * aligned_count > 200, name


def test_a_fact_is_not_matched_with_the_rule_that_names_it() -> None:
    entry = own(
        {
            "id": "tour",
            "language": "en",
            "text": "If the guide knew a shortcut and the bus was late, then the tour was short. "
            "The guide did not know a shortcut. The bus was late.",
            "questions": [{"query": "possible(T)"}],
            "formalization": {
                "translation": {
                    "S": "the guide knew a shortcut",
                    "B": "the bus was late",
                    "T": "the tour was short",
                },
                "premise": ["B", "~S", "S & B -> T"],
            },
        }
    )
    assert aligned_texts(entry) == [
        ["The bus was late."],
        ["The guide did not know a shortcut."],
        ["If the guide knew a shortcut and the bus was late, then the tour was short."],
    ]


def test_a_sentence_carries_several_premises_where_there_are_too_few() -> None:
    entry = own(
        {
            "id": "two",
            "language": "en",
            "text": "The goat sleeps and the baker whistles. Cheese is cheap.",
            "questions": [{"query": "possible(S)"}],
            "formalization": {
                "translation": {
                    "S": "the goat sleeps",
                    "P": "the baker whistles",
                    "C": "cheese is cheap",
                },
                "premise": ["S", "P", "C"],
            },
        }
    )
    both = ["The goat sleeps and the baker whistles."]
    assert aligned_texts(entry) == [both, both, ["Cheese is cheap."]]


def test_sentences_of_a_very_long_text_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """3,000 sentences and premises were compared for minutes, which nothing stopped."""
    formal = {"premise": ["A", "B"], "translation": {"A": "ants work", "B": "bees hum"}}
    two_insects = own(
        {
            "id": "one",
            "text": "Ants work. Bees hum.",
            "formalization": {**formal, "sources": [1, None]},
            "questions": [{"id": "1", "text": "Do ants work?", "query": "necessary(A)"}],
        }
    )
    assert aligned_texts(two_insects) == [["Bees hum."], ["Bees hum."]]
    monkeypatch.setattr("items.formalizations.sentence_alignment.MOST_PAIRS", 3)
    monkeypatch.setattr(
        "items.formalizations.sentence_alignment._matched", lambda *_: pytest.fail("compared")
    )
    assert aligned_texts(two_insects) == [["Bees hum."], []]
