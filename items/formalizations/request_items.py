"""Items that request a formalization, a judge's verdict on it, or matches of its symbols.

Owns the content of such items, so that formalizations by models are requested, recorded and resumed
like answers. `sessions.models` asks the models.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from items.formalizations.columns import Point
from items.formalizations.model_alignment import open_pairs
from items.formalizations.symbols import SymbolAlignment
from items.models import Item, Provenance, Question
from solver.language.sorts import write_sort
from solver.language.syntax import Symbol

Symbols = Literal["free", "fixed"]
FOLDER = Path(__file__).parent / "protocols"
PROTOCOL = str(FOLDER / "formalize.toml")
JUDGE_PROTOCOL = str(FOLDER / "formalize-judge.toml")
ALIGN_PROTOCOL = str(FOLDER / "formalize-align.toml")
ALIGN = "#align"
_POINT = re.compile(r"#[0-9a-z-]++#(?:z3|atom .+|extra [0-9]+|missing [0-9]+)\Z", re.DOTALL)
"""The end of the id of an item that puts a point to a judge."""
BENCHMARK = "formalization"
"""Benchmark of the items made here."""


def formalization_items(items: Iterable[Item], symbols: Symbols) -> dict[str, Item]:
    """For each item with a formalization, the item that requests one, by the item's id. With fixed
    symbols, the gold's symbols are listed with their types and glosses."""
    return {item.id: _asking(item, symbols) for item in items if item.formalization is not None}


def _asking(item: Item, symbols: Symbols) -> Item:
    zh = item.language.startswith("zh")
    questions = "\n".join(question.text for question in item.questions if question.text)
    text = f"{'问题' if zh else 'Questions'}:\n{questions}"
    if symbols == "fixed":
        text += f"\n\n{_given_symbols(item, zh)}"
    return Item(
        id=f"{item.id}#{symbols}",
        title=item.title,
        language=item.language,
        text=item.text,
        questions=(Question(id="1", kind="text", text=text),),
        provenance=Provenance(benchmark=BENCHMARK, parameters={"item": item.content_hash}),
    )


def _given_symbols(item: Item, zh: bool) -> str:
    data = item.formalization or {}
    parameters, translation = data.get("parameters") or {}, data.get("translation") or {}
    lines = [f"{name}: {type_}" for name, type_ in parameters.items()]
    lines += [f"{name}: {gloss}" for name, gloss in translation.items()]
    head = (
        "请只使用下列符号，含义与类型如下；不要增加或改动符号："
        if zh
        else "Use these symbols alone, with these types and meanings; add none and change none:"
    )
    return "\n".join((head, *lines))


def judging_item(item: Item, candidate: str, point: Point) -> Item:
    """The item that puts one point of one formalization to a judge."""
    return Item(
        id=f"{item.id}#{candidate}#{point.key}",
        language=item.language,
        text=item.text,
        questions=(Question(id="1", kind="truth", text=point.text),),
        attributes={"truth_scale": "follows"},
        provenance=Provenance(benchmark=BENCHMARK, parameters={"item": item.content_hash}),
    )


def aligning_item(item: Item, candidate: str, alignment: SymbolAlignment) -> Item | None:
    """The item that asks which gold symbols the candidate's symbols mean; None if there is nothing
    to ask."""
    pairs = open_pairs(alignment)
    if not pairs:
        return None
    zh = item.language.startswith("zh")
    heads = ("待对应的符号：", "参考的符号：") if zh else ("Symbols:", "Symbols of the reference:")
    own_lines = dict.fromkeys(_symbol_line(symbol) for symbol, _ in pairs)
    gold_lines = dict.fromkeys(_symbol_line(gold) for _, gold in pairs)
    lines = [heads[0], *own_lines, "", heads[1], *gold_lines]
    return Item(
        id=f"{item.id}#{candidate}{ALIGN}",
        language=item.language,
        text=item.text,
        questions=(Question(id="1", kind="text", text="\n".join(lines)),),
        provenance=Provenance(benchmark=BENCHMARK, parameters={"item": item.content_hash}),
    )


def _symbol_line(symbol: Symbol) -> str:
    places = f"({', '.join(symbol.places)})" if symbol.places else ""
    return f"- {symbol.name}{places} [{write_sort(symbol.sort)}]: {symbol.gloss}"


def is_point(id: str) -> bool:
    """Whether an id belongs to an item that puts a point to a judge."""
    return _POINT.search(id) is not None
