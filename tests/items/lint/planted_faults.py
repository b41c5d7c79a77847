"""Faults planted into good items, by kind: what lint is to catch."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from items.answers import ChoiceAnswer, TruthAnswer
from items.families.batches import run
from items.families.divlogic.generator import Divlogic
from items.families.dyval.generator import Dyval
from items.families.dyval.task import Shape
from items.families.qmfol.generator import LABELS, Qmfol, configurations
from items.models import Item, Option

Plant = Callable[[Item], Item | None]
"""The item with the fault; None where it has no place for it."""


def good_items() -> dict[str, tuple[Item, ...]]:
    """Good items by family."""
    configs = configurations(("Food",), (2,), (2,), LABELS, (0,), range(20))
    return {
        "divlogic": run(Divlogic(11, mix=(("3c1e", 3), ("missing", 2))), 80).items,
        "dyval": run(Dyval(Shape(), 11, ("contextual",), strict=True), 60).items,
        "qmfol": run(Qmfol(configs, strict=True), 60).items,
    }


def text(change: Callable[[str], str]) -> Plant:
    def plant(item: Item) -> Item | None:
        changed = change(item.text)
        return None if changed == item.text else item.model_copy(update={"text": changed})

    return plant


def sub(pattern: str, by: str, flags: re.RegexFlag = re.IGNORECASE) -> Plant:
    return text(lambda message: re.sub(pattern, by, message, count=1, flags=flags))


def _body(message: str) -> tuple[str, list[str]]:
    """The conventions at the beginning, and the sentences after them."""
    parts = re.split(r"(?<=\.) ", message)
    first = 0
    while parts[first].startswith(("Here,", "This is about", '"Or" always')):
        first += 1
    return " ".join(parts[:first]), parts[first:]


def sentences(change: Callable[[list[str]], list[str]]) -> Plant:
    def changed(message: str) -> str:
        body: list[str]
        head, body = _body(message)
        return " ".join(filter(None, (head, *change(body))))

    return text(changed)


def question(**update: Any) -> Plant:
    def plant(item: Item) -> Item | None:
        own = item.questions[0]
        values = {k: v(item) if callable(v) else v for k, v in update.items()}
        if any(value is None for value in values.values()):
            return None
        return item.model_copy(update={"questions": (own.model_copy(update=values),)})

    return plant


def options(change: Callable[[list[Option], int], list[Option]]) -> Plant:
    def new(item: Item) -> tuple[Option, ...]:
        gold = item.questions[0].gold
        assert isinstance(gold, ChoiceAnswer)
        assert gold.option is not None
        return tuple(change(list(item.questions[0].options), gold.option))

    return question(options=new)


def _with(option: Option, **update: str) -> Option:
    return option.model_copy(update=update)


def _at(listed: list[Option], place: int, option: Option) -> list[Option]:
    return [*listed[:place], option, *listed[place + 1 :]]


def formal(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Plant:
    def plant(item: Item) -> Item:
        assert item.formalization is not None
        return item.model_copy(update={"formalization": change(dict(item.formalization))})

    return plant


def _other_label(item: Item) -> TruthAnswer:
    gold = item.questions[0].gold
    assert isinstance(gold, TruthAnswer)
    names = ("true", "false", "unknown")
    return TruthAnswer.model_validate({"value": names[(names.index(gold.value) + 1) % 3]})


def _other_option(item: Item) -> ChoiceAnswer:
    gold = item.questions[0].gold
    assert isinstance(gold, ChoiceAnswer)
    assert gold.option is not None
    return ChoiceAnswer(option=(gold.option + 1) % 4)


def _gold_told(item: Item) -> Item | None:
    gold = item.questions[0].gold
    assert isinstance(gold, ChoiceAnswer)
    assert gold.option is not None
    option_text = item.questions[0].options[gold.option].text
    return item.model_copy(update={"text": f"{item.text} {option_text}"})


def _first_symbol(item: Item) -> str:
    assert item.formalization is not None
    return str(next(iter(item.formalization["parameters"])))


def _renamed(item: Item) -> Item:
    """The same problem in other letters and other words."""
    assert item.formalization is not None
    turn = str.maketrans("ABCDEFGH", "HGFEDCBA")
    own = item.questions[0]
    new = own.model_copy(
        update={
            "query": own.query.translate(turn) if own.query else None,
            "options": tuple(
                Option(text=f"{o.text} Indeed.", formula=(o.formula or "").translate(turn))
                for o in own.options
            ),
        }
    )
    premises = [str(p).translate(turn) for p in item.formalization["premise"]]
    provenance = item.provenance.model_copy(update={"generator": None, "index": None})
    return item.model_copy(
        update={
            "text": f"{item.text} Indeed.",
            "questions": (new,),
            "provenance": provenance,
            "formalization": {
                "parameters": {k.translate(turn): "Bool" for k in item.formalization["parameters"]},
                "premise": premises,
            },
        }
    )


def _answer_given(item: Item) -> Item | None:
    """A true conclusion as one more premise, in the text and formally."""
    own = item.questions[0]
    quoted = re.search(r'"(.+)"$', own.text)
    if own.gold != TruthAnswer(value="true") or quoted is None or own.query is None:
        return None
    queried = own.query.removeprefix("necessary(").removesuffix(")")
    return _with_premise(item, quoted[1], queried)


def _given_twice(item: Item) -> Item | None:
    """The first sentence again, where it tells a fact."""
    assert item.formalization is not None
    _, body = _body(item.text)
    fact = str(item.formalization["premise"][0])
    if len(body[0].split()) > 12 or not re.fullmatch(r"¬?\w+", fact):
        return None
    return _with_premise(item, body[0], fact)


def _with_premise(item: Item, told: str, premise: str) -> Item:
    assert item.formalization is not None
    premises = [*item.formalization["premise"], premise]
    formalization = {**item.formalization, "premise": premises}
    text = f"{item.text} {told}"
    return item.model_copy(update={"text": text, "formalization": formalization})


def _reversed_question(item: Item) -> str | None:
    if item.attributes.get("question_type") == "3c1e":
        return "Which of these conclusions does not follow from the statements above?"
    return "Which of the following conclusions follows from the statements above?"


HAN = "如果下雨，街道就会湿。今天下雨。"
FAULTS: Mapping[str, tuple[str, Plant]] = {
    # --- divlogic
    "either-or told as both-and": ("divlogic", sub(r"either (.+?) or ", r"both \1 and ")),
    "a dropped not": ("divlogic", sub(r"(?<=\w) not (?!the case|true|be the case)", " ")),
    "only if told as if": ("divlogic", sub(r"only if", "if")),
    "provided that told as unless": (
        "divlogic",
        sub(r"\b(provided that|as long as|whenever|assuming that|in the event that)\b", "unless"),
    ),
    "a premise is not told": ("divlogic", sentences(lambda body: body[1:])),
    "a premise too many": (
        "divlogic",
        sentences(lambda body: [*body[:1], "The weather is fine.", *body[1:]]),
    ),
    "the conclusion is not marked": (
        "divlogic",
        sub(r"(Therefore|Hence|Consequently|As a result), ", "Also, "),
    ),
    "two option texts swapped": (
        "divlogic",
        options(
            lambda o, _: _at(_at(o, 0, _with(o[0], text=o[1].text)), 1, _with(o[1], text=o[0].text))
        ),
    ),
    "the question is reversed": ("divlogic", question(text=_reversed_question)),
    "another question": ("divlogic", question(text="Which is the most beautiful?")),
    "another gold": ("divlogic", question(gold=_other_option)),
    "an option is there twice": (
        "divlogic",
        options(lambda o, g: _at(o, (g + 1) % 4, o[(g + 2) % 4])),
    ),
    "an option's text is there twice": (
        "divlogic",
        options(lambda o, g: _at(o, (g + 1) % 4, _with(o[(g + 1) % 4], text=o[g].text))),
    ),
    "the gold is there twice": ("divlogic", options(lambda o, g: _at(o, (g + 1) % 4, o[g]))),
    "no text": ("divlogic", text(lambda _: "  ")),
    "no question": ("divlogic", question(text="")),
    "an empty option": ("divlogic", options(lambda o, _: _at(o, 1, _with(o[1], text=" ")))),
    "an option without words": ("divlogic", options(lambda o, _: _at(o, 1, _with(o[1], text="—")))),
    "correct is written beside the gold": (
        "divlogic",
        options(lambda o, g: _at(o, g, _with(o[g], text=f"{o[g].text} (correct)"))),
    ),
    "a tick beside the gold": (
        "divlogic",
        options(lambda o, g: _at(o, g, _with(o[g], text=f"✓ {o[g].text}"))),
    ),
    "the answer in the text": ("divlogic", text(lambda message: f"{message} The answer is B.")),
    "the answer in the question": (
        "divlogic",
        question(text=lambda item: f"{item.questions[0].text} (Answer: C)"),
    ),
    "a hint": ("divlogic", text(lambda message: f"{message} Hint: choose D.")),
    "the gold stated in the text": ("divlogic", _gold_told),
    "a Chinese text": ("divlogic", text(lambda _: HAN)),
    "a Chinese option": ("divlogic", options(lambda o, _: _at(o, 2, _with(o[2], text=HAN)))),
    "a German text": (
        "divlogic",
        text(
            lambda _: "Wenn es regnet, wird die Straße nass, und heute regnet es seit dem Morgen."
        ),
    ),
    "a premise against the others": (
        "divlogic",
        formal(lambda f: {**f, "premise": [*f["premise"], f"¬({f['premise'][0]})"]}),
    ),
    "a formula that cannot be read": (
        "divlogic",
        formal(lambda f: {**f, "premise": [*f["premise"], "(A →"]}),
    ),
    "a tag": ("divlogic", text(lambda message: f"{message} <aaa>")),
    "the same item again": (
        "divlogic",
        lambda item: item.model_copy(update={"id": f"{item.id}/again"}),
    ),
    "the same problem in other letters": ("divlogic", _renamed),
    # --- dyval
    "a fact turned round": (
        "dyval",
        sentences(
            lambda body: (
                [re.sub(r"\b(was|were) ", r"\1 not ", body[0], count=1), *body[1:]]
                if " not " not in body[0]
                else [body[0].replace(" not ", " ", 1), *body[1:]]
            )
        ),
    ),
    "or told as and": ("dyval", sub(r"(If .+?) or ", r"\1 and ")),
    "a double negative": (
        "dyval",
        sentences(lambda body: [f"It is false that {body[0][:1].lower()}{body[0][1:]}", *body[1:]]),
    ),
    "a rule is not told": ("dyval", sentences(lambda body: body[:-1])),
    "rule turned round": ("dyval", sub(r"If ([^.]+?), then ([^.]+?)\.", r"If \2, then \1.")),
    "another label": ("dyval", question(gold=_other_label)),
    "two symbols with the same sentence": (
        "dyval",
        formal(lambda f: {**f, "translation": dict.fromkeys(f["translation"], "The sky was blue")}),
    ),
    "an answer key left in": (
        "dyval",
        lambda item: item.model_copy(
            update={"attributes": {**item.attributes, "stray": "<ans>: True"}}
        ),
    ),
    "a symbol's name in the text": (
        "dyval",
        lambda item: item.model_copy(
            update={"text": f"{item.text} {_first_symbol(item)} is False."}
        ),
    ),
    "no gold": (
        "dyval",
        lambda item: item.model_copy(
            update={"questions": (item.questions[0].model_copy(update={"gold": None}),)}
        ),
    ),
    "the answer is given": ("dyval", _answer_given),
    "a fact is given twice": ("dyval", _given_twice),
    "another thing is asked": (
        "dyval",
        question(
            text=lambda item: re.sub(
                r'"(.+?)( was| were| did)', r'"The moon\2', item.questions[0].text
            )
        ),
    ),
    # --- qmfol
    "every told as no": ("qmfol", sub(r"\bEvery\b|\bAll\b", "No", re.NOFLAG)),
    "a property's not dropped": ("qmfol", sub(r"\bis not\b", "is")),
    "if and then exchanged": (
        "qmfol",
        sub(r"(If an? \w+) ([^.]+?), then it ([^.]+?)\.", r"\1 \3, then it \2."),
    ),
    "a rule lost": ("qmfol", sentences(lambda body: body[1:])),
    "another conclusion": (
        "qmfol",
        question(
            text=lambda item: re.sub(r'"[^"]+"$', '"Every food is salty."', item.questions[0].text)
        ),
    ),
    "label changed": ("qmfol", question(gold=_other_label)),
}
"""Kind to the family it is planted into and how."""
