"""What items are drawn together."""

from typing import Any

from items.models import Item, Question
from items.shape.structure import SYMBOLIC, WORDED, cluster_of, form


def item(id_: str, premise: str, query: str, **attributes: Any) -> Item:
    return Item(
        id=id_,
        text=f"Text {id_}.",
        questions=(Question(id="1", kind="truth", query=query),),
        formalization={"premise": [premise], "question": [query]},
        attributes=attributes,
    )


def test_names_do_not_tell_formalizations_apart() -> None:
    first = item("a", "S \\to B", "necessary(B)")
    other = item("b", "Rain \\to Wet", "necessary(Wet)")
    assert cluster_of(first) == cluster_of(other)
    assert cluster_of(first) != cluster_of(item("c", "Rain \\to Wet", "necessary(Rain)"))
    assert cluster_of(first) != cluster_of(item("d", "Rain \\to Wet", "possible(Wet)"))
    assert cluster_of(first) != cluster_of(item("e", "S \\wedge B", "necessary(B)"))


def test_templates_come_first_and_an_attribute_overrides() -> None:
    first = item("a", "S", "necessary(S)", template=3, level=1, domain="law")
    other = item("b", "T \\to S", "necessary(S)", template=3, level=1, domain="art")
    assert cluster_of(first) == cluster_of(other)
    assert cluster_of(first, "domain") != cluster_of(other, "domain")
    deeper = item("c", "S", "necessary(S)", template=3, level=2)
    assert cluster_of(first) != cluster_of(deeper)
    assert cluster_of(deeper, "domain") == deeper.content_hash


def test_an_item_of_nothing_stands_alone() -> None:
    plain = Item(id="p", text="Text.", questions=(Question(id="1", kind="text"),))
    assert cluster_of(plain) == plain.content_hash


def test_abstract_twins_are_told_in_symbols() -> None:
    abstract = item("a", "S", "necessary(S)", abstract=True, domain="abstract")
    symbolic = item("b", "S", "necessary(S)", abstract=False, domain="law")
    assert (form(abstract), form(symbolic)) == (SYMBOLIC, WORDED)
    named = item("c", "S", "necessary(S)", abstract=True, form="worded")
    assert form(named) == WORDED
