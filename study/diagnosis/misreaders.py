"""Answers of simulated respondents who misread, with known rates, for testing what a diagnosis
finds.

Owns reading the file of misreaders and giving an answer under misreadings drawn with their rates.
`study.respondents.simulation` decides who misreads, and the record plays a study.
"""

from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from items.answers import Answer, ChoiceAnswer
from items.formal import formal_item
from items.misreadings.registry import MISREADINGS
from items.models import Item
from items.seeds import Draw
from solver.errors import InputError
from solver.phrases import phrase
from study.diagnosis.guesses import part_told
from study.diagnosis.misreading_groups import Misreaders
from study.diagnosis.possible_answers import answers_to, offered
from study.diagnosis.question_readings import QuestionReadings
from study.files.toml_errors import PlacedError, validated
from study.files.toml_file import read_text, read_toml

FILE_KIND = "misreaders' file"
CACHED_QUESTIONS = 4096
"""Number of questions whose readings are cached."""


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    group: tuple[Misreaders, ...] = Field(min_length=1)


def load_misreaders(path: Path) -> tuple[Misreaders, ...]:
    """The groups of a file of misreaders.

    Raises:
        InputError: it cannot be read, names an unknown misreading, or has shares that
            add up to more than 1.
    """
    text = read_text(path, str(path), FILE_KIND.capitalize(), "Give a TOML file.")
    file = validated(_File, read_toml(text, str(path), FILE_KIND), text, str(path), FILE_KIND)
    for place, group in enumerate(file.group):
        for name in group.rates:
            if name not in MISREADINGS:
                raise PlacedError(
                    ("group", place, "rates", name),
                    phrase("A mistake in the {a}", a=FILE_KIND),
                    f"expected one of {', '.join(MISREADINGS.usable())}, found {name!r}",
                ).located(text, str(path))
    shares = sum(group.share for group in file.group)
    if shares > 1 + 1e-9:
        raise PlacedError(
            ("group",),
            phrase("A mistake in the {a}", a=FILE_KIND),
            f"expected shares that come to 1 or less, found {shares:g}",
        ).located(text, str(path))
    return file.group


def misread(
    item: Item, place: int, misreader: Misreaders, draw: Draw, *, none_option: bool = False
) -> Answer | None:
    """The answer of a misreader to the question part at `place` of the item's leaves: each
    misreading is made with its rate, wherever it applies; one that is made in one place at a time
    is made in a random one of the places where it changes what is right. If several answers are
    then right, one is drawn. Where nothing is right under the reading, for example because the
    premises as read contradict each other, the answer is a guess. None where that may be any
    possible answer. With `none_option`, “none of these” is among the options."""
    guesses = draw.chance(misreader.guess)
    readings = _readings(_KnownQuestion(item, place, none_option))
    if readings is None:
        return None
    return (None if guesses else _understood(readings, misreader, draw)) or readings.guess(draw)


def _understood(readings: QuestionReadings, misreader: Misreaders, draw: Draw) -> Answer | None:
    names = tuple(
        name
        for name in MISREADINGS.usable()
        if name in misreader.rates and draw.chance(misreader.rates[name])
    )
    if not offered(readings.leaf):
        whole = draw.choice(readings.answers_under(names))
        return whole and part_told(whole, readings.answering_under(names), draw)
    right = draw.choice(readings.choice_sets(names))
    return readings.choices[draw.choice(sorted(right))] if right else None


class _KnownQuestion:
    """An item, the index of a part, and whether “none of these” is offered, compared by content."""

    def __init__(self, item: Item, place: int, none_option: bool) -> None:
        self.item = item
        self.place = place
        self.none_option = none_option

    def __hash__(self) -> int:
        return hash((self.item.content_hash, self.place, self.none_option))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _KnownQuestion)
            and self.place == other.place
            and self.none_option == other.none_option
            and self.item.content_hash == other.item.content_hash
        )


@lru_cache(maxsize=CACHED_QUESTIONS)
def _readings(question: _KnownQuestion) -> QuestionReadings | None:
    try:
        formal = formal_item(question.item)
        leaf = question.item.leaves[question.place]
        if formal is None or leaf.free:
            return None
        if question.place not in formal.queries and not any(formal.options.get(question.place, ())):
            return None
        none = (ChoiceAnswer(option=None),) if leaf.options and question.none_option else ()
        readings = QuestionReadings(question.item, formal, question.place, answers_to(leaf, none))
        if readings.choices:
            return readings
        # Compare right answers to see whether a misreading changes what is right.
        right = [answer for answer in readings.answers_under(()) if answer is not None]
        return QuestionReadings(question.item, formal, question.place, right)
    except InputError:
        return None
