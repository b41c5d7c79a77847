"""What items share: the cluster of an item, the sampling unit if items are a sample.

Owns the clusters. Items made from one template or one base item, or with the same formalization up
to names, are likely to be right or wrong together; an interval that counts them as independent is
too narrow.
"""

import json
import re
from typing import Any

from items.models import Item
from items.shape.computed_once import memoized
from solver.kinds.registry import KINDS

BASE = ("base", "base_item")
"""Attributes that name the item from which an item was made."""
GOLD_WITHHELD = "gold_withheld"
"""Attribute of an item whose gold answer its source withholds."""
TWINS = "twins"
"""Attribute shared by items that were designed to differ in little."""
RETOLD = "believable"
"""Attribute in which twins differ that deliberately present one problem in different words."""
WORDED, SYMBOLIC = "natural language", "symbolic"
"""The possible forms of an item; twins may differ in nothing else."""
FORMS = (WORDED, SYMBOLIC)
"""In the order of tables."""
_FORMS = {
    "symbolic": SYMBOLIC,
    "symbols": SYMBOLIC,
    "natural language": WORDED,
    "words": WORDED,
    "worded": WORDED,
}
"""Values of the attributes `form` and `kind` that state the form of an item."""
_CONNECTIVE = re.compile(r"[¬∧∨→↔⊕⊻∀∃⇒⇔]|<?->|<?=>|&&|\|\|")
_FORMULA = re.compile(
    r"(?:(?<![A-Za-z])[A-Za-z][0-9_]{0,4}(?![A-Za-z])|[^A-Za-z0-9_\u2e80-\uffff])+"
)
"""Single letters, with or without a number, and signs; no words."""
_WORDS = {
    *("forall", "exists", "all", "not", "and", "or", "xor", "true", "false", "under", "given"),
    *("possible", "necessary", "exactly_one", "at_least", "at_most", "exactly"),
}
"""Words of the formal language that are not names, in addition to those of query kinds."""
_NAME = re.compile(r"\\?[A-Za-z_][A-Za-z0-9_]*")


@memoized
def form(item: Item) -> str:
    """Return whether an item is in words or in symbols, according to its attribute `form` or
    `kind`. If neither states it, the item is in symbols if it is `abstract` ("aaa is true"), or if
    all its options are formulas and its text contains some."""
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
    """Return the id of the item from which an item was made; empty if there is none."""
    return next((str(item.attributes[name]) for name in BASE if name in item.attributes), "")


def cluster_of(item: Item, attribute: str | None = None) -> str:
    """Return the cluster of an item: its value of `attribute` if requested, otherwise the key
    shared by its twins, its template, its base item, or its formalization up to names; the item
    alone if it has none of these."""
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
    """Premises and queries with every name replaced by its index in order of first appearance."""
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
