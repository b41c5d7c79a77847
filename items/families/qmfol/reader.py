"""Reader that parses QMFOL sentences into statements.

Owns the part shared by the readers of all languages, and the reader for the controlled language of
`words`. It knows a topic but nothing about the task: it parses a sentence from its words alone, so
that a wording that differs from its formula is detected before an item is written.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from items.families.qmfol.rules import Join, Lit, Side, Statement, Subject
from items.families.qmfol.topics import Topic

_OR, _AND = re.compile(r", or |, | or "), re.compile(r", and |, | and ")
Forms = Mapping[str, tuple[int, bool]]
Place = Literal["left", "right"]


class Unreadable(ValueError):
    """The sentence is outside the language."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A sentence form; the pattern's groups are `left`, `right`, or `both`, and `name`."""

    pattern: re.Pattern[str]
    subject: Subject
    plural: bool = False
    denied: bool = False
    """The sentence contains `no`: its right side is denied."""
    points: Join | None = None
    """The right side is a list of short sentences with this connective."""
    adverb: str = ""
    """Adverb before the first verb of the right side, in Chinese."""
    detached_sides: frozenset[Place] = frozenset()
    """Sides that do not come after their subject, in Chinese."""


class FrameReader(ABC):
    """Reader for sentences about one topic; predicates are places in its list of phrases. Languages
    differ in their frames and in the way phrases are combined."""

    separator: ClassVar[str]
    """Separator between the subject and the phrase."""
    point_separator: ClassVar[str]
    """Separator between the short sentences of a list."""

    def __init__(self, topic: Topic, frames: Sequence[Frame]) -> None:
        self.topic = topic
        self._frames = frames

    def statement(self, sentence: str) -> Statement:
        """Parse a sentence. Raises Unreadable."""
        for frame in self._frames:
            match = frame.pattern.fullmatch(sentence)
            if match:
                return self._said(frame, match.groupdict())
        raise Unreadable(sentence)

    @abstractmethod
    def split(self, text: str, frame: Frame) -> tuple[str, str]:
        """Split a text into one phrase and the statement about those it fits. Raises Unreadable."""

    @abstractmethod
    def side(self, text: str, frame: Frame, place: Place) -> Side:
        """Parse a side. Raises Unreadable."""

    def _said(self, frame: Frame, texts: Mapping[str, str | None]) -> Statement:
        left_text, right_text = texts.get("left"), texts.get("right")
        both = texts.get("both")
        if both is not None:
            left_text, right_text = self.split(both, frame)
        assert right_text is not None
        if frame.points is not None:
            right = self._points(right_text, texts.get("name") or self.topic.pronoun, frame.points)
        else:
            right = self.side(right_text, frame, "right")
        if frame.denied:
            if len(right.literals) != 1:
                raise Unreadable(right_text)
            right = right.denied
        left = None if left_text is None else self.side(left_text, frame, "left")
        return Statement(frame.subject, right, left)

    def _points(self, text: str, subject: str, join: Join) -> Side:
        start = f"{subject}{self.separator}"
        parts = text.split(self.point_separator)
        if not all(part.startswith(start) for part in parts):
            raise Unreadable(text)
        forms = self.topic.singular
        return Side(tuple([literal(part.removeprefix(start), forms) for part in parts]), join)


def literal(text: str, forms: Forms) -> Lit:
    """Return the literal of a phrase. Raises Unreadable."""
    form = forms.get(text)
    if form is None:
        raise Unreadable(text)
    return Lit(*form)


class Reader(FrameReader):
    """Reader for English sentences."""

    separator = " "
    point_separator = "; "

    def __init__(self, topic: Topic) -> None:
        noun, plural, pronoun = (re.escape(w) for w in (topic.noun, topic.plural, topic.pronoun))
        text = f"{topic.article} {noun}"
        names = "|".join(re.escape(name) for name in topic.names)
        for_every = f"For every {noun}, "
        that = topic.relative
        frames: list[tuple[str, Subject, dict[str, object]]] = [
            (f"If (?P<name>{names}) (?P<left>.+), then (?P=name) (?P<right>.+)", "named", {}),
            (f"If {text} (?P<left>.+), then {pronoun} (?P<right>.+)", "all", {}),
            (f"Whenever {text} (?P<left>.+?), {pronoun} (?P<right>.+)", "all", {}),
            (f"{text.capitalize()} (?P<right>.+) if {pronoun} (?P<left>.+)", "all", {}),
            (
                f"{for_every}at least one of the following is true: (?P<right>.+)",
                "all",
                {"points": "or"},
            ),
            (f"{for_every}each of the following is true: (?P<right>.+)", "all", {"points": "and"}),
            (
                f"At least one of the following is true: (?P<right>(?P<name>{names}) .+)",
                "named",
                {"points": "or"},
            ),
            (f"Every {noun} {that} (?P<both>.+)", "all", {}),
            (f"Every {noun} (?P<right>.+)", "all", {}),
            (f"All {plural} {that} (?P<both>.+)", "all", {"plural": True}),
            (f"All {plural} (?P<right>.+)", "all", {"plural": True}),
            (f"No {noun} {that} (?P<both>.+)", "all", {"denied": True}),
            (f"No {noun} (?P<right>.+)", "all", {"denied": True}),
            (f"There is no {noun} {that} (?P<right>.+)", "all", {"denied": True}),
            (
                f"For at least one {noun}, the following is true: "
                f"if {pronoun} (?P<left>.+), then {pronoun} (?P<right>.+)",
                "some",
                {},
            ),
            (f"There is {text} {that} (?P<right>.+)", "some", {}),
            (f"At least one {noun} (?P<right>.+)", "some", {}),
            (f"(?P<name>(?i:{names})) (?P<right>.+)", "named", {}),
        ]
        known_frames = [
            Frame(re.compile(pattern + r"\."), subject, **more)  # type: ignore[arg-type]
            for pattern, subject, more in frames
        ]
        super().__init__(topic, known_frames)

    def split(self, text: str, frame: Frame) -> tuple[str, str]:
        """Return the longest matching verb phrase and the text after it. Raises Unreadable if none
        matches."""
        forms, place = self._forms(frame), len(text)
        while (place := text.rfind(" ", 0, place)) > 0:
            if text[:place] in forms:
                return text[:place], text[place + 1 :]
        raise Unreadable(text)

    def side(self, text: str, frame: Frame, place: Place) -> Side:
        """See `FrameReader.side`."""
        join: Join = "and" if " and " in text and " or " not in text else "or"
        parts = (_AND if join == "and" else _OR).split(text)
        return Side(tuple([literal(part, self._forms(frame)) for part in parts]), join)

    def _forms(self, frame: Frame) -> Forms:
        return self.topic.several if frame.plural else self.topic.singular
