"""What items share: the cluster that an item is drawn with where items are a sample.

Owns the clusters. Items made from one template or one base item, or with the same formalization up
to names, are likely to be right or wrong together; an interval that counts them as independent is
too narrow.
"""

import json
import re
from typing import Any

from items.models import Item
from items.shape.computed_once import once
from solver.kinds.registry import KINDS

BASE = ("base", "base_item")
"""Attributes that name the item an item was made from."""
GOLD_WITHHELD = "gold_withheld"
"""The attribute of an item whose right answer its source keeps back."""
TWINS = "twins"
"""The attribute that items made to differ in little have in common."""
RETOLD = "believable"
"""The attribute by which twins differ that are one problem on purpose, told in other words."""
WORDED, SYMBOLIC = "natural language", "symbolic"
"""The forms in which an item can be told; twins may differ in nothing else."""
FORMS = (WORDED, SYMBOLIC)
"""In the order of tables."""
_FORMS = {
    "symbolic": SYMBOLIC,
    "symbols": SYMBOLIC,
    "natural language": WORDED,
    "words": WORDED,
    "worded": WORDED,
}
"""Values of the attributes `form` and `kind` that say how an item is told."""
_CONNECTIVE = re.compile(r"[¬∧∨→↔⊕⊻∀∃⇒⇔]|<?->|<?=>|&&|\|\|")
_FORMULA = re.compile(
    r"(?:(?<![A-Za-z])[A-Za-z][0-9_]{0,4}(?![A-Za-z])|[^A-Za-z0-9_\u2e80-\uffff])+"
)
"""Single letters, with or without a number, and signs; no word."""
_WORDS = {
    *("forall", "exists", "all", "not", "and", "or", "xor", "true", "false", "under", "given"),
    *("possible", "necessary", "exactly_one", "at_least", "at_most", "exactly"),
}
"""Words of the formal language that are no names, beside those of query kinds."""
_NAME = re.compile(r"\\?[A-Za-z_][A-Za-z0-9_]*")


@once
def form(item: Item) -> str:
    """Whether an item is told in words or in symbols: what its attributes `form` or `kind` say;
    where neither does, in symbols if it is `abstract` ("aaa is true"), or if all its options are
    formulas and its text holds some."""
    for name in ("form", "kind"):
        value = str(item.attributes.get(name, "")).casefold()
        if value in _FORMS:
            return _FORMS[value]
    if item.attributes.get("abstract") is True:
        return SYMBOLIC
    options = [option.text for leaf in item.leaves for option in leaf.options]
    formulas = options and _CONNECTIVE.search(item.text) and all(map(_FORMULA.fullmatch, options))
    return SYMBOLIC if formulas else WORDED


def base_of(item: Item) -> str:
    """The id of the item that an item was made from; empty where it was made from none."""
    return next((str(item.attributes[name]) for name in BASE if name in item.attributes), "")


def cluster_of(item: Item, attribute: str | None = None) -> str:
    """The cluster of an item: its value of `attribute` where one is asked for, else what its
    twins share, its template, its base item, or its formalization up to names; the item alone
    where it has none of these."""
    attributes = item.attributes
    if attribute is not None:
        value = attributes.get(attribute)
        return item.content_hash if value is None else f"{attribute}={value}"
    if TWINS in attributes:
        return json.dumps([item.provenance.benchmark, TWINS, attributes[TWINS]])
    if "template" in attributes:
        where = [attributes.get(name, "") for name in ("level", "kind", "template")]
        return json.dumps([item.provenance.benchmark, *where])
    for name in BASE:
        if name in attributes:
            return json.dumps([item.provenance.benchmark, name, attributes[name]])
    if item.formalization is not None:
        return _up_to_names(item.formalization, [leaf.query or "" for leaf in item.leaves])
    return item.content_hash


def _up_to_names(formalization: dict[str, Any], queries: list[str]) -> str:
    """Premises and queries with every name replaced by its place in order of appearance."""
    places: dict[str, str] = {}

    def place(match: re.Match[str]) -> str:
        word = match[0]
        if word in places:
            return places[word]
        if word.startswith("\\") or word.casefold() in _WORDS or word.casefold() in KINDS:
            return word
        return places.setdefault(word, f"n{len(places)}")

    premises = formalization.get("premise", [])
    texts = formalization.get("question", []) if not any(queries) else queries
    return _NAME.sub(place, json.dumps([premises, texts], ensure_ascii=False))
