"""QMFOL in Chinese: the vocabularies (`vocab_zh`), the sentences, and their reader.

A vocabulary begins with noun, measure word, pronoun, the general subject, and names. Each further
line has an affirmed form, its denial, and the words that replace `~` in both. If the verb has a
subject of its own, it is followed by the mark |: 都 and 就 come after this subject, and 的 at its
beginning ties it to its owner. Denials deny only the property, also after 都 and 就; each list has
one connective and ends with its denied parts; where the subject changes from a part back to the
whole, 本身 makes this explicit. The reader knows a topic, but nothing about the task.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from items.families.qmfol.reader import Forms, Frame, FrameReader, Place, Unreadable, literal
from items.families.qmfol.rules import Join, Lit, Side, Statement, Subject
from items.families.qmfol.topics import Phrase, Topic, vocabulary
from items.seeds import Draw

FOLDER = Path(__file__).parent / "vocab_zh"
_HEAD = 5
"""Lines before the properties."""
_JOINS: Mapping[Join, str] = {"and": "并且", "or": "或者"}
_TIE = "的"
_PART_ENDS = "|"
_ITSELF = "本身"
_ADVERBS = ("", "就", "都")


@cache
def topic(name: str) -> Topic:
    """Return a topic by its name, in Chinese.

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
    """Yield the properties from a line of a vocabulary.

    Raises:
        ValueError: the line is not in the format of a vocabulary.
    """
    affirmed, denied, *words = line.split(" ")
    if not (affirmed.count("~") == denied.count("~") == 1 and words):
        raise ValueError(f"expected two forms with ~ and words for it, found {line!r}")
    for word in words:
        yes, no = affirmed.replace("~", word), denied.replace("~", word)
        part, _, _ = yes.rpartition(_PART_ENDS)
        affirmed_text, denied_text = (text.replace(_PART_ENDS, "") for text in (yes, no))
        yield Phrase(affirmed_text, denied_text, affirmed_text, denied_text, part)


def after_subject(phrase: Phrase, positive: bool, adverb: str = "") -> str:
    """Return a phrase in its position after the subject, with an adverb before its verb."""
    return f"{phrase.part}{adverb}{phrase.form(positive).removeprefix(phrase.part)}"


def elsewhere(phrase: Phrase, positive: bool, adverb: str = "") -> str:
    """Return a phrase in any other position."""
    return after_subject(phrase, positive, adverb).removeprefix(_TIE)


def goes_back(before: Phrase, phrase: Phrase) -> bool:
    """Whether a phrase that follows another one in a list would be understood to be about that
    one's part: about the thousands digit where the number is meant."""
    tied = phrase.part.startswith(_TIE)
    return bool(before.part) and not tied and (before.part.startswith(_TIE) or not phrase.part)


class ChineseTeller:
    """Renders the sentences of one task: the property for each predicate, and the named
    individual."""

    def __init__(self, topic: Topic, phrases: Sequence[int], name: str) -> None:
        """`phrases` are places in the topic's list, by predicate."""
        self.phrases = [topic.phrases[place] for place in phrases]
        self.name = name
        self.pronoun = topic.pronoun
        self.indefinite, self.each = (
            f"一{topic.measure}{topic.noun}",
            f"每{topic.measure}{topic.noun}",
        )
        self.noun, self.measure = topic.noun, topic.measure

    def sentence(self, statement: Statement, draw: Draw) -> str:
        """Render the statement in one of the suitable ways."""
        return draw.choice(self.sentences(statement))

    def sentences(self, statement: Statement) -> Sequence[str]:
        """Render the statement in every suitable way."""
        right = statement.right
        if statement.left is None:
            tellers = {"named": self._of_one, "some": self._of_some, "all": self._of_all}
            return tellers[statement.subject](right)
        condition_text = self._side(statement.left)
        if statement.subject == "named":
            return (f"如果{self.name}{condition_text}，那么{self.name}{self._side(right)}。",)
        if statement.subject == "some":
            condition = f"如果{self.pronoun}{condition_text}，那么{self.pronoun}{self._side(right)}"
            return (f"至少有{self.indefinite}符合这样的情况：{condition}。",)
        tellings = [
            f"如果{self.indefinite}{condition_text}，那么{self.pronoun}{self._side(right)}。"
        ] * 2
        single = len(right.literals) == 1
        if single or not self._phrase(right.ordered[0]).part:
            # After a part, 就 would be understood to apply to the first verb only.
            tellings.append(
                f"只要{self.indefinite}{condition_text}，{self.pronoun}{self._side(right, '就')}。"
            )
        if single:
            left_apart = self._side(statement.left, first_form=elsewhere)
            conclusion = elsewhere(
                self._phrase(right.literals[0]), right.literals[0].positive, "都"
            )
            tellings.append(f"凡是{left_apart}的{self.noun}，{conclusion}。")
            if len(statement.left.literals) == 1:
                opposite = self._side(right.denied)
                if statement.left.literals[0].positive and not right.literals[0].positive:
                    tellings.append(f"没有一{self.measure}{left_apart}的{self.noun}{opposite}。")
        return tellings

    def _of_one(self, side: Side) -> Sequence[str]:
        if len(side.literals) > 1 and side.join == "or":
            return (f"下列各项至少有一项成立：{self._points(side, self.name)}。",)
        return (f"{self.name}{self._side(side)}。",)

    def _of_some(self, side: Side) -> Sequence[str]:
        text = self._side(side)
        if len(side.literals) > 1 and side.join == "or":
            return (f"至少有{self.indefinite}{text}。",)
        return (
            f"至少有{self.indefinite}{text}。",
            f"存在这样的{self.indefinite}：{self.pronoun}{text}。",
        )

    def _of_all(self, side: Side) -> Sequence[str]:
        if len(side.literals) == 1:
            property_text = self._side(side, "都")
            tellings = [f"{self.each}{property_text}。", f"所有{self.noun}{property_text}。"]
            if not side.literals[0].positive:
                tellings.append(f"没有{self.indefinite}{self._side(side.denied)}。")
            return tellings
        how = "至少有一项" if side.join == "or" else "每一项都"
        points = self._points(side, self.pronoun)
        return (f"对{self.each}来说，下列各项{how}成立：{points}。",)

    def _phrase(self, literal: Lit) -> Phrase:
        return self.phrases[literal.predicate]

    def _side(
        self,
        side: Side,
        adverb: str = "",
        first_form: Callable[[Phrase, bool, str], str] = after_subject,
    ) -> str:
        """The words for a side, with an adverb before the first verb; `first_form` renders the
        first phrase."""
        first = side.ordered[0]
        texts = [first_form(self._phrase(first), first.positive, adverb)]
        for before, each in pairwise(side.ordered):
            phrase = self._phrase(each)
            refers_back = goes_back(self._phrase(before), phrase)
            texts.append(f"{_ITSELF if refers_back else ''}{elsewhere(phrase, each.positive)}")
        *others, last = texts
        return f"{'、'.join(others)}{_JOINS[side.join]}{last}" if others else last

    def _points(self, side: Side, subject: str) -> str:
        return "；".join(
            f"{subject}{after_subject(self._phrase(each), each.positive)}" for each in side.ordered
        )


