"""Records in which everybody is right on all items in words and wrong on all their twins in
symbols, or right in English and wrong in Chinese, quick and terse on the ones, slow and lengthy on
the others: no figure may lie between."""

from collections.abc import Iterator
from typing import Any

from items.answers import Answer, ChoiceAnswer, TruthAnswer, VerdictAnswer
from items.harden.attributes import EXCLUDED_STRATEGIES, STRATEGIES
from items.models import Item, Option, Provenance, Question
from items.shape.structure import FORMS, SYMBOLIC, WORDED, form
from sessions.models import responses
from sessions.models.responses import Call, ModelAnswer
from sessions.record.clock import ManualClock
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from tests.study.samples import sample

DIFFERENCES = {"form": FORMS, "language": ("en", "zh")}
"""What tells the twins of a record apart, and how: first those on which everybody is right."""
SECONDS = {WORDED: 4.0, SYMBOLIC: 40.0, "en": 4.0, "zh": 40.0}
TOKENS = {WORDED: 100, SYMBOLIC: 900, "en": 100, "zh": 900}
PAIRS = 6
FORMULAS = {"premise": ["A", "A \\rightarrow B"], "parameters": {"A": "Bool", "B": "Bool"}}


def _choice(name: str, told: str, **attributes: Any) -> Item:
    options = tuple(Option(text=f"{name}: {n}") for n in range(3))
    question = Question(id="q", kind="choice", options=options, gold=ChoiceAnswer(option=0))
    return _item(name, told, (question,), **attributes)


def _truth(name: str, told: str, n: int, **attributes: Any) -> Item:
    gold = TruthAnswer(value="true" if n % 2 else "false")
    return _item(name, told, (Question(id="q", kind="truth", gold=gold),), **attributes)


def _several(name: str, told: str, **attributes: Any) -> Item:
    questions = (
        Question(
            id="a",
            text="Is it possible?",
            kind="possible",
            query="possible(B)",
            gold=VerdictAnswer(word="possible"),
        ),
        Question(
            id="b",
            text="Is it necessary?",
            condition="Rule 1 is gone.",
            kind="necessary",
            query="necessary(B)",
            gold=VerdictAnswer(word="necessary"),
        ),
    )
    return _item(name, told, questions, **attributes)


def _item(name: str, told: str, questions: tuple[Question, ...], **attributes: Any) -> Item:
    benchmark = attributes.pop("benchmark", "Planted")
    return Item(
        id=f"{name}, {told}",
        text=f"About {name}, {told}.",
        questions=questions,
        language=told if told in DIFFERENCES["language"] else "en",
        attributes={**({"form": told} if told in FORMS else {}), **attributes},
        formalization=FORMULAS,
        provenance=Provenance(benchmark=benchmark),
    )


def _twins(told: str) -> Iterator[Item]:
    for n in range(PAIRS):
        yield _choice(f"choice {n}", told, question_type=("3e1c", "1e3c")[n % 2], level=str(n % 3))
        for distractors in (0, 5):
            yield _truth(
                f"truth {n}_distract{distractors}",
                told,
                n,
                depth=1 + n % 2,
                width=1 + n % 3,
                topic=("sea", "land")[n % 2],
                domain=("law", "art")[n // 2 % 2],
                level=1 + n % 2,
                distractors=distractors,
            )
        yield _several(f"several {n}", told, benchmark="LLMEval-Logic Base")
        yield _several(
            f"hardened {n}",
            told,
            base=f"several {n}, {told}",
            benchmark="LLMEval-Logic Hard",
            **{STRATEGIES: "a: chain"},
        )
        yield _several(
            f"hardened without {n}",
            told,
            base=f"several {n}, {told}",
            benchmark="LLMEval-Logic Hard",
            **{EXCLUDED_STRATEGIES: "chain"},
        )


ITEMS = {told: tuple(_twins(told)) for values in DIFFERENCES.values() for told in values}


def planted_answer(question: Question, told: str) -> Answer:
    """Right in words and in English, wrong in symbols and in Chinese."""
    gold = question.gold
    assert gold is not None
    if told in (WORDED, "en"):
        return gold
    if isinstance(gold, ChoiceAnswer):
        return ChoiceAnswer(option=1)
    if isinstance(gold, TruthAnswer):
        return TruthAnswer(value="unknown")
    return VerdictAnswer(word="impossible" if question.kind == "possible" else "unnecessary")


def answers(difference: str) -> Iterator[ModelAnswer]:
    """Those of two models in two runs each, to every rotation."""
    for model in ("big", "small"):
        for run in (1, 2):
            for language in DIFFERENCES[difference]:
                for item in ITEMS[language]:
                    for part in item.leaves:
                        for mutant in range(len(part.options) or 1):
                            call = Call(
                                utc=f"2026-01-01T00:00:0{run}Z",
                                prompt_hash=f"{item.id} {part.id} {mutant}",
                                seconds=SECONDS[language],
                                prompt_tokens=TOKENS[language],
                                completion_tokens=TOKENS[language],
                                reasoning_tokens=TOKENS[language],
                            )
                            yield ModelAnswer(
                                model,
                                "0-shot",
                                run,
                                item.content_hash,
                                item.id,
                                part.id,
                                part.id,
                                mutant,
                                "answered",
                                planted_answer(part, language),
                                call,
                            )


STUDY = """
id = "planted"
title = "Planted"
consent = "Yes?"
pause_after = 0
[qualification]
source = "gate"
number = 8
pass_above = 0.3
[[blocks]]
id = "mixed"
source = "all"
order = "fixed"
confidence = true
[[exclude]]
rule = "unfinished"
"""


def people(db: Database, difference: str, number: int = 3) -> None:
    """Sessions of as many people in a study whose one block has all items."""
    every = [
        item
        for pair in zip(*(ITEMS[language] for language in DIFFERENCES[difference]), strict=True)
        for item in pair
    ]
    study = sample(STUDY)
    gate = tuple(
        _truth(f"gate {n}", language, n) for n in range(4) for language in DIFFERENCES[difference]
    )
    pools = {"all": tuple(every), "gate": gate}
    for n in range(number):
        clock = ManualClock()
        runner = Runner.open(
            db, study, f"P{n}", clock=clock, pools=lambda: pools, proofs={}, pilot=False
        )
        runner.consent(True)
        while runner.state.phase not in ("completed", "not_qualified"):
            current = runner.current
            if runner.state.phase != "question" or current is None:
                runner.proceed()
                continue
            language = form(current.item) if difference == "form" else current.item.language
            for part in current.question.leaves:
                runner.change(part.id, planted_answer(part, language))
            clock.advance(SECONDS[language])
            if current.block.confidence:
                runner.set_confidence(3)
            runner.confirm()
        runner.close()


def planted_record(difference: str = "form", path: str = ":memory:") -> Database:
    """A record whose twins differ in this attribute."""
    db = Database.open(path)
    responses.add(
        db,
        list(answers(difference)),
        [item for language in DIFFERENCES[difference] for item in ITEMS[language]],
    )
    people(db, difference)
    return db
