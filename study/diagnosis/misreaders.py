"""Answers of respondents who misread: planted rates, to try out what a diagnosis makes of them.

Owns reading the file of misreaders and giving an answer under misreadings drawn with their rates.
Who misreads, and playing a study, are `study.respondents.simulation`'s and the record's.
"""

from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from items.answers import Answer, ModelsAnswer, SetAnswer
from items.families.seeds import Draw
from items.formal import formal_item
from items.misreadings.misreading import FIRST, PART
from items.misreadings.registry import MISREADINGS
from items.models import Item
from solver.errors import InputError
from solver.phrases import phrase
from study.diagnosis.groups import Misreaders
from study.diagnosis.possible_answers import answers_to, offered
from study.diagnosis.question_readings import QuestionReadings, members_of
from study.files.toml_errors import PlacedError, validated
from study.files.toml_file import read_text, read_toml

WHAT = "misreaders' file"
KEPT = 4096
"""Questions whose readings are remembered."""


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    group: tuple[Misreaders, ...] = Field(min_length=1)


def load_misreaders(path: Path) -> tuple[Misreaders, ...]:
    """The groups of a file of misreaders.

    Raises:
        InputError: it cannot be read, names a misreading that there is not, or has shares that
            come to more than 1.
    """
    text = read_text(path, str(path), WHAT.capitalize(), "Give a TOML file.")
    file = validated(_File, read_toml(text, str(path), WHAT), text, str(path), WHAT)
    for place, group in enumerate(file.group):
        for name in group.rates:
            if name not in MISREADINGS:
                raise PlacedError(
                    ("group", place, "rates", name),
                    phrase("A mistake in the {a}", a=WHAT),
                    f"expected one of {', '.join(MISREADINGS)}, found {name!r}",
                ).located(text, str(path))
    shares = sum(group.share for group in file.group)
    if shares > 1 + 1e-9:
        raise PlacedError(
            ("group",),
            phrase("A mistake in the {a}", a=WHAT),
            f"expected shares that come to 1 or less, found {shares:g}",
        ).located(text, str(path))
    return file.group


def misread(item: Item, place: int, misreader: Misreaders, draw: Draw) -> Answer | None:
    """The answer of a misreader to the question part at `place` of the item's leaves: each
    misreading is made with its rate, wherever it applies; one that is made in one place at a time,
    in a place drawn from those where it changes what is right. Of several answers that are then
    right one is drawn. None where it is a guess, or where nothing is right as read, as where the
    premises as read exclude one another."""
    if draw.chance(misreader.guess):
        return None
    readings = _readings(_Known(item, place))
    if readings is None:
        return None
    names = tuple(
        name
        for name in MISREADINGS
        if name in misreader.rates and draw.chance(misreader.rates[name])
    )
    if not offered(item.leaves[place]):
        return _told(draw.choice(readings.answers_under(names)), readings, names, draw)
    right = draw.choice(readings.ways(names))
    return readings.choices[draw.choice(sorted(right))] if right else None


def _told(
    answer: Answer | None, readings: QuestionReadings, names: tuple[str, ...], draw: Draw
) -> Answer | None:
    """What of a list is told: one model where only the first is looked for, some of its members
    where it is incomplete; None where it has too few for that."""
    way, members = readings.answering_under(names), members_of(answer)
    if members is None or way not in (FIRST, PART):
        return answer
    least = 2 if way == PART and isinstance(answer, ModelsAnswer) else 1
    most = 1 if way == FIRST else len(members) - 1
    if not least <= most < len(members):
        return None
    kept = frozenset(draw.sample(sorted(members, key=sorted), least + draw.below(most - least + 1)))
    if isinstance(answer, ModelsAnswer):
        return ModelsAnswer(models=kept)
    return SetAnswer(members=kept)


class _Known:
    """An item and the place of a part, told apart by content."""

    def __init__(self, item: Item, place: int) -> None:
        self.item = item
        self.place = place

    def __hash__(self) -> int:
        return hash((self.item.content_hash, self.place))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Known)
            and self.place == other.place
            and self.item.content_hash == other.item.content_hash
        )


@lru_cache(maxsize=KEPT)
def _readings(known: _Known) -> QuestionReadings | None:
    try:
        formal = formal_item(known.item)
        leaf = known.item.leaves[known.place]
        if formal is None or leaf.free:
            return None
        if known.place not in formal.queries and not any(formal.options.get(known.place, ())):
            return None
        readings = QuestionReadings(known.item, formal, known.place, answers_to(leaf, ()))
        if readings.choices:
            return readings
        # Whether a misreading changes what is right is told by the right answer.
        right = [answer for answer in readings.answers_under(()) if answer is not None]
        return QuestionReadings(known.item, formal, known.place, right)
    except InputError:
        return None
