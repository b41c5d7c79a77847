"""QMFOL in Chinese: the vocabularies (`vocab_zh`), the sentences, and their reader.

A vocabulary begins with noun, measure word, pronoun, what all is about, and names; then each line
has an affirmed form, its denial, and the words that take the place of `~` in both. Denials deny the
property alone, also after 都 and 就, and the lists of a sentence have one connective each and end
with what is denied. The reader knows a topic and nothing of the task.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from items.families.qmfol.reader import Forms, Frame, FrameReader, Unreadable
from items.families.qmfol.rules import Join, Lit, Side, Statement, Subject
from items.families.qmfol.topics import Phrase, Topic, vocabulary
from items.seeds import Draw

FOLDER = Path(__file__).parent / "vocab_zh"
_HEAD = 5
"""Lines before the properties."""
_JOINS: Mapping[Join, str] = {"and": "并且", "or": "或者"}


@cache
def topic(name: str) -> Topic:
    """A topic by its name, in Chinese.

    Raises:
        InputError: there is no such topic.
    """
    head, lines = vocabulary(FOLDER, name, _HEAD)
    return Topic(
        name,
        head["noun"],
        "",
        head["pronoun"],
        "",
        head["about"],
        tuple(head["names"].split("; ")),
        tuple([phrase for line in lines for phrase in phrases(line)]),
        head["measure"],
    )


def phrases(line: str) -> Iterator[Phrase]:
    """The properties of a line of a vocabulary.

    Raises:
        ValueError: the line is not one of a vocabulary.
    """
    affirmed, denied, *words = line.split(" ")
    if not (affirmed.count("~") == denied.count("~") == 1 and words):
        raise ValueError(f"expected two forms with ~ and words for it, found {line!r}")
    for word in words:
        yes, no = affirmed.replace("~", word), denied.replace("~", word)
        yield Phrase(yes, no, yes, no)


class ChineseTeller:
    """The sentences of one task: which property stands for which predicate, and who is named."""

    def __init__(self, topic: Topic, phrases: Sequence[int], name: str) -> None:
        """`phrases` are places in the topic's list, by predicate."""
        self.phrases = [topic.phrases[place] for place in phrases]
        self.name = name
        self.pronoun = topic.pronoun
        self.one, self.each = f"一{topic.measure}{topic.noun}", f"每{topic.measure}{topic.noun}"
        self.noun, self.measure = topic.noun, topic.measure

    def sentence(self, statement: Statement, draw: Draw) -> str:
        """The statement in one of the ways that fit it."""
        return draw.choice(self.sentences(statement))

    def sentences(self, statement: Statement) -> Sequence[str]:
        """The statement in every way that fits it."""
        right = self._side(statement.right)
        if statement.left is None:
            tell = {"named": self._of_one, "some": self._of_some, "all": self._of_all}
            return tell[statement.subject](statement.right, right)
        left = self._side(statement.left)
        if statement.subject == "named":
            return (f"如果{self.name}{left}，那么{self.name}{right}。",)
        if statement.subject == "some":
            condition = f"如果{self.pronoun}{left}，那么{self.pronoun}{right}"
            return (f"至少有{self.one}符合这样的情况：{condition}。",)
        told = [f"如果{self.one}{left}，那么{self.pronoun}{right}。"] * 2
        told.append(f"只要{self.one}{left}，{self.pronoun}就{right}。")
        if len(statement.right.literals) == 1:
            told.append(f"凡是{left}的{self.noun}，都{right}。")
            if len(statement.left.literals) == 1:
                opposite = self._said(statement.right.literals[0].denied)
                if statement.left.literals[0].positive and not statement.right.literals[0].positive:
                    told.append(f"没有一{self.measure}{left}的{self.noun}{opposite}。")
        return told

    def _of_one(self, side: Side, text: str) -> Sequence[str]:
        if len(side.literals) > 1 and side.join == "or":
            return (f"下列各项至少有一项成立：{self._points(side, self.name)}。",)
        return (f"{self.name}{text}。",)

    def _of_some(self, side: Side, text: str) -> Sequence[str]:
        if len(side.literals) > 1 and side.join == "or":
            return (f"至少有{self.one}{text}。",)
        return (f"至少有{self.one}{text}。", f"存在这样的{self.one}：{self.pronoun}{text}。")

    def _of_all(self, side: Side, text: str) -> Sequence[str]:
        if len(side.literals) == 1:
            told = [f"{self.each}都{text}。", f"所有的{self.noun}都{text}。"]
            if not side.literals[0].positive:
                told.append(f"没有{self.one}{self._said(side.literals[0].denied)}。")
            return told
        how = "至少有一项" if side.join == "or" else "每一项都"
        points = self._points(side, self.pronoun)
        return (f"对{self.each}来说，下列各项{how}成立：{points}。",)

    def _said(self, literal: Lit) -> str:
        return self.phrases[literal.predicate].said(literal.positive)

    def _side(self, side: Side) -> str:
        *before, last = [self._said(literal) for literal in side.told]
        return f"{'、'.join(before)}{_JOINS[side.join]}{last}" if before else last

    def _points(self, side: Side, subject: str) -> str:
        return "；".join(f"{subject}{self._said(literal)}" for literal in side.told)