class ChineseReader(FrameReader):
    """Reader for Chinese sentences."""

    separator = ""
    point_separator = "；"

    def __init__(self, topic: Topic) -> None:
        noun, measure, pronoun = map(re.escape, (topic.noun, topic.measure, topic.pronoun))
        who = f"(?P<name>{'|'.join(map(re.escape, topic.names))})"
        left, right = "(?P<left>[^，。：]+?)", "(?P<right>[^，。：]+)"
        some, each = f"一{measure}{noun}", f"每{measure}{noun}"
        frames: tuple[tuple[str, Subject, dict[str, Any]], ...] = (
            (f"如果{who}{left}，那么(?P=name){right}", "named", {}),
            (f"如果{some}{left}，那么{pronoun}{right}", "all", {}),
            (f"只要{some}{left}，{pronoun}{right}", "all", {"adverb": "就"}),
            (
                f"凡是{left}的{noun}，{right}",
                "all",
                {"adverb": "都", "detached_sides": frozenset(("left", "right"))},
            ),
            (f"至少有{some}符合这样的情况：如果{pronoun}{left}，那么{pronoun}{right}", "some", {}),
            (f"存在这样的{some}：{pronoun}{right}", "some", {}),
            (f"至少有{some}{right}", "some", {}),
            (f"对{each}来说，下列各项至少有一项成立：{right}", "all", {"points": "or"}),
            (f"对{each}来说，下列各项每一项都成立：{right}", "all", {"points": "and"}),
            (f"下列各项至少有一项成立：(?P<right>{who}[^，。：]+)", "named", {"points": "or"}),
            (f"{each}{right}", "all", {"adverb": "都"}),
            (f"所有{noun}{right}", "all", {"adverb": "都"}),
            (f"没有{some}{right}", "all", {"denied": True}),
            (
                f"没有一{measure}(?P<both>[^，。：]+)",
                "all",
                {"denied": True, "detached_sides": frozenset(("left",))},
            ),
            (f"{who}{right}", "named", {}),
        )
        known_frames = [
            Frame(re.compile(text + "。"), subject, **more) for text, subject, more in frames
        ]
        super().__init__(topic, known_frames)
        self._behind, self._apart = (
            {adverb: _forms(topic, form, adverb) for adverb in _ADVERBS}
            for form in (after_subject, elsewhere)
        )

    def split(self, text: str, frame: Frame) -> tuple[str, str]:
        """Return the properties before and after the noun they describe. Raises Unreadable if the
        noun does not separate two known properties."""
        between = f"的{self.topic.noun}"
        place = text.find(between)
        while place > 0:
            before, after = text[:place], text[place + len(between) :]
            if before in self._apart[""] and after in self._behind[frame.adverb]:
                return before, after
            place = text.find(between, place + 1)
        raise Unreadable(text)

    def side(self, text: str, frame: Frame, place: Place) -> Side:
        """See `FrameReader.side`. Raises Unreadable if the text is not such a side."""
        first, *others = re.split("、|并且|或者", text)
        joins: list[Join] = [join for join, word in _JOINS.items() if word in text]
        if len(joins) != bool(others):
            raise Unreadable(text)
        forms = self._apart if place in frame.detached_sides else self._behind
        literals = [literal(first, forms[frame.adverb if place == "right" else ""])]
        for part in others:
            entry = literal(part.removeprefix(_ITSELF), self._apart[""])
            phrases = self.topic.phrases
            refers_back = goes_back(phrases[literals[-1].predicate], phrases[entry.predicate])
            if refers_back != part.startswith(_ITSELF):
                raise Unreadable(text)
            literals.append(entry)
        return Side(tuple(literals), joins[0] if joins else "or")


def _forms(topic: Topic, form: Callable[[Phrase, bool, str], str], adverb: str) -> Forms:
    """The phrases of a topic in this form, mapped to their places and whether they are affirmed."""
    return {
        form(phrase, yes, adverb): (n, yes)
        for n, phrase in enumerate(topic.phrases)
        for yes in (True, False)
    }
