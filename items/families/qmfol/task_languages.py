"""The languages of QMFOL tasks: the topics, sentences and reader of each.

Owns the text around the statements: the opening, the question, irrelevant text. Statements are in
`words` and `reader`, or `chinese` for Chinese.
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
    """Renders statements."""

    phrases: list[Phrase]
    """By predicate."""
    name: str
    """Name of the named individual."""

    def sentence(self, statement: Statement, draw: Draw) -> str:
        """Render the statement in one of the suitable ways."""
        ...


class Listener(Protocol):
    """Reads sentences about a topic."""

    topic: Topic

    def statement(self, sentence: str) -> Statement:
        """Parse a sentence. Raises Unreadable."""
        ...


@dataclass(frozen=True, slots=True)
class TaskLanguage:
    """One language."""

    topic: Callable[[str], Topic]
    speaker: Callable[[Topic, Sequence[int], str], Speaker]
    listener: Callable[[Topic], Listener]
    opening_sentence: str
    """With the placeholder `{about}` for the subject of the task."""
    no_import: str
    """How to understand universal statements, with `{noun}` and `{measure}`."""
    question: str
    """With the placeholder `{conclusion}`."""
    gloss: str
    """Gloss of a predicate, with the placeholder `{phrase}` for its affirmed form."""
    filler: Path
    """File of irrelevant sentences, one per line."""
    filler_heading: str
    sentence_separator: str
    """Separator between sentences."""

    def begin(self, topic: Topic, strict: bool) -> str:
        """Return the opening of a task about a topic."""
        text = self.opening_sentence.format(about=topic.about)
        if strict:
            text += self.sentence_separator + self.no_import.format(
                noun=topic.noun, measure=topic.measure
            )
        return text

    def body(self, text: str) -> str | None:
        """Return the text after the opening; None if there is no opening."""
        sentences = (re.escape(part) for part in (self.opening_sentence, self.no_import))
        first, second = (re.sub(r"\\\{\w+\\\}", "[^.。]+", part) for part in sentences)
        joint = re.escape(self.sentence_separator)
        match = re.match(f"{first}(?:{joint}{second})?{joint}", text)
        return None if match is None else text[match.end() :]

    def statement_asked(self, text: str) -> str | None:
        """Return the conclusion that the question is about; None if it is a different question."""
        before, after = self.question.split("{conclusion}")
        if not (text.startswith(before) and text.endswith(after)):
            return None
        return text[len(before) : len(text) - len(after)]


TONGUES: Mapping[Language, TaskLanguage] = {
    "en": TaskLanguage(
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
    "zh": TaskLanguage(
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
    """Return the reader of a topic in a language."""
    tongue = TONGUES[language]
    return tongue.listener(tongue.topic(name))
