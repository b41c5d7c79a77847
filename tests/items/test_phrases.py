"""Words of a sentence that speak of the parts of its formula."""

from itertools import pairwise
from typing import Any

from items.files.loading import load
from items.inspection.formula_phrases import needed_phrases, phrases
from solver.language.loader import load_problem


def matched_phrases(sentence: str, data: dict[str, Any]) -> list[tuple[str, list[tuple[int, ...]]]]:
    problem = load_problem(data)
    matched = phrases(sentence, problem.premises[0], problem.signature)
    return [(sentence[p.span.start : p.span.end], sorted(p.paths)) for p in matched]


def test_each_atom_has_the_words_of_its_gloss() -> None:
    data: dict[str, Any] = {
        "parameters": {"L": "Bool", "B": "Bool", "S": "Bool"},
        "translation": {"L": "the ferry is late", "B": "the baker whistles"},
        "premise": ["~(L & B) | S"],
    }
    sentence = "It is not the case that both the ferry is late and the baker whistles."
    assert matched_phrases(sentence, data) == [
        ("the ferry is late", [(0, 0, 0)]),
        ("the baker whistles", [(0, 0, 1)]),
    ]


def test_inflected_words_are_found_and_a_part_that_is_gone_is_not_lit() -> None:
    data: dict[str, Any] = {
        "parameters": {"S": "Bool", "B": "Bool"},
        "translation": {"S": "a goat sleeps on the roof", "B": "the baker whistles"},
        "premise": ["S -> B"],
    }
    sentence = "Whenever goats slept — no, are sleeping on some roof — bakers whistle."
    problem = load_problem(data)
    matched = phrases(sentence, problem.premises[0], problem.signature)
    words = [sentence[p.span.start : p.span.end] for p in matched]
    assert words[-1] == "bakers whistle"
    assert words[0].startswith("goats")
    assert words[0].endswith("roof")
    assert [p.paths for p in needed_phrases(matched, [(0,)])] == [frozenset({(1,)})]
    assert needed_phrases(matched, [()]) == ()


def test_chinese_predicates_and_values() -> None:
    data: dict[str, Any] = {
        "parameters": {"b": "Person", "day": "Enum(monday, friday)"},
        "translation": {"F(x)": "x 是党员", "day": "会议的日子"},
        "premise": ["F(b) & day = friday"],
    }
    sentence = "小李是党员，而会议的日子是 Friday。"
    assert matched_phrases(sentence, data) == [
        ("是党员", [(0,)]),
        ("会议的日子是 Friday", [(1,)]),
    ]


def test_words_that_are_not_there_are_no_guess() -> None:
    data: dict[str, Any] = {
        "parameters": {"A": "Bool"},
        "translation": {"A": "the parrot is asleep"},
        "premise": ["A"],
    }
    assert matched_phrases("The train leaves at nine.", data) == []


def test_phrases_never_overlap_and_lie_in_the_sentence() -> None:
    counted = 0
    for item in load("builtin:demo").items:
        if item.formalization is None:
            continue
        problem = load_problem(item.formalization, lenient=True)
        for premise in problem.premises:
            matched = phrases(item.text, premise, problem.signature)
            counted += len(matched)
            for phrase, other in pairwise(matched):
                assert phrase.span.end <= other.span.start
            assert all(0 <= p.span.start < p.span.end <= len(item.text) for p in matched)
            assert all(p.paths for p in matched)
    assert counted > 100
