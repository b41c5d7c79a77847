"""Whoever knows no logic can take a test with symbols: the page before it explains each sign that
its items use, and no answer hangs on what the page does not say."""

import re
from itertools import product

import pytest

from items.files.loading import load
from items.models import Item
from study.design.protocol import load_study
from study.files.study_file import BUILTIN
from study.stations.question import Questions

NESTED = re.compile(r"¬\([^()]*([∧∨→])[^()]*\)")


def signs(text: str) -> set[str]:
    """The signs of a text; a negated bracket is one of its own for each sign in it."""
    signs_found = {sign for sign in "¬∧∨→" if sign in text}
    return signs_found | {f"¬({match[1]})" for match in NESTED.finditer(text)}


def with_symbols() -> list[tuple[str, Questions]]:
    studies = {path.stem: load_study(f"builtin:{path.stem}") for path in BUILTIN.glob("*.toml")}
    return [
        (name, table)
        for name, loaded in sorted(studies.items())
        for table in loaded.study.tables
        if isinstance(table, Questions)
        and (table.station == "qualification" or table.id == "symbols")
    ]


def test_the_with_symbols_are_these() -> None:
    assert [(name, table.id) for name, table in with_symbols()] == [
        ("demo", "qualification"),
        ("demo-zh", "qualification"),
        ("divlogiceval", "gate"),
        ("divlogiceval-zh", "gate"),
        ("ilogiceval", "symbols"),
    ]


@pytest.mark.parametrize(("name", "table"), with_symbols(), ids=lambda value: str(value)[:20])
def test_each_sign_of_the_items_is_explained(name: str, table: Questions) -> None:
    used = {sign for item in items_of(table) for sign in signs(item.text)}
    assert used
    assert used <= signs(table.instructions), name


def items_of(table: Questions) -> list[Item]:
    kind = "symbolic" if table.id == "symbols" else None
    items = load(str(table.source)).items
    return [item for item in items if kind is None or item.attributes.get("kind") == kind]


def holds(formula: str, world: dict[str, bool]) -> bool:
    """As the page says it: brackets first, then what the sign between them means."""
    rest = list(formula.replace(" ", ""))

    def part() -> bool:
        sign = rest.pop(0)
        if sign == "¬":
            return not part()
        if sign != "(":
            return world[sign]
        value = implication()
        assert rest.pop(0) == ")"
        return value

    def implication() -> bool:
        left = part()
        if not rest or rest[0] == ")":
            return left
        sign, right = rest.pop(0), part()
        return {"∧": left and right, "∨": left or right, "→": not left or right}[sign]

    value = implication()
    assert not rest
    return value


@pytest.mark.parametrize("name", ["builtin:qualification", "builtin:qualification-zh"])
def test_no_answer_hangs_on_what_an_arrow_says_without_its_condition(name: str) -> None:
    """The page says of `A → B` only what holds if A is true. A statement with an arrow follows, if
    it does, although its condition is possible and its end open: so the rest is not needed."""
    for item in load(name).items:
        premises, statement = item.text.split("\n")
        premise_texts = [text.strip() for text in re.split("[,，]", re.split("[:：]", premises)[1])]
        claim = re.split("[:：]", statement)[1].strip(" 。")
        letters = sorted(set(re.findall("[A-H]", " ".join([*premise_texts, claim]))))
        worlds = [
            world
            for values in product([True, False], repeat=len(letters))
            if all(
                holds(text, world := dict(zip(letters, values, strict=True)))
                for text in premise_texts
            )
        ]
        assert worlds, item.id
        (question,) = item.leaves
        follows = all(holds(claim, world) for world in worlds)
        assert question.gold is not None
        assert follows == (getattr(question.gold, "value", "") == "true"), item.id
        if "→" in claim and follows:
            condition, _, end = claim[1:-1].partition("→")
            assert any(holds(condition, world) for world in worlds), item.id
            assert any(not holds(end, world) for world in worlds), item.id
