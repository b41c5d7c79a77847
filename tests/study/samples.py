"""Small items and a study that uses all of them; no file of the project is read."""

from items.answers import (
    Answer,
    ChoiceAnswer,
    CountAnswer,
    ModelsAnswer,
    SetAnswer,
    TextAnswer,
    TruthAnswer,
    UniqueAnswer,
    VerdictAnswer,
)
from items.models import Choice, Item, Option, Question
from study.course.sections import Pools
from study.design.protocol import LoadedStudy, parse_study

TARGETS = (Choice(key="A"), Choice(key="B"))
STATUS = (Choice(key="A"), Choice(key="status=going"), Choice(key="status=open"))


def options(count: int) -> tuple[Option, ...]:
    return tuple(Option(text=f"option {index}") for index in range(count))


def choice(name: str, gold: int | None = 0, count: int = 4, **attributes: str) -> Item:
    question = Question(
        id="q", kind="choice", options=options(count), gold=ChoiceAnswer(option=gold)
    )
    return Item(id=name, text=f"About {name}.", questions=(question,), attributes=dict(attributes))


def truth(name: str, gold: bool = True) -> Item:
    answer = TruthAnswer(value="true" if gold else "false")
    return Item(id=name, text=name, questions=(Question(id="q", kind="truth", gold=answer),))


def models(*worlds: str) -> ModelsAnswer:
    """`models("AB", "")`: two worlds, A and B true in the first, nothing in the second."""
    return ModelsAnswer(models=frozenset(frozenset(world) for world in worlds))


EVERY_KIND: tuple[Question, ...] = (
    Question(id="choice", kind="choice", options=options(3), gold=ChoiceAnswer(option=1)),
    Question(id="truth", kind="truth", gold=TruthAnswer(value="unknown")),
    Question(id="possible", kind="possible", gold=VerdictAnswer(word="impossible")),
    Question(id="necessary", kind="necessary", gold=VerdictAnswer(word="necessary")),
    Question(id="worlds", kind="enumerate_models", vocabulary=TARGETS, gold=models("A", "AB")),
    Question(
        id="names",
        kind="enumerate_models",
        vocabulary=TARGETS,
        gold=SetAnswer(members=frozenset("A")),
    ),
    Question(id="count", kind="count_models", gold=CountAnswer(count=3)),
    Question(
        id="unique",
        kind="unique_solution",
        vocabulary=STATUS,
        gold=UniqueAnswer(verdict="unique", solution=frozenset({"A", "status=open"})),
    ),
    Question(id="other", kind="has_alternative", gold=VerdictAnswer(word="alternative")),
    Question(
        id="projection",
        kind="projection",
        vocabulary=TARGETS,
        gold=SetAnswer(members=frozenset("AB")),
    ),
    Question(id="text", kind="text", gold=TextAnswer(text="The ferry is late.")),
)
WRONG: dict[str, Answer] = {
    "choice": ChoiceAnswer(option=0),
    "truth": TruthAnswer(value="true"),
    "possible": VerdictAnswer(word="possible"),
    "necessary": VerdictAnswer(word="unnecessary"),
    "worlds": models("A"),
    "names": SetAnswer(members=frozenset()),
    "count": CountAnswer(count=4),
    "unique": UniqueAnswer(verdict="not_unique"),
    "other": VerdictAnswer(word="no_alternative"),
    "projection": SetAnswer(members=frozenset("A")),
    "text": TextAnswer(text="No idea"),
}
"""A wrong answer to each question of EVERY_KIND."""

BREATHS = Question(
    id="breaths",
    parts=(
        Question(id="possible", kind="possible", gold=VerdictAnswer(word="possible")),
        Question(id="certain", kind="necessary", gold=VerdictAnswer(word="unnecessary")),
    ),
)

POOLS: Pools = {
    "gate": tuple(truth(f"gate-{index}", gold=index % 2 == 0) for index in range(6)),
    "main": (
        *(choice(f"main-{index}", gold=index % 4, level=str(index % 2)) for index in range(6)),
        choice("three", count=3),
    ),
    "kinds": (
        Item(id="kinds", text="All kinds.", questions=EVERY_KIND),
        Item(id="breaths", text="Two breaths.", questions=(BREATHS,), language="zh"),
    ),
}

STUDY = """
id = "sample"
title = "A sample"
consent = "You may stop at any time."
seed = 11

[away]
clock = "stopped"
max_away_seconds = 60

[qualification]
source = "gate"
number = 5
pass_above = 0.5
seconds_per_question = 30

[[blocks]]
id = "timed"
source = "main"
number = 5
seconds_per_question = 20
seconds_per_block = 40
confidence = true
none_option = true
break_after = 2

[[blocks]]
id = "kinds"
source = "kinds"
order = "fixed"
break_after = 4
seconds_per_question = 60
"""


def sample(text: str = STUDY) -> LoadedStudy:
    return parse_study(text, "sample.toml")
