"""Small items made to break one rule, or to keep it."""

from typing import Any

from items.answers import ChoiceAnswer, TruthAnswer
from items.findings.rules import Finding
from items.lint.run import lint
from items.models import Item, Option, Question


def formal(premises: list[str], names: str = "", **more: Any) -> dict[str, Any]:
    """Premises over Bool symbols: those named, or the capitals that occur."""
    message = names or "".join(sorted({c for premise in premises for c in premise if c.isupper()}))
    return {"parameters": dict.fromkeys(message, "Bool"), "premise": premises, **more}


def choice(
    premises: list[str],
    options: list[str],
    gold: int | None = 0,
    type_: str = "3c1e",
    query: str | None = None,
    **more: Any,
) -> Item:
    names = "".join(sorted({c for f in [*premises, *options] for c in f if c.isupper()}))
    question = Question(
        id="1",
        text="Which?",
        kind="choice",
        query=query,
        options=tuple(Option(text=option, formula=option) for option in options),
        gold=None if gold is None else ChoiceAnswer(option=gold if gold >= 0 else None),
    )
    return Item(
        id="choice",
        text="In symbols: " + ", ".join(premises),
        questions=(question,),
        formalization=formal(premises, names),
        attributes={"question_type": type_, **more},
    )


def truth(premises: list[str], asked: str, gold: str, text: str = "", **more: Any) -> Item:
    question = Question(
        id="1",
        text="Is it so?",
        kind="truth",
        query=f"necessary({asked})",
        gold=TruthAnswer.model_validate({"value": gold}),
    )
    names = "".join(sorted({c for f in [*premises, asked] for c in f if c.isupper()}))
    return Item(
        id="truth",
        text=text or "In symbols: " + ", ".join(premises),
        questions=(question,),
        formalization=formal(premises, names, **more),
    )


def worded(text: str, glosses: dict[str, str], facts: list[str], language: str = "en") -> Item:
    """An item whose text tells facts about glossed symbols."""
    return Item(
        id="worded",
        language=language,
        text=text,
        questions=(Question(id="1", kind="text"),),
        formalization={
            "parameters": dict.fromkeys(glosses, "Bool"),
            "translation": glosses,
            "premise": facts,
        },
    )


def findings(item: Item) -> list[Finding]:
    return [finding.finding for count in lint([item]).counts for finding in count.findings]


def broken_rules(item: Item) -> set[str]:
    """Names of the rules that an item breaks."""
    return {finding.rule.name for finding in findings(item)}


def finding_texts(item: Item, rule: str) -> list[str]:
    """The texts of the findings of one rule."""
    return [finding.what for finding in findings(item) if finding.rule.name == rule]
