"""Small items whose gold depends on how a word is read, and their likes whose gold does not.

The gold and what it would be under the misreading are worked out by enumeration here, without the
program's own readings.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from items.answers import TruthAnswer
from items.models import Item, Question

NAMES = ("Anna", "Ben", "Carla", "David", "Ella", "Frank")
KINDS = ("carpenter", "dancer", "farmer", "painter", "singer", "teacher")


@dataclass(frozen=True)
class Ambiguous:
    """An item, and whether its gold depends on the reading of its word."""

    item: Item
    word: str
    depends: bool


def _item(id: str, text: str, asked: str, query: str, gold: str, premises: list[str]) -> Item:
    answer = TruthAnswer.model_validate({"value": gold})
    question = Question(id="1", text=asked, kind="truth", query=f"necessary({query})", gold=answer)
    return Item(id=id, text=text, questions=(question,), formalization={"premise": premises})


def _value(worlds: list[dict[str, bool]], name: str) -> str:
    values = {world[name] for world in worlds}
    return "unknown" if len(values) != 1 else str(values.pop()).lower()


@dataclass(frozen=True)
class _Rule:
    """ "X comes <word> Y comes"."""

    word: str
    x: str
    y: str

    @property
    def sentence(self) -> str:
        if self.word == "if":
            return f"If {self.x} comes, {self.y} comes"
        return f"{self.x} comes {self.word} {self.y} comes"

    @property
    def formula(self) -> str:
        if self.word == "or":
            return f"{self.x} | {self.y}"
        return f"~{self.y} -> {self.x}" if self.word == "unless" else f"{self.x} -> {self.y}"

    def holds(self, world: dict[str, bool], misread: bool) -> bool:
        x, y = world[self.x], world[self.y]
        if self.word in ("or", "unless"):
            return x != y if misread else x or y
        return (not y or x) if misread and self.word == "only if" else (not x or y)


def _left(
    rules: Sequence[_Rule], flags: Sequence[bool], known: str, positive: bool
) -> list[dict[str, bool]]:
    """The worlds that fit the rules, those of the flags misread, and the fact."""
    names = sorted({name for rule in rules for name in (rule.x, rule.y)})
    rows = (dict(zip(names, row, strict=True)) for row in product((False, True), repeat=3))
    read = list(zip(rules, flags, strict=True))
    return [
        world
        for world in rows
        if world[known] == positive and all(rule.holds(world, so) for rule, so in read)
    ]


def propositional(seed: int) -> Iterator[Ambiguous]:
    """Two rules and a fact about who comes: "or", "unless" and "only if", with no word of how they
    are meant."""
    rng = Random(seed)
    for number in range(400):
        a, b, c = rng.sample(NAMES, 3)
        word = rng.choice(("or", "unless", "only if"))
        rules = [_Rule(rng.choice(("if", word)), x, y) for x, y in ((a, b), (b, c))]
        known, positive = rng.choice((a, b, c)), rng.random() < 0.6
        queried = rng.choice([name for name in (a, b, c) if name != known])
        as_said = _left(rules, (False, False), known, positive)
        mine = [rule.word == word for rule in rules]
        if not any(mine) or not as_said:
            continue
        gold = _value(as_said, queried)
        misread = [
            outcome
            for flags in product((False, True), repeat=2)
            if any(flags) and all(own or not so for own, so in zip(mine, flags, strict=True))
            if (outcome := _left(rules, flags, known, positive))
        ]
        depends = any(_value(result, queried) != gold for result in misread)
        premises = [rule.formula for rule in rules] + [known if positive else f"~{known}"]
        fact = f"{known} comes" if positive else f"{known} does not come"
        text = ". ".join([*(rule.sentence for rule in rules), fact]) + "."
        item = _item(f"p/{number}", text, f"Does {queried} come?", queried, gold, premises)
        yield Ambiguous(item, word, depends)


def quantified() -> Iterator[Ambiguous]:
    """Syllogisms with two universal premises: which depend on there being some."""
    for number, (a, b, c) in enumerate(
        (KINDS[i], KINDS[(i + step) % 6], KINDS[(i + 2 * step + 1) % 6])
        for i in range(6)
        for step in (1, 2, 5)
    ):
        if len({a, b, c}) < 3:
            continue
        x, y, z = (name.capitalize() for name in (a, b, c))
        text = f"Every {a} is a {b}. Every {b} is a {c}."
        premises = [f"forall x ({x}(x) -> {y}(x))", f"forall x ({y}(x) -> {z}(x))"]
        question_text = f"Is some {a} a {c}?"
        some = f"exists x ({x}(x) & {z}(x))"
        yield Ambiguous(
            _item(f"q/{number}/i", text, question_text, some, "unknown", premises), "every", True
        )
        question_text = f"Is every {a} a {c}?"
        all_ = f"forall x ({x}(x) -> {z}(x))"
        item = _item(f"q/{number}/a", text, question_text, all_, "true", premises)
        yield Ambiguous(item, "every", False)