class ChineseReader(FrameReader):
    """Sentences in Chinese."""

    blank = ""
    between_points = "；"

    def __init__(self, topic: Topic) -> None:
        noun, measure, it = map(re.escape, (topic.noun, topic.measure, topic.pronoun))
        who = f"(?P<name>{'|'.join(map(re.escape, topic.names))})"
        left, right = "(?P<left>[^，。：]+?)", "(?P<right>[^，。：]+)"
        one, every = f"一{measure}{noun}", f"每{measure}{noun}"
        frames: tuple[tuple[str, Subject, bool, Join | None], ...] = (
            (f"如果{who}{left}，那么(?P=name){right}", "named", False, None),
            (f"如果{one}{left}，那么{it}{right}", "all", False, None),
            (f"只要{one}{left}，{it}就{right}", "all", False, None),
            (f"凡是{left}的{noun}，都{right}", "all", False, None),
            (f"至少有{one}符合这样的情况：如果{it}{left}，那么{it}{right}", "some", False, None),
            (f"存在这样的{one}：{it}{right}", "some", False, None),
            (f"至少有{one}{right}", "some", False, None),
            (f"对{every}来说，下列各项至少有一项成立：{right}", "all", False, "or"),
            (f"对{every}来说，下列各项每一项都成立：{right}", "all", False, "and"),
            (f"下列各项至少有一项成立：(?P<right>{who}[^，。：]+)", "named", False, "or"),
            (f"{every}都{right}", "all", False, None),
            (f"所有的{noun}都{right}", "all", False, None),
            (f"没有{one}{right}", "all", True, None),
            (f"没有一{measure}(?P<both>[^，。：]+)", "all", True, None),
            (f"{who}{right}", "named", False, None),
        )
        made = [
            Frame(re.compile(text + "。"), subject, denied=denied, points=points)
            for text, subject, denied, points in frames
        ]
        super().__init__(topic, made)

    def split(self, text: str, forms: Forms) -> tuple[str, str]:
        """The properties before and after the noun that they are said of."""
        between = f"的{self.topic.noun}"
        place = text.find(between)
        while place > 0:
            before, after = text[:place], text[place + len(between) :]
            if before in forms and after in forms:
                return before, after
            place = text.find(between, place + 1)
        raise Unreadable(text)

    def parted(self, text: str) -> tuple[Sequence[str], Join]:
        """See `FrameReader.parted`."""
        parts = re.split("、|并且|或者", text)
        joins: list[Join] = [join for join, word in _JOINS.items() if word in text]
        if len(joins) != (len(parts) > 1):
            raise Unreadable(text)
        return parts, joins[0] if joins else "or"
