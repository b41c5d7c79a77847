"""The languages of QMFOL tasks: where each has its topics, its sentences and their reader.

Owns what is said around the statements: the opening, the question, unimportant text. Statements are
`words`' and `reader`'s, in Chinese `chinese`'s.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol

from items.families.qmfol import chinese, topics
from items.families.qmfol.chinese import ChineseReader, ChineseTeller
from items.families.qmfol.reader import Reader
from items.families.qmfol.rules import Statement
from items.families.qmfol.topics import Phrase, Topic
from items.families.qmfol.words import Teller
from items.seeds import Draw
from items.wording.bank import Language

FOLDER = Path(__file__).parent


class Speaker(Protocol):
    """Tells statements."""

    phrases: list[Phrase]
    """By predicate."""
    name: str
    """Of the named individual."""

    def sentence(self, statement: Statement, draw: Draw) -> str:
        """The statement in one of the ways that fit it."""
        ...


class Listener(Protocol):
    """Reads sentences about a topic."""

    topic: Topic

    def statement(self, sentence: str) -> Statement:
        """What a sentence says. Raises Unreadable."""
        ...


@dataclass(frozen=True, slots=True)
class Tongue:
    """One language."""

    topic: Callable[[str], Topic]
    speaker: Callable[[Topic, Sequence[int], str], Speaker]
    listener: Callable[[Topic], Listener]
    opening: str
    """With what the task is about in place of `{about}`."""
    no_import: str
    """How statements about all are meant, with `{noun}` and `{measure}`."""
    question: str
    """With the conclusion in place of `{conclusion}`."""
    gloss: str
    """Of a predicate, with its affirmed form in place of `{phrase}`."""
    filler: Path
    """Unimportant sentences, one a line."""
    filler_heading: str
    joint: str
    """Between sentences."""

    def begin(self, topic: Topic, strict: bool) -> str:
        """The opening of a task about a topic."""
        text = self.opening.format(about=topic.about)
        if strict:
            text += self.joint + self.no_import.format(noun=topic.noun, measure=topic.measure)
        return text

    def body(self, text: str) -> str | None:
        """What follows the opening of a text; None where it has none."""
        sentences = (re.escape(part) for part in (self.opening, self.no_import))
        first, second = (re.sub(r"\\\{\w+\\\}", "[^.。]+", part) for part in sentences)
        joint = re.escape(self.joint)
        match = re.match(f"{first}(?:{joint}{second})?{joint}", text)
        return None if match is None else text[match.end() :]

    def statement_asked(self, text: str) -> str | None:
        """The conclusion that a question is about; None where it is another question."""
        before, after = self.question.split("{conclusion}")
        if not (text.startswith(before) and text.endswith(after)):
            return None
        return text[len(before) : len(text) - len(after)]


TONGUES: Mapping[Language, Tongue] = {
    "en": Tongue(
        topics.topic,
        Teller,
        Reader,
        'This is about {about}. "Or" always includes the case in which both are true.',
        "A statement about every {noun} of some kind is also true if there is no {noun} of that "
        "kind.",
        'Is the following conclusion true, false, or unknown? "{conclusion}"',
        "x {phrase}",
        FOLDER / "filler.txt",
        "Unimportant content: ",
        " ",
    ),
    "zh": Tongue(
        chinese.topic,
        ChineseTeller,
        ChineseReader,
        "下面说的是{about}。“或者”总是包括两者都成立的情况。",
        "说到有某种性质的每{measure}{noun}时，也可能没有这样的{noun}，那时这句话同样成立。",
        "下面的结论是真、是假，还是无法确定？“{conclusion}”",
        "x{phrase}",
        FOLDER / "filler_zh.txt",
        "无关内容：",
        "",
    ),
}


@cache
def listener(name: str, language: Language) -> Listener:
    """The reader of a topic in a language."""
    tongue = TONGUES[language]
    return tongue.listener(tongue.topic(name))
