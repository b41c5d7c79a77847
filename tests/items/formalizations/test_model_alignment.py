"""What of a model's word about symbols is taken, and what never is."""

from typing import Any

import pytest

from items.asking.prompting import prompt
from items.asking.protocol import load_protocol
from items.formalizations.model_alignment import read_alignment, with_model_matches
from items.formalizations.request_items import ALIGN_PROTOCOL, aligning_item
from items.formalizations.symbols import MatchBasis, SymbolAlignment, align_symbols
from items.models import Item
from solver.language.loader import load_problem


def alignment(mine: dict[str, str], theirs: dict[str, str]) -> SymbolAlignment:
    def problem(glosses: dict[str, str]) -> dict[str, Any]:
        names = [name.partition("(")[0] for name in glosses]
        used = [f"{n}(a)" if "(" in key else n for n, key in zip(names, glosses, strict=True)]
        return {"translation": glosses, "premise": used}

    return align_symbols(load_problem(problem(mine)), load_problem(problem(theirs)))


@pytest.mark.parametrize(
    ("mine", "theirs", "names"),
    [
        ({"P": "it rains"}, {"A": "it does not rain"}, {"P": "A"}),
        ({"P": "three came"}, {"A": "four came"}, {"P": "A"}),
        ({"P": "water falls"}, {"F(x)": "x sings"}, {"P": "F"}),
        ({"P": "water falls"}, {"A": "it rains"}, {"P": "B"}),
        ({"P": ""}, {"A": "it rains"}, {"P": "A"}),
    ],
)
def test_a_word_against_sorts_or_glosses_is_not_taken(
    mine: dict[str, str], theirs: dict[str, str], names: dict[str, str]
) -> None:
    before = alignment(mine, theirs)
    assert with_model_matches(before, names) == before


def test_a_word_for_what_is_open_is_taken() -> None:
    before = alignment(
        {"P": "water falls from above", "F(x)": "x hums"}, {"A": "it rains", "G(x)": "x sings"}
    )
    after = with_model_matches(before, {"P": "A", "F": "G"})
    assert [(m.symbol.name, m.gold.name, m.basis) for m in after.matches[-2:]] == [
        ("P", "A", MatchBasis.MODEL),
        ("F", "G", MatchBasis.MODEL),
    ]
    assert "P" not in [symbol.name for symbol in after.free]


@pytest.mark.parametrize(
    ("reply", "names"),
    [
        ('<alignment>{"P": "A", "Q": null}</alignment>', {"P": "A"}),
        ('```json\n{"P(x)": "A(y)"}\n```', {"P": "A"}),
        ('{"P": "A", "Q": "A", "R": "B"}', {"R": "B"}),
        ('{"P": "A"} or rather {"P": "B"}', {}),
        ("P is A", {}),
        ('{"P": ["A"]}', {}),
    ],
)
def test_replies_are_read_where_they_are_certain(reply: str, names: dict[str, str]) -> None:
    assert read_alignment(reply) == names


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_request_shows_the_text_and_what_is_open(language: str) -> None:
    item = Item(id="rain", language=language, text="If it rains, Ada sings.", questions=())
    shared = {"S": "Ada sings"}
    left = alignment({"P": "water falls", **shared}, {"A": "it rains", **shared})
    aligning = aligning_item(item, "c1", left)
    assert aligning is not None
    loaded = load_protocol(ALIGN_PROTOCOL)
    (message,) = prompt(aligning, aligning.leaves, loaded.protocol).messages
    assert all(word in message.content for word in (item.text, "water falls", "it rains"))
    assert "- S " not in message.content
    assert "{{" not in message.content
    assert aligning_item(item, "c1", alignment(shared, shared)) is None
