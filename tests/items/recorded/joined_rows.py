"""Small items, and the way from a file to joined rows, for the tests of recorded answers."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from items.answers import ChoiceAnswer, CountAnswer, TextAnswer, TruthAnswer
from items.models import Item, Option, Question
from items.recorded.formats import read
from items.recorded.join import JoinedAnswer, Joiner, join_all
from items.recorded.rows import RecordedRow, Skip

GOATS = "If a goat sleeps on the roof, then the baker whistles. A goat sleeps on the roof."
FERRY = "The ferry is late or the harp is out of tune. The harp is in tune."


def choice(id_: str, text: str, gold: int, options: Iterable[str] = ()) -> Item:
    texts = tuple(options) or tuple(
        f"{id_} says {word}" for word in ("one", "two", "three", "four")
    )
    question = Question(
        id="1",
        text="Which follows?",
        kind="choice",
        options=tuple(Option(text=name) for name in texts),
        gold=ChoiceAnswer(option=gold),
    )
    return Item(id=id_, text=text, questions=(question,))


def truth(id_: str, text: str, gold: str = "true") -> Item:
    question = Question(
        id="1",
        text="Is it so?",
        kind="truth",
        gold=TruthAnswer.model_validate({"value": gold}),
    )
    return Item(id=id_, text=text, questions=(question,))


def several(id_: str, text: str) -> Item:
    questions = (
        Question(id="a", text="How many cases?", kind="count_models", gold=CountAnswer(count=2)),
        Question(id="b", text="Who whistles?", kind="text", gold=TextAnswer(text="the baker")),
    )
    return Item(id=id_, text=text, questions=questions)


def rows(
    path: Path, format: str, columns: Mapping[str, str] | None = None
) -> tuple[list[RecordedRow], list[Skip]]:
    every = list(read(path, format, columns))
    return (
        [entry for entry in every if isinstance(entry, RecordedRow)],
        [entry for entry in every if isinstance(entry, Skip)],
    )


def places(
    path: Path,
    format: str,
    items: Iterable[Item] = (),
    columns: Mapping[str, str] | None = None,
) -> tuple[list[JoinedAnswer], list[Skip]]:
    """A file's rows joined to items; without items, to placeholders."""
    items_given = tuple(items)
    joiner = Joiner(items_given, stand_in=not items_given)
    every = list(join_all(read(path, format, columns), joiner))
    return (
        [entry for entry in every if isinstance(entry, JoinedAnswer)],
        [entry for entry in every if isinstance(entry, Skip)],
    )


def option(one: JoinedAnswer) -> int | None:
    """The option answered, in the item's own order."""
    assert isinstance(one.answer, ChoiceAnswer), one
    return one.answer.option
